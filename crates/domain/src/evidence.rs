//! Research after the evidence filter.

use serde::{Deserialize, Serialize};

use crate::{ClaimStatus, Research, ResearchTask};

/// Filter profile: the maximum number of items of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Profile {
    /// 8 findings, 10 timeline entries, 15 sources, 3 open questions.
    Strict,
    /// 15 findings, 20 timeline entries, 30 sources, 5 open questions.
    #[default]
    Default,
    /// 25 findings, 30 timeline entries, 50 sources, 10 open questions.
    Loose,
}

/// Item limits of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caps {
    /// Maximum number of findings.
    pub findings: usize,
    /// Maximum number of timeline entries.
    pub timeline: usize,
    /// Maximum number of sources; a source that a kept finding cites is never dropped.
    pub sources: usize,
    /// Maximum number of open questions.
    pub open_questions: usize,
}

impl Filtering {
    /// Returns all removed items, regardless of the remover.
    pub fn removed(&self) -> &[Removal] {
        let (Self::Filtered { removed } | Self::Unfiltered { removed, .. }) = self;
        removed
    }
}

impl Profile {
    /// Returns the profile's limits.
    pub const fn caps(self) -> Caps {
        match self {
            Self::Strict => Caps { findings: 8, timeline: 10, sources: 15, open_questions: 3 },
            Self::Default => Caps { findings: 15, timeline: 20, sources: 30, open_questions: 5 },
            Self::Loose => Caps { findings: 25, timeline: 30, sources: 50, open_questions: 10 },
        }
    }

    /// Returns the stable name: `strict`, `default` or `loose`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Default => "default",
            Self::Loose => "loose",
        }
    }

    /// Parses a profile name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Strict, Self::Default, Self::Loose].into_iter().find(|profile| profile.name() == name)
    }
}

/// Result of the filter's model call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Filtering {
    /// The model's operations were applied.
    Filtered {
        /// Items dropped, merged into others, or cut by a limit, each with its reason.
        removed: Vec<Removal>,
    },
    /// The model returned nothing usable: only the profile's limits were applied, in the researcher's order of
    /// importance.
    Unfiltered {
        /// Reason for the missing model result.
        reason: String,
        /// Items cut by the limits.
        removed: Vec<Removal>,
    },
}

impl Filtering {
    /// Reason in the evidence of a filter that an operator turned off. Such evidence is unfiltered on purpose.
    pub const TURNED_OFF: &str = "the filter is turned off (AUSPEX_FILTER_ENABLED)";
}

/// An item that the filter removed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    /// The item's id.
    pub id: String,
    /// Reason for the removal.
    pub reason: String,
    /// The item's shortened text, so that a reviewer sees what is missing without reading the raw research.
    #[serde(default, rename = "said")]
    pub text: String,
    /// The stage that removed the item.
    #[serde(default)]
    pub by: Remover,
}

/// The stage that removed an item.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remover {
    /// Not recorded: evidence of an older version.
    #[default]
    Unspecified,
    /// The deterministic pre-filter: a duplicate, or unrelated to the question.
    Arithmetic,
    /// An operation requested by the model.
    Model,
    /// A limit of the profile.
    Cap,
}

impl Remover {
    /// Returns the stable name: `arithmetic`, `model`, `cap`, or an empty string.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unspecified => "",
            Self::Arithmetic => "arithmetic",
            Self::Model => "model",
            Self::Cap => "cap",
        }
    }
}

/// A finding that passed with a weaker status.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lowered {
    /// The finding's id.
    pub id: String,
    /// Status before filtering.
    pub from: ClaimStatus,
    /// Status after filtering, always weaker.
    pub to: ClaimStatus,
    /// Reason for the downgrade.
    pub reason: String,
}

/// Filtered research with the task that it answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The task that was answered.
    pub task: ResearchTask,
    /// A subset of the researcher's findings.
    pub research: Research,
    /// Result of the filter's model call.
    pub filtering: Filtering,
    /// Cost of filtering; the cost of the research is part of `research`.
    pub cost: crate::MicroUsd,
    /// Findings whose status was downgraded.
    #[serde(default)]
    pub lowered: Vec<Lowered>,
    /// The model whose operations were applied; empty if no model was called or its answer was unusable.
    #[serde(default)]
    pub model: String,
    /// SHA-256 prefix of the filter's prompt files; empty if no model was called.
    #[serde(default)]
    pub prompt_version: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removals_of_older_versions_are_read() {
        let old = serde_json::json!({ "kind": "filtered", "removed": [{ "id": "f1", "reason": "noise" }] });
        let read: Filtering = serde_json::from_value(old).unwrap();
        let removal = Removal { id: "f1".into(), reason: "noise".into(), ..Removal::default() };
        assert_eq!(read.removed(), [removal]);
    }
}
