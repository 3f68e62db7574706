//! Resolves identifiers to entities: fetches the candidate rows, over which `domain::entity::resolve` decides.
//!
//! Runs a fixed number of queries for any number of identifiers. The fetched part of the memory contains everything
//! that a decision over the whole memory would read, so the result is the same; a test compares both.

use std::collections::BTreeSet;

use domain::Tenant;
use domain::entity::directory::{Directory, View};
use domain::entity::identifier::{self, Identifier};
use domain::entity::key::{Key, KeyKind, spoken_keys};
use domain::entity::limits::MAX_MATCHES;
use domain::entity::resolve::{EntityQuery, Resolution, keys_for, resolve};
use domain::port::PortError;
use domain::port::memory::folded;

use super::entity::limit;
use super::keys::columns;
use super::rows::known;
use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::text::clean;

/// Entities with these keys: the first `$4` of the catalogue and of the tenant each, in the order of the primary key,
/// which has verified ones first.
const EXACT: &str = "
SELECT DISTINCT found.entity FROM unnest($1::int2[], $2::text[]) AS asked (kind, key)
CROSS JOIN unnest(ARRAY['', $3::text]) AS owner (tenant)
CROSS JOIN LATERAL (SELECT k.entity FROM entity_key k
    WHERE k.kind = asked.kind AND k.key = asked.key AND k.tenant = owner.tenant ORDER BY k.rank, k.entity LIMIT $4) AS found";

/// Only verified entities, which are of the catalogue, are checked for imitations.
const VERIFIED: &str = "
SELECT DISTINCT found.entity FROM unnest($1::int2[], $2::text[]) AS asked (kind, key)
CROSS JOIN LATERAL (SELECT k.entity FROM entity_key k
    WHERE k.kind = asked.kind AND k.key = asked.key AND k.tenant = '' AND k.rank = 0 ORDER BY k.entity LIMIT $3) AS found";

/// The limit equals that of `Directory::similar`. The operator `%` uses the trigram indexes of the catalogue (threshold
/// 0.3); the tenant's own entities are read one by one. Under row-level security only the view permits those indexes.
macro_rules! similar {
    ($entity:literal) => {
        concat!(
            "
SELECT DISTINCT found.id FROM unnest($1::text[]) AS asked (words) CROSS JOIN LATERAL (
    (SELECT e.id FROM ",
            $entity,
            " e WHERE (e.name_key % asked.words OR e.symbol_key % asked.words) AND e.tenant = ''
    ORDER BY greatest(similarity(e.name_key, asked.words), coalesce(similarity(e.symbol_key, asked.words), 0)) DESC, e.id
    LIMIT 48)
    UNION ALL
    (SELECT e.id FROM ",
            $entity,
            " e WHERE e.tenant = $2 AND e.tenant <> '' AND (e.name_key % asked.words OR e.symbol_key % asked.words)
    ORDER BY greatest(similarity(e.name_key, asked.words), coalesce(similarity(e.symbol_key, asked.words), 0)) DESC, e.id
    LIMIT 48)) AS found"
        )
    };
}
const SIMILAR: [&str; 2] = [similar!("entity"), similar!("scoped_entity")];

pub(super) async fn resolve_all(
    database: &Database,
    tenant: &Tenant,
    queries: &[EntityQuery],
) -> Result<Vec<Resolution>, PortError> {
    if queries.is_empty() {
        return Ok(Vec::new());
    }
    database.run("entity_key", |pool| async move { decide(&pool, tenant, queries).await }).await
}

async fn decide(pool: &PgPool, tenant: &Tenant, queries: &[EntityQuery]) -> Result<Vec<Resolution>, Failed> {
    let mut part = Part { directory: Directory::default(), loaded: BTreeSet::new() };
    let keys: BTreeSet<Key> = queries.iter().flat_map(keys_for).collect();
    let (kinds, texts) = columns(&keys);
    let exact = sqlx::query_scalar(EXACT).bind(kinds).bind(texts).bind(tenant.as_str()).bind(limit(MAX_MATCHES));
    let found = exact.fetch_all(pool).await?;
    part.load(pool, found).await?;
    let unmatched: Vec<String> =
        queries.iter().filter_map(|query| words_without_match(part.directory.seen_by(Some(tenant)), query)).collect();
    if !unmatched.is_empty() {
        let similar =
            sqlx::query_scalar(pool.statement(SIMILAR)).bind(unmatched).bind(tenant.as_str()).fetch_all(pool).await?;
        part.load(pool, similar).await?;
    }
    let first = queries.iter().map(|query| resolve(part.directory.seen_by(Some(tenant)), query));
    let imitated: BTreeSet<Key> = first
        .filter_map(|found| found.known().cloned())
        .filter(|known| !known.entity.verified)
        .flat_map(|known| spoken_keys(&known.entity))
        .collect();
    if !imitated.is_empty() {
        let (kinds, texts) = columns(&imitated);
        let verified =
            sqlx::query_scalar(VERIFIED).bind(kinds).bind(texts).bind(limit(MAX_MATCHES)).fetch_all(pool).await?;
        part.load(pool, verified).await?;
        // Older tokens with the same symbol or name, of which a copy is warned.
        let same: BTreeSet<Key> =
            imitated.into_iter().filter(|(kind, _)| matches!(kind, KeyKind::Symbol | KeyKind::Name)).collect();
        let (kinds, texts) = columns(&same);
        let exact = sqlx::query_scalar(EXACT).bind(kinds).bind(texts).bind(tenant.as_str()).bind(limit(MAX_MATCHES));
        let namesakes = exact.fetch_all(pool).await?;
        part.load(pool, namesakes).await?;
    }
    Ok(queries.iter().map(|query| resolve(part.directory.seen_by(Some(tenant)), query)).collect())
}

/// The part of the memory that these queries touch.
struct Part {
    directory: Directory,
    loaded: BTreeSet<String>,
}

impl Part {
    async fn load(&mut self, pool: &PgPool, mut ids: Vec<String>) -> Result<(), Failed> {
        ids.retain(|id| self.loaded.insert(id.clone()));
        if ids.is_empty() {
            return Ok(());
        }
        let mut conn = pool.begin().await?;
        for known in known(&mut conn, &ids).await? {
            self.directory.put(known);
        }
        Ok(())
    }
}

/// Returns the words of a query that match no symbol and no name, for which similar entities are proposed.
fn words_without_match(directory: View<'_>, query: &EntityQuery) -> Option<String> {
    let Identifier::Words(words) = identifier::read(&query.identifier) else { return None };
    let matched = keys_for(query)
        .iter()
        .filter(|(kind, _)| matches!(kind, KeyKind::Symbol | KeyKind::Name))
        .any(|key| !directory.with_key(key).is_empty());
    (!matched).then(|| clean(&folded(words)))
}
