//! What questions came to, and the past cases of a question's reference classes.
//!
//! An outcome is never overwritten: a correction retires the row that it corrects, so what was known at any moment can be
//! told. Two times are kept apart: when the world decided (`resolved_at`) and when this fleet was told (`learned_at`).

mod label;
mod past;
mod read;
mod record;

use domain::event::AskedQuestion;
use domain::port::PortError;
use domain::run::Run;
use domain::{EventId, JobId, RunId, Tenant, Time};
use forecasting::base_rates::{Asked, Past};
use futures::future::BoxFuture;

pub use record::Recorded;

/// Who said what it came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A person, one question.
    Hand,
    /// A person, a file.
    File,
    /// The market itself.
    Market,
    /// A list of questions that others have asked.
    Import,
}

impl Origin {
    /// `hand`, `file`, `market`, `import`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hand => "hand",
            Self::File => "file",
            Self::Market => "market",
            Self::Import => "import",
        }
    }

    /// The origin with that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Hand, Self::File, Self::Market, Self::Import].into_iter().find(|origin| origin.name() == name)
    }
}

/// A question as far as its reference classes need it, and how it is told from others.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// Whose it is.
    pub tenant: Tenant,
    /// `<kind of event>:<publisher's id>`: unique for the tenant.
    pub key: String,
    /// The run that this event has or would have; `None` where no run can have asked exactly this.
    pub run: Option<RunId>,
    /// The question.
    pub text: String,
    /// What was said with it; stored shortened.
    pub background: String,
    /// What it is about; may be empty.
    pub topic: String,
    /// When it was asked, or as of when it was answered.
    pub asked_at: Time,
    /// When it was to close, where that was said.
    pub closes: Option<Time>,
}

impl Question {
    /// The question of a run.
    pub fn of_run(run: &Run) -> Self {
        let kind = if run.alert.is_some() { "scout_alert" } else { "question" };
        let asked_at = run.asked.config.as_of.unwrap_or(run.asked_at);
        Self { run: Some(run.id), ..Self::of((&run.tenant, kind, &run.event), &run.asked, asked_at) }
    }

    /// A question that somebody asked somewhere, under the id that its event has or would have here.
    pub fn of_event(tenant: &Tenant, event: &EventId, asked: &AskedQuestion, asked_at: Time) -> Self {
        let run = RunId::of_event(JobId::of_event(tenant, "question", event));
        Self { run: Some(run), ..Self::of((tenant, "question", event), asked, asked_at) }
    }

    fn of((tenant, kind, event): (&Tenant, &str, &EventId), asked: &AskedQuestion, asked_at: Time) -> Self {
        Self {
            tenant: tenant.clone(),
            key: format!("{kind}:{event}"),
            run: None,
            text: asked.text.clone(),
            background: asked.background.clone(),
            topic: asked.topic.clone(),
            asked_at,
            closes: asked.closes,
        }
    }

    /// As the reference classes see it.
    pub fn asked(&self) -> Asked<'_> {
        let Self { text, background, topic, asked_at, closes, .. } = self;
        Asked { text, background, topic, asked_at: *asked_at, closes: *closes }
    }
}

/// What somebody says that a question came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Resolution {
    /// The question.
    pub question: Question,
    /// 1 is YES, 0 is NO; between: resolved in part.
    pub value: f64,
    /// When the world decided. `None`: not said; what is known already stays, else it is when it was learned.
    pub resolved_at: Option<Time>,
    /// When this fleet was told.
    pub learned_at: Time,
    /// Who says so.
    pub origin: Origin,
    /// More about that, or why it is corrected; may be empty.
    pub because: String,
}

/// An outcome as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// 1 is YES, 0 is NO; between: resolved in part.
    pub value: f64,
    /// When the world decided.
    pub resolved_at: Time,
    /// When this fleet was told.
    pub learned_at: Time,
    /// When a correction took its place; `None`: still believed.
    pub retired_at: Option<Time>,
    /// Who said so.
    pub origin: Origin,
    /// More about that.
    pub because: String,
}

/// Reading past cases. Implemented by [`crate::Store`] and, for tests, by `testing::FakeOutcomes`.
pub trait Outcomes: Send + Sync + 'static {
    /// The past cases of the question's reference classes, from the general to the particular; classes without cases are left out.
    ///
    /// No look-ahead: a case counts only if it was decided and due when this question was asked ([`Question::asked_at`]), by
    /// what this fleet had been told at `known_at`. Cases that were not due yet are left out because those that are decided
    /// early come out YES too often.
    fn past<'a>(&'a self, question: &'a Question, known_at: Time) -> BoxFuture<'a, Result<Vec<Past>, PortError>>;
}
