//! Review of macro results and forecasts: sessions, their states, and the decisions of reviewers.
//!
//! Every transition is a pure function of the stored values and of the event. The store applies it under a lock, the
//! fake for tests in memory. Times are arguments.

mod edit;
mod forecast;
mod machine;
#[cfg(test)]
mod machine_test;
mod notes;
mod refused;
mod rules;

pub use edit::{Edit, EditError};
pub use forecast::{FORECAST, REVIEW_FLAG, forecast_violations};
pub use machine::{Approval, NewResult, Rejection, ReviewEvent};
pub use refused::{Conflict, Refused};
pub use rules::{InvalidRule, ReviewFacts, ReviewRules};

use std::fmt;

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::event::MacroRequest;
use crate::{
    EventId, Forecast, InvalidId, JobId, LeiCheck, MacroResult, MicroUsd, ReviewPolicy, SchemaViolation, SearchQuality,
    Tenant, Time,
};

/// Time that a result waits for its review before it expires.
pub const DEFAULT_EXPIRY: TimeDelta = TimeDelta::days(7);

/// Maximum size of the data of a result, and of the edits of a review, each as JSON, in bytes. A message has at most
/// 512 KiB.
pub const MAX_DATA_BYTES: usize = 96 * 1024;
/// Maximum size of all verbs of a result, in bytes.
pub const MAX_VERBS_BYTES: usize = 64 * 1024;
/// Maximum length of a reviewer's name, in bytes.
pub const MAX_BY_BYTES: usize = 200;
/// Maximum length of a reason, in bytes.
pub const MAX_REASON_BYTES: usize = 4_000;

/// Name recorded for decisions that no person made: results without review, refused executions, expiry.
pub const AUTOMATIC: &str = "auspex";

/// Identifies a research session. Unique within a tenant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SessionId(pub Uuid);

impl SessionId {
    /// Returns the session of a request: the UUID that the caller chose; an id derived from the text if it is not a
    /// UUID; and the event's own session if the request names none.
    pub fn of_request(request: &MacroRequest, event: JobId) -> Self {
        let text = request.session.trim();
        match Uuid::parse_str(text) {
            Ok(id) => Self(id),
            Err(_) if text.is_empty() => Self(event.derive("session", 0).0),
            Err(_) => Self(JobId::named(&["session", text]).0),
        }
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::str::FromStr for SessionId {
    type Err = InvalidId;
    fn from_str(text: &str) -> Result<Self, InvalidId> {
        Uuid::parse_str(text).map(Self).map_err(|_| InvalidId::NotUuid)
    }
}

/// State of a session.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SessionState {
    /// No result is pending, and no approved verbs wait for their execution.
    #[default]
    Idle,
    /// A result waits for its review.
    PendingReview,
    /// The verbs of the newest approved result can be executed.
    VerbsReady,
    /// The verbs of the newest approved result were executed.
    Executed,
}

impl SessionState {
    /// The states in the order of a review.
    pub const ALL: [Self; 4] = [Self::Idle, Self::PendingReview, Self::VerbsReady, Self::Executed];

    /// Returns the stored name, for example `pending_review`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::PendingReview => "pending_review",
            Self::VerbsReady => "verbs_ready",
            Self::Executed => "executed",
        }
    }

    /// Returns the state with that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// State of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultState {
    /// Waits for its review.
    Pending,
    /// Approved by a person, or without a review where the definition permits it.
    Approved,
    /// Rejected by a person, or not executed; the review contains the reason.
    Rejected,
    /// Not reviewed in time.
    Expired,
    /// Its verbs were executed.
    Executed,
}

impl ResultState {
    /// Every state.
    pub const ALL: [Self; 5] = [Self::Pending, Self::Approved, Self::Rejected, Self::Expired, Self::Executed];

    /// Returns the stored name, for example `pending`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Expired => "expired",
            Self::Executed => "executed",
        }
    }

    /// Returns the state with that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// A research session of one tenant. It holds at most one pending result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// The tenant that owns the session.
    pub tenant: Tenant,
    /// Id of the session.
    pub id: SessionId,
    /// Number of transitions; 0 before the first use. A decision names the version that its author read.
    pub version: i64,
    /// State of the session.
    pub state: SessionState,
    /// The newest result that changed the state: the pending one, or the one decided last.
    pub result: Option<JobId>,
    /// The last transition; `None` before the first use.
    pub changed: Option<SessionChange>,
}

/// The last transition of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionChange {
    /// State that the result moved to.
    pub to: ResultState,
    /// Person or program that caused the transition.
    pub by: String,
    /// Time of the transition.
    pub at: Time,
}

/// A macro's result, or a forecast, with its session and its review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReviewedResult {
    /// The session. Its version is the one that a decision about this result names.
    pub session: Session,
    /// The publisher's id of the event that requested the macro.
    pub event: EventId,
    /// The job of that event.
    pub event_job: JobId,
    /// The result as the researcher reported it.
    pub result: MacroResult,
    /// Text of the definition with the version that produced the result; empty if the macro was not executed.
    pub definition: String,
    /// State of the result.
    pub state: ResultState,
    /// Time at which the result expires without a review; `None` if it never waited for one.
    pub expires_at: Option<Time>,
    /// The decision; `None` while the result is pending.
    pub review: Option<Review>,
    /// The execution of the verbs; `None` before it.
    pub execution: Option<Execution>,
    /// The forecast under review, as it was made; `None` for the result of a macro.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forecast: Option<Box<Forecast>>,
}

/// The decision about a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// The reviewer, or [`AUTOMATIC`].
    pub by: String,
    /// Time of the decision.
    pub at: Time,
    /// Reason; may be empty for an approval.
    pub reason: String,
    /// The approved content; `None` if the result was rejected or expired.
    pub approved: Option<Approved>,
}

/// Content of an approval.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Approved {
    /// Changes to the researcher's data, in order; empty if it was approved as it is.
    pub edits: Vec<Edit>,
    /// The data after the edits.
    pub data: Value,
    /// Verbs rendered from this data.
    pub verbs: Vec<String>,
    /// Checks of the LEIs in this data.
    pub lei_checks: Vec<LeiCheck>,
}

/// The execution of a result's verbs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Execution {
    /// Person or program that requested the execution.
    pub by: String,
    /// Time of the executor's answer.
    pub at: Time,
    /// The executor's answer.
    pub answer: Value,
}

impl ReviewedResult {
    /// Identifies what a reviewer is shown: this version of the session with its data and verbs. Only views that
    /// contain all of these also contain the digest, so a decision that names it is about something that was shown.
    pub fn digest(&self) -> String {
        let (version, data) = (self.session.version.to_string(), self.data().to_string());
        let verbs = self.verbs().iter().map(String::as_str);
        let parts = ["review", self.state.name(), &version, &data].into_iter().chain(verbs).collect::<Vec<_>>();
        self.result.id.derive(&JobId::named(&parts).to_string(), 0).0.simple().to_string()
    }

    /// Returns the approved data, or the researcher's data before an approval.
    pub fn data(&self) -> &Value {
        self.approved().map_or(&self.result.data, |approved| &approved.data)
    }

    /// Returns the approved verbs, or the suggested ones before an approval.
    pub fn verbs(&self) -> &[String] {
        self.approved().map_or(&self.result.suggested_verbs, |approved| &approved.verbs)
    }

    /// Returns the checks of the LEIs in [`ReviewedResult::data`].
    pub fn lei_checks(&self) -> &[LeiCheck] {
        self.approved().map_or(&self.result.lei_checks, |approved| &approved.lei_checks)
    }

    /// Returns the violations of [`ReviewedResult::data`]: none once it is approved.
    pub fn violations(&self) -> &[SchemaViolation] {
        self.approved().map_or(&self.result.validation_errors, |_| &[])
    }

    /// Returns the content of the approval.
    pub fn approved(&self) -> Option<&Approved> {
        self.review.as_ref().and_then(|review| review.approved.as_ref())
    }

    /// Derives the id of the published result that announces the present state. Each state of a result is announced
    /// once.
    pub fn announcement(&self) -> JobId {
        self.result.id.derive(self.state.name(), 0)
    }
}

impl MacroResult {
    /// Creates the result of a request that was not executed: without data, at no cost.
    pub fn not_executed(id: JobId, request: &MacroRequest, at: Time) -> Self {
        Self {
            id,
            name: request.name.clone(),
            version: String::new(),
            parameters: request.parameters.clone(),
            data: Value::Object(Map::new()),
            schema_valid: false,
            validation_errors: Vec::new(),
            review: ReviewPolicy::Required,
            suggested_verbs: Vec::new(),
            search_quality: None::<SearchQuality>,
            sources: Vec::new(),
            lei_checks: Vec::new(),
            cost: MicroUsd::ZERO,
            at,
            lacks: Vec::new(),
        }
    }
}
