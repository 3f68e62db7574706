//! Conversion of `entity` rows to domain values.

use std::collections::BTreeMap;

use domain::entity::EntityRecord;
use domain::{Entity, EntityId, EntityKind, Tenant, Time};
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{FromRow, Row};

use crate::failure::Failed;
use crate::pool::PgPool;

/// The columns of [`EntityRow`], selected from the alias `e`.
macro_rules! columns {
    () => {
        "e.id, e.kind, e.name, e.symbol, e.verified, e.banned, e.aliases::text AS aliases, e.metadata::text AS metadata, e.created_at, e.tenant"
    };
}
pub(super) use columns;

#[derive(Debug)]
pub(super) struct EntityRow {
    id: String,
    kind: String,
    name: String,
    symbol: Option<String>,
    verified: bool,
    banned: Option<String>,
    aliases: String,
    metadata: String,
    created_at: Time,
    tenant: String,
}

impl FromRow<'_, PgRow> for EntityRow {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            kind: row.try_get("kind")?,
            name: row.try_get("name")?,
            symbol: row.try_get("symbol")?,
            verified: row.try_get("verified")?,
            banned: row.try_get("banned")?,
            aliases: row.try_get("aliases")?,
            metadata: row.try_get("metadata")?,
            created_at: row.try_get("created_at")?,
            tenant: row.try_get("tenant")?,
        })
    }
}

pub(super) fn entity(row: EntityRow) -> Result<Entity, Failed> {
    let EntityRow { id, kind, name, symbol, verified, banned, aliases, metadata, created_at, tenant } = row;
    let metadata: BTreeMap<String, String> = serde_json::from_str(&metadata)?;
    let aliases = serde_json::from_str(&aliases)?;
    let (id, kind) = (EntityId::parse(&id).unwrap_or_else(|_| EntityId::slug(&id)), parse_kind(&kind));
    Ok(Entity { id, kind, name, symbol, verified, banned, aliases, metadata, created_at, owner: owner(&tenant)? })
}

/// Maps a kind that only a newer version knows to `Concept`.
fn parse_kind(name: &str) -> EntityKind {
    EntityKind::parse(name).unwrap_or(EntityKind::Concept)
}

/// Returns the value of the column `tenant` for an owner: the catalogue is ''.
pub(super) fn column(owner: Option<&Tenant>) -> &str {
    owner.map_or("", Tenant::as_str)
}

fn owner(tenant: &str) -> Result<Option<Tenant>, Failed> {
    if tenant.is_empty() {
        return Ok(None);
    }
    Tenant::parse(tenant).map(Some).map_err(|error| Failed::from(sqlx::Error::Decode(error.into())))
}

/// The contexts of `e`, including the mint of its identity, whose representation may not exist yet, and the further
/// names, which are no keys of one entity.
macro_rules! contexts {
    () => {
        "(SELECT coalesce(json_agg(json_build_array(c.key, c.value) ORDER BY c.key, c.value), '[]') FROM (
              SELECT key, value FROM representation_context WHERE entity = e.id
              UNION SELECT 'name', context->>'name' FROM representation WHERE entity = e.id AND context ? 'name'
              UNION SELECT 'mint', substr(e.identity, 6) WHERE starts_with(e.identity, 'mint:')) AS c)::text AS contexts"
    };
}

const KNOWN: &str =
    concat!("SELECT ", columns!(), ", ", contexts!(), " FROM entity e WHERE e.id = ANY($1) ORDER BY e.id");
const CHANGED: &str = concat!(
    "SELECT ",
    columns!(),
    ", ",
    contexts!(),
    " FROM entity e WHERE e.changed >= $1::text::xid8 AND e.id > $2 ORDER BY e.id LIMIT $3"
);

/// Returns entities by id, with the contexts that resolution uses.
pub(super) async fn known(conn: &mut PgConnection, ids: &[String]) -> Result<Vec<EntityRecord>, Failed> {
    let rows = sqlx::query(KNOWN).bind(ids).fetch_all(conn).await?;
    rows.iter().map(known_from_row).collect()
}

/// A page of changed entities.
#[derive(Clone, Copy)]
pub(super) struct Page<'a> {
    /// Transaction id: entities written by this or a later transaction.
    pub(super) since: &'a str,
    /// Entity id after which the page starts.
    pub(super) after: &'a str,
    pub(super) limit: i64,
}

pub(super) async fn changed(pool: &PgPool, page: Page<'_>) -> Result<Vec<EntityRecord>, Failed> {
    let rows = sqlx::query(CHANGED).bind(page.since).bind(page.after).bind(page.limit).fetch_all(pool).await?;
    rows.iter().map(known_from_row).collect()
}

fn known_from_row(row: &PgRow) -> Result<EntityRecord, Failed> {
    let contexts: String = row.try_get("contexts")?;
    Ok(EntityRecord { entity: entity(EntityRow::from_row(row)?)?, contexts: serde_json::from_str(&contexts)? })
}
