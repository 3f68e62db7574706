//! A forecast from question to answer.

mod ending;
mod format;

pub use ending::{Cancellation, NoForecast, Proposal};
pub use format::{FORMAT, NewerFormat, readable};

use serde::{Deserialize, Serialize};

use crate::event::{AskedQuestion, ScoutAlert};
use crate::{EventId, Evidence, JobId, MicroUsd, RunId, Tenant, Time};

/// What a run is about and what it may spend. It never changes after the run has begun.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Its id, derived from the event's.
    pub id: RunId,
    /// Whom the work is for.
    pub tenant: Tenant,
    /// The event that asked.
    pub event: EventId,
    /// The job of that event.
    pub event_job: JobId,
    /// What is asked.
    pub asked: AskedQuestion,
    /// The trade that made it interesting, if a scout alert did.
    pub alert: Option<ScoutAlert>,
    /// Dollars at most for the whole run.
    pub budget: MicroUsd,
    /// When it was asked.
    pub asked_at: Time,
}

/// How much an answer matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    /// Nice to have.
    Supplementary,
    /// Moves the answer.
    Important,
    /// No good answer without it.
    Critical,
}

impl Priority {
    /// `critical`, `important`, `supplementary`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Supplementary => "supplementary",
            Self::Important => "important",
            Self::Critical => "critical",
        }
    }

    /// The priority with that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Supplementary, Self::Important, Self::Critical].into_iter().find(|priority| priority.name() == name)
    }
}

/// One question that research shall answer for a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Unique within the run: `i1q1`, …
    pub id: String,
    /// What it is about.
    pub topic: String,
    /// The question.
    pub text: String,
    /// How much it matters.
    pub priority: Priority,
    /// Where an answer may be found.
    pub expected_sources: Vec<String>,
}

/// Where a run stands. Only the store's transitions change it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Questions are out.
    Waiting,
    /// Every question is answered, failed or past the deadline; a `RunAnswered` is on its way.
    Analyzing,
    /// Done; the forecast is stored, or why there is none.
    Done,
}

/// A run as it is stored: what the forecaster reads before it decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunState {
    /// The run.
    pub run: Run,
    /// Where it stands.
    pub phase: Phase,
    /// Rounds of research so far, from 1.
    pub iteration: u32,
    /// Increases with every change; a transition names the version it saw.
    pub version: i64,
    /// The round's deadline.
    pub deadline: Time,
    /// All questions of all rounds, in order.
    pub questions: Vec<Question>,
    /// The answers so far.
    pub answers: Vec<Answer>,
    /// What the run has been charged so far, over all agents.
    pub spent: MicroUsd,
    /// Somebody wants it to come to its end: no more research, a forecast of what is there.
    #[serde(default)]
    pub cancelled: Option<Cancellation>,
    /// Done without a forecast.
    #[serde(default)]
    pub ended: Option<NoForecast>,
    /// The decision of the present round was given up, and why: its message is a dead letter. Until the round's deadline a redrive
    /// may still decide; then the run ends with what stands without the decision.
    #[serde(default)]
    pub given_up: Option<String>,
}

/// The answer to one question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The question's id.
    pub question: String,
    /// What was found, or why nothing was (its research's ending).
    pub evidence: Evidence,
    /// It came after the round's deadline: stored, but it re-opens nothing.
    pub late: bool,
}
