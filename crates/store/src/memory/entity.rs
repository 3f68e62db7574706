//! Creating entities and looking them up.

use domain::port::PortError;
use domain::port::memory::{NewEntity, Similar, folded};
use domain::{Entity, EntityId};
use sqlx::postgres::PgRow;
use sqlx::{FromRow, Row};

use super::keys;
use super::rows::{EntityRow, columns, entities, entity};
use crate::database::Database;
use crate::effect::text::clean;
use crate::failure::Failed;
use crate::pool::PgPool;

const BY_ID: &str = concat!("SELECT ", columns!(), " FROM entity e WHERE e.id = $1");
const BY_IDENTITY: &str = concat!("SELECT ", columns!(), " FROM entity e WHERE e.identity = $1");
const BY_SYMBOL: &str = concat!("SELECT ", columns!(), " FROM entity e WHERE e.symbol_key = $1 ORDER BY e.id");
const BY_NAME: &str = concat!("SELECT ", columns!(), " FROM entity e WHERE e.name_key = $1 ORDER BY e.id");
const BY_CONTEXT: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM representation_context c JOIN entity e ON e.id = c.entity
WHERE c.key = $1 AND c.value = $2 ORDER BY e.created_at, e.id LIMIT 1"
);

/// The operator `%` uses the trigram index (threshold 0.3).
const SIMILAR: &str = concat!(
    "SELECT ",
    columns!(),
    ", greatest(similarity(e.name_key, $1), coalesce(similarity(e.symbol_key, $1), 0))::float8 AS score
FROM entity e WHERE e.name_key % $1 OR e.symbol_key % $1
ORDER BY score DESC, e.id LIMIT $2"
);

const CREATE: &str = "
INSERT INTO entity (id, identity, kind, name, symbol, name_key, symbol_key, verified, metadata, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::text::json, $10) ON CONFLICT DO NOTHING";

pub(super) async fn by_id(database: &Database, id: &EntityId) -> Result<Option<Entity>, PortError> {
    let id = id.as_str();
    database.run("entity", |pool| async move { Ok(entities(&pool, BY_ID, id).await?.pop()) }).await
}

pub(super) async fn by_context(database: &Database, key: &str, value: &str) -> Result<Option<Entity>, PortError> {
    database.run("entity", |pool| async move { with_context(&pool, key, value).await }).await
}

pub(super) async fn by_symbol(database: &Database, symbol: &str) -> Result<Vec<Entity>, PortError> {
    let key = &clean(&folded(symbol));
    database.run("entity", |pool| async move { entities(&pool, BY_SYMBOL, key).await }).await
}

pub(super) async fn by_name(database: &Database, name: &str) -> Result<Vec<Entity>, PortError> {
    let key = &clean(&folded(name));
    database.run("entity", |pool| async move { entities(&pool, BY_NAME, key).await }).await
}

/// Proposals only: a similar name never identifies an entity.
pub(super) async fn similar(database: &Database, name: &str, limit: u32) -> Result<Vec<Similar>, PortError> {
    let key = &clean(&folded(name));
    let select = |pool: PgPool| async move {
        let rows = sqlx::query(SIMILAR).bind(key).bind(i64::from(limit)).fetch_all(&pool).await?;
        let found =
            |row: &PgRow| Ok(Similar { entity: entity(EntityRow::from_row(row)?)?, score: row.try_get("score")? });
        rows.iter().map(found).collect()
    };
    database.run("entity", select).await
}

pub(super) async fn create(database: &Database, new: &NewEntity) -> Result<Entity, PortError> {
    database.run("entity", |pool| async move { find_or_create(&pool, new).await }).await
}

async fn with_context(pool: &PgPool, key: &str, value: &str) -> Result<Option<Entity>, Failed> {
    let row: Option<EntityRow> = sqlx::query_as(BY_CONTEXT).bind(key).bind(clean(value)).fetch_optional(pool).await?;
    row.map(entity).transpose()
}

/// Returns the entity, creating it if necessary. If two replicas create it at once, one insert wins and the other replica finds the
/// row by its identity.
async fn find_or_create(pool: &PgPool, new: &NewEntity) -> Result<Entity, Failed> {
    if let Some(mint) = &new.mint
        && let Some(known) = with_context(pool, "mint", mint).await?
    {
        return Ok(known);
    }
    let identity = clean(&new.identity());
    if let Some(known) = entities(pool, BY_IDENTITY, &identity).await?.pop() {
        return Ok(known);
    }
    for slug in new.slugs() {
        insert(pool, new, &identity, &slug).await?;
        if let Some(made) = entities(pool, BY_IDENTITY, &identity).await?.pop() {
            return Ok(made);
        }
    }
    // Both slugs belong to other entities, which requires a hash collision.
    Err(Failed::from(sqlx::Error::RowNotFound))
}

/// Inserts the row and its keys in one transaction: an entity without keys would not be found and would be created twice.
async fn insert(pool: &PgPool, new: &NewEntity, identity: &str, slug: &EntityId) -> Result<(), Failed> {
    let create = sqlx::query(CREATE)
        .bind(slug.as_str())
        .bind(identity)
        .bind(new.kind.name())
        .bind(clean(&new.name))
        .bind(new.symbol.as_deref().map(clean))
        .bind(clean(&folded(&new.name)))
        .bind(new.symbol.as_deref().map(|symbol| clean(&folded(symbol))))
        .bind(new.verified)
        .bind(serde_json::to_string(&new.metadata)?)
        .bind(new.created_at);
    let mut transaction = pool.begin().await?;
    if create.execute(&mut *transaction).await?.rows_affected() == 1 {
        keys::rewrite(&mut transaction, &[slug.to_string()]).await?;
    }
    transaction.commit().await?;
    Ok(())
}
