//! The machine under random histories: 100,000 by number, and some that are made short when they break a promise.

use std::collections::HashMap;

use proptest::prelude::*;

use super::*;
use crate::sample::{failed, found, question, run, when};

/// What may happen, in the words of a history. Versions are relative: 0 is the present one.
#[derive(Debug, Clone)]
pub(super) enum Happens {
    Begun {
        questions: usize,
        wanted: Wanted,
    },
    Answered {
        round: u32,
        n: usize,
        fails: bool,
    },
    Looked {
        seconds: i64,
    },
    Extended {
        behind: i64,
        questions: usize,
    },
    Concluded {
        behind: i64,
    },
    Ended {
        behind: i64,
    },
    Stopped {
        forecast: bool,
    },
    GivenUp {
        round: u32,
    },
    /// The process dies and another reads what it had stored.
    Restarted,
}

fn happening() -> impl Strategy<Value = Happens> {
    let wanted = prop_oneof![6 => Just(Wanted::Forecast), 1 => Just(Wanted::Research)];
    prop_oneof![
        8 => (0usize..5, wanted).prop_map(|(questions, wanted)| Happens::Begun { questions, wanted }),
        64 => (1u32..4, 1usize..5, any::<bool>()).prop_map(|(round, n, fails)| Happens::Answered { round, n, fails }),
        16 => (0i64..200).prop_map(|seconds| Happens::Looked { seconds }),
        16 => (0i64..3, 0usize..4).prop_map(|(behind, questions)| Happens::Extended { behind, questions }),
        4 => (0i64..3).prop_map(|behind| Happens::Concluded { behind }),
        4 => (0i64..3).prop_map(|behind| Happens::Ended { behind }),
        4 => any::<bool>().prop_map(|forecast| Happens::Stopped { forecast }),
        4 => (1u32..4).prop_map(|round| Happens::GivenUp { round }),
        1 => Just(Happens::Restarted),
    ]
}

pub(super) fn at(seconds: i64) -> Time {
    when() + chrono::TimeDelta::seconds(seconds)
}

pub(super) fn questions(round: u32, n: usize) -> Vec<Question> {
    (1..=n).map(|i| question(&question_id(round, i))).collect()
}

pub(super) fn stop(forecast: bool) -> Cancellation {
    Cancellation { by: "ada".into(), reason: String::new(), at: when(), forecast }
}

/// What a history says more than once, made once: a hundred thousand histories are many forecasts.
pub(super) struct Stock {
    run: Run,
    forecast: Box<Forecast>,
    answers: [Box<Evidence>; 2],
}

impl Stock {
    pub(super) fn new() -> Self {
        let forecast = Box::new(crate::conclude::fallback(&run(), when(), "test"));
        Self { run: run(), forecast, answers: [Box::new(found(1)), Box::new(failed("gone"))] }
    }

    /// `kept` is what the store remembers for a run that has not begun.
    pub(super) fn event(
        &self,
        state: Option<&RunState>,
        happens: &Happens,
        kept: Option<&Cancellation>,
    ) -> Option<Event> {
        let version = |behind: i64| state.map_or(0, |state| state.version - behind);
        Some(match happens {
            Happens::Begun { questions: n, wanted } => {
                let mut run = self.run.clone();
                run.asked.config.wanted = *wanted;
                Event::Begun {
                    run: Box::new(run),
                    questions: questions(1, *n),
                    deadline: at(100),
                    stopped: kept.cloned(),
                }
            }
            Happens::Answered { round, n, fails } => Event::Answered {
                question: question_id(*round, *n),
                evidence: self.answers[usize::from(*fails)].clone(),
            },
            Happens::Looked { seconds } => Event::Looked { now: at(*seconds) },
            Happens::Extended { behind, questions: n } => Event::Extended {
                version: version(*behind),
                questions: questions(state.map_or(1, |state| state.iteration + 1), *n),
                deadline: at(100),
            },
            Happens::Concluded { behind } => {
                Event::Concluded { version: version(*behind), forecast: self.forecast.clone() }
            }
            Happens::Ended { behind } => {
                Event::Ended { version: version(*behind), ending: NoForecast::Cancelled(stop(false)), at: when() }
            }
            Happens::Stopped { forecast } => Event::Stopped(stop(*forecast)),
            Happens::GivenUp { round } => Event::GivenUp { round: *round, because: "poisoned".into() },
            Happens::Restarted => return None,
        })
    }
}

/// Counts what was said over a history.
#[derive(Default)]
struct Told {
    ready: HashMap<u32, usize>,
    ends: usize,
    purses: usize,
    asked: HashMap<String, usize>,
    kept: Option<Cancellation>,
}

impl Told {
    fn hear(&mut self, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Ready(round) => *self.ready.entry(*round).or_default() += 1,
                Effect::Made(_) | Effect::Ended(..) => self.ends += 1,
                Effect::Research(question) => *self.asked.entry(question.id.clone()).or_default() += 1,
                Effect::CloseBudget(_) => self.purses += 1,
                Effect::Keep(stop) => self.kept = Some(stop.clone()),
                Effect::Write(_) => {}
            }
        }
    }
}

/// What is compared of a state before and after a step, without a copy of its evidence.
#[derive(Debug, PartialEq)]
struct Glance {
    phase: Phase,
    iteration: u32,
    version: i64,
    questions: usize,
    answers: usize,
    late: usize,
    cancelled: bool,
    ended: bool,
    given_up: bool,
}

impl Glance {
    fn at(state: &RunState) -> Self {
        Self {
            phase: state.phase,
            iteration: state.iteration,
            version: state.version,
            questions: state.questions.len(),
            answers: state.answers.len(),
            late: state.answers.iter().filter(|answer| answer.late).count(),
            cancelled: state.cancelled.is_some(),
            ended: state.ended.is_some(),
            given_up: state.given_up.is_some(),
        }
    }
}

fn restarted(state: Option<RunState>) -> Option<RunState> {
    state.map(|state| {
        let stored = serde_json::to_string(&state).unwrap();
        let read = serde_json::from_str(&stored).unwrap();
        assert_eq!(state, read, "a restart changes nothing");
        read
    })
}

/// One step's promises.
fn step_keeps(before: Option<&Glance>, after: Option<&Glance>, effects: &[Effect]) {
    let kept = matches!(effects, [Effect::Keep(_)]) && before.is_none() && after.is_none();
    assert_eq!(effects.is_empty() || kept, before == after, "what changes nothing says nothing");
    let Some(after) = after else { return assert!(before.is_none(), "no run is forgotten") };
    let Some(before) = before else { return };
    let only_late = after.late == before.late + 1;
    let only_noted = after.given_up && !before.given_up;
    let moved = before != after && !only_late && !only_noted;
    assert_eq!(
        after.version,
        before.version + i64::from(moved),
        "every change but a late answer and a note is a version"
    );
    assert!(
        !only_noted || (before.phase, before.iteration) == (Phase::Analyzing, after.iteration),
        "a decision is given up"
    );
    assert!(before.phase != Phase::Done || after.phase == Phase::Done, "done is done");
    assert!(after.iteration >= before.iteration && after.answers >= before.answers && after.late >= before.late);
    assert!(!(before.cancelled && after.iteration > before.iteration), "a cancelled run researches no more");
    assert!(before.phase != Phase::Done || !moved, "nothing moves what is done");
    assert!(
        !only_late || before.phase != Phase::Waiting || after.phase == Phase::Waiting,
        "late opens and closes nothing"
    );
    assert!(!after.ended || after.phase == Phase::Done, "an ended run is done");
}

/// The promises about all that was said so far.
fn history_keeps(state: &RunState, told: &Told) {
    let released = told.ready.get(&state.iteration).copied().unwrap_or(0);
    match state.phase {
        Phase::Waiting => assert_eq!(released, 0, "a round that is open is not decided"),
        Phase::Analyzing => {
            assert_eq!(released, 1, "a round is released once: complete, closed or given up");
        }
        // Cancelled without a forecast while its questions were out: nobody decides any more.
        Phase::Done => assert!(released == 1 || (released == 0 && state.ended.is_some())),
    }
    assert!(state.phase != Phase::Waiting || outstanding(state) > 0, "nobody waits for nothing");
    assert_eq!(told.ends, usize::from(state.phase == Phase::Done), "a run is done once, and says so once");
    let stopped = told.purses > 0 || told.kept.is_some();
    assert!(told.purses <= 2 && stopped == state.cancelled.is_some(), "who cancels closes a purse, or is kept");
    assert!(
        told.kept.is_none() || told.asked.is_empty(),
        "nothing is asked for a run that was stopped before it began"
    );
    assert!(told.ready.values().all(|times| *times == 1) && told.asked.values().all(|times| *times == 1));
    let wanted = state.run.asked.config.wanted == Wanted::Research;
    assert!(!wanted || !told.asked.keys().any(|id| round_of(id) == Some(1)), "who wants the request gets no research");
}

fn play(stock: &Stock, history: &[Happens]) -> Option<RunState> {
    let mut state: Option<RunState> = None;
    let mut told = Told::default();
    for happens in history {
        let Some(event) = stock.event(state.as_ref(), happens, told.kept.as_ref()) else {
            state = restarted(state);
            continue;
        };
        let before = state.as_ref().map(Glance::at);
        let Step { state: next, effects } = step(state, event);
        step_keeps(before.as_ref(), next.as_ref().map(Glance::at).as_ref(), &effects);
        told.hear(&effects);
        if let Some(state) = &next {
            history_keeps(state, &told);
        }
        state = next;
    }
    state
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Fewer than below, but a history that breaks a promise is made as short as it can be.
    #[test]
    fn every_history_keeps_the_promises(history in prop::collection::vec(happening(), 1..40)) {
        thread_local!(static STOCK: Stock = Stock::new());
        STOCK.with(|stock| comes_to_its_end(play(stock, &history)));
    }
}

/// Time and a dead letter are enough: no run waits for somebody who may never come.
fn comes_to_its_end(state: Option<RunState>) {
    let Some(state) = state else { return };
    let round = state.iteration;
    let looked = |state| step(state, Event::Looked { now: at(1_000) }).state;
    let closed = looked(Some(state));
    let given_up = step(closed, Event::GivenUp { round, because: "poisoned".into() }).state;
    let end = looked(given_up).unwrap();
    assert_eq!(end.phase, Phase::Done, "{end:?}");
}

/// Chance by number: the same number is the same history. (Steele, Lea and Flood 2014: SplitMix64.)
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    fn small(&mut self, n: u64) -> usize {
        usize::try_from(self.below(n)).unwrap()
    }

    fn round(&mut self) -> u32 {
        u32::try_from(self.below(3)).unwrap() + 1
    }

    fn behind(&mut self) -> i64 {
        i64::try_from(self.below(6)).unwrap().saturating_sub(3).max(0)
    }

    fn happens(&mut self) -> Happens {
        let wanted = if self.below(7) == 0 { Wanted::Research } else { Wanted::Forecast };
        match self.below(128) {
            0..8 => Happens::Begun { questions: self.small(5), wanted },
            8..72 => Happens::Answered { round: self.round(), n: self.small(4) + 1, fails: self.below(2) == 0 },
            72..88 => Happens::Looked { seconds: i64::try_from(self.below(200)).unwrap() },
            88..104 => Happens::Extended { behind: self.behind(), questions: self.small(4) },
            104..108 => Happens::Concluded { behind: self.behind() },
            108..112 => Happens::Ended { behind: self.behind() },
            112..120 => Happens::Stopped { forecast: self.below(2) == 0 },
            120..124 => Happens::GivenUp { round: self.round() },
            _ => Happens::Restarted,
        }
    }
}

#[test]
fn a_hundred_thousand_histories_keep_the_promises() {
    let (mut stock, mut done) = (Stock::new(), 0);
    stock.answers.iter_mut().for_each(|evidence| lean(evidence));
    for seed in 0..100_000 {
        let mut chance = Chance(seed);
        let begun = Happens::Begun { questions: chance.small(5), wanted: Wanted::Forecast };
        let rest = (0..chance.below(30)).map(|_| chance.happens()).collect::<Vec<_>>();
        let history: Vec<Happens> = std::iter::once(begun).filter(|_| seed % 10 > 0).chain(rest).collect();
        let played = std::panic::catch_unwind(|| play(&stock, &history));
        let end = played.unwrap_or_else(|_| panic!("history {seed}: {history:?}"));
        done += usize::from(end.is_some_and(|state| state.phase == Phase::Done));
    }
    assert!(done > 10_000, "only {done} of the histories came to their end");
}

/// What is found is not what this is about, and is copied at every step.
fn lean(evidence: &mut Evidence) {
    let research = &mut evidence.research;
    research.findings.clear();
    research.sources.clear();
    research.summary.clear();
}
