//! Work for the researcher.

use serde::{Deserialize, Serialize};

use crate::event::{Bundle, MacroRequest};
use crate::run::Question;
use crate::{EventId, JobId, MicroUsd, Profile, RunId, Tenant, Time};

/// One research task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResearchTask {
    /// Whom the work is for.
    pub tenant: Tenant,
    /// The event that caused it.
    pub event: EventId,
    /// The job of that event, for the audit trail.
    pub event_job: JobId,
    /// What to research.
    pub subject: Subject,
    /// Why, in one sentence.
    pub reason: String,
    /// How the filter shall cap it.
    pub profile: Profile,
    /// Dollars at most for this task.
    pub budget: MicroUsd,
    /// No answer is of use after this.
    pub deadline: Option<Time>,
    /// Nothing that is not dated before this may be used, for the answer is to be one of that day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<Time>,
    /// What the event itself says, where it sounds alarming: cause to look at fresh research again. Else empty. Words of a
    /// stranger: they go into calls without tools only.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub alarm: String,
}

/// What a task is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// An identifier seen in an event: a mint, a symbol or a name.
    Identifier {
        /// The mint, symbol or name.
        identifier: String,
        /// The symbol that came with a mint, may be empty.
        symbol: String,
    },
    /// One question of a run.
    Question {
        /// The run that waits for it.
        run: RunId,
        /// The question.
        question: Question,
        /// What the run's own question is, for context.
        context: String,
    },
    /// Just-in-time research for an unsure look-up.
    Miss {
        /// What was looked for.
        query: String,
        /// Why.
        context: String,
        /// Sources to read at most.
        max_sources: u32,
    },
    /// A bundle of research directions.
    Bundle {
        /// The episode.
        episode: String,
        /// Entities and directions.
        bundle: Bundle,
    },
    /// A research macro.
    Macro(MacroRequest),
}

impl Subject {
    /// The run and question that wait for the answer, if any do.
    pub fn waiting(&self) -> Option<(RunId, &str)> {
        match self {
            Self::Question { run, question, .. } => Some((*run, &question.id)),
            _ => None,
        }
    }
}
