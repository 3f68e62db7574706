//! Research after the airlock.

use serde::{Deserialize, Serialize};

use crate::{Research, ResearchTask};

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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    /// The id it had.
    pub id: String,
    /// Why it went.
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
}
