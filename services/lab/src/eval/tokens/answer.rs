//! A resolution in the format of the set's scorer.

use std::collections::BTreeSet;

use domain::entity::EntityRecord;
use domain::entity::resolve::{Because, Match, Resolution};
use serde::Serialize;

/// Answer to one query.
#[derive(Debug, Serialize)]
pub(super) struct Answer {
    id: String,
    /// `resolved`, `ambiguous`, `unknown`, `invalid`.
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mint: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    candidates: Vec<String>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    flags: BTreeSet<&'static str>,
    /// Mints of verified tokens that the answer may imitate.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    conflicts_with: BTreeSet<String>,
    confidence: f64,
}

impl Answer {
    /// Converts a resolution. The fleet never accepts a merely similar name, but the set asks which token a misspelt
    /// name refers to. Only here, a [clear](Resolution::clear) proposal counts as resolved, with the flag `fuzzy` and a
    /// lower confidence than an exact match.
    pub(super) fn new(id: &str, found: &Resolution) -> Self {
        let status = match found.outcome {
            Match::Known => "resolved",
            Match::Proposed if found.clear => "resolved",
            Match::Several => "ambiguous",
            Match::Proposed | Match::Unknown => "unknown",
            Match::Invalid => "invalid",
        };
        let first = found.candidates.first();
        let is_fuzzy = first.is_some_and(|first| matches!(first.because, Because::Similar));
        let beside = found.warnings.iter().flat_map(|warning| &warning.beside);
        let flags = found.warnings.iter().map(|warning| warning.kind.name());
        Self {
            id: id.to_owned(),
            status,
            mint: first.filter(|_| status == "resolved").and_then(|first| mint(&first.record)),
            candidates: found.candidates.iter().filter_map(|candidate| mint(&candidate.record)).collect(),
            flags: flags.chain(is_fuzzy.then_some("fuzzy")).collect(),
            conflicts_with: beside.filter_map(|(record, _)| mint(record)).collect(),
            confidence: first.map_or(0.0, |first| first.confidence),
        }
    }

    /// Returns true if both answers decide alike. The last of several equally distant proposals may differ, because the
    /// trigram search cuts its list at a limit.
    pub(super) fn decides_as(&self, other: &Self) -> bool {
        let decided =
            |answer: &Self| (answer.status, answer.mint.clone(), answer.flags.clone(), answer.conflicts_with.clone());
        decided(self) == decided(other) && (self.status == "unknown" || self.candidates == other.candidates)
    }
}

fn mint(record: &EntityRecord) -> Option<String> {
    record.mint().map(str::to_owned)
}
