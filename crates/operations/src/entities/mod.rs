//! Entities: the common catalogue and the tenant's own entities, with their research, its history and their timelines.

mod history;
mod own;
mod tools;

use std::collections::BTreeMap;

use ::tools::entity_match;
use domain::access::AccessScope::Read;
use domain::{Entity, EntityId, Representation, Tenant, Time};
use proto::v1;
use serde::{Deserialize, Serialize};
use store::Memory;
use store::memory::{Span, StoredResearch};
use utoipa::{IntoParams, ToSchema};

pub use self::history::{EntityFact, EntityHistory, EntityHistoryQuery, VersionChange, VersionFinding, history};
pub use self::own::{OwnEntityItem, OwnEntityList, OwnEntityQuery, list_own};
pub use self::tools::call_tool;
use crate::input::{check_query, check_time, day_or_time};
use crate::{Context, OperationError};

/// Maximum entities that match exactly. More of one name differ in their mints.
const MAX_ENTITIES: usize = 50;
/// Maximum similar entities that are proposed.
const MAX_CANDIDATES: u32 = 10;
/// Items of a timeline, and their maximum.
const DEFAULT_ITEMS: u32 = 50;
const MAX_ITEMS: u32 = 500;

/// Query parameters of a search for entities.
#[derive(Debug, Clone, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub struct EntityQuery {
    /// Mint, LEI or another key, symbol, or name in any script.
    #[param(min_length = 1, max_length = 4000, pattern = "^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$")]
    pub name: String,
}

/// Kinds of a timeline's items.
const TIMELINE_KINDS: [&str; 4] = ["research", "event", "forecast", "fact"];

/// Which part of a timeline to read.
#[derive(Debug, Clone, Default, Serialize, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct TimelineQuery {
    /// Earliest time of an item.
    #[param(value_type = Option<String>, format = DateTime)]
    #[serde(deserialize_with = "day_or_time")]
    pub from: Option<Time>,
    /// Latest time of an item.
    #[param(value_type = Option<String>, format = DateTime)]
    #[serde(deserialize_with = "day_or_time")]
    pub to: Option<Time>,
    /// Kinds of items: `research`, `event`, `forecast`, `fact`, separated by commas; all if absent.
    #[param(pattern = "^\\s*(research|event|forecast|fact)\\s*(,\\s*(research|event|forecast|fact)\\s*)*$")]
    pub kinds: Option<String>,
    /// Maximum items, 1 to 500; 50 if absent.
    #[param(minimum = 1, maximum = 500)]
    pub limit: Option<u32>,
}

/// One item of a timeline.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TimelineItem {
    /// Time of the item.
    #[schema(value_type = String, format = DateTime)]
    pub at: Time,
    /// Kind of the item: `research`, `event`, `forecast` or `fact`.
    pub kind: String,
    /// Description, one sentence.
    pub text: String,
}

/// Entities that a name may mean.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EntityMatches {
    /// Those that match exactly, verified ones first.
    pub entities: Vec<Entity>,
    /// Similar ones, of which none is the answer.
    pub candidates: Vec<SimilarEntity>,
    /// There are more exact matches.
    pub more: bool,
    /// The look-up had to do without the vectors that are configured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lexical_only: bool,
}

/// An entity with a similar name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SimilarEntity {
    /// An entity that may be another one.
    pub entity: Entity,
    /// Similarity, 0 to 1.
    pub score: f64,
}

/// An entity with what is stored about it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EntityDetail {
    /// The entity with its names.
    pub entity: Entity,
    /// Its forms on chains and protocols.
    pub representations: Vec<Representation>,
    /// The newest research, if there is any.
    pub research: Option<VersionedResearch>,
}

/// Research with its version.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct VersionedResearch {
    /// Number of the version, counted from 1 per entity and tenant.
    pub version: i64,
    /// The research with its findings and sources.
    pub research: v1::Research,
}

/// Finds entities by mint or another key, symbol or name, also by a name in another script: at most 50 `entities` that
/// match exactly, verified ones first, `more` if there are others, and similar `candidates`, which are never the
/// answer. Where neither exists the candidates are entities whose research answers the name, with vectors also in
/// another language; `lexical_only` says that this look-up had to do without the vectors that are configured.
///
/// # Errors
/// The name is invalid, or Postgres is unavailable.
pub async fn find(cx: Context<'_>, query: &EntityQuery) -> Result<EntityMatches, OperationError> {
    cx.require(Read)?;
    let name = &query.name;
    check_query("name", name)?;
    let (memory, tenant) = (cx.store().memory(), cx.tenant());
    let named = [memory.by_symbol(tenant, name).await?, memory.by_name(tenant, name).await?].concat();
    let resolved = entity_match::resolve(&memory, tenant, name).await?.candidates;
    let (exact, alike): (Vec<_>, Vec<_>) = resolved.into_iter().partition(|candidate| candidate.because.is_exact());
    let exact = exact.into_iter().map(|candidate| candidate.record.entity.clone());
    let found: BTreeMap<EntityId, Entity> =
        named.into_iter().chain(exact).map(|entity| (entity.id.clone(), entity)).collect();
    let alike = alike.into_iter().map(|candidate| (candidate.record.entity.clone(), candidate.confidence));
    let similar = memory.similar(tenant, name, MAX_CANDIDATES).await?;
    let similar = similar.into_iter().map(|similar| (similar.entity, similar.score)).chain(alike);
    let mut candidates: Vec<(Entity, f64)> = Vec::new();
    for (entity, score) in similar {
        let is_new = !found.contains_key(&entity.id) && candidates.iter().all(|(other, _)| other.id != entity.id);
        if is_new {
            candidates.push((entity, score));
        }
    }
    let mut lexical_only = false;
    if found.is_empty() && candidates.is_empty() {
        let connected = entity_match::similar(&memory, tenant, name).await?;
        lexical_only = connected.lexical_only;
        for candidate in connected.candidates {
            let entity = memory.entity(tenant, &candidate.entity_id).await?;
            candidates.extend(entity.map(|entity| (entity, candidate.confidence)));
        }
    }
    let candidates = candidates.into_iter().map(|(entity, score)| SimilarEntity { entity, score }).collect();
    let mut entities: Vec<Entity> = found.into_values().collect();
    entities.sort_by_key(|entity| (!entity.verified, entity.id.clone()));
    let more = entities.len() > MAX_ENTITIES;
    entities.truncate(MAX_ENTITIES);
    Ok(EntityMatches { entities, candidates, more, lexical_only })
}

/// Returns an `entity` with its `representations` and its newest `research`.
///
/// # Errors
/// The tenant has no such entity, or Postgres is unavailable.
pub async fn show(cx: Context<'_>, id: &str) -> Result<EntityDetail, OperationError> {
    cx.require(Read)?;
    let (id, entity) = load(cx, id).await?;
    let (store, tenant) = (cx.store(), cx.tenant());
    let representations = store.memory().representations(tenant, &id).await?;
    let research = store.memory().research(tenant, &id).await?;
    let versioned = |stored: StoredResearch| {
        let StoredResearch { number, research, .. } = stored;
        VersionedResearch { version: number, research: v1::Research::from(&research) }
    };
    Ok(EntityDetail { entity, representations, research: research.map(versioned) })
}

/// Returns the timeline of an entity, newest first: research, facts, and the tenant's own events and forecasts.
///
/// # Errors
/// A parameter is invalid, the tenant has no such entity, or Postgres is unavailable.
pub async fn timeline(cx: Context<'_>, id: &str, query: TimelineQuery) -> Result<Vec<TimelineItem>, OperationError> {
    cx.require(Read)?;
    let limit = query.limit.unwrap_or(DEFAULT_ITEMS);
    if !(1..=MAX_ITEMS).contains(&limit) {
        return Err(OperationError::invalid("limit", format!("must be 1 to {MAX_ITEMS}")));
    }
    check_time("from", query.from)?;
    check_time("to", query.to)?;
    let (id, _) = load(cx, id).await?;
    let kinds = query.kinds.as_deref().map(kinds).transpose()?;
    let span = Span { from: query.from, to: query.to, kinds, limit };
    let items = cx.store().memory().timeline(cx.tenant(), &id, &span).await?;
    Ok(items.into_iter().map(|item| TimelineItem { at: item.at, kind: item.kind, text: item.text }).collect())
}

/// Reads kinds of items, separated by commas.
fn kinds(text: &str) -> Result<Vec<String>, OperationError> {
    let kind = |word: &str| match TIMELINE_KINDS.contains(&word) {
        true => Ok(word.to_owned()),
        false => {
            let all = TIMELINE_KINDS.join(", ");
            Err(OperationError::invalid("kinds", format!("{word:?} is no kind of a timeline's items; there are {all}")))
        }
    };
    text.split(',').map(str::trim).map(kind).collect()
}

/// Returns the key of the report about an entity, which may not exist.
///
/// # Errors
/// The tenant sees no such entity, or Postgres is unavailable.
pub async fn report_key(cx: Context<'_>, id: &str) -> Result<String, OperationError> {
    cx.require(Read)?;
    let (id, _) = load(cx, id).await?;
    let tenant = cx.tenant();
    let folder = if *tenant == Tenant::default() { String::new() } else { format!("{tenant}/") };
    Ok(format!("entities/{folder}{id}/report.md"))
}

async fn load(cx: Context<'_>, id: &str) -> Result<(EntityId, Entity), OperationError> {
    let id = EntityId::parse(id).map_err(|_| OperationError::no_entity())?;
    let entity = cx.store().memory().entity(cx.tenant(), &id).await?.ok_or_else(OperationError::no_entity)?;
    Ok((id, entity))
}
