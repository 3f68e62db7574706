//! Research after the airlock.

use serde::{Deserialize, Serialize};

use crate::{ClaimStatus, Research, ResearchTask};

/// How many of each the filter lets through (SPEC 4.3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Profile {
    /// 8 findings, 10 timeline entries, 15 sources, 3 open questions.
    Strict,
    /// 15, 20, 30, 5.
    #[default]
    Default,
    /// 25, 30, 50, 10.
    Loose,
}

/// The caps of a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caps {
    /// Findings at most.
    pub findings: usize,
    /// Timeline entries at most.
    pub timeline: usize,
    /// Sources at most; a source that a kept finding cites is never dropped.
    pub sources: usize,
    /// Open questions at most.
    pub open_questions: usize,
}

impl Filtering {
    /// What did not pass, whoever took it out.
    pub fn removed(&self) -> &[Removal] {
        let (Self::Filtered { removed } | Self::Unfiltered { removed, .. }) = self;
        removed
    }
}

impl Profile {
    /// The table of SPEC 4.3.
    pub const fn caps(self) -> Caps {
        match self {
            Self::Strict => Caps { findings: 8, timeline: 10, sources: 15, open_questions: 3 },
            Self::Default => Caps { findings: 15, timeline: 20, sources: 30, open_questions: 5 },
            Self::Loose => Caps { findings: 25, timeline: 30, sources: 50, open_questions: 10 },
        }
    }

    /// `strict`, `default`, `loose`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Default => "default",
            Self::Loose => "loose",
        }
    }

    /// The profile with that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Strict, Self::Default, Self::Loose].into_iter().find(|profile| profile.name() == name)
    }
}

/// What the filter did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Filtering {
    /// The model's operations were applied.
    Filtered {
        /// Ids dropped, merged away, or cut by a cap, each with its reason.
        removed: Vec<Removal>,
    },
    /// Nothing usable came from the model: caps alone, in the researcher's order. The reason says why.
    Unfiltered {
        /// Why.
        reason: String,
        /// What the caps cut.
        removed: Vec<Removal>,
    },
}

/// One thing that did not pass.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    /// The id it had.
    pub id: String,
    /// Why it went.
    pub reason: String,
    /// What it said, shortened: so that a person sees what is missing without reading the raw research.
    #[serde(default)]
    pub said: String,
    /// Who took it out.
    #[serde(default)]
    pub by: Remover,
}

/// Who took something out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remover {
    /// Not said: evidence of an older version.
    #[default]
    Unsaid,
    /// Arithmetic, before a model was asked: it said the same as another, or shared nothing with the question.
    Arithmetic,
    /// The model.
    Model,
    /// A cap of the profile.
    Cap,
}

impl Remover {
    /// `arithmetic`, `model`, `cap`, or nothing.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unsaid => "",
            Self::Arithmetic => "arithmetic",
            Self::Model => "model",
            Self::Cap => "cap",
        }
    }
}

/// A finding that passed with a weaker status than it came with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lowered {
    /// The finding.
    pub id: String,
    /// What it was.
    pub from: ClaimStatus,
    /// What it is, weaker.
    pub to: ClaimStatus,
    /// Why.
    pub reason: String,
}

/// Filtered research, with the task it answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The task.
    pub task: ResearchTask,
    /// A subset of what the researcher found.
    pub research: Research,
    /// What the filter did.
    pub filtering: Filtering,
    /// What filtering cost; the research's own cost stands in the research.
    pub cost: crate::MicroUsd,
    /// Findings that passed weaker than they came.
    #[serde(default)]
    pub lowered: Vec<Lowered>,
    /// The model whose operations were applied; empty where none was asked or none was usable.
    #[serde(default)]
    pub model: String,
    /// SHA-256 prefix of the filter's own prompt files; empty where no model was asked.
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
        let told = Removal { id: "f1".into(), reason: "noise".into(), ..Removal::default() };
        assert_eq!(read.removed(), [told]);
    }
}
