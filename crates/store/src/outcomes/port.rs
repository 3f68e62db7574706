//! Outcomes, and the port of past cases.

use std::sync::Arc;

use domain::event::AskedQuestion;
use domain::port::PortError;
use domain::run::Run;
use domain::{EventId, JobId, RunId, Tenant, Time};
use forecasting::base_rates::{self, ClassHistory};
use futures::future::BoxFuture;

use super::announce::AnnounceOutcome;
use crate::database::Database;

/// Source of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Entered by a person for one question.
    Hand,
    /// Imported by a person from a file.
    File,
    /// Read from the market.
    Market,
    /// Imported from a set of questions that others have asked.
    Import,
}

impl Origin {
    /// Returns the stored name: `hand`, `file`, `market` or `import`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hand => "hand",
            Self::File => "file",
            Self::Market => "market",
            Self::Import => "import",
        }
    }

    /// Returns the origin with that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Hand, Self::File, Self::Market, Self::Import].into_iter().find(|origin| origin.name() == name)
    }
}

/// The parts of a question that identify it and that its reference classes are derived from.
#[derive(Debug, Clone, PartialEq)]
pub struct TrackedQuestion {
    /// Tenant that asked the question.
    pub tenant: Tenant,
    /// `<kind of event>:<publisher's id>`, unique within the tenant.
    pub key: String,
    /// The run that this event has or would have; `None` if no run can have asked exactly this question.
    pub run: Option<RunId>,
    /// Text of the question.
    pub text: String,
    /// Background text; stored truncated to 8,000 characters.
    pub background: String,
    /// Topic; may be empty.
    pub topic: String,
    /// Time at which the question was asked, or the `as_of` time of its forecast.
    pub asked_at: Time,
    /// Planned closing time, if known.
    pub closes: Option<Time>,
}

impl TrackedQuestion {
    /// Returns the question of a run.
    pub fn of_run(run: &Run) -> Self {
        let kind = if run.alert.is_some() { "scout_alert" } else { "question" };
        let asked_at = run.asked.config.as_of.unwrap_or(run.asked_at);
        Self { run: Some(run.id), ..Self::new(&run.tenant, format!("{kind}:{}", run.event), &run.asked, asked_at) }
    }

    /// Returns a question from elsewhere, under the id that its event has or would have in this fleet.
    pub fn of_event(tenant: &Tenant, event: &EventId, asked: &AskedQuestion, asked_at: Time) -> Self {
        let run = RunId::for_event(JobId::for_event(tenant, "question", event));
        Self { run: Some(run), ..Self::new(tenant, format!("question:{event}"), asked, asked_at) }
    }

    fn new(tenant: &Tenant, key: String, asked: &AskedQuestion, asked_at: Time) -> Self {
        Self {
            tenant: tenant.clone(),
            key,
            run: None,
            text: asked.text.clone(),
            background: asked.background.clone(),
            topic: asked.topic.clone(),
            asked_at,
            closes: asked.closes,
        }
    }

    /// Returns the fields that reference classes are derived from.
    pub fn asked(&self) -> base_rates::AskedQuestion<'_> {
        let Self { text, background, topic, asked_at, closes, .. } = self;
        base_rates::AskedQuestion { text, background, topic, asked_at: *asked_at, closes: *closes }
    }
}

/// An outcome to record.
#[derive(Debug, Clone, PartialEq)]
pub struct NewOutcome {
    /// The question that resolved.
    pub question: TrackedQuestion,
    /// 1 is YES, 0 is NO; values between mean a partial resolution.
    pub value: f64,
    /// Time of resolution. `None` keeps the stored time, or uses `learned_at` if there is none.
    pub resolved_at: Option<Time>,
    /// Time at which this fleet learned the outcome.
    pub learned_at: Time,
    /// Source of the outcome.
    pub origin: Origin,
    /// Explanation, or the reason of a correction; may be empty.
    pub because: String,
}

/// A stored outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredOutcome {
    /// 1 is YES, 0 is NO; values between mean a partial resolution.
    pub value: f64,
    /// Time of resolution.
    pub resolved_at: Time,
    /// Time at which this fleet learned the outcome.
    pub learned_at: Time,
    /// Time at which a correction replaced the outcome, or it was withdrawn; `None` if it is current.
    pub retired_at: Option<Time>,
    /// Reason of a withdrawal, which may be empty; `None` if it was not withdrawn.
    pub withdrawn: Option<String>,
    /// Source of the outcome.
    pub origin: Origin,
    /// Explanation; may be empty.
    pub because: String,
}

/// Result of recording an outcome.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Recorded {
    /// The first outcome of its question.
    New,
    /// The same outcome was stored already; nothing was written.
    Same,
    /// The outcome replaced a different one, which is kept as retired.
    Corrected {
        /// The replaced value.
        was: f64,
        /// The replaced time of resolution.
        was_at: Time,
    },
}

/// Read access to past cases. Implemented by [`PgOutcomes`] and, for tests, by `testing::FakeOutcomes`.
pub trait Outcomes: Send + Sync + 'static {
    /// Returns the past cases of the question's reference classes, from the most general class to the most specific.
    /// Classes without cases are left out.
    ///
    /// Excludes look-ahead: a case counts only if it was resolved and due when this question was asked
    /// ([`TrackedQuestion::asked_at`]), as known to this fleet at `known_at`. Cases that were not due yet are left out
    /// because questions that resolve early resolve YES too often.
    fn past<'a>(
        &'a self,
        question: &'a TrackedQuestion,
        known_at: Time,
    ) -> BoxFuture<'a, Result<Vec<ClassHistory>, PortError>>;
}

/// Access to outcomes in Postgres; see [`crate::Store::outcomes`].
#[derive(Clone)]
pub struct PgOutcomes {
    pub(crate) database: Arc<Database>,
    pub(crate) announce: Option<AnnounceOutcome>,
}

impl PgOutcomes {
    /// Announces each change of the outcome of a run's question in the transaction that stores it.
    #[must_use]
    pub fn announcing(self, announce: AnnounceOutcome) -> Self {
        Self { announce: Some(announce), ..self }
    }
}
