//! A resolution, as the set's scorer reads it.

use std::collections::BTreeSet;

use domain::entity::Known;
use domain::entity::resolve::{Because, Outcome, Resolution};
use serde::Serialize;

/// One answer.
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
    /// Mints of the verified tokens that the answer may imitate.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    conflicts_with: BTreeSet<String>,
    confidence: f64,
}

impl Answer {
    /// Auspex never takes a similar name for an answer; the set asks which token a misspelt name means, so here, and only here, a
    /// proposal that is [clear](Resolution::clear) is given as one, flagged `fuzzy` and below the confidence of an exact match.
    pub(super) fn of(id: &str, found: &Resolution) -> Self {
        let status = match found.outcome {
            Outcome::Known => "resolved",
            Outcome::Proposed if found.clear => "resolved",
            Outcome::Several => "ambiguous",
            Outcome::Proposed | Outcome::Unknown => "unknown",
            Outcome::Invalid => "invalid",
        };
        let first = found.candidates.first();
        let is_fuzzy = first.is_some_and(|first| matches!(first.because, Because::Similar));
        let beside = found.warnings.iter().flat_map(|warning| &warning.beside);
        let flags = found.warnings.iter().map(|warning| warning.kind.name());
        Self {
            id: id.to_owned(),
            status,
            mint: first.filter(|_| status == "resolved").and_then(|first| mint(&first.known)),
            candidates: found.candidates.iter().filter_map(|candidate| mint(&candidate.known)).collect(),
            flags: flags.chain(is_fuzzy.then_some("fuzzy")).collect(),
            conflicts_with: beside.filter_map(|(known, _)| mint(known)).collect(),
            confidence: first.map_or(0.0, |first| first.confidence),
        }
    }
}

impl Answer {
    /// It says the same. Of mere proposals that are equally far the last may differ: trigrams are cut off somewhere.
    pub(super) fn decides_as(&self, other: &Self) -> bool {
        let decided =
            |answer: &Self| (answer.status, answer.mint.clone(), answer.flags.clone(), answer.conflicts_with.clone());
        decided(self) == decided(other) && (self.status == "unknown" || self.candidates == other.candidates)
    }
}

fn mint(known: &Known) -> Option<String> {
    known.mint().map(str::to_owned)
}
