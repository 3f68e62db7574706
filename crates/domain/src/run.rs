//! A run: the work on one forecast, from the question to the answer.

mod ending;
mod event;
mod format;
mod machine;
mod parallel;

pub use ending::{Cancellation, NoForecast, NotApproved, Proposal};
pub use event::{RunEffect, RunEvent, StaleEvent};
pub use format::{FORMAT, NewerFormat, readable};
pub use machine::{QuestionProgress, RunMachine, RunProgress, Step};
pub use parallel::first_requests;

use serde::{Deserialize, Serialize};

use crate::event::{AskedQuestion, ScoutAlert};
use crate::reading::Clarification;
use crate::{AnswerKind, EventId, Evidence, JobId, MicroUsd, Reading, RunId, Tenant, Time};

/// Subject and budget of a run. Constant after the start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// The id, derived from the event's job.
    pub id: RunId,
    /// Tenant of the run.
    pub tenant: Tenant,
    /// The event that asked the question.
    pub event: EventId,
    /// The job of that event.
    pub event_job: JobId,
    /// Text of the question.
    pub asked: AskedQuestion,
    /// The trade that caused the question, if a scout alert did.
    pub alert: Option<ScoutAlert>,
    /// Maximum cost of the whole run.
    pub budget: MicroUsd,
    /// Time of the event.
    pub asked_at: Time,
    /// How the question is read; `None` until it was, and for a trade.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<Reading>,
}

impl Run {
    /// Returns the kind of the answer. A trade asks for the probability of its outcome, however its market is named.
    pub fn answer_kind(&self) -> AnswerKind {
        if self.alert.is_some() { AnswerKind::Binary } else { self.asked.answer_kind() }
    }

    /// Returns what the asker has to say before the question is answered, if the question has several meanings and the
    /// asker wants no assumption.
    pub fn clarification(&self) -> Option<Clarification> {
        let reading = self.reading.as_ref().filter(|reading| self.asked.config.clarify && reading.is_ambiguous())?;
        let Reading { clarification, assumption, .. } = reading.clone();
        let question = if clarification.is_empty() { format!("Is this meant: {assumption}") } else { clarification };
        Some(Clarification { question, assumption })
    }
}

/// Importance of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Priority {
    /// The answer adds detail.
    Supplementary,
    /// Changes the forecast.
    Important,
    /// The forecast is poor without it.
    Critical,
}

impl Priority {
    /// Returns `critical`, `important` or `supplementary`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Supplementary => "supplementary",
            Self::Important => "important",
            Self::Critical => "critical",
        }
    }

    /// Returns the priority with that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Supplementary, Self::Important, Self::Critical].into_iter().find(|priority| priority.name() == name)
    }
}

/// A question that research answers for a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Id, unique within the run; see [`question_id`].
    pub id: String,
    /// Topic in a few words.
    pub topic: String,
    /// The question itself.
    pub text: String,
    /// Importance of the answer.
    pub priority: Priority,
    /// Places where an answer may be found.
    pub expected_sources: Vec<String>,
}

/// Returns the id of a question: `i2q1` for the first question (`n` = 1) of round 2.
pub fn question_id(round: u32, n: usize) -> String {
    format!("i{round}q{n}")
}

/// Returns the round that a question's id names: 2 for `i2q1`.
pub fn question_round(id: &str) -> Option<u32> {
    id.strip_prefix('i')?.split_once('q')?.0.parse().ok()
}

/// Phase of a run. Changed by [`RunMachine`] only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Questions of the round are being researched.
    Waiting,
    /// Every question of the round is answered, failed or past the deadline; the decision is due.
    Analyzing,
    /// The run is over. The forecast, or the reason why there is none, is stored.
    Done,
}

/// A run as it is stored: the input of the forecaster's decisions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunState {
    /// The run itself.
    pub run: Run,
    /// Phase of the run.
    pub phase: Phase,
    /// The current round of research, from 1.
    pub iteration: u32,
    /// Number of transitions, from 1. A decision names the version that it was made for.
    pub version: i64,
    /// The current round's deadline.
    pub deadline: Time,
    /// All questions of all rounds, in order.
    pub questions: Vec<Question>,
    /// The answers so far, in order of arrival.
    pub answers: Vec<Answer>,
    /// Amount charged so far, over all agents; includes reservations.
    #[serde(rename = "committed_micro_usd")]
    pub spent: MicroUsd,
    /// The cancellation, if any: no more research, and a forecast of the present evidence or none.
    #[serde(default)]
    pub cancelled: Option<Cancellation>,
    /// The reason, if the run is done without a forecast, or its forecast was not approved.
    #[serde(default)]
    pub ended: Option<NoForecast>,
    /// The reason, if the decision of the current round was dead-lettered. Until the round's deadline the dead letter
    /// may be redriven; then the run ends without that decision.
    #[serde(default, rename = "given_up")]
    pub decision_dead_lettered: Option<String>,
}

impl RunState {
    /// Returns the state of a round.
    pub fn round(&self, round: u32) -> RoundStatus {
        match self.phase {
            Phase::Done => RoundStatus::Decided,
            _ if self.iteration > round => RoundStatus::Decided,
            Phase::Analyzing if self.iteration == round => RoundStatus::Due,
            _ => RoundStatus::Open,
        }
    }

    /// Returns the reason why the run must end without its decision: the decision was dead-lettered and the deadline
    /// has passed.
    pub fn expired_decision(&self, now: Time) -> Option<&str> {
        let expired = self.phase == Phase::Analyzing && now >= self.deadline;
        self.decision_dead_lettered.as_deref().filter(|_| expired)
    }
}

/// State of a round of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoundStatus {
    /// Questions are being researched, or the round has not started in the state that was read.
    Open,
    /// The decision is due.
    Due,
    /// The round is decided.
    Decided,
}

/// The answer to one question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The question's id.
    pub question: String,
    /// The evidence. Research that failed has an ending that says why.
    pub evidence: Evidence,
    /// `true` if it arrived after its round was closed: it is stored, but releases nothing.
    pub late: bool,
}
