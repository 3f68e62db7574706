//! What was found, from where, and how sure.

use serde::{Deserialize, Serialize};

use crate::{EntityId, MicroUsd, Time};

/// How well a claim stands, in falling order of strength. `Ord` follows strength: `Unclear < Contested < Supported`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClaimStatus {
    /// Nobody said enough.
    Unclear,
    /// Sources disagree.
    Contested,
    /// Sources support it and none refutes it.
    Supported,
}

impl ClaimStatus {
    /// `supported`, `contested`, `unclear`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unclear => "unclear",
            Self::Contested => "contested",
            Self::Supported => "supported",
        }
    }

    /// The status with that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Unclear, Self::Contested, Self::Supported].into_iter().find(|status| status.name() == name)
    }
}

/// How far a source is trusted. `Ord` follows trust: `Other < Secondary < Official`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Anything else.
    Other,
    /// Reputable, but not the thing itself.
    Secondary,
    /// The thing itself: its own site, a registry, a regulator.
    Official,
}

impl Tier {
    /// `official`, `secondary`, `other`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Other => "other",
            Self::Secondary => "secondary",
            Self::Official => "official",
        }
    }

    /// The tier with that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Other, Self::Secondary, Self::Official].into_iter().find(|tier| tier.name() == name)
    }
}

/// Where something was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// Unique within its research: `s1`, `s2`, …
    pub id: String,
    /// Its address; a tool's answer has one too (`tool:get_token_metadata/<mint>`).
    pub url: String,
    /// Title, may be empty.
    pub title: String,
    /// Publisher or site name, may be empty.
    pub publisher: String,
    /// When it was published, if it says so.
    pub published_at: Option<Time>,
    /// When it was fetched.
    pub fetched_at: Time,
    /// How far it is trusted.
    pub tier: Tier,
    /// SHA-256 of the bytes read, in hex; empty where only a search snippet was seen.
    pub content_hash: String,
}

/// One thing found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Unique within its research: `f1`, `f2`, …
    pub id: String,
    /// One self-contained statement.
    pub text: String,
    /// How well it stands.
    pub status: ClaimStatus,
    /// 0 to 1: how much it matters, as the researcher sees it.
    pub importance: f64,
    /// Ids of the sources that speak to it; never empty.
    pub sources: Vec<String>,
    /// Those of `sources` that say otherwise.
    #[serde(default)]
    pub against: Vec<String>,
    /// How many of the others are independent: sources of one site, and sources that repeat one another, count once.
    #[serde(default)]
    pub voices: u32,
    /// Words that stand in a source exactly so; may be empty for a tool's data.
    pub quote: String,
}

/// One dated thing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TimelineEntry {
    /// Unique within its research: `t1`, …
    pub id: String,
    /// When; as precise as the source is.
    pub at: Time,
    /// What.
    pub text: String,
    /// Ids of sources.
    pub sources: Vec<String>,
}

/// Something still unknown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpenQuestion {
    /// Unique within its research: `q1`, …
    pub id: String,
    /// What is unknown.
    pub text: String,
}

/// Findings about an entity or a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Research {
    /// The entity, where it is about one.
    pub entity: Option<EntityId>,
    /// Two or three sentences.
    pub summary: String,
    /// What was found, in the researcher's order of importance.
    pub findings: Vec<Finding>,
    /// What happened when.
    pub timeline: Vec<TimelineEntry>,
    /// Where it was read.
    pub sources: Vec<Source>,
    /// What is unknown.
    pub open_questions: Vec<OpenQuestion>,
    /// −1 (bad) to 1 (good), if it was judged.
    pub sentiment: Option<f64>,
    /// 0 to 1.
    pub confidence: f64,
    /// Named risks.
    pub risks: Vec<String>,
    /// Named opportunities.
    pub opportunities: Vec<String>,
    /// When the research was done.
    pub made_at: Time,
    /// After this it is stale.
    pub expires_at: Time,
    /// How it ended.
    pub ending: Ending,
    /// Answered from memory: nothing was researched for this task.
    pub from_cache: bool,
    /// The tools used, by name, each once, in order of first use.
    pub tools_used: Vec<String>,
    /// What the model calls cost.
    pub cost: MicroUsd,
    /// The model that did it and the prompt's content hash; empty for cached answers of old versions.
    pub model: String,
    /// SHA-256 prefix of the prompt files.
    pub prompt_version: String,
    /// What was left out unread, because it is not dated before the day that the task answers as of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}

/// Something that research as of a day did not use.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LeftOut {
    /// Where it stands: a page's address, or `memory:note/…`.
    pub address: String,
    /// When it was published or learned; `None` if nobody says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_at: Option<Time>,
}

/// How research ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "reason")]
pub enum Ending {
    /// The model was done.
    Complete,
    /// A bound was hit; the reason says which. What was found stands.
    Partial(String),
    /// Nothing could be researched; the reason says why.
    Failed(String),
}
