//! The rows by which entities are found: made by `domain::entity::key`, written with every change of an entity.

use domain::entity::Known;
use domain::entity::key::{KEYS_VERSION, Key, keys_of};
use sqlx::postgres::PgConnection;

use super::rows::known;
use crate::effect::text::clean;
use crate::failure::Failed;

const FORGET: &str = "DELETE FROM entity_key WHERE entity = ANY($1)";
const WRITE: &str = "
INSERT INTO entity_key (kind, key, entity) SELECT * FROM unnest($1::int2[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING";
const MARK: &str = "UPDATE entity SET keyed = $2, changed = pg_current_xact_id() WHERE id = ANY($1)";

/// Entities whose keys an older version made, or that a worker of an older version wrote.
const STALE: &str = "SELECT id FROM entity WHERE keyed < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED";
/// Of those so many in one transaction.
const AT_ONCE: i64 = 500;

/// Makes the keys of these entities anew, and tells copies that they have changed. The caller holds their rows.
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

/// Keys of entities that are new.
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

/// Columns of keys, as `unnest` wants them.
pub(super) fn columns<'a>(keys: impl IntoIterator<Item = &'a Key>) -> (Vec<i16>, Vec<String>) {
    keys.into_iter().map(|(kind, key)| (kind.number(), clean(key))).unzip()
}

impl crate::Store {
    /// Makes keys for entities that have none of this version.
    pub(crate) async fn key_entities(&self) -> Result<(), domain::port::PortError> {
        loop {
            let keyed = self
                .run("entity_key", |pool| async move {
                    let mut transaction = pool.begin().await?;
                    let ids: Vec<String> =
                        sqlx::query_scalar(STALE).bind(KEYS_VERSION).bind(AT_ONCE).fetch_all(&mut *transaction).await?;
                    rewrite(&mut transaction, &ids).await?;
                    transaction.commit().await?;
                    Ok(ids.len())
                })
                .await?;
            if keyed == 0 {
                return Ok(());
            }
        }
    }
}
