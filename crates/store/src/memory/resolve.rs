//! Resolves identifiers to entities: fetches the candidate rows, over which `domain::entity::resolve` decides.
//!
//! Runs a fixed number of queries for any number of identifiers. The fetched part of the memory contains everything that a decision
//! over the whole memory would read, so the result is the same; a test compares both.

use std::collections::BTreeSet;

use domain::entity::directory::Directory;
use domain::entity::identifier::{self, Identifier};
use domain::entity::key::{KEYS_VERSION, Key, KeyKind, spoken_keys};
use domain::entity::resolve::{EntityQuery, Resolution, keys_for, resolve};
use domain::port::PortError;
use domain::port::memory::folded;

use super::keys::columns;
use super::rows::known;
use crate::database::Database;
use crate::effect::text::clean;
use crate::failure::Failed;
use crate::pool::PgPool;

/// Entities with these keys, and entities that have no keys yet.
const EXACT: &str = "
SELECT k.entity FROM unnest($1::int2[], $2::text[]) AS asked (kind, key) JOIN entity_key k USING (kind, key)
UNION SELECT e.id FROM entity e WHERE e.keyed < $3";

/// Only verified entities are checked for imitations.
const VERIFIED: &str = "
SELECT DISTINCT k.entity FROM unnest($1::int2[], $2::text[]) AS asked (kind, key) JOIN entity_key k USING (kind, key)
JOIN entity e ON e.id = k.entity AND e.verified";

/// The limit equals that of `Directory::similar`. The operator `%` uses the trigram index (threshold 0.3).
const SIMILAR: &str = "
SELECT DISTINCT found.id FROM unnest($1::text[]) AS asked (words) CROSS JOIN LATERAL (
    SELECT e.id FROM entity e WHERE e.name_key % asked.words OR e.symbol_key % asked.words
    ORDER BY greatest(similarity(e.name_key, asked.words), coalesce(similarity(e.symbol_key, asked.words), 0)) DESC, e.id
    LIMIT 48) AS found";

pub(super) async fn resolve_all(database: &Database, queries: &[EntityQuery]) -> Result<Vec<Resolution>, PortError> {
    if queries.is_empty() {
        return Ok(Vec::new());
    }
    database.run("entity_key", |pool| async move { decide(&pool, queries).await }).await
}

async fn decide(pool: &PgPool, queries: &[EntityQuery]) -> Result<Vec<Resolution>, Failed> {
    let mut part = Part { directory: Directory::default(), loaded: BTreeSet::new() };
    let keys: BTreeSet<Key> = queries.iter().flat_map(keys_for).collect();
    let (kinds, texts) = columns(&keys);
    let found = sqlx::query_scalar(EXACT).bind(kinds).bind(texts).bind(KEYS_VERSION).fetch_all(pool).await?;
    part.load(pool, found).await?;
    let unmatched: Vec<String> =
        queries.iter().filter_map(|query| words_without_match(&part.directory, query)).collect();
    if !unmatched.is_empty() {
        let similar = sqlx::query_scalar(SIMILAR).bind(unmatched).fetch_all(pool).await?;
        part.load(pool, similar).await?;
    }
    let first = queries.iter().map(|query| resolve(&part.directory, query));
    let imitated: BTreeSet<Key> = first
        .filter_map(|found| found.known().cloned())
        .filter(|known| !known.entity.verified)
        .flat_map(|known| spoken_keys(&known.entity))
        .collect();
    if !imitated.is_empty() {
        let (kinds, texts) = columns(&imitated);
        let verified = sqlx::query_scalar(VERIFIED).bind(kinds).bind(texts).fetch_all(pool).await?;
        part.load(pool, verified).await?;
    }
    Ok(queries.iter().map(|query| resolve(&part.directory, query)).collect())
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
fn words_without_match(directory: &Directory, query: &EntityQuery) -> Option<String> {
    let Identifier::Words(words) = identifier::read(&query.identifier) else { return None };
    let matched = keys_for(query)
        .iter()
        .filter(|(kind, _)| matches!(kind, KeyKind::Symbol | KeyKind::Name))
        .any(|key| directory.with_key(key).next().is_some());
    (!matched).then(|| clean(&folded(words)))
}
