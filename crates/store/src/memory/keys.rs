//! Look-up keys of entities: derived by `domain::entity::key`, written with every change of an entity.

use domain::entity::Known;
use domain::entity::key::{KEYS_VERSION, Key, keys_of};
use domain::port::PortError;
use sqlx::postgres::PgConnection;

use super::rows::known;
use crate::database::Database;
use crate::effect::text::clean;
use crate::failure::Failed;
use crate::pool::PgPool;

const FORGET: &str = "DELETE FROM entity_key WHERE entity = ANY($1)";
const WRITE: &str = "
INSERT INTO entity_key (kind, key, entity) SELECT * FROM unnest($1::int2[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING";
const MARK: &str = "UPDATE entity SET keyed = $2, changed = pg_current_xact_id() WHERE id = ANY($1)";

/// Entities with keys of an older version, or written by a worker of an older version.
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

/// Writes the keys of new entities.
pub(super) async fn write(conn: &mut PgConnection, known: &[&Known]) -> Result<(), Failed> {
    let (mut kinds, mut keys, mut ids) = (Vec::new(), Vec::new(), Vec::new());
    for known in known {
        for (kind, key) in keys_of(known) {
            kinds.push(kind.number());
            keys.push(clean(&key));
            ids.push(known.entity.id.as_str());
        }
    }
    sqlx::query(WRITE).bind(kinds).bind(keys).bind(ids).execute(conn).await?;
    Ok(())
}

/// Converts keys to columns for `unnest`.
pub(super) fn columns<'a>(keys: impl IntoIterator<Item = &'a Key>) -> (Vec<i16>, Vec<String>) {
    keys.into_iter().map(|(kind, key)| (kind.number(), clean(key))).unzip()
}

/// Writes keys for entities whose keys are missing or of an older version.
pub(super) async fn write_missing(database: &Database) -> Result<(), PortError> {
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
