//! Tasks for the researcher.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};

use crate::event::{Bundle, Episode, MacroRequest};
use crate::run::Question;
use crate::{
    BundleId, EntityId, EntityKind, EventFact, EventId, JobId, MicroUsd, Profile, RunId, SourceRules, Tenant, Time,
};

/// A task for the researcher.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResearchTask {
    /// The tenant that the work is for.
    pub tenant: Tenant,
    /// The event that caused the task.
    pub event: EventId,
    /// The event's job, for the audit trail.
    pub event_job: JobId,
    /// The subject to research.
    pub subject: Subject,
    /// Reason in one sentence.
    pub reason: String,
    /// The filter profile for the result.
    pub profile: Profile,
    /// Maximum cost of the task.
    pub budget: MicroUsd,
    /// Time after which an answer has no use.
    pub deadline: Option<Time>,
    /// Restricts the research to material dated before this time, so that the answer is the one of that day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<Time>,
    /// Text of the event if it sounds alarming, which justifies repeating fresh research; otherwise empty. Untrusted
    /// text: use it only in model calls without tools.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub alarm: String,
    /// The result is not urgent: model calls may be made in batches.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_wait: bool,
    /// Strangers have influenced the texts of the task: a market's question, a trader's alias, the text of a
    /// transaction, data of a macro.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_foreign: bool,
    /// Terms of the caller that requested the research of an entity; `None` for an identifier of a transaction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entity_terms: Option<EntityTerms>,
    /// Web domains that the research may or must not use.
    #[serde(default, skip_serializing_if = "SourceRules::is_empty")]
    pub sources: SourceRules,
    /// What the event itself states, which the research may cite.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub event_facts: Vec<EventFact>,
}

/// Terms under which a caller requested the research of an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntityTerms {
    /// Type of the entity if it is unknown by name; without it, an unknown name is not researched.
    pub kind: Option<EntityKind>,
    /// Oldest acceptable age of the research in seconds; research that has not expired if absent.
    pub max_age_secs: Option<u64>,
    /// Time of the request.
    pub requested_at: Time,
}

impl EntityTerms {
    /// Returns whether research of that time is recent enough; `None` if the request states no age.
    pub fn accepts(&self, made_at: Time) -> Option<bool> {
        let age = TimeDelta::try_seconds(i64::try_from(self.max_age_secs?).unwrap_or(i64::MAX));
        // An age beyond the calendar accepts everything.
        let oldest = age.and_then(|age| self.requested_at.checked_sub_signed(age));
        Some(oldest.is_none_or(|oldest| made_at >= oldest))
    }
}

/// The subject of a research task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// An identifier from an event: a mint, a symbol or a name.
    Identifier {
        /// The mint, symbol or name.
        identifier: String,
        /// The symbol that accompanied a mint, may be empty.
        symbol: String,
    },
    /// One question of a run.
    Question {
        /// The run that waits for the answer.
        run: RunId,
        /// The question to research.
        question: Question,
        /// The run's main question, as context.
        context: String,
    },
    /// Just-in-time research for a look-up with low confidence.
    Miss {
        /// The query of the look-up.
        query: String,
        /// Purpose of the look-up.
        context: String,
        /// Maximum number of sources to read.
        max_sources: u32,
    },
    /// A bundle of research directions.
    Bundle {
        /// Episode that the bundle belongs to.
        #[serde(flatten)]
        episode: Episode,
        /// Entities and directions.
        bundle: Bundle,
    },
    /// A research macro.
    Macro(MacroRequest),
}

impl ResearchTask {
    /// Returns the folder of a bundle's files in the object store; `None` for other subjects.
    pub fn bundle_folder(&self) -> Option<String> {
        let Subject::Bundle { episode, bundle } = &self.subject else { return None };
        Some(bundle_folder(&self.tenant, &episode.id, &bundle.id))
    }
}

/// Returns the folder of a bundle in the object store. Two tenants may use the same name of an episode.
pub fn bundle_folder(tenant: &Tenant, episode: &str, bundle: &BundleId) -> String {
    format!("bundles/{tenant}/{}/{bundle}", EntityId::slug(episode))
}

impl Subject {
    /// Returns the run and question that wait for the answer, if any.
    pub fn waiting(&self) -> Option<(RunId, &str)> {
        match self {
            Self::Question { run, question, .. } => Some((*run, &question.id)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_acceptable_age_counts_back_from_the_request() {
        let at = |seconds| Time::from_timestamp(seconds, 0).unwrap();
        let terms = |max_age_secs| EntityTerms { kind: None, max_age_secs, requested_at: at(1_000) };
        assert_eq!(terms(None).accepts(at(0)), None);
        for (age, made, expected) in [(0, 999, false), (0, 1_000, true), (600, 400, true), (600, 399, false)] {
            assert_eq!(terms(Some(age)).accepts(at(made)), Some(expected), "{age} {made}");
        }
        assert_eq!(terms(Some(u64::MAX)).accepts(at(0)), Some(true));
    }
}
