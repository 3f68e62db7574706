//! What an operator does with entities: lists those of a tenant, promotes one to the catalogue, removes one.

use domain::entity::limits::CatalogueRefusal;
use domain::port::PortError;
use domain::{Entity, EntityId, Tenant, Time};
use sqlx::postgres::PgConnection;

use super::facet::PgMemory;
use super::rows::{EntityRow, column, columns, entity};
use super::{keys, research};
use crate::failure::Failed;
use crate::pool::PgPool;

const LIST: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM entity e WHERE e.tenant = $1 AND e.tenant <> '' AND e.id > $2 ORDER BY e.id LIMIT $3"
);

/// The entity, if it is a tenant's own. The lock excludes new representations.
const OWN: &str = "SELECT id FROM entity WHERE id = $1 AND tenant <> '' FOR UPDATE";

/// A key that the catalogue has already: a context value, or the description.
const TAKEN: &str = "
SELECT c.key, c.value FROM representation_context c JOIN representation_context o ON (o.key, o.value, o.tenant) = (c.key, c.value, '')
WHERE c.entity = $1
UNION ALL SELECT 'description', o.name FROM entity e JOIN entity o ON (o.identity, o.tenant) = (e.identity, '') WHERE e.id = $1
LIMIT 1";

/// Changes the owner of all rows. The unique keys refuse what another transaction has taken since.
const PROMOTE: [&str; 3] = [
    "UPDATE entity SET tenant = '' WHERE id = $1",
    "UPDATE representation SET tenant = '' WHERE entity = $1",
    "UPDATE representation_context SET tenant = '' WHERE entity = $1",
];
const VERIFY: &str = "UPDATE entity SET verified = true WHERE id = $1 AND banned IS NULL";

const REMOVE: [&str; 4] = [
    "DELETE FROM entity_key WHERE entity = $1",
    "DELETE FROM representation_context WHERE entity = $1",
    "DELETE FROM representation WHERE entity = $1",
    "DELETE FROM entity WHERE id = $1",
];

/// A page of a tenant's own entities.
#[derive(Debug, Clone)]
pub struct CataloguePage<'a> {
    /// The tenant that owns the rows.
    pub tenant: &'a Tenant,
    /// Id after which the page starts; empty for the first.
    pub after: &'a str,
    /// Maximum number of entities.
    pub limit: u32,
}

impl PgMemory {
    /// Returns a page of a tenant's own entities, ordered by id.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn entities(&self, page: &CataloguePage<'_>) -> Result<Vec<Entity>, PortError> {
        let select = |pool: PgPool| async move {
            let query =
                sqlx::query_as(LIST).bind(column(Some(page.tenant))).bind(page.after).bind(i64::from(page.limit));
            let rows: Vec<EntityRow> = query.fetch_all(&pool).await?;
            rows.into_iter().map(entity).collect()
        };
        self.database.run("entity", select).await
    }

    /// Makes a tenant's own entity, with its representations, part of the catalogue that all tenants see, and verified
    /// on request. Research about it stays the tenant's. Returns false if no tenant owns such an entity.
    ///
    /// # Errors
    /// `Refused` if the catalogue has one of its keys already; `Down` if Postgres is unavailable.
    pub async fn promote(&self, id: &EntityId, is_verified: bool) -> Result<bool, PortError> {
        self.database.run("entity", |pool: PgPool| async move { promote(&pool, id, is_verified).await }).await
    }

    /// Removes an entity of a tenant or of the catalogue with its representations and keys, and ends its research.
    /// Returns false if it does not exist.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn remove(&self, id: &EntityId, at: Time) -> Result<bool, PortError> {
        self.database.run("entity", |pool: PgPool| async move { remove(&pool, id, at).await }).await
    }
}

async fn promote(pool: &PgPool, id: &EntityId, is_verified: bool) -> Result<bool, Failed> {
    let mut transaction = pool.begin().await?;
    let own: Option<String> = sqlx::query_scalar(OWN).bind(id.as_str()).fetch_optional(&mut *transaction).await?;
    if own.is_none() {
        return Ok(false);
    }
    let taken: Option<(String, String)> =
        sqlx::query_as(TAKEN).bind(id.as_str()).fetch_optional(&mut *transaction).await?;
    if let Some((key, value)) = taken {
        return Err(CatalogueRefusal::KeyTaken { key, value }.into());
    }
    execute(&mut transaction, &PROMOTE, id).await?;
    if is_verified {
        execute(&mut transaction, &[VERIFY], id).await?;
    }
    keys::rewrite(&mut transaction, &[id.to_string()]).await?;
    transaction.commit().await?;
    Ok(true)
}

async fn remove(pool: &PgPool, id: &EntityId, at: Time) -> Result<bool, Failed> {
    let mut transaction = pool.begin().await?;
    let removed = execute(&mut transaction, &REMOVE, id).await?;
    let because = "an operator removed the entity".to_owned();
    research::end_all(&mut transaction, &[(id.to_string(), because)], at).await?;
    transaction.commit().await?;
    Ok(removed > 0)
}

/// Executes statements about one entity. Returns the number of rows that the last one changed.
async fn execute(conn: &mut PgConnection, statements: &[&'static str], id: &EntityId) -> Result<u64, Failed> {
    let mut rows = 0;
    for sql in statements {
        rows = sqlx::query(*sql).bind(id.as_str()).execute(&mut *conn).await?.rows_affected();
    }
    Ok(rows)
}
