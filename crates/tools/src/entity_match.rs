//! Resolves an identifier to an entity and describes the result for people and models. [`domain::entity::resolve`]
//! makes the decision.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use domain::entity::EntityRecord;
use domain::entity::alike::Likeness;
use domain::entity::resolve::{self, Danger, EntityQuery, Match, Resolution, Warning};
use domain::port::PortError;
use domain::port::memory::{Memory, Retrieved};
use domain::{EntityId, Tenant};
use serde::Serialize;

use crate::names;

/// An entity that the identifier may mean.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EntityCandidate {
    /// Id of the entity.
    pub entity_id: EntityId,
    /// Name of the entity.
    pub name: String,
    /// Ticker symbol.
    pub symbol: Option<String>,
    /// Mint address of a token.
    pub mint: Option<String>,
    /// Confirmed by a person or a trusted list.
    pub verified: bool,
    /// Reason for a ban by a trusted list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub banned: Option<String>,
    /// Kind of match: `same symbol`, `same name`, `similar name`, …
    pub because: String,
    /// Confidence, 0 to 1; below 0.9 for a similarity.
    pub confidence: f64,
}

/// A warning about the resolved entity.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EntityWarning {
    /// `banned`, `possible_impersonation`, `confusable`, …
    pub kind: &'static str,
    /// Description, one sentence.
    pub text: String,
    /// Verified entities that may be imitated, or others that match exactly, too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<EntityCandidate>,
}

/// Resolves an identifier.
///
/// # Errors
/// The memory is unavailable.
pub async fn resolve<M: Memory>(memory: &M, tenant: &Tenant, identifier: &str) -> Result<Resolution, PortError> {
    let mut found = memory.resolve(tenant, &[EntityQuery::new(identifier)]).await?;
    let missing = || PortError::Refused { what: "resolve".to_owned(), source: "one question, no answer".into() };
    found.pop().ok_or_else(missing)
}

/// Resolves an identifier, or the id of an entity that nothing else is named as. An entity that is named by its id is
/// resolved by its mint, if it has one, so that the warnings about it are the same.
///
/// # Errors
/// The memory is unavailable.
pub async fn resolve_any<M: Memory>(memory: &M, tenant: &Tenant, identifier: &str) -> Result<Resolution, PortError> {
    let found = resolve(memory, tenant, identifier).await?;
    or_by_id(memory, tenant, identifier, found).await
}

/// Returns what was found under an identifier, or the entity that has it as its id.
async fn or_by_id<M: Memory>(
    memory: &M,
    tenant: &Tenant,
    identifier: &str,
    found: Resolution,
) -> Result<Resolution, PortError> {
    if matches!(found.outcome, Match::Known | Match::Several | Match::Invalid) {
        return Ok(found);
    }
    let Ok(id) = EntityId::parse(identifier.trim()) else { return Ok(found) };
    let Some(entity) = memory.entity(tenant, &id).await? else { return Ok(found) };
    let representations = memory.representations(tenant, &id).await?;
    let contexts: Vec<(String, String)> = representations.into_iter().flat_map(|form| form.context).collect();
    let record = EntityRecord { entity, contexts };
    if let Some(mint) = record.mint() {
        let by_mint = resolve(memory, tenant, mint).await?;
        if by_mint.known().is_some_and(|meant| meant.entity.id == id) {
            return Ok(by_mint);
        }
    }
    let candidate = resolve::Candidate { record: Arc::new(record), because: resolve::Because::Key, confidence: 1.0 };
    Ok(Resolution { outcome: Match::Known, candidates: vec![candidate], warnings: Vec::new(), clear: false })
}

/// Entities that memory connects with a name that no entity has: notes and research of them answer a look-up of the
/// name, with vectors also in another script or language.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SimilarEntities {
    /// The entities, best first. The caller decides.
    pub candidates: Vec<EntityCandidate>,
    /// Vectors are configured, and the look-up had to do without them.
    pub lexical_only: bool,
}

/// Maximum number of hits of memory, of names per hit, and of candidates.
const MAX_HITS: u32 = 5;
const MAX_NAMES: usize = 3;
const MAX_SIMILAR: usize = 3;
/// Highest confidence of a candidate that memory connects with a name.
const MAX_SIMILAR_CONFIDENCE: f64 = 0.5;

/// Returns the entities that memory connects with a name.
///
/// # Errors
/// The memory is unavailable.
pub async fn similar<M: Memory>(memory: &M, tenant: &Tenant, name: &str) -> Result<SimilarEntities, PortError> {
    let mut similar = SimilarEntities::default();
    if name.chars().filter(|c| c.is_alphabetic()).count() < 3 {
        return Ok(similar);
    }
    let recalled = memory.retrieve(tenant, name, MAX_HITS).await?;
    similar.lexical_only = recalled.lexical_only;
    let named: Vec<(&Retrieved, Vec<String>)> = recalled.hits.iter().map(|hit| (hit, identifiers(hit))).collect();
    let distinct: BTreeSet<&str> = named.iter().flat_map(|(_, names)| names).map(String::as_str).collect();
    if distinct.is_empty() {
        return Ok(similar);
    }
    let queries: Vec<EntityQuery> = distinct.iter().map(|name| EntityQuery::new(*name)).collect();
    let resolved: BTreeMap<&str, Resolution> =
        distinct.into_iter().zip(memory.resolve(tenant, &queries).await?).collect();
    for (hit, names) in &named {
        for name in names {
            if similar.candidates.len() == MAX_SIMILAR {
                return Ok(similar);
            }
            let Some(found) = resolved.get(name.as_str()).cloned() else { continue };
            let found = if is_research(hit) { or_by_id(memory, tenant, name, found).await? } else { found };
            let Some(record) = found.known() else { continue };
            let confidence = hit.score.clamp(0.0, MAX_SIMILAR_CONFIDENCE);
            let found = candidate(record, "memory connects it with the name", confidence);
            if similar.candidates.iter().all(|other| other.entity_id != found.entity_id) {
                similar.candidates.push(found);
            }
        }
    }
    Ok(similar)
}

/// Returns what a hit names: the entity that was researched, or the names in its text.
fn identifiers(hit: &Retrieved) -> Vec<String> {
    if is_research(hit) {
        vec![hit.id.clone()]
    } else {
        names::of_text(&hit.text).into_iter().take(MAX_NAMES).collect()
    }
}

fn is_research(hit: &Retrieved) -> bool {
    hit.kind == "research"
}

/// Returns the possible entities, best first.
pub fn candidates(found: &Resolution) -> Vec<EntityCandidate> {
    let candidate = |candidate: &domain::entity::resolve::Candidate| {
        self::candidate(&candidate.record, candidate.because.name(), candidate.confidence)
    };
    found.candidates.iter().map(candidate).collect()
}

fn candidate(record: &EntityRecord, because: &str, confidence: f64) -> EntityCandidate {
    let entity = &record.entity;
    EntityCandidate {
        entity_id: entity.id.clone(),
        name: entity.name.clone(),
        symbol: entity.symbol.clone(),
        mint: record.mint().map(str::to_owned),
        verified: entity.verified,
        banned: entity.banned.clone(),
        because: because.to_owned(),
        confidence,
    }
}

/// Returns the warnings in words.
pub fn warnings(found: &Resolution) -> Vec<EntityWarning> {
    found.warnings.iter().map(warning).collect()
}

fn warning(warning: &Warning) -> EntityWarning {
    let beside: Vec<EntityCandidate> =
        warning.beside.iter().map(|(record, how)| candidate(record, &format!("it has {}", how.name()), 1.0)).collect();
    let text = match warning.kind {
        Danger::Banned => format!("A trusted list bans it: {}.", warning.reason),
        Danger::PossibleImpersonation => impersonation(&warning.beside),
        Danger::OlderNamesake => {
            format!("{} This one may be a copy: {}.", sentence(&warning.reason), named(&warning.beside))
        }
        Danger::Namesakes => format!("{} They are not meant.", sentence(&warning.reason)),
        _ => sentence(&warning.reason),
    };
    EntityWarning { kind: warning.kind.name(), text, beside }
}

/// Names at most three entities with their mints.
fn named(beside: &[(Arc<EntityRecord>, Likeness)]) -> String {
    let name = |(record, how): &(Arc<EntityRecord>, Likeness)| {
        let mint = record.mint().map(|mint| format!(", {mint}")).unwrap_or_default();
        format!("{} ({}{mint}) by {}", record.entity.name, record.entity.id, how.name())
    };
    let named: Vec<String> = beside.iter().take(3).map(name).collect();
    let more = if beside.len() > 3 { format!(" and {} others", beside.len() - 3) } else { String::new() };
    format!("{}{more}", named.join(", "))
}

/// Names the verified entity with its mint, so that no further look-up is needed.
fn impersonation(beside: &[(Arc<EntityRecord>, Likeness)]) -> String {
    format!("It is unverified and may be taken for the verified {}: a possible impersonation.", named(beside))
}

fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    letters.next().map(|first| format!("{}{}.", first.to_uppercase(), letters.as_str())).unwrap_or_default()
}

/// Returns true if several entities match or one is only similar; the program does not choose.
pub fn is_ambiguous(found: &Resolution) -> bool {
    matches!(found.outcome, Match::Several | Match::Proposed)
}

/// Returns true if the identifier contains invisible characters and therefore names nothing.
pub fn is_invisible(found: &Resolution) -> bool {
    found.warnings.iter().any(|warning| warning.kind == Danger::Invisible)
}
