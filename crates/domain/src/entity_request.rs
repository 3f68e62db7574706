//! Requests to research entities.

use serde::{Deserialize, Serialize};

use crate::{EntityKind, SourceRules};

/// Request to research entities. Each identifier becomes one research task.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EntityRequest {
    /// Mints, symbols, names, LEIs, URLs or slugs, at least one.
    pub identifiers: Vec<String>,
    /// Type of entities that are unknown by name. Without it, an unknown name is not researched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<EntityKind>,
    /// Oldest acceptable age of the research in seconds; research that has not expired if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_age_secs: Option<u64>,
    /// Web domains that the research may or must not use.
    #[serde(default, skip_serializing_if = "SourceRules::is_empty")]
    pub sources: SourceRules,
}

impl EntityRequest {
    /// Maximum number of identifiers of a request.
    pub const MAX_IDENTIFIERS: usize = 50;

    /// Returns the identifiers, each once, in order.
    pub fn distinct(&self) -> Vec<&str> {
        let mut distinct: Vec<&str> = Vec::with_capacity(self.identifiers.len());
        for identifier in self.identifiers.iter().map(|identifier| identifier.trim()) {
            if !distinct.contains(&identifier) {
                distinct.push(identifier);
            }
        }
        distinct
    }
}
