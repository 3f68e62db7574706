//! Look-up keys of entities: derived by `domain::entity::key`, written with every change of an entity.

use domain::EntityId;
use domain::entity::EntityRecord;
pub(super) use domain::entity::key::KEYS_VERSION;
use domain::entity::key::{Key, keys_of};
use domain::port::PortError;
use sqlx::postgres::PgConnection;

use super::rows::{column, known};
use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::text::clean;

const FORGET: &str = "DELETE FROM entity_key WHERE entity = ANY($1)";
const WRITE: &str = "
INSERT INTO entity_key (kind, key, entity, tenant, rank)
SELECT * FROM unnest($1::int2[], $2::text[], $3::text[], $4::text[], $5::int2[]) ON CONFLICT DO NOTHING";
const ADD: &str = "
INSERT INTO entity_key (kind, key, entity, tenant, rank)
SELECT kind, key, $3, $4, $5 FROM unnest($1::int2[], $2::text[]) AS new (kind, key) ON CONFLICT DO NOTHING";
const CHANGED: &str = "UPDATE entity SET changed = pg_current_xact_id() WHERE id = $1";
const MARK: &str = "UPDATE entity SET keyed = $2, changed = pg_current_xact_id() WHERE id = ANY($1)";

/// Entities with keys of an older version.
const STALE: &str = "SELECT id FROM entity WHERE keyed < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED";
/// Entities per transaction.
const PAGE: i64 = 500;

/// Rewrites the keys of these entities and marks the entities as changed for snapshots. The caller holds the row locks.
pub(super) async fn rewrite(conn: &mut PgConnection, ids: &[String]) -> Result<(), Failed> {
    if ids.is_empty() {
        return Ok(());
    }
    let known = known(conn, ids).await?;
    sqlx::query(FORGET).bind(ids).execute(&mut *conn).await?;
    write(conn, &known.iter().collect::<Vec<_>>()).await?;
    sqlx::query(MARK).bind(ids).bind(KEYS_VERSION).execute(conn).await?;
    Ok(())
}

/// The entity that receives keys.
pub(super) struct KeyOwner<'a> {
    pub(super) entity: &'a EntityId,
    /// Value of the column `tenant`.
    pub(super) tenant: &'a str,
    pub(super) verified: bool,
}

/// Adds keys of an entity and marks it as changed for snapshots.
pub(super) async fn add(conn: &mut PgConnection, owner: KeyOwner<'_>, added: &[Key]) -> Result<(), Failed> {
    let (kinds, texts) = columns(added);
    let add = sqlx::query(ADD).bind(kinds).bind(texts).bind(owner.entity.as_str()).bind(owner.tenant);
    add.bind(rank(owner.verified)).execute(&mut *conn).await?;
    sqlx::query(CHANGED).bind(owner.entity.as_str()).execute(conn).await?;
    Ok(())
}

/// Returns the order of a key's entities: verified ones are found first.
fn rank(verified: bool) -> i16 {
    i16::from(!verified)
}

/// Writes the keys of new entities.
pub(super) async fn write(conn: &mut PgConnection, known: &[&EntityRecord]) -> Result<(), Failed> {
    let (mut kinds, mut keys, mut ids) = (Vec::new(), Vec::new(), Vec::new());
    let (mut tenants, mut ranks) = (Vec::new(), Vec::new());
    for known in known {
        for (kind, key) in keys_of(known) {
            kinds.push(kind.number());
            keys.push(clean(&key));
            ids.push(known.entity.id.as_str());
            tenants.push(column(known.entity.owner.as_ref()));
            ranks.push(rank(known.entity.verified));
        }
    }
    sqlx::query(WRITE).bind(kinds).bind(keys).bind(ids).bind(tenants).bind(ranks).execute(conn).await?;
    Ok(())
}

/// Converts keys to columns for `unnest`.
pub(super) fn columns<'a>(keys: impl IntoIterator<Item = &'a Key>) -> (Vec<i16>, Vec<String>) {
    keys.into_iter().map(|(kind, key)| (kind.number(), clean(key))).unzip()
}

/// Writes keys for entities whose keys are missing or of an older version.
pub(crate) async fn write_missing(database: &Database) -> Result<(), PortError> {
    let write_page = |pool: PgPool| async move {
        let mut transaction = pool.begin().await?;
        let ids: Vec<String> =
            sqlx::query_scalar(STALE).bind(KEYS_VERSION).bind(PAGE).fetch_all(&mut *transaction).await?;
        rewrite(&mut transaction, &ids).await?;
        transaction.commit().await?;
        Ok(ids.len())
    };
    while database.run("entity_key", write_page).await? > 0 {}
    Ok(())
}
