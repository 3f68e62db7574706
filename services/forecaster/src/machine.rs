//! A run as a pure state machine: `step(state, event)` gives the next state and what shall be written and said.
//!
//! The handlers take their effects from here; the store applies the same transitions in SQL, under a row lock, and a test holds
//! the two against each other on a real Postgres (`tests/tests/histories.rs`). A property test holds the invariants over
//! 100,000 random histories of duplicates, reorderings, failures, late answers, deadlines, cancellations and restarts: every
//! round is released exactly once, a run is done exactly once, time alone ends every run whose decision was given up, and what changes
//! nothing says nothing.

use domain::event::Wanted;
use domain::run::{Answer, Cancellation, NoForecast, Phase, Question, RunState};
use domain::{Effect as Write, Evidence, Forecast, MicroUsd, Run, Time};

use crate::last::{self, Word};

/// Something happened to a run.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// It was asked for, and decomposed into questions.
    Begun {
        /// The run.
        run: Box<Run>,
        /// The first round's questions.
        questions: Vec<Question>,
        /// The first round's deadline.
        deadline: Time,
        /// What was kept by [`Effect::Keep`]: somebody stopped it before it began.
        stopped: Option<Cancellation>,
    },
    /// A question was answered, or its research was given up.
    Answered {
        /// Which question.
        question: String,
        /// What was found.
        evidence: Box<Evidence>,
    },
    /// The decision of a round was given up: its message is a dead letter.
    GivenUp {
        /// Which round.
        round: u32,
        /// Why, for a person.
        because: String,
    },
    /// The clock was looked at.
    Looked {
        /// What it showed.
        now: Time,
    },
    /// More questions are worth their price.
    Extended {
        /// The version that the decision rests on.
        version: i64,
        /// The next round's questions.
        questions: Vec<Question>,
        /// The next round's deadline.
        deadline: Time,
    },
    /// The forecast is made.
    Concluded {
        /// The version that the decision rests on.
        version: i64,
        /// The forecast.
        forecast: Box<Forecast>,
    },
    /// There is no forecast to be made.
    Ended {
        /// The version that the decision rests on.
        version: i64,
        /// Why.
        ending: NoForecast,
        /// When.
        at: Time,
    },
    /// Somebody wants it to stop.
    Stopped(Cancellation),
}

/// What a step wants done.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Write this.
    Write(Box<Write>),
    /// Have this researched.
    Research(Question),
    /// The round is complete or closed: say so, once.
    Ready(u32),
    /// Tell the world.
    Made(Box<Forecast>),
    /// Tell the world that there is no forecast, and why.
    Ended(NoForecast, Time),
    /// Remember this for when the run begins ([`Event::Begun`]): it was stopped before. Only the store's own transaction does this
    /// (`Store::stop_early`).
    Keep(Cancellation),
    /// Close the purse of whoever still works for the run. Only the store's own transaction does this
    /// (`Store::stop_run`): a cancellation comes from outside and is no job.
    CloseBudget(Cancellation),
}

/// The next state, and what to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// `None`: no such run yet.
    pub state: Option<RunState>,
    /// In order.
    pub effects: Vec<Effect>,
}

/// One step. What does not fit the state (a duplicate, a stale version, a stranger's answer) changes nothing.
pub fn step(state: Option<RunState>, event: Event) -> Step {
    match (state, event) {
        (None, Event::Begun { run, deadline, stopped: Some(stop), .. }) => begin_stopped(run, deadline, stop),
        (None, Event::Begun { run, questions, deadline, stopped: None }) => begin(run, questions, deadline),
        (None, Event::Stopped(cancellation)) => Step { state: None, effects: vec![Effect::Keep(cancellation)] },
        (Some(state), Event::GivenUp { round, because }) => give_up(state, round, because),
        (Some(state), Event::Answered { question, evidence }) => answer(state, question, evidence),
        (Some(state), Event::Looked { now }) => look(state, now),
        (Some(state), Event::Extended { version, questions, deadline }) if decides(&state, version) => {
            extend(state, questions, deadline)
        }
        (Some(state), Event::Concluded { version, forecast }) if decides(&state, version) => conclude(state, forecast),
        (Some(state), Event::Ended { version, ending, at }) if decides(&state, version) => end(state, ending, at),
        (Some(state), Event::Stopped(cancellation)) => stop(state, cancellation),
        (state, _) => Step { state, effects: Vec::new() },
    }
}

/// A caller who wants the research request itself gets no research, so nobody is waited for.
fn begin(run: Box<Run>, questions: Vec<Question>, deadline: Time) -> Step {
    let ready = questions.is_empty() || run.asked.config.wanted == Wanted::Research;
    let written = Write::RunStarted { run: run.clone(), questions: questions.clone(), deadline, stopped: None };
    let mut effects = vec![Effect::Write(Box::new(written))];
    if ready {
        effects.push(Effect::Ready(1));
    } else {
        effects.extend(questions.iter().cloned().map(Effect::Research));
    }
    let phase = if ready { Phase::Analyzing } else { Phase::Waiting };
    Step { state: Some(RunState { questions, ..first(*run, phase, deadline) }), effects }
}

/// Nothing is asked for it: it is done as it begins, or decided by what is known without research.
fn begin_stopped(run: Box<Run>, deadline: Time, stop: Cancellation) -> Step {
    let (questions, stopped) = (Vec::new(), Some(stop.clone()));
    let written = Write::RunStarted { run: run.clone(), questions, deadline, stopped };
    let (phase, ended, then) = if stop.forecast {
        (Phase::Analyzing, None, Effect::Ready(1))
    } else {
        let ending = NoForecast::Cancelled(stop.clone());
        (Phase::Done, Some(ending.clone()), Effect::Ended(ending, stop.at))
    };
    let state = RunState { cancelled: Some(stop), ended, ..first(*run, phase, deadline) };
    Step { state: Some(state), effects: vec![Effect::Write(Box::new(written)), then] }
}

/// A run as it begins.
fn first(run: Run, phase: Phase, deadline: Time) -> RunState {
    RunState {
        run,
        phase,
        iteration: 1,
        version: 1,
        deadline,
        questions: Vec::new(),
        answers: Vec::new(),
        spent: MicroUsd::ZERO,
        cancelled: None,
        ended: None,
        given_up: None,
    }
}

/// A late answer is kept and changes nothing else, not even the version: a decision that is being made stays valid.
fn answer(mut state: RunState, question: String, evidence: Box<Evidence>) -> Step {
    let known = state.questions.iter().any(|asked| asked.id == question);
    let answered = state.answers.iter().any(|answer| answer.question == question);
    if !known || answered {
        return Step { state: Some(state), effects: Vec::new() };
    }
    let late = state.phase != Phase::Waiting || round_of(&question) != Some(state.iteration);
    let run = state.run.id;
    let written = Write::Answered { run, question: question.clone(), evidence: evidence.clone() };
    state.answers.push(Answer { question, evidence: *evidence, late });
    let mut effects = vec![Effect::Write(Box::new(written))];
    if !late {
        state.version += 1;
        if outstanding(&state) == 0 {
            state.phase = Phase::Analyzing;
            effects.push(Effect::Ready(state.iteration));
        }
    }
    Step { state: Some(state), effects }
}

/// A note, no change: until the deadline the dead letter may be redriven, and what it decides then is as valid as ever.
fn give_up(mut state: RunState, round: u32, because: String) -> Step {
    if state.phase != Phase::Analyzing || state.iteration != round || state.given_up.is_some() {
        return Step { state: Some(state), effects: Vec::new() };
    }
    let written = Write::DecisionGivenUp { run: state.run.id, round, because: because.clone() };
    state.given_up = Some(because);
    Step { state: Some(state), effects: vec![Effect::Write(Box::new(written))] }
}

/// At its deadline a round that is open is closed, and one that nobody will decide any more is the last.
fn look(mut state: RunState, now: Time) -> Step {
    let due = now >= state.deadline;
    match (state.phase, &state.given_up) {
        (Phase::Waiting, _) if due => {
            state.phase = Phase::Analyzing;
            state.version += 1;
            let effects = vec![Effect::Ready(state.iteration)];
            Step { state: Some(state), effects }
        }
        (Phase::Analyzing, Some(because)) if due => match last::word(&state, because, now) {
            Word::Forecast(forecast) => conclude(state, forecast),
            Word::Request(proposal) => end(state, NoForecast::Proposed(proposal), now),
        },
        _ => Step { state: Some(state), effects: Vec::new() },
    }
}

fn extend(mut state: RunState, questions: Vec<Question>, deadline: Time) -> Step {
    if questions.is_empty() || state.cancelled.is_some() {
        return Step { state: Some(state), effects: Vec::new() };
    }
    let (run, version) = (state.run.id, state.version);
    let written = Write::RunExtended { run, version, questions: questions.clone(), deadline };
    let mut effects = vec![Effect::Write(Box::new(written))];
    effects.extend(questions.iter().cloned().map(Effect::Research));
    state.questions.extend(questions);
    state.phase = Phase::Waiting;
    state.iteration += 1;
    state.version += 1;
    state.deadline = deadline;
    state.given_up = None;
    Step { state: Some(state), effects }
}

fn conclude(mut state: RunState, forecast: Box<Forecast>) -> Step {
    let written = Write::RunFinished { forecast: forecast.clone(), version: state.version };
    state.phase = Phase::Done;
    state.version += 1;
    Step { state: Some(state), effects: vec![Effect::Write(Box::new(written)), Effect::Made(forecast)] }
}

fn end(mut state: RunState, ending: NoForecast, at: Time) -> Step {
    let written = Write::RunEnded { run: state.run.id, version: state.version, ending: ending.clone() };
    state.phase = Phase::Done;
    state.version += 1;
    state.ended = Some(ending.clone());
    Step { state: Some(state), effects: vec![Effect::Write(Box::new(written)), Effect::Ended(ending, at)] }
}

/// A run that shall still have its forecast is decided next; a decision that is being made is made again, knowing of it.
/// Without a forecast it is done at once, whatever it waits for. Only this second word can follow the first.
fn stop(mut state: RunState, cancellation: Cancellation) -> Step {
    let again = state.cancelled.is_some() && cancellation.forecast;
    if state.phase == Phase::Done || again {
        return Step { state: Some(state), effects: Vec::new() };
    }
    let mut effects = vec![Effect::CloseBudget(cancellation.clone())];
    if !cancellation.forecast {
        state.phase = Phase::Done;
        state.ended = Some(NoForecast::Cancelled(cancellation.clone()));
        effects.push(Effect::Ended(NoForecast::Cancelled(cancellation.clone()), cancellation.at));
    } else if state.phase == Phase::Waiting {
        state.phase = Phase::Analyzing;
        effects.push(Effect::Ready(state.iteration));
    }
    state.version += 1;
    state.cancelled = Some(cancellation);
    Step { state: Some(state), effects }
}

/// A decision counts only in the state that it was made for.
fn decides(state: &RunState, version: i64) -> bool {
    state.phase == Phase::Analyzing && state.version == version
}

/// Questions of the present round without an answer.
pub fn outstanding(state: &RunState) -> usize {
    let of_round = state.questions.iter().filter(|question| round_of(&question.id) == Some(state.iteration));
    of_round.filter(|question| !state.answers.iter().any(|answer| answer.question == question.id)).count()
}

/// The id of the `n`-th question (from 1) of a round.
pub fn question_id(round: u32, n: usize) -> String {
    format!("i{round}q{n}")
}

/// The round of a question's id: 2 for `i2q1`.
pub fn round_of(question: &str) -> Option<u32> {
    question.strip_prefix('i')?.split_once('q')?.0.parse().ok()
}

/// What a released round means for this state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Released {
    /// Decide now.
    Decide,
    /// Decided already, by an earlier delivery.
    Past,
    /// The state does not know of it yet: look again.
    Early,
}

/// Is this the round that waits for a decision?
pub fn released(state: &RunState, round: u32) -> Released {
    match state.phase {
        Phase::Done => Released::Past,
        _ if state.iteration > round => Released::Past,
        Phase::Analyzing if state.iteration == round => Released::Decide,
        _ => Released::Early,
    }
}

#[cfg(test)]
#[path = "histories_test.rs"]
mod histories;
#[cfg(test)]
#[path = "machine_test.rs"]
mod tests;
