//! Results of research macros: the data that a model found, the checks on it, and the verbs that it renders.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::research::Lack;
use crate::{JobId, MicroUsd, Time};

/// The result of one execution of a research macro.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MacroResult {
    /// Id of the result: the job of the research task.
    pub id: JobId,
    /// Name of the macro.
    #[serde(rename = "macro")]
    pub name: String,
    /// Version of the definition that produced the result. A review keeps this version.
    pub version: String,
    /// Parameters by name, with defaults filled in.
    pub parameters: Map<String, Value>,
    /// The data that the model returned.
    pub data: Value,
    /// `true` if the data is valid under the schema of the definition.
    pub schema_valid: bool,
    /// Every violation of the schema; empty if the data is valid.
    pub validation_errors: Vec<SchemaViolation>,
    /// The review that the definition requires.
    pub review: ReviewPolicy,
    /// Verbs rendered from the data of this result. Before an approval they are for display only.
    pub suggested_verbs: Vec<String>,
    /// The search quality that the data itself states.
    pub search_quality: Option<SearchQuality>,
    /// Sources that the tools returned, in the order of their first use.
    pub sources: Vec<MacroSource>,
    /// One check per LEI found in a string of the data, in document order.
    pub lei_checks: Vec<LeiCheck>,
    /// Amount that the execution cost.
    pub cost: MicroUsd,
    /// Time of the result.
    pub at: Time,
    /// Replies of the model that the result was made without, each reason once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lacks: Vec<Lack>,
}

impl MacroResult {
    /// Derives the id of the result of a macro's event. The classifier emits the classification first and the only task
    /// second; the task is the id of the result.
    pub fn id_of_event(event: JobId) -> JobId {
        event.derive("auspex.research.requested", 1)
    }
}

/// One violation of a JSON Schema.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemaViolation {
    /// JSON Pointer of the value; empty for the whole document.
    pub path: String,
    /// The violation in one sentence.
    pub problem: String,
}

/// The review that a macro's results need.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewPolicy {
    /// A person must approve every result.
    #[default]
    Required,
    /// The caller chooses per execution.
    Optional,
    /// A valid result is approved without a person.
    None,
}

/// The search quality that a macro's data states about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum SearchQuality {
    /// Primary sources answered every field.
    High,
    /// Some fields rest on secondary sources.
    Medium,
    /// Little was found.
    Low,
}

/// A source of a macro's result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MacroSource {
    /// Address of the page.
    pub url: String,
    /// Title of the page; may be empty.
    pub title: String,
    /// Excerpt that the tool returned; may be empty.
    pub snippet: String,
}

/// The check of one Legal Entity Identifier (ISO 17442).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeiCheck {
    /// JSON Pointer of the string that holds the LEI.
    pub path: String,
    /// The 20 characters, upper case.
    pub lei: String,
    /// Outcome of the check.
    pub status: LeiStatus,
    /// What a reviewer must know about the entity or the registration, such as the end of the entity and its successor;
    /// usually empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Outcome of the check of one LEI.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeiStatus {
    /// The check digits are right and GLEIF has a record.
    Verified,
    /// The check digits are right and GLEIF has no record.
    NotFound,
    /// The check digits are wrong.
    BadChecksum,
    /// The check digits are right and GLEIF could not be reached.
    Unverified,
}

impl LeiStatus {
    /// Returns `true` if a value with this status may appear in a verb. LEIs that do not exist or have wrong check
    /// digits may not.
    #[must_use]
    pub fn may_appear_in_verb(self) -> bool {
        matches!(self, Self::Verified | Self::Unverified)
    }
}
