//! The state machine of a run: the only code that decides how an event changes a run.
//!
//! ```text
//!  Unstarted ──Started──▶ Waiting ──last Answered, DeadlineReached──▶ Analyzing ──Finished, Ended──▶ Done
//!                            ▲                                            │
//!                            └─────────────────Extended───────────────────┘
//! ```
//!
//! A run without research starts in `Analyzing`. A cancellation that asks for a forecast moves a waiting run to
//! `Analyzing`; one that does not moves any run to `Done`.
//!
//! The machine is pure. The store locks the run's row, builds a [`RunMachine`] from it, calls [`RunMachine::check`] and
//! [`RunMachine::step`] for each event of a transaction, and writes the state and the [`RunEffect`]s in that
//! transaction. `store::testing::FakeRuns` does the same in memory. The forecaster uses it to derive the messages of a
//! run that starts.
//!
//! Every event may be applied repeatedly: a repetition changes nothing. Answers are identified by their question;
//! decisions name the version that they were made for, which every transition increments.

use std::collections::HashMap;

use super::{Cancellation, Phase, RunEffect, RunEvent, StaleEvent};
use crate::Time;

/// The state of a run as far as transitions depend on it.
#[derive(Debug, Clone, PartialEq)]
pub enum RunMachine {
    /// The run is not stored.
    Unstarted {
        /// The cancellation that waits for its start.
        stop: Option<Cancellation>,
    },
    /// The run is stored.
    Started(RunProgress),
}

impl Default for RunMachine {
    fn default() -> Self {
        Self::Unstarted { stop: None }
    }
}

/// The state of a run that has started.
#[derive(Debug, Clone, PartialEq)]
pub struct RunProgress {
    /// Phase of the run.
    pub phase: Phase,
    /// The current round of research, from 1.
    pub round: u32,
    /// Questions of the current round without an answer. Stored, so that the last answer is found without counting;
    /// kept when a round is closed early.
    pub outstanding: u32,
    /// Number of transitions, from 1.
    pub version: i64,
    /// The current round's deadline.
    pub deadline: Time,
    /// The cancellation, if any.
    pub cancelled: Option<Cancellation>,
    /// Questions by id. A caller may leave out those that its events do not answer.
    pub questions: HashMap<String, QuestionProgress>,
}

/// The state of one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuestionProgress {
    /// The round that asked it, from 1.
    pub round: u32,
    /// `true` if an answer is stored.
    pub answered: bool,
}

/// Result of one event.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The next state.
    pub machine: RunMachine,
    /// Instructions in order; empty if the event changed nothing.
    pub effects: Vec<RunEffect>,
}

impl RunMachine {
    /// Returns the cancellation that is stored with the run or for its start.
    pub fn cancellation(&self) -> Option<&Cancellation> {
        match self {
            Self::Unstarted { stop } => stop.as_ref(),
            Self::Started(progress) => progress.cancelled.as_ref(),
        }
    }

    /// Checks that an event does not contradict the state.
    ///
    /// # Errors
    /// The reason, if it does. [`Self::step`] ignores such an event.
    pub fn check(&self, event: &RunEvent) -> Result<(), StaleEvent> {
        match (self, event) {
            (Self::Unstarted { stop }, event) => check_unstarted(stop.as_ref(), event),
            (Self::Started(_), RunEvent::CancelledEarly(_)) => Err(StaleEvent::Started),
            (Self::Started(progress), RunEvent::Extended { version, questions, .. }) => {
                progress.check_decision(*version)?;
                ensure(progress.cancelled.is_none(), StaleEvent::Cancelled)?;
                ensure(!questions.is_empty(), StaleEvent::NoQuestions)
            }
            (Self::Started(progress), RunEvent::Finished { version } | RunEvent::Ended { version }) => {
                progress.check_decision(*version)
            }
            (Self::Started(progress), RunEvent::Cancelled { version, cancellation }) => {
                ensure(progress.phase != Phase::Done, StaleEvent::Done)?;
                let supersedes = progress.cancelled.is_none() || !cancellation.forecast;
                ensure(supersedes, StaleEvent::Cancelled)?;
                progress.check_version(*version)
            }
            (Self::Started(_), _) => Ok(()),
        }
    }

    /// Applies an event. An event that does not fit the state (a repetition, a stale version, an unknown question)
    /// changes nothing.
    pub fn step(self, event: &RunEvent) -> Step {
        if self.check(event).is_err() {
            return self.unchanged();
        }
        match (self, event) {
            (Self::Unstarted { .. }, RunEvent::Started { questions, research, deadline, stopped }) => match stopped {
                Some(stop) => start_cancelled(*deadline, stop),
                None => start(questions, *research, *deadline),
            },
            (Self::Unstarted { .. }, RunEvent::CancelledEarly(cancellation)) => cancel_early(cancellation),
            (Self::Started(progress), RunEvent::Answered { question }) => progress.answer(question),
            (Self::Started(progress), RunEvent::Extended { questions, deadline, .. }) => {
                progress.extend(questions, *deadline)
            }
            (Self::Started(progress), RunEvent::Finished { .. }) => progress.finish(RunEffect::StoreForecast),
            (Self::Started(progress), RunEvent::Ended { .. }) => progress.finish(RunEffect::StoreEnding),
            (Self::Started(progress), RunEvent::DecisionDeadLettered { round }) => progress.note_dead_letter(*round),
            (Self::Started(progress), RunEvent::DeadlineReached { round }) => progress.close_round(*round),
            (Self::Started(progress), RunEvent::Cancelled { cancellation, .. }) => progress.cancel(cancellation),
            (machine, _) => machine.unchanged(),
        }
    }

    fn unchanged(self) -> Step {
        Step { machine: self, effects: Vec::new() }
    }
}

fn ensure(holds: bool, error: StaleEvent) -> Result<(), StaleEvent> {
    if holds { Ok(()) } else { Err(error) }
}

fn check_unstarted(stop: Option<&Cancellation>, event: &RunEvent) -> Result<(), StaleEvent> {
    match event {
        RunEvent::Started { stopped, .. } => {
            ensure(stop.is_none() || stop == stopped.as_ref(), StaleEvent::CancelledBeforeStart)
        }
        RunEvent::CancelledEarly(cancellation) => {
            let supersedes = stop.is_none_or(|stop| stop.forecast && !cancellation.forecast);
            ensure(supersedes, StaleEvent::Cancelled)
        }
        RunEvent::Extended { .. } | RunEvent::Finished { .. } | RunEvent::Ended { .. } | RunEvent::Cancelled { .. } => {
            Err(StaleEvent::Unstarted)
        }
        RunEvent::Answered { .. } | RunEvent::DecisionDeadLettered { .. } | RunEvent::DeadlineReached { .. } => Ok(()),
    }
}

fn start(questions: &[String], research: bool, deadline: Time) -> Step {
    let mut progress = RunProgress::new(Phase::Waiting, deadline, None);
    progress.ask(questions);
    let mut effects = vec![RunEffect::StoreRun, RunEffect::StoreQuestions { round: 1 }];
    if research && !questions.is_empty() {
        effects.push(RunEffect::RequestResearch);
    } else {
        (progress.phase, progress.outstanding) = (Phase::Analyzing, 0);
        effects.push(RunEffect::ReleaseRound { round: 1 });
    }
    progress.with(effects)
}

/// No question is asked. The run is done, or is decided with what is known without research.
fn start_cancelled(deadline: Time, stop: &Cancellation) -> Step {
    let (phase, next) = if stop.forecast {
        (Phase::Analyzing, RunEffect::ReleaseRound { round: 1 })
    } else {
        (Phase::Done, RunEffect::StoreEnding)
    };
    let progress = RunProgress::new(phase, deadline, Some(stop.clone()));
    progress.with(vec![RunEffect::StoreRun, RunEffect::StoreCancellation, next])
}

fn cancel_early(cancellation: &Cancellation) -> Step {
    let mut effects = vec![RunEffect::StoreCancellation];
    if !cancellation.forecast {
        effects.push(RunEffect::CloseRunBudget);
    }
    Step { machine: RunMachine::Unstarted { stop: Some(cancellation.clone()) }, effects }
}

impl RunProgress {
    fn new(phase: Phase, deadline: Time, cancelled: Option<Cancellation>) -> Self {
        Self { phase, round: 1, outstanding: 0, version: 1, deadline, cancelled, questions: HashMap::new() }
    }

    fn check_version(&self, expected: i64) -> Result<(), StaleEvent> {
        ensure(self.version == expected, StaleEvent::Version { found: self.version, expected })
    }

    /// A decision is valid only in the state that it was made for.
    fn check_decision(&self, version: i64) -> Result<(), StaleEvent> {
        self.check_version(version)?;
        ensure(self.phase == Phase::Analyzing, StaleEvent::NotAnalyzing)
    }

    fn with(self, effects: Vec<RunEffect>) -> Step {
        Step { machine: RunMachine::Started(self), effects }
    }

    fn ask(&mut self, questions: &[String]) {
        self.outstanding = u32::try_from(questions.len()).unwrap_or(u32::MAX);
        let asked = QuestionProgress { round: self.round, answered: false };
        self.questions.extend(questions.iter().map(|id| (id.clone(), asked)));
    }

    /// A late answer is stored and changes nothing else, not even the version: a decision in progress stays valid. An
    /// answer to an unknown question is ignored: questions are stored in the transaction that requests their research.
    fn answer(mut self, question: &str) -> Step {
        let open = self.questions.get_mut(question).filter(|question| !question.answered);
        let Some(open) = open else { return self.with(Vec::new()) };
        open.answered = true;
        let late = self.phase != Phase::Waiting || open.round != self.round;
        let mut effects = vec![RunEffect::StoreAnswer { late }];
        if !late {
            self.version += 1;
            self.outstanding = self.outstanding.saturating_sub(1);
            if self.outstanding == 0 {
                self.phase = Phase::Analyzing;
                effects.push(RunEffect::ReleaseRound { round: self.round });
            }
        }
        self.with(effects)
    }

    fn extend(mut self, questions: &[String], deadline: Time) -> Step {
        (self.phase, self.deadline) = (Phase::Waiting, deadline);
        self.round += 1;
        self.version += 1;
        self.ask(questions);
        let round = self.round;
        self.with(vec![RunEffect::StoreQuestions { round }, RunEffect::RequestResearch])
    }

    fn finish(mut self, effect: RunEffect) -> Step {
        (self.phase, self.outstanding) = (Phase::Done, 0);
        self.version += 1;
        self.with(vec![effect])
    }

    fn close_round(mut self, round: u32) -> Step {
        if self.phase != Phase::Waiting || self.round != round {
            return self.with(Vec::new());
        }
        self.phase = Phase::Analyzing;
        self.version += 1;
        self.with(vec![RunEffect::ReleaseRound { round }])
    }

    /// No transition: until the deadline the dead letter may be redriven, and the resulting decision is valid.
    fn note_dead_letter(self, round: u32) -> Step {
        let due = self.phase == Phase::Analyzing && self.round == round;
        self.with(if due { vec![RunEffect::StoreDeadLetter] } else { Vec::new() })
    }

    /// With a forecast, the run is decided next; a decision in progress becomes stale and is made again. Without one,
    /// the run is done.
    fn cancel(mut self, cancellation: &Cancellation) -> Step {
        let mut effects = vec![RunEffect::StoreCancellation];
        if cancellation.forecast {
            effects.push(RunEffect::CloseResearchBudget);
            if self.phase == Phase::Waiting {
                self.phase = Phase::Analyzing;
                effects.push(RunEffect::ReleaseRound { round: self.round });
            }
        } else {
            (self.phase, self.outstanding) = (Phase::Done, 0);
            effects.extend([RunEffect::CloseRunBudget, RunEffect::StoreEnding]);
        }
        self.version += 1;
        self.cancelled = Some(cancellation.clone());
        self.with(effects)
    }
}

#[cfg(test)]
#[path = "machine_test.rs"]
mod tests;
