//! Rows of entities and their forms, and back.

use std::collections::BTreeMap;

use domain::{Entity, EntityId, EntityKind, Time};
use sqlx::PgPool;

use crate::failure::Failed;

/// id, kind, name, symbol, verified, metadata, created_at.
pub(super) type EntityRow = (String, String, String, Option<String>, bool, String, Time);

/// The columns of [`EntityRow`], for `concat!`-free statements of this module.
pub(super) fn entity((id, kind, name, symbol, verified, metadata, created_at): EntityRow) -> Result<Entity, Failed> {
    let metadata: BTreeMap<String, String> = serde_json::from_str(&metadata)?;
    Ok(Entity { id: EntityId::slug(&id), kind: kind_of(&kind), name, symbol, verified, metadata, created_at })
}

/// A kind that a newer version wrote is a concept to this one.
fn kind_of(name: &str) -> EntityKind {
    EntityKind::parse(name).unwrap_or(EntityKind::Concept)
}

/// Entities that one text parameter selects.
pub(super) async fn entities(pool: &PgPool, sql: &'static str, value: &str) -> Result<Vec<Entity>, Failed> {
    let rows: Vec<EntityRow> = sqlx::query_as(sql).bind(value).fetch_all(pool).await?;
    rows.into_iter().map(entity).collect()
}
