//! Creating entities and looking them up.

use domain::entity::EntityRecord;
use domain::entity::identifier::canonical;
use domain::entity::limits::{CatalogueRefusal, MAX_ENTITIES, MAX_MATCHES};
use domain::port::PortError;
use domain::port::memory::{NewEntity, Similar, folded};
use domain::{Entity, EntityId, Tenant};
use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{FromRow, Row};

use super::keys;
use super::rows::{EntityRow, column, columns, entity};
use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::text::clean;

/// An entity of the catalogue or of the tenant.
const BY_ID: &str = concat!("SELECT ", columns!(), " FROM entity e WHERE e.id = $1 AND e.tenant IN ('', $2)");

/// The catalogue is preferred.
const BY_IDENTITY: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM entity e WHERE e.identity = $1 AND e.tenant IN ('', $2) ORDER BY e.tenant LIMIT 1"
);
const BY_CONTEXT: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM representation_context c JOIN entity e ON e.id = c.entity
WHERE c.key = $1 AND c.value = $2 AND c.tenant IN ('', $3) ORDER BY c.tenant LIMIT 1"
);

/// Reads at most `$3` rows of the catalogue and of the tenant each, in the order of the index.
macro_rules! by_words {
    ($key:literal) => {
        concat!(
            "SELECT f.* FROM unnest(ARRAY['', $2::text]) AS owner (tenant) CROSS JOIN LATERAL (SELECT ",
            columns!(),
            " FROM entity e WHERE e.",
            $key,
            " = $1 AND e.tenant = owner.tenant ORDER BY e.verified DESC, e.id LIMIT $3) AS f ORDER BY f.verified DESC, f.id"
        )
    };
}
const BY_SYMBOL: &str = by_words!("symbol_key");
const BY_NAME: &str = by_words!("name_key");

/// Similarity of the alias `e` to `$1`.
macro_rules! score {
    () => {
        "greatest(similarity(e.name_key, $1), coalesce(similarity(e.symbol_key, $1), 0))::float8 AS score"
    };
}

/// The operator `%` uses the trigram indexes of the catalogue (threshold 0.3). The tenant's own entities are read one
/// by one. Under row-level security only the view permits those indexes.
macro_rules! similar {
    ($entity:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            ", f.score FROM (
    (SELECT e.id, ",
            score!(),
            " FROM ",
            $entity,
            " e WHERE (e.name_key % $1 OR e.symbol_key % $1) AND e.tenant = '' ORDER BY score DESC, e.id LIMIT $2)
    UNION ALL (SELECT e.id, ",
            score!(),
            " FROM ",
            $entity,
            " e WHERE e.tenant = $3 AND e.tenant <> '' AND (e.name_key % $1 OR e.symbol_key % $1) ORDER BY score DESC, e.id LIMIT $2)
) AS f JOIN entity e ON e.id = f.id ORDER BY f.score DESC, f.id LIMIT $2"
        )
    };
}
const SIMILAR: [&str; 2] = [similar!("entity"), similar!("scoped_entity")];

const CREATE: &str = "
INSERT INTO entity (id, identity, kind, name, symbol, name_key, symbol_key, verified, metadata, created_at, tenant, keyed)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::text::json, $10, $11, $12) ON CONFLICT DO NOTHING RETURNING id";

/// The unique key decides between concurrent calls.
const OWN_MINT: &str = "INSERT INTO representation_context (key, value, entity, tenant) VALUES ('mint', $1, $2, $3) ON CONFLICT DO NOTHING";

/// Concurrent creations of one tenant wait for each other, so the number below is exact.
const ONE_AT_A_TIME: &str = "SELECT pg_advisory_xact_lock(1635087471, hashtext($1))";
const COUNT: &str = "SELECT count(*) FROM (SELECT FROM entity WHERE tenant = $1 AND tenant <> '' LIMIT $2) AS own";

pub(crate) async fn by_id(database: &Database, tenant: &Tenant, id: &EntityId) -> Result<Option<Entity>, PortError> {
    let select = |pool: PgPool| async move {
        let query = sqlx::query_as(BY_ID).bind(id.as_str()).bind(tenant.as_str());
        let row: Option<EntityRow> = query.fetch_optional(&pool).await?;
        row.map(entity).transpose()
    };
    database.run("entity", select).await
}

pub(super) async fn by_context(
    database: &Database,
    tenant: &Tenant,
    (key, value): (&str, &str),
) -> Result<Option<Entity>, PortError> {
    let select = |pool: PgPool| async move {
        let value = clean(&canonical(key, value));
        let query = sqlx::query_as(BY_CONTEXT).bind(key).bind(value).bind(tenant.as_str());
        let row: Option<EntityRow> = query.fetch_optional(&pool).await?;
        row.map(entity).transpose()
    };
    database.run("entity", select).await
}

pub(super) async fn by_symbol(database: &Database, tenant: &Tenant, symbol: &str) -> Result<Vec<Entity>, PortError> {
    by_words(database, tenant, (BY_SYMBOL, symbol)).await
}

pub(super) async fn by_name(database: &Database, tenant: &Tenant, name: &str) -> Result<Vec<Entity>, PortError> {
    by_words(database, tenant, (BY_NAME, name)).await
}

async fn by_words(
    database: &Database,
    tenant: &Tenant,
    (sql, words): (&'static str, &str),
) -> Result<Vec<Entity>, PortError> {
    let key = &clean(&folded(words));
    let select = |pool: PgPool| async move {
        let query = sqlx::query_as(sql).bind(key).bind(tenant.as_str()).bind(limit(MAX_MATCHES));
        let rows: Vec<EntityRow> = query.fetch_all(&pool).await?;
        rows.into_iter().map(entity).collect()
    };
    database.run("entity", select).await
}

/// Returns a limit as Postgres takes it.
pub(super) fn limit(rows: usize) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}

/// Proposals only: a similar name never identifies an entity.
pub(super) async fn similar(
    database: &Database,
    tenant: &Tenant,
    (name, limit): (&str, u32),
) -> Result<Vec<Similar>, PortError> {
    let key = &clean(&folded(name));
    let select = |pool: PgPool| async move {
        let query = sqlx::query(pool.statement(SIMILAR)).bind(key).bind(i64::from(limit)).bind(tenant.as_str());
        let rows = query.fetch_all(&pool).await?;
        let found =
            |row: &PgRow| Ok(Similar { entity: entity(EntityRow::from_row(row)?)?, score: row.try_get("score")? });
        rows.iter().map(found).collect()
    };
    database.run("entity", select).await
}

pub(super) async fn create(database: &Database, new: &NewEntity) -> Result<Entity, PortError> {
    new.check().map_err(|refusal| Failed::from(refusal).into_port("entity"))?;
    database.run("entity", |pool| async move { find_or_create(&pool, new).await }).await
}

/// Returns the entity, creating it if necessary. If two replicas create it at once, one insert wins and the other
/// replica finds the row by its identity or its mint.
async fn find_or_create(pool: &PgPool, new: &NewEntity) -> Result<Entity, Failed> {
    for slug in new.slugs() {
        if let Some(known) = find(pool, new).await? {
            return Ok(known);
        }
        insert(pool, new, &slug).await?;
    }
    if let Some(made) = find(pool, new).await? {
        return Ok(made);
    }
    // Both slugs belong to other entities, which requires a hash collision.
    Err(Failed::from(sqlx::Error::RowNotFound))
}

async fn find(pool: &PgPool, new: &NewEntity) -> Result<Option<Entity>, Failed> {
    let tenant = column(new.owner.as_ref());
    if let Some(mint) = &new.mint {
        let query = sqlx::query_as(BY_CONTEXT).bind("mint").bind(clean(mint)).bind(tenant);
        let row: Option<EntityRow> = query.fetch_optional(pool).await?;
        if let Some(row) = row {
            return entity(row).map(Some);
        }
    }
    let query = sqlx::query_as(BY_IDENTITY).bind(clean(&new.identity())).bind(tenant);
    let row: Option<EntityRow> = query.fetch_optional(pool).await?;
    row.map(entity).transpose()
}

/// Inserts the row and its keys in one transaction: an entity without keys would not be found and would be created
/// twice.
async fn insert(pool: &PgPool, new: &NewEntity, slug: &EntityId) -> Result<(), Failed> {
    let mut transaction = pool.begin().await?;
    if let Some(owner) = &new.owner {
        ensure_room(&mut transaction, owner).await?;
    }
    let tenant = column(new.owner.as_ref());
    let create = sqlx::query_scalar(CREATE)
        .bind(slug.as_str())
        .bind(clean(&new.identity()))
        .bind(new.kind.name())
        .bind(clean(&new.name))
        .bind(new.symbol.as_deref().map(clean))
        .bind(clean(&folded(&new.name)))
        .bind(new.symbol.as_deref().map(|symbol| clean(&folded(symbol))))
        .bind(new.verified)
        .bind(serde_json::to_string(&new.metadata)?)
        .bind(new.created_at)
        .bind(tenant)
        .bind(keys::KEYS_VERSION);
    let inserted: Option<String> = create.fetch_optional(&mut *transaction).await?;
    if inserted.is_none() {
        return Ok(());
    }
    let mut contexts = Vec::new();
    if let Some(mint) = &new.mint {
        let own = sqlx::query(OWN_MINT).bind(clean(mint)).bind(slug.as_str()).bind(tenant);
        if own.execute(&mut *transaction).await?.rows_affected() == 0 {
            // Another entity received the mint at the same time; the caller finds it.
            return Ok(());
        }
        contexts.push(("mint".to_owned(), clean(mint)));
    }
    keys::write(&mut transaction, &[&EntityRecord { entity: described(new, slug), contexts }]).await?;
    transaction.commit().await?;
    Ok(())
}

async fn ensure_room(conn: &mut PgConnection, owner: &Tenant) -> Result<(), Failed> {
    sqlx::query(ONE_AT_A_TIME).bind(owner.as_str()).execute(&mut *conn).await?;
    let most = limit(MAX_ENTITIES);
    let own: i64 = sqlx::query_scalar(COUNT).bind(owner.as_str()).bind(most).fetch_one(conn).await?;
    if own >= most { Err(CatalogueRefusal::TooManyEntities(owner.clone()).into()) } else { Ok(()) }
}

/// Returns the entity that a description becomes under this slug.
pub(crate) fn described(new: &NewEntity, slug: &EntityId) -> Entity {
    Entity {
        id: slug.clone(),
        kind: new.kind,
        name: new.name.clone(),
        symbol: new.symbol.clone(),
        verified: new.verified,
        banned: None,
        aliases: Vec::new(),
        metadata: new.metadata.clone(),
        created_at: new.created_at,
        owner: new.owner.clone(),
    }
}
