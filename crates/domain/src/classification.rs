//! The classifier's decision about an event.

use serde::{Deserialize, Serialize};

use crate::{Event, RunId, Time};

/// The classifier's decision, the first answer to every event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Classification {
    /// The complete event; it is the first entry of the audit trail.
    pub event: Event,
    /// `true` if the event deserves attention.
    pub interesting: bool,
    /// Relevance score, 0 to 1.
    pub score: f64,
    /// Reason in one sentence.
    pub reason: String,
    /// Origin of the decision.
    pub decided_by: Decider,
    /// Decision for each identifier of the event.
    pub identifiers: Vec<IdentifierFate>,
    /// The forecast run started for the event, if any.
    pub run: Option<RunId>,
    /// Number of research tasks emitted for the event.
    pub tasks: u32,
    /// SHA-256 prefix of the classifier's prompt files if the model decided, otherwise empty.
    #[serde(default)]
    pub prompt_version: String,
    /// Time at which the stream stored the event, if the decision was made in this process: neither stored in the body
    /// nor published.
    #[serde(skip)]
    pub published_at: Option<Time>,
}

/// Origin of a classification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decider {
    /// A deterministic rule decided; the model was not needed.
    Rule,
    /// The model decided.
    Model,
    /// The rules decided alone, because the model's answer was unusable after repair and one retry.
    RulesWithoutModel,
}

/// Decision for one identifier of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdentifierFate {
    /// The mint, symbol or name.
    pub identifier: String,
    /// The decision for this identifier.
    pub fate: Fate,
}

/// The decision for an identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// A research task is emitted.
    Research,
    /// Existing research is fresh.
    Fresh,
    /// Research is in progress.
    InProgress,
    /// The identifier does not deserve research.
    Ignored,
}
