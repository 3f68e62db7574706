//! Transitions by example, and the machine's invariants over random histories.

use std::collections::HashMap;

use proptest::prelude::*;

use super::*;
use crate::run::{question_id, question_round};

fn at(seconds: i64) -> Time {
    Time::from_timestamp(1_900_000_000 + seconds, 0).unwrap()
}

fn ids(round: u32, n: usize) -> Vec<String> {
    (1..=n).map(|n| question_id(round, n)).collect()
}

fn stop(forecast: bool) -> Cancellation {
    Cancellation { by: "ada".into(), reason: String::new(), at: at(7), forecast }
}

fn started(questions: usize) -> RunEvent {
    RunEvent::Started { questions: ids(1, questions), research: true, deadline: at(100), stopped: None }
}

fn answered(round: u32, n: usize) -> RunEvent {
    RunEvent::Answered { question: question_id(round, n) }
}

fn extended(version: i64, round: u32, questions: usize) -> RunEvent {
    RunEvent::Extended { version, questions: ids(round, questions), deadline: at(200) }
}

fn cancelled(version: i64, forecast: bool) -> RunEvent {
    RunEvent::Cancelled { version, cancellation: stop(forecast) }
}

fn play(events: &[RunEvent]) -> Step {
    let first = Step { machine: RunMachine::default(), effects: Vec::new() };
    events.iter().fold(first, |step, event| step.machine.step(event))
}

fn progress(machine: &RunMachine) -> &RunProgress {
    let RunMachine::Started(progress) = machine else { panic!("the run has not started") };
    progress
}

const RELEASE: RunEffect = RunEffect::ReleaseRound { round: 1 };
const LATE: RunEffect = RunEffect::StoreAnswer { late: true };
const IN_TIME: RunEffect = RunEffect::StoreAnswer { late: false };
const CLOSED: RunEvent = RunEvent::DeadlineReached { round: 1 };

#[test]
fn the_last_answer_releases_the_round_and_duplicates_count_once() {
    let events = [started(2), answered(1, 1), answered(1, 1), answered(1, 2), answered(1, 2)];
    let mut machine = RunMachine::default();
    let mut effects = Vec::new();
    for event in &events {
        let step = machine.step(event);
        machine = step.machine;
        effects.push(step.effects);
    }
    let start = vec![RunEffect::StoreRun, RunEffect::StoreQuestions { round: 1 }, RunEffect::RequestResearch];
    assert_eq!(effects, [start, vec![IN_TIME], vec![], vec![IN_TIME, RELEASE], vec![]]);
    assert_eq!((progress(&machine).phase, progress(&machine).version), (Phase::Analyzing, 3));
}

#[test]
fn an_answer_after_the_deadline_is_late_and_keeps_the_decision_in_progress_valid() {
    let closed = play(&[started(2), CLOSED]);
    assert_eq!(closed.effects, [RELEASE]);
    let version = progress(&closed.machine).version;
    let late = closed.machine.step(&answered(1, 1));
    assert_eq!((late.effects.as_slice(), progress(&late.machine).version), ([LATE].as_slice(), version));
    assert_eq!(late.machine.check(&RunEvent::Finished { version }), Ok(()));
}

#[test]
fn an_answer_of_an_older_round_is_late_and_an_unknown_question_is_ignored() {
    let second = play(&[started(2), answered(1, 1), CLOSED, extended(3, 2, 1)]).machine;
    let late = second.step(&answered(1, 2));
    assert_eq!((late.effects.as_slice(), progress(&late.machine).outstanding), ([LATE].as_slice(), 1));
    let unknown = late.machine.step(&answered(9, 9));
    assert_eq!(unknown.effects, []);
    assert_eq!(unknown.machine.step(&answered(2, 1)).effects, [IN_TIME, RunEffect::ReleaseRound { round: 2 }]);
    assert_eq!(play(&[answered(1, 1)]).effects, [], "the run has not started");
}

#[test]
fn a_run_without_research_is_released_at_its_start_and_starts_once() {
    let unresearched = RunEvent::Started { questions: ids(1, 2), research: false, deadline: at(0), stopped: None };
    for (event, questions) in [(started(0), 0), (unresearched, 2)] {
        let begun = play(std::slice::from_ref(&event));
        assert_eq!(begun.effects[2..], [RELEASE]);
        let state = progress(&begun.machine);
        assert_eq!((state.questions.len(), state.outstanding), (questions, 0), "its questions are kept");
        assert_eq!(begun.machine.step(&event).effects, []);
    }
}

#[test]
fn a_decision_counts_only_in_the_state_that_it_was_made_for() {
    let waiting = play(&[started(1)]).machine;
    assert_eq!(waiting.check(&extended(1, 2, 1)), Err(StaleEvent::NotAnalyzing));
    let due = waiting.step(&CLOSED).machine;
    assert_eq!(due.check(&extended(2, 2, 0)), Err(StaleEvent::NoQuestions));
    for decision in [RunEvent::Finished { version: 2 }, RunEvent::Ended { version: 2 }, extended(2, 2, 1)] {
        assert_eq!(RunMachine::default().check(&decision), Err(StaleEvent::Unstarted));
        assert_eq!(due.check(&decision), Ok(()));
        let next = due.clone().step(&decision).machine;
        assert_eq!(next.check(&decision), Err(StaleEvent::Version { found: 3, expected: 2 }), "once");
        let forecast = due.clone().step(&cancelled(2, true)).machine;
        assert!(forecast.check(&decision).is_err(), "the decision did not consider the cancellation");
    }
}

#[test]
fn a_run_cancelled_for_its_forecast_is_decided_next_and_never_extended() {
    let step = play(&[started(2), answered(1, 1), cancelled(2, true)]);
    assert_eq!(step.effects, [RunEffect::StoreCancellation, RunEffect::CloseResearchBudget, RELEASE]);
    let machine = step.machine;
    assert_eq!(machine.check(&extended(3, 2, 1)), Err(StaleEvent::Cancelled));
    assert_eq!(machine.check(&cancelled(3, true)), Err(StaleEvent::Cancelled), "once");
    assert_eq!(machine.check(&RunEvent::Ended { version: 3 }), Ok(()));
    let step = machine.step(&cancelled(3, false));
    assert_eq!(progress(&step.machine).phase, Phase::Done, "only a cancellation without a forecast may follow");
    let due = play(&[started(1), CLOSED, cancelled(2, true)]);
    assert_eq!(due.effects, [RunEffect::StoreCancellation, RunEffect::CloseResearchBudget], "already released");
}

#[test]
fn a_run_cancelled_without_a_forecast_is_done_and_keeps_late_answers() {
    let step = play(&[started(2), cancelled(1, false)]);
    assert_eq!(step.effects, [RunEffect::StoreCancellation, RunEffect::CloseRunBudget, RunEffect::StoreEnding]);
    assert_eq!(step.machine.cancellation(), Some(&stop(false)));
    assert_eq!(step.machine.check(&cancelled(2, false)), Err(StaleEvent::Done));
    assert_eq!(step.machine.step(&answered(1, 1)).effects, [LATE]);
    let stale = play(&[started(2), answered(1, 1)]).machine;
    assert_eq!(stale.check(&cancelled(1, false)), Err(StaleEvent::Version { found: 2, expected: 1 }));
}

#[test]
fn a_run_cancelled_before_its_start_starts_cancelled_or_not_at_all() {
    for forecast in [false, true] {
        let early = play(&[RunEvent::CancelledEarly(stop(forecast))]);
        assert_eq!(early.effects[0], RunEffect::StoreCancellation);
        assert_eq!(early.effects[1..] == [RunEffect::CloseRunBudget], !forecast);
        assert_eq!(early.machine.check(&started(1)), Err(StaleEvent::CancelledBeforeStart));
        let aware = RunEvent::Started {
            questions: ids(1, 2),
            research: true,
            deadline: at(100),
            stopped: Some(stop(forecast)),
        };
        let begun = early.machine.step(&aware);
        let next = if forecast { RELEASE } else { RunEffect::StoreEnding };
        assert_eq!(begun.effects, [RunEffect::StoreRun, RunEffect::StoreCancellation, next], "no question is asked");
        assert_eq!(begun.machine.cancellation(), Some(&stop(forecast)));
        assert_eq!(progress(&begun.machine).phase == Phase::Done, !forecast);
        assert_eq!(begun.machine.check(&RunEvent::CancelledEarly(stop(false))), Err(StaleEvent::Started));
        assert_eq!(begun.machine.step(&started(1)).effects, [], "it has started");
    }
}

#[test]
fn the_first_early_cancellation_wins_unless_the_second_refuses_a_forecast() {
    let bob = |forecast| RunEvent::CancelledEarly(Cancellation { by: "bob".into(), ..stop(forecast) });
    let early = play(&[RunEvent::CancelledEarly(stop(true))]).machine;
    assert_eq!(early.check(&bob(true)), Err(StaleEvent::Cancelled));
    let harder = early.step(&bob(false)).machine;
    assert_eq!(harder.cancellation().map(|stop| stop.by.as_str()), Some("bob"));
    assert_eq!(harder.check(&RunEvent::CancelledEarly(stop(false))), Err(StaleEvent::Cancelled));
    assert_eq!(RunMachine::default().check(&cancelled(1, false)), Err(StaleEvent::Unstarted));
}

#[test]
fn a_dead_lettered_decision_is_noted_in_its_round_and_may_still_be_redriven() {
    let note = |round| RunEvent::DecisionDeadLettered { round };
    let due = play(&[started(1), answered(1, 1)]).machine;
    assert_eq!(due.clone().step(&note(2)).effects, [], "another round");
    let noted = due.clone().step(&note(1));
    assert_eq!((noted.effects.as_slice(), &noted.machine), ([RunEffect::StoreDeadLetter].as_slice(), &due));
    let extended = noted.machine.step(&extended(2, 2, 1)).machine;
    assert_eq!(extended.step(&note(1)).effects, [], "decided");
}

#[test]
fn ids_name_their_round() {
    assert_eq!(question_round(&question_id(12, 3)), Some(12));
    for other in ["", "q1", "ixq1", "i1", "1q1"] {
        assert_eq!(question_round(other), None, "{other}");
    }
}

/// Decodes an event from a random number. Its version is relative, which [`resolved`] makes absolute: 0 is current, 1
/// is one behind.
fn event(random: u64) -> RunEvent {
    let choose = |shift: u32, n: u64| (random >> shift) % n;
    let (n, round) = (usize::try_from(choose(8, 5)).unwrap(), u32::try_from(choose(16, 3)).unwrap() + 1);
    let version = i64::try_from(choose(24, 6)).unwrap().saturating_sub(3).max(0);
    let flag = choose(32, 2) == 0;
    match choose(0, 128) {
        0..8 => RunEvent::Started {
            questions: ids(1, n),
            research: choose(40, 7) > 0,
            deadline: at(100),
            stopped: flag.then(|| stop(true)),
        },
        8..72 => answered(round, n.max(1)),
        72..88 => RunEvent::DeadlineReached { round },
        88..104 => extended(version, 1, n.min(3)),
        104..108 => RunEvent::Finished { version },
        108..112 => RunEvent::Ended { version },
        112..118 => cancelled(version, flag),
        118..122 => RunEvent::CancelledEarly(stop(flag)),
        _ => RunEvent::DecisionDeadLettered { round },
    }
}

fn resolved(mut event: RunEvent, machine: &RunMachine) -> RunEvent {
    let (now, next) = match machine {
        RunMachine::Unstarted { .. } => (0, 1),
        RunMachine::Started(progress) => (progress.version, progress.round + 1),
    };
    match &mut event {
        RunEvent::Started { stopped, .. } => *stopped = stopped.take().and(machine.cancellation().cloned()),
        RunEvent::Extended { version, questions, .. } => {
            (*version, *questions) = (now - *version, ids(next, questions.len()));
        }
        RunEvent::Finished { version } | RunEvent::Ended { version } | RunEvent::Cancelled { version, .. } => {
            *version = now - *version;
        }
        _ => {}
    }
    event
}

/// Counts of the effects of a history.
#[derive(Default)]
struct Log {
    released: HashMap<u32, usize>,
    requests: HashMap<u32, usize>,
    ends: usize,
    closed_budgets: usize,
    cancelled_early: bool,
}

impl Log {
    fn add(&mut self, machine: &RunMachine, effects: &[RunEffect]) {
        let round = if let RunMachine::Started(progress) = machine { progress.round } else { 0 };
        for effect in effects {
            match effect {
                RunEffect::ReleaseRound { round } => *self.released.entry(*round).or_default() += 1,
                RunEffect::RequestResearch => *self.requests.entry(round).or_default() += 1,
                RunEffect::StoreForecast | RunEffect::StoreEnding => self.ends += 1,
                RunEffect::CloseRunBudget | RunEffect::CloseResearchBudget => self.closed_budgets += 1,
                RunEffect::StoreCancellation => self.cancelled_early |= round == 0,
                RunEffect::StoreRun
                | RunEffect::StoreQuestions { .. }
                | RunEffect::StoreAnswer { .. }
                | RunEffect::StoreDeadLetter => {}
            }
        }
    }

    /// Checks the invariants of everything that has happened so far.
    fn check(&self, state: &RunProgress) {
        let released = self.released.get(&state.round).copied().unwrap_or(0);
        let expected = match state.phase {
            Phase::Waiting => 0,
            Phase::Analyzing => 1,
            // A run cancelled while its questions were researched ends without a decision.
            Phase::Done => usize::from(!(released == 0 && state.cancelled.is_some())),
        };
        assert_eq!(released, expected, "a round is released once, when its decision is due");
        assert!(self.released.values().all(|count| *count == 1));
        assert!(self.requests.values().all(|count| *count == 1), "research is requested once per round");
        assert_eq!(self.ends, usize::from(state.phase == Phase::Done), "a run ends once");
        assert!(self.closed_budgets <= 3);
        assert_eq!(self.closed_budgets > 0 || self.cancelled_early, state.cancelled.is_some());
        assert!(!self.cancelled_early || self.requests.is_empty(), "a run cancelled early requests no research");
        assert!(state.phase != Phase::Waiting || state.outstanding > 0, "a waiting run has an open question");
        let open = state.questions.values().filter(|question| question.round == state.round && !question.answered);
        assert!(state.phase != Phase::Waiting || state.outstanding as usize == open.count());
    }
}

/// Checks the invariants of one transition.
fn check_step(before: &RunMachine, after: &RunMachine, effects: &[RunEffect]) {
    let noted = effects == [RunEffect::StoreDeadLetter];
    assert_eq!(effects.is_empty() || noted, before == after, "an effect is a change and a change has an effect");
    let (RunMachine::Started(before), RunMachine::Started(after)) = (before, after) else {
        return assert!(matches!(before, RunMachine::Unstarted { .. }), "a started run stays started");
    };
    let late = effects == [LATE];
    let moved = i64::from(!effects.is_empty() && !noted && !late);
    assert_eq!(after.version, before.version + moved, "every transition increments the version");
    assert!(before.phase != Phase::Done || (moved == 0 && after.phase == Phase::Done), "a finished run stays so");
    assert!(after.round >= before.round && after.questions.len() >= before.questions.len());
    assert!(before.cancelled.is_none() || after.round == before.round, "a cancelled run buys no research");
    assert!(!late || before.phase == after.phase, "a late answer moves nothing");
}

/// Plays a history; every run must reach its end when the deadline passes and the decision is dead-lettered.
fn check_history(history: Vec<RunEvent>) {
    let (mut machine, mut log) = (RunMachine::default(), Log::default());
    for event in history {
        let event = resolved(event, &machine);
        let before = machine.clone();
        let stale = machine.check(&event).is_err();
        let Step { machine: after, effects } = machine.step(&event);
        assert!(!stale || effects.is_empty(), "a stale event changes nothing");
        check_step(&before, &after, &effects);
        assert_eq!(
            after.clone().step(&event).effects.iter().filter(|effect| **effect != RunEffect::StoreDeadLetter).count(),
            0,
            "{event:?} twice"
        );
        log.add(&after, &effects);
        if let RunMachine::Started(state) = &after {
            log.check(state);
        }
        machine = after;
    }
    let RunMachine::Started(RunProgress { round, .. }) = machine else { return };
    let closed = machine.step(&RunEvent::DeadlineReached { round }).machine;
    let RunMachine::Started(RunProgress { phase, version, .. }) = closed else { unreachable!() };
    if phase != Phase::Done {
        let noted = closed.step(&RunEvent::DecisionDeadLettered { round });
        assert_eq!(noted.effects, [RunEffect::StoreDeadLetter]);
        assert_eq!(noted.machine.step(&RunEvent::Finished { version }).effects, [RunEffect::StoreForecast]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_hundred_thousand_histories_keep_the_invariants(
        questions in 0usize..5,
        starts in prop::bool::weighted(0.9),
        history in prop::collection::vec(any::<u64>(), 0..30),
    ) {
        let first = starts.then(|| started(questions));
        check_history(first.into_iter().chain(history.into_iter().map(event)).collect());
    }
}
