//! Representations: the concrete forms of an entity, such as a token on a chain.

use std::collections::BTreeMap;

use domain::entity::key::{Key, keys_of_context};
use domain::entity::limits::{CatalogueRefusal, MAX_REPRESENTATIONS, NAME_KEY, check_representation};
use domain::port::PortError;
use domain::{EntityId, Representation, Tenant};
use sqlx::postgres::PgConnection;

use super::entity::limit;
use super::keys::{self, KeyOwner};
use super::rows::column;
use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;
use crate::text::clean;

/// The host, if the owner has it. Concurrent changes of one entity wait for each other.
const HOST: &str = "SELECT verified FROM entity WHERE id = $1 AND tenant = $2 FOR UPDATE";

/// Takes the keys that neither the catalogue nor another entity of the owner has. The unique key (key, value, tenant)
/// decides between concurrent calls: the later insert waits for the earlier transaction.
const TAKE_KEYS: &str = "
INSERT INTO representation_context (key, value, entity, tenant)
SELECT key, value, $1, $2 FROM unnest($3::text[], $4::text[]) AS asked (key, value)
WHERE NOT EXISTS (SELECT FROM representation_context c
    WHERE c.key = asked.key AND c.value = asked.value AND c.tenant = '' AND c.entity <> $1)
ON CONFLICT DO NOTHING";

/// A key that the entity has not received.
const MISSING_KEY: &str = "
SELECT key, value FROM unnest($3::text[], $4::text[]) AS asked (key, value)
WHERE NOT EXISTS (SELECT FROM representation_context c
    WHERE c.key = asked.key AND c.value = asked.value AND c.tenant = $2 AND c.entity = $1)
LIMIT 1";

const ADD: &str = "
INSERT INTO representation (entity, kind, protocol, chain, context, active, tenant)
VALUES ($1, $2, $3, $4, $5::text::jsonb, $6, $7)
ON CONFLICT (entity, kind, protocol, chain, context) DO UPDATE SET active = excluded.active";

const COUNT: &str = "SELECT count(*) FROM (SELECT FROM representation WHERE entity = $1 LIMIT $2) AS forms";

/// Locks entities before any of their rows is written, so that concurrent changes of one entity are serialised.
pub(super) const LOCK: &str = "SELECT id FROM entity WHERE id = ANY($1) ORDER BY id FOR UPDATE";

/// The limit is above that of writes; a list of an operator may add more.
const LIST: &str = "
SELECT kind, protocol, chain, context::text, active FROM representation
WHERE entity = $1 AND tenant IN ('', $2) ORDER BY added_at, kind, protocol, chain LIMIT 100";

pub(super) async fn add(database: &Database, owner: Option<&Tenant>, form: &Representation) -> Result<(), PortError> {
    check_representation(form).map_err(|refusal| Failed::from(refusal).into_port("representation"))?;
    let form = &form.canonical();
    database.run("representation", |pool| async move { insert(&pool, owner, form).await }).await
}

/// Reads and writes the rows of this representation only, however many the entity has.
async fn insert(pool: &PgPool, owner: Option<&Tenant>, form: &Representation) -> Result<(), Failed> {
    let context: BTreeMap<String, String> =
        form.context.iter().map(|(key, value)| (clean(key), clean(value))).collect();
    let tenant = column(owner);
    let mut transaction = pool.begin().await?;
    let host: Option<bool> =
        sqlx::query_scalar(HOST).bind(form.entity.as_str()).bind(tenant).fetch_optional(&mut *transaction).await?;
    let Some(verified) = host else { return Err(CatalogueRefusal::NotOwned(form.entity.clone()).into()) };
    take_keys(&mut transaction, (&form.entity, tenant), &context).await?;
    let add = sqlx::query(ADD)
        .bind(form.entity.as_str())
        .bind(clean(&form.kind))
        .bind(clean(&form.protocol))
        .bind(clean(&form.chain))
        .bind(serde_json::to_string(&context)?)
        .bind(form.active)
        .bind(tenant);
    add.execute(&mut *transaction).await?;
    ensure_room(&mut transaction, &form.entity).await?;
    let added: Vec<Key> = context.iter().flat_map(|(key, value)| keys_of_context(key, value)).collect();
    keys::add(&mut transaction, KeyOwner { entity: &form.entity, tenant, verified }, &added).await?;
    transaction.commit().await?;
    Ok(())
}

async fn take_keys(
    conn: &mut PgConnection,
    (entity, tenant): (&EntityId, &str),
    context: &BTreeMap<String, String>,
) -> Result<(), Failed> {
    // Several entities may have the same name.
    let (keys, values): (Vec<&String>, Vec<&String>) = context.iter().filter(|(key, _)| *key != NAME_KEY).unzip();
    if keys.is_empty() {
        return Ok(());
    }
    let take = sqlx::query(TAKE_KEYS).bind(entity.as_str()).bind(tenant).bind(&keys).bind(&values);
    if take.execute(&mut *conn).await?.rows_affected() == u64::try_from(keys.len()).unwrap_or(u64::MAX) {
        return Ok(());
    }
    let missing = sqlx::query_as(MISSING_KEY).bind(entity.as_str()).bind(tenant).bind(&keys).bind(&values);
    let missing: Option<(String, String)> = missing.fetch_optional(conn).await?;
    missing.map_or(Ok(()), |(key, value)| Err(CatalogueRefusal::KeyTaken { key, value }.into()))
}

async fn ensure_room(conn: &mut PgConnection, entity: &EntityId) -> Result<(), Failed> {
    let most = limit(MAX_REPRESENTATIONS).saturating_add(1);
    let forms: i64 = sqlx::query_scalar(COUNT).bind(entity.as_str()).bind(most).fetch_one(conn).await?;
    if forms >= most { Err(CatalogueRefusal::TooManyRepresentations(entity.clone()).into()) } else { Ok(()) }
}

row! {
    struct FormRow {
        kind: String,
        protocol: String,
        chain: String,
        context: String,
        active: bool,
    }
}

pub(crate) async fn list(
    database: &Database,
    tenant: &Tenant,
    entity: &EntityId,
) -> Result<Vec<Representation>, PortError> {
    let select = |pool: PgPool| async move {
        let query = sqlx::query_as(LIST).bind(entity.as_str()).bind(tenant.as_str());
        let rows: Vec<FormRow> = query.fetch_all(&pool).await?;
        let form = |FormRow { kind, protocol, chain, context, active }: FormRow| {
            let context = serde_json::from_str(&context)?;
            Ok(Representation { entity: entity.clone(), kind, protocol, chain, context, active })
        };
        rows.into_iter().map(form).collect()
    };
    database.run("representation", select).await
}
