//! Reads and writes the rows of an import: owners of mints, new entities, changed entities, representations.

use std::collections::{BTreeMap, BTreeSet};

use domain::entity::key::KEYS_VERSION;
use domain::port::memory::{NewEntity, folded, mint_identity};
use domain::{Entity, EntityKind};
use sqlx::Postgres;
use sqlx::postgres::{PgArguments, PgConnection};
use sqlx::query::Query;

use super::listed::{ListSource, Listed};
use super::merge::merged;
use crate::failure::Failed;
use crate::memory::representation::LOCK;
use crate::text::clean;

const BY_FORM: &str = "
SELECT value, entity FROM representation_context WHERE key = 'mint' AND value = ANY($1) AND tenant = ''";
const BY_IDENTITY: &str = "SELECT substr(identity, 6), id FROM entity WHERE identity = ANY($1) AND tenant = ''";
const CREATE: &str = "
INSERT INTO entity (id, name, name_key, symbol, symbol_key, verified, banned, aliases, metadata, identity, kind, created_at, keyed)
SELECT id, name, name_key, symbol, symbol_key, verified, banned, aliases::json, metadata::json, identity, $11, $12, $13
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bool[], $7::text[], $8::text[], $9::text[], $10::text[])
    AS new (id, name, name_key, symbol, symbol_key, verified, banned, aliases, metadata, identity)
ON CONFLICT DO NOTHING";
const UPDATE: &str = "
UPDATE entity e SET name = new.name, name_key = new.name_key, symbol = new.symbol, symbol_key = new.symbol_key,
    verified = new.verified, banned = new.banned, aliases = new.aliases::json, metadata = new.metadata::json
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bool[], $7::text[], $8::text[], $9::text[])
    AS new (id, name, name_key, symbol, symbol_key, verified, banned, aliases, metadata)
WHERE e.id = new.id";
const FORMS: &str = "
INSERT INTO representation (entity, kind, protocol, chain, context, active)
SELECT entity, 'spot-token', 'spl', 'solana', jsonb_build_object('mint', mint), true
FROM unnest($1::text[], $2::text[]) AS form (entity, mint) ON CONFLICT DO NOTHING";
const CONTEXTS: &str = "
INSERT INTO representation_context (key, value, entity)
SELECT 'mint', mint, entity FROM unnest($1::text[], $2::text[]) AS form (entity, mint) ON CONFLICT DO NOTHING RETURNING entity";

/// Returns the existing entities of these mints, by mint.
pub(super) async fn owners(conn: &mut PgConnection, listed: &[&Listed]) -> Result<BTreeMap<String, String>, Failed> {
    let mints: Vec<&str> = listed.iter().map(|listed| listed.mint.as_str()).collect();
    let mut owners: BTreeMap<String, String> = by_identity(conn, &mints).await?;
    let by_form: Vec<(String, String)> = sqlx::query_as(BY_FORM).bind(mints).fetch_all(conn).await?;
    owners.extend(by_form);
    Ok(owners)
}

async fn by_identity(conn: &mut PgConnection, mints: &[&str]) -> Result<BTreeMap<String, String>, Failed> {
    let identities: Vec<String> = mints.iter().map(|mint| mint_identity(mint)).collect();
    let rows: Vec<(String, String)> = sqlx::query_as(BY_IDENTITY).bind(identities).fetch_all(conn).await?;
    Ok(rows.into_iter().collect())
}

/// Creates entities from list entries. A name that is taken gets the same suffix as in a single creation. Returns the
/// new entities by mint.
pub(super) async fn create(
    conn: &mut PgConnection,
    source: &ListSource,
    unknown: &[&Listed],
) -> Result<BTreeMap<String, String>, Failed> {
    let mints: Vec<&str> = unknown.iter().map(|listed| listed.mint.as_str()).collect();
    let mut made = BTreeMap::new();
    for slug in 0..2 {
        let missing = unknown.iter().filter(|listed| !made.contains_key(&listed.mint));
        let new: Vec<(NewEntity, Entity)> = missing.map(|listed| new_entity(listed, source, slug)).collect();
        if new.is_empty() {
            break;
        }
        let (new, entities): (Vec<NewEntity>, Vec<Entity>) = new.into_iter().unzip();
        let create = Columns::from_entities(&entities)?
            .bound_to(CREATE)
            .bind(new.iter().map(NewEntity::identity).collect::<Vec<_>>())
            .bind(EntityKind::CryptoToken.name())
            .bind(source.at)
            .bind(KEYS_VERSION);
        create.execute(&mut *conn).await?;
        made = by_identity(conn, &mints).await?;
    }
    // Both slugs of an entity are taken: by a concurrent import, which a retry resolves, or by a hash collision.
    if made.len() < unknown.len() { Err(Failed::Again) } else { Ok(made) }
}

/// Returns the identity of a new token and its entity. A token without a name is named after its mint.
fn new_entity(listed: &Listed, source: &ListSource, slug: usize) -> (NewEntity, Entity) {
    let new = NewEntity {
        kind: EntityKind::CryptoToken,
        name: listed.name.clone().unwrap_or_else(|| listed.mint.clone()),
        symbol: None,
        mint: Some(listed.mint.clone()),
        verified: listed.verified == Some(true),
        metadata: BTreeMap::new(),
        created_at: source.at,
        owner: None,
    };
    let blank = Entity {
        id: new.slugs()[slug].clone(),
        kind: new.kind,
        name: new.name.clone(),
        symbol: None,
        verified: false,
        banned: None,
        aliases: Vec::new(),
        metadata: BTreeMap::new(),
        created_at: source.at,
        owner: None,
    };
    (new, merged(&blank, listed))
}

/// Columns of entities for `unnest`.
struct Columns {
    ids: Vec<String>,
    names: Vec<String>,
    name_keys: Vec<String>,
    symbols: Vec<Option<String>>,
    symbol_keys: Vec<Option<String>>,
    verified: Vec<bool>,
    banned: Vec<Option<String>>,
    aliases: Vec<String>,
    metadata: Vec<String>,
}

impl Columns {
    fn from_entities(entities: &[Entity]) -> Result<Self, serde_json::Error> {
        let symbols = || entities.iter().map(|entity| entity.symbol.as_deref());
        Ok(Self {
            ids: entities.iter().map(|entity| entity.id.to_string()).collect(),
            names: entities.iter().map(|entity| clean(&entity.name)).collect(),
            name_keys: entities.iter().map(|entity| clean(&folded(&entity.name))).collect(),
            symbols: symbols().map(|symbol| symbol.map(clean)).collect(),
            symbol_keys: symbols().map(|symbol| symbol.map(|symbol| clean(&folded(symbol)))).collect(),
            verified: entities.iter().map(|entity| entity.verified).collect(),
            banned: entities.iter().map(|entity| entity.banned.as_deref().map(clean)).collect(),
            aliases: entities.iter().map(|e| serde_json::to_string(&e.aliases)).collect::<Result<_, _>>()?,
            metadata: entities.iter().map(|e| serde_json::to_string(&e.metadata)).collect::<Result<_, _>>()?,
        })
    }

    /// Binds the columns as the first nine parameters of a statement.
    fn bound_to(self, sql: &'static str) -> Query<'static, Postgres, PgArguments> {
        sqlx::query(sql)
            .bind(self.ids)
            .bind(self.names)
            .bind(self.name_keys)
            .bind(self.symbols)
            .bind(self.symbol_keys)
            .bind(self.verified)
            .bind(self.banned)
            .bind(self.aliases)
            .bind(self.metadata)
    }
}

/// Locks the rows of the entities, in the order of the id, so that two imports cannot deadlock.
pub(super) async fn lock(conn: &mut PgConnection, owners: &BTreeMap<String, String>) -> Result<Vec<String>, Failed> {
    let ids: BTreeSet<&String> = owners.values().collect();
    let ids: Vec<&String> = ids.into_iter().collect();
    Ok(sqlx::query_scalar(LOCK).bind(ids).fetch_all(conn).await?)
}

pub(super) async fn update(conn: &mut PgConnection, changed: &[Entity]) -> Result<(), Failed> {
    if changed.is_empty() {
        return Ok(());
    }
    Columns::from_entities(changed)?.bound_to(UPDATE).execute(conn).await?;
    Ok(())
}

/// Writes the spot-token representation of each (entity, mint). Returns the entities that did not have it.
pub(super) async fn representations(conn: &mut PgConnection, rows: &[(String, String)]) -> Result<Vec<String>, Failed> {
    let (entities, mints): (Vec<&String>, Vec<&String>) = rows.iter().map(|(entity, mint)| (entity, mint)).unzip();
    sqlx::query(FORMS).bind(&entities).bind(&mints).execute(&mut *conn).await?;
    Ok(sqlx::query_scalar(CONTEXTS).bind(&entities).bind(&mints).fetch_all(conn).await?)
}
