//! From an identifier to an entity, and what has to be known about the answer. Decided in `domain::entity::resolve`; here it is
//! put into the words that people and models read.
//!
//! I/O: looks identifiers up in memory.

use std::sync::Arc;

use domain::EntityId;
use domain::entity::Known;
use domain::entity::alike::Likeness;
use domain::entity::resolve::{Ask, Danger, Outcome, Resolution, Warning};
use domain::port::PortError;
use serde::Serialize;
use store::Memory;

/// A thing that may be meant.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Candidate {
    /// Its id.
    pub(crate) entity_id: EntityId,
    /// Its name.
    pub(crate) name: String,
    /// Its symbol.
    pub(crate) symbol: Option<String>,
    /// Its mint, if it is a token.
    pub(crate) mint: Option<String>,
    /// Somebody trusted vouches for it.
    pub(crate) verified: bool,
    /// Why a trusted list bans it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) banned: Option<String>,
    /// `same symbol`, `same name`, `similar name`, …
    pub(crate) because: String,
    /// 0 to 1; below 0.9 for what is only similar.
    pub(crate) confidence: f64,
}

/// What has to be known before an answer is used.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Caution {
    /// `banned`, `possible_impersonation`, `confusable`, …
    pub(crate) kind: &'static str,
    /// In a sentence.
    pub(crate) text: String,
    /// The verified entities that may be imitated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) beside: Vec<Candidate>,
}

/// Looks an identifier up.
pub(crate) async fn resolve<M: Memory>(memory: &M, identifier: &str) -> Result<Resolution, PortError> {
    let mut found = memory.resolve(&[Ask::of(identifier)]).await?;
    let missing = || PortError::Refused { what: "resolve".to_owned(), source: "one question, no answer".into() };
    found.pop().ok_or_else(missing)
}

/// Who may be meant, best first.
pub(crate) fn candidates(found: &Resolution) -> Vec<Candidate> {
    let candidate = |candidate: &domain::entity::resolve::Candidate| {
        of(&candidate.known, candidate.because.name(), candidate.confidence)
    };
    found.candidates.iter().map(candidate).collect()
}

fn of(known: &Arc<Known>, because: &str, confidence: f64) -> Candidate {
    let entity = &known.entity;
    Candidate {
        entity_id: entity.id.clone(),
        name: entity.name.clone(),
        symbol: entity.symbol.clone(),
        mint: known.mint().map(str::to_owned),
        verified: entity.verified,
        banned: entity.banned.clone(),
        because: because.to_owned(),
        confidence,
    }
}

/// What has to be known, in words.
pub(crate) fn cautions(found: &Resolution) -> Vec<Caution> {
    found.warnings.iter().map(caution).collect()
}

fn caution(warning: &Warning) -> Caution {
    let beside: Vec<Candidate> =
        warning.beside.iter().map(|(known, how)| of(known, &format!("it has {}", how.name()), 1.0)).collect();
    let text = match warning.kind {
        Danger::Banned => format!("A trusted list bans it: {}.", warning.reason),
        Danger::PossibleImpersonation => impersonation(&warning.beside),
        _ => sentence(&warning.reason),
    };
    Caution { kind: warning.kind.name(), text, beside }
}

/// Names the real one with its mint, so that nobody has to look it up.
fn impersonation(beside: &[(Arc<Known>, Likeness)]) -> String {
    let real = |(known, how): &(Arc<Known>, Likeness)| {
        let mint = known.mint().map(|mint| format!(", {mint}")).unwrap_or_default();
        format!("{} ({}{mint}) by {}", known.entity.name, known.entity.id, how.name())
    };
    let named: Vec<String> = beside.iter().take(3).map(real).collect();
    let more = if beside.len() > 3 { format!(" and {} others", beside.len() - 3) } else { String::new() };
    format!("It is unverified and may be taken for the verified {}{more}: a possible impersonation.", named.join(", "))
}

fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    letters.next().map(|first| format!("{}{}.", first.to_uppercase(), letters.as_str())).unwrap_or_default()
}

/// It is one of several, or only like something: nobody guesses.
pub(crate) fn is_open(found: &Resolution) -> bool {
    matches!(found.outcome, Outcome::Several | Outcome::Proposed)
}

/// It holds characters that nobody sees: no name for anything.
pub(crate) fn is_unseen(found: &Resolution) -> bool {
    found.warnings.iter().any(|warning| warning.kind == Danger::Invisible)
}
