//! Entities: creating and looking up; `impl Memory for Store`.

use std::time::Duration;

use domain::effect::Fence;
use domain::entity::fact::{Fact, Statement};
use domain::entity::resolve::{Ask, Resolution};
use domain::port::{Job, PortError};
use domain::{Entity, EntityId, Representation, Tenant};
use sqlx::PgPool;

use super::keys;
use super::rows::{EntityRow, columns, entities, entity};
use super::{Ended, Freshness, Memory, NewEntity, Recalled, Similar, Span, StoredResearch, TimelineItem, folded};
use crate::Store;
use crate::effect::text::clean;
use crate::failure::Failed;

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

const CREATE: &str = "
INSERT INTO entity (id, identity, kind, name, symbol, name_key, symbol_key, verified, metadata, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::text::json, $10) ON CONFLICT DO NOTHING";

impl Memory for Store {
    async fn entity(&self, id: &EntityId) -> Result<Option<Entity>, PortError> {
        let id = id.as_str();
        self.run("entity", |pool| async move { Ok(entities(&pool, BY_ID, id).await?.pop()) }).await
    }

    async fn by_context(&self, key: &str, value: &str) -> Result<Option<Entity>, PortError> {
        self.run("entity", |pool| async move { by_context(&pool, key, value).await }).await
    }

    async fn by_symbol(&self, symbol: &str) -> Result<Vec<Entity>, PortError> {
        let key = &clean(&folded(symbol));
        self.run("entity", |pool| async move { entities(&pool, BY_SYMBOL, key).await }).await
    }

    async fn by_name(&self, name: &str) -> Result<Vec<Entity>, PortError> {
        let key = &clean(&folded(name));
        self.run("entity", |pool| async move { entities(&pool, BY_NAME, key).await }).await
    }

    async fn resolve(&self, asks: &[Ask]) -> Result<Vec<Resolution>, PortError> {
        super::resolve::all(self, asks).await
    }

    async fn similar(&self, name: &str, limit: u32) -> Result<Vec<Similar>, PortError> {
        super::similar::similar(self, name, limit).await
    }

    async fn create_entity(&self, new: &NewEntity) -> Result<Entity, PortError> {
        self.run("entity", |pool| async move { create(&pool, new).await }).await
    }

    async fn add_representation(&self, form: &Representation) -> Result<(), PortError> {
        super::representation::add(self, form).await
    }

    async fn representations(&self, entity: &EntityId) -> Result<Vec<Representation>, PortError> {
        super::representation::list(self, entity).await
    }

    async fn research(&self, entity: &EntityId) -> Result<Option<StoredResearch>, PortError> {
        super::research::newest(self, entity).await
    }

    async fn end_research(&self, entity: &EntityId, version: i64, ended: &Ended) -> Result<bool, PortError> {
        super::research::end(self, (entity, version), ended).await
    }

    async fn learn(&self, entity: &EntityId, said: &[Statement]) -> Result<(), PortError> {
        super::facts::learn_about(self, entity, said).await
    }

    async fn facts(&self, entity: &EntityId) -> Result<Vec<Fact>, PortError> {
        super::facts::of(self, entity).await
    }

    async fn timeline(&self, entity: &EntityId, span: &Span) -> Result<Vec<TimelineItem>, PortError> {
        super::timeline::timeline(self, entity, span).await
    }

    async fn freshness_of(&self, identifiers: &[String]) -> Result<Vec<Freshness>, PortError> {
        super::freshness::of(self, identifiers).await
    }

    async fn take_fence(&self, entity: &EntityId, holder: &Job, lease: Duration) -> Result<Option<Fence>, PortError> {
        super::lease::take(self, entity, holder, lease).await
    }

    async fn renew(&self, entity: &EntityId, fence: Fence, lease: Duration) -> Result<bool, PortError> {
        super::lease::renew(self, entity, fence, lease).await
    }

    async fn release(&self, entity: &EntityId, fence: Fence) -> Result<(), PortError> {
        super::lease::release(self, entity, fence).await
    }

    async fn retrieve(&self, tenant: &Tenant, query: &str, limit: u32) -> Result<Recalled, PortError> {
        super::retrieve::retrieve(self, tenant, query, limit).await
    }
}

async fn by_context(pool: &PgPool, key: &str, value: &str) -> Result<Option<Entity>, Failed> {
    let row: Option<EntityRow> = sqlx::query_as(BY_CONTEXT).bind(key).bind(clean(value)).fetch_optional(pool).await?;
    row.map(entity).transpose()
}

/// Finds it or makes it. Two replicas that make it at once: one insert wins, the other finds it under the identity.
async fn create(pool: &PgPool, new: &NewEntity) -> Result<Entity, Failed> {
    if let Some(mint) = &new.mint
        && let Some(known) = by_context(pool, "mint", mint).await?
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
    // Both slugs belong to other things: the hash would have to collide. Nothing to do but to say so.
    Err(Failed::from(sqlx::Error::RowNotFound))
}

/// The row and its keys in one transaction: an entity that cannot be found would be made twice.
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
