//! From identifiers to entities: the rows that may matter are fetched, `domain::entity::resolve` decides over them.
//!
//! A fixed number of queries, however many identifiers. The decision sees a part of the memory that holds everything the decision
//! over all of it would look at, so it is the same; a test holds both against each other.

use std::collections::BTreeSet;

use domain::entity::directory::Directory;
use domain::entity::identifier::{self, Identifier};
use domain::entity::key::{KEYS_VERSION, Key, KeyKind, spoken_keys};
use domain::entity::resolve::{Ask, Resolution, keys_for, resolve};
use domain::port::PortError;
use sqlx::PgPool;

use super::keys::columns;
use super::rows::known;
use crate::Store;
use crate::effect::text::clean;
use crate::failure::Failed;

/// What these keys find, and what has no keys yet.
const EXACT: &str = "
SELECT k.entity FROM unnest($1::int2[], $2::text[]) AS asked (kind, key) JOIN entity_key k USING (kind, key)
UNION SELECT e.id FROM entity e WHERE e.keyed < $3";

/// Only verified ones are imitated.
const VERIFIED: &str = "
SELECT DISTINCT k.entity FROM unnest($1::int2[], $2::text[]) AS asked (kind, key) JOIN entity_key k USING (kind, key)
JOIN entity e ON e.id = k.entity AND e.verified";

/// As many as `Directory::similar` looks at; `%` uses the trigram index (threshold 0.3).
const SIMILAR: &str = "
SELECT DISTINCT found.id FROM unnest($1::text[]) AS asked (words) CROSS JOIN LATERAL (
    SELECT e.id FROM entity e WHERE e.name_key % asked.words OR e.symbol_key % asked.words
    ORDER BY greatest(similarity(e.name_key, asked.words), coalesce(similarity(e.symbol_key, asked.words), 0)) DESC, e.id
    LIMIT 48) AS found";

pub(super) async fn all(store: &Store, asks: &[Ask]) -> Result<Vec<Resolution>, PortError> {
    if asks.is_empty() {
        return Ok(Vec::new());
    }
    store.run("entity_key", |pool| async move { decide(&pool, asks).await }).await
}

async fn decide(pool: &PgPool, asks: &[Ask]) -> Result<Vec<Resolution>, Failed> {
    let mut part = Part { directory: Directory::default(), loaded: BTreeSet::new() };
    let keys: BTreeSet<Key> = asks.iter().flat_map(keys_for).collect();
    let (kinds, texts) = columns(&keys);
    let found = sqlx::query_scalar(EXACT).bind(kinds).bind(texts).bind(KEYS_VERSION).fetch_all(pool).await?;
    part.load(pool, found).await?;
    let unmatched: Vec<String> = asks.iter().filter_map(|ask| words_without_match(&part.directory, ask)).collect();
    if !unmatched.is_empty() {
        let similar = sqlx::query_scalar(SIMILAR).bind(unmatched).fetch_all(pool).await?;
        part.load(pool, similar).await?;
    }
    let first = asks.iter().map(|ask| resolve(&part.directory, ask));
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
    Ok(asks.iter().map(|ask| resolve(&part.directory, ask)).collect())
}

/// The part of the memory that these questions touch.
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
        let mut conn = pool.acquire().await?;
        for known in known(&mut conn, &ids).await? {
            self.directory.put(known);
        }
        Ok(())
    }
}

/// Words that no symbol and no name matches: what is like them may be proposed.
fn words_without_match(directory: &Directory, ask: &Ask) -> Option<String> {
    let Identifier::Words(words) = identifier::read(&ask.identifier) else { return None };
    let matched = keys_for(ask)
        .iter()
        .filter(|(kind, _)| matches!(kind, KeyKind::Symbol | KeyKind::Name))
        .any(|key| directory.with_key(key).next().is_some());
    (!matched).then(|| clean(&super::folded(words)))
}
