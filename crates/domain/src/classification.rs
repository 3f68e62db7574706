//! What the classifier decided about an event.

use serde::{Deserialize, Serialize};

use crate::{Event, RunId};

/// The first answer to every event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Classification {
    /// The event, whole: it is the audit trail's first line.
    pub event: Event,
    /// Deserves attention.
    pub interesting: bool,
    /// 0 to 1.
    pub score: f64,
    /// Why, in a sentence.
    pub reason: String,
    /// Who decided.
    pub decided_by: Decider,
    /// What happens to each identifier of the event.
    pub identifiers: Vec<IdentifierFate>,
    /// The run that was started for it, if one was.
    pub run: Option<RunId>,
    /// Research tasks sent out for it.
    pub tasks: u32,
    /// SHA-256 prefix of the classifier's prompt files, where the model decided; else empty.
    #[serde(default)]
    pub prompt_version: String,
}

/// Who decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decider {
    /// A deterministic rule; the model was not needed.
    Rule,
    /// The model.
    Model,
    /// The rules alone, because the model's answer was unusable after repair and a retry.
    RulesWithoutModel,
}

/// What happens to an identifier of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdentifierFate {
    /// The mint, symbol or name.
    pub identifier: String,
    /// What was decided.
    pub fate: Fate,
}

/// Research it or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// A research task goes out.
    Research,
    /// Its research is fresh.
    Fresh,
    /// Somebody is researching it now.
    InProgress,
    /// Not worth it.
    Ignored,
}
