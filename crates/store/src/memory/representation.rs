//! Representations: the concrete forms of an entity, such as a token on a chain.

use std::collections::BTreeMap;

use domain::port::PortError;
use domain::{EntityId, Representation};

use super::keys;
use crate::database::Database;
use crate::effect::text::clean;
use crate::failure::Failed;
use crate::pool::PgPool;

/// Writes the representation and its look-up rows in one statement, so that neither exists without the other.
const ADD: &str = "
WITH form AS (
    INSERT INTO representation (entity, kind, protocol, chain, context, active)
    VALUES ($1, $2, $3, $4, $5::text::jsonb, $6)
    ON CONFLICT (entity, kind, protocol, chain, context) DO UPDATE SET active = excluded.active
)
INSERT INTO representation_context (key, value, entity)
SELECT key, value, $1 FROM unnest($7::text[], $8::text[]) AS found (key, value)
ON CONFLICT DO NOTHING";

/// Locks entities before any of their rows is written, so that concurrent changes of one entity are serialised.
pub(super) const LOCK: &str = "SELECT id FROM entity WHERE id = ANY($1) ORDER BY id FOR UPDATE";

const LIST: &str = "
SELECT kind, protocol, chain, context::text, active FROM representation WHERE entity = $1 ORDER BY added_at, kind, protocol, chain";

pub(super) async fn add(database: &Database, form: &Representation) -> Result<(), PortError> {
    database.run("representation", |pool| async move { insert(&pool, form).await }).await
}

async fn insert(pool: &PgPool, form: &Representation) -> Result<(), Failed> {
    let context: BTreeMap<String, String> =
        form.context.iter().map(|(key, value)| (clean(key), clean(value))).collect();
    let ids = [form.entity.to_string()];
    let mut transaction = pool.begin().await?;
    sqlx::query(LOCK).bind(&ids[..]).execute(&mut *transaction).await?;
    let add = sqlx::query(ADD)
        .bind(form.entity.as_str())
        .bind(clean(&form.kind))
        .bind(clean(&form.protocol))
        .bind(clean(&form.chain))
        .bind(serde_json::to_string(&context)?)
        .bind(form.active)
        .bind(context.keys().cloned().collect::<Vec<_>>())
        .bind(context.values().cloned().collect::<Vec<_>>());
    add.execute(&mut *transaction).await?;
    keys::rewrite(&mut transaction, &ids).await?;
    transaction.commit().await?;
    Ok(())
}

pub(super) async fn list(database: &Database, entity: &EntityId) -> Result<Vec<Representation>, PortError> {
    let select = |pool: PgPool| async move {
        let query = sqlx::query_as(LIST).bind(entity.as_str());
        let rows: Vec<(String, String, String, String, bool)> = query.fetch_all(&pool).await?;
        let form = |(kind, protocol, chain, context, active): (String, String, String, String, bool)| {
            let context = serde_json::from_str(&context)?;
            Ok(Representation { entity: entity.clone(), kind, protocol, chain, context, active })
        };
        rows.into_iter().map(form).collect()
    };
    database.run("representation", select).await
}
