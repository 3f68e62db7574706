//! The machine under random histories.

use std::collections::HashMap;

use proptest::prelude::*;

use super::*;
use crate::sample::{failed, found, question, run, when};

/// What may happen, in the words of a history. Versions are relative: 0 is the present one.
#[derive(Debug, Clone)]
enum Happens {
    Begun(usize),
    Answered { round: u32, n: usize, fails: bool },
    Looked { seconds: i64 },
    Extended { behind: i64, questions: usize },
    Concluded { behind: i64 },
}

fn happening() -> impl Strategy<Value = Happens> {
    prop_oneof![
        1 => (0usize..5).prop_map(Happens::Begun),
        8 => (1u32..4, 1usize..5, any::<bool>()).prop_map(|(round, n, fails)| Happens::Answered { round, n, fails }),
        2 => (0i64..200).prop_map(|seconds| Happens::Looked { seconds }),
        2 => (0i64..3, 0usize..4).prop_map(|(behind, questions)| Happens::Extended { behind, questions }),
        1 => (0i64..3).prop_map(|behind| Happens::Concluded { behind }),
    ]
}

fn at(seconds: i64) -> Time {
    when() + chrono::TimeDelta::seconds(seconds)
}

fn questions(round: u32, n: usize) -> Vec<Question> {
    (1..=n).map(|i| question(&question_id(round, i))).collect()
}

fn event(state: Option<&RunState>, happens: &Happens) -> Event {
    let version = |behind: i64| state.map_or(0, |state| state.version - behind);
    match happens {
        Happens::Begun(n) => Event::Begun { run: Box::new(run()), questions: questions(1, *n), deadline: at(100) },
        Happens::Answered { round, n, fails } => Event::Answered {
            question: question_id(*round, *n),
            evidence: Box::new(if *fails { failed("gone") } else { found(1) }),
        },
        Happens::Looked { seconds } => Event::Looked { now: at(*seconds) },
        Happens::Extended { behind, questions: n } => Event::Extended {
            version: version(*behind),
            questions: questions(state.map_or(1, |state| state.iteration + 1), *n),
            deadline: at(100),
        },
        Happens::Concluded { behind } => Event::Concluded {
            version: version(*behind),
            forecast: Box::new(crate::conclude::fallback(&run(), when(), "test")),
        },
    }
}

/// Counts what was said over a history.
#[derive(Default)]
struct Told {
    ready: HashMap<u32, usize>,
    made: usize,
    asked: HashMap<String, usize>,
}

impl Told {
    fn hear(&mut self, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Ready(round) => *self.ready.entry(*round).or_default() += 1,
                Effect::Made(_) => self.made += 1,
                Effect::Research(question) => *self.asked.entry(question.id.clone()).or_default() += 1,
                Effect::Write(_) => {}
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn every_history_keeps_the_promises(history in prop::collection::vec(happening(), 1..60)) {
        let mut state: Option<RunState> = None;
        let mut told = Told::default();
        for happens in &history {
            let before = state.clone();
            let Step { state: after, effects } = step(state, event(before.as_ref(), happens));
            prop_assert_eq!(effects.is_empty(), before == after, "what changes nothing says nothing: {:?}", happens);
            if let (Some(before), Some(after)) = (&before, &after) {
                prop_assert!(after.version == before.version + i64::from(before != after));
                prop_assert!(before.phase != Phase::Done || after.phase == Phase::Done, "done is done");
                prop_assert!(after.iteration >= before.iteration);
            }
            told.hear(&effects);
            state = after;
            if let Some(state) = &state {
                let released = told.ready.get(&state.iteration).copied().unwrap_or(0);
                prop_assert_eq!(released, usize::from(state.phase != Phase::Waiting), "a round is released once, when it is complete or closed");
                prop_assert!(state.phase != Phase::Waiting || outstanding(state) > 0, "nobody waits for nothing");
            }
        }
        prop_assert!(told.made <= 1);
        prop_assert!(told.ready.values().all(|times| *times == 1));
        prop_assert!(told.asked.values().all(|times| *times == 1));
    }

    #[test]
    fn an_answer_twice_is_an_answer_once(order in Just((1..=4usize).collect::<Vec<_>>()).prop_shuffle(), times in 1usize..4) {
        let mut state = step(None, event(None, &Happens::Begun(4))).state;
        let mut ready = 0;
        for n in order.iter().flat_map(|n| std::iter::repeat_n(*n, times)) {
            let done = step(state, event(None, &Happens::Answered { round: 1, n, fails: false }));
            ready += done.effects.iter().filter(|effect| matches!(effect, Effect::Ready(1))).count();
            state = done.state;
        }
        prop_assert_eq!(ready, 1);
        prop_assert_eq!(state.unwrap().answers.len(), 4);
    }
}

#[test]
fn an_answer_after_the_deadline_is_kept_as_late_and_opens_nothing() {
    let begun = step(None, event(None, &Happens::Begun(2))).state;
    let closed = step(begun, Event::Looked { now: at(100) });
    assert_eq!(closed.effects, [Effect::Ready(1)]);
    let late = step(closed.state, event(None, &Happens::Answered { round: 1, n: 1, fails: false }));
    assert!(matches!(late.effects.as_slice(), [Effect::Write(_)]));
    assert!(late.state.unwrap().answers[0].late);
}

#[test]
fn a_released_round_is_decided_once() {
    let begun = step(None, event(None, &Happens::Begun(1))).state.unwrap();
    assert_eq!(released(&begun, 1), Released::Early);
    let closed = step(Some(begun), Event::Looked { now: at(100) }).state.unwrap();
    assert_eq!((released(&closed, 1), released(&closed, 2)), (Released::Decide, Released::Early));
    let version = closed.version;
    let extended =
        step(Some(closed), Event::Extended { version, questions: questions(2, 1), deadline: at(200) }).state.unwrap();
    assert_eq!((released(&extended, 1), released(&extended, 2)), (Released::Past, Released::Early));
}

#[test]
fn ids_say_their_round() {
    assert_eq!(round_of(&question_id(12, 3)), Some(12));
    for strange in ["", "q1", "ixq1", "i1", "1q1"] {
        assert_eq!(round_of(strange), None, "{strange}");
    }
}
