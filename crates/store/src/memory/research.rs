//! The newest research about an entity, and when what was found stopped being true.

use domain::port::PortError;
use domain::{EntityId, Time};
use sqlx::postgres::PgConnection;

use super::{Ended, StoredResearch};
use crate::Store;
use crate::failure::Failed;

const NEWEST: &str = "
SELECT version, body::text, ended_at, ended_because FROM research WHERE entity = $1 ORDER BY version DESC LIMIT 1";

const END: &str = "
UPDATE research r SET ended_at = $3, ended_because = gone.because
FROM unnest($1::text[], $2::text[]) AS gone (entity, because)
WHERE r.entity = gone.entity AND r.ended_at IS NULL RETURNING r.entity";

const END_VERSION: &str = "
UPDATE research SET ended_at = $3, ended_because = $4 WHERE entity = $1 AND version = $2 AND ended_at IS NULL";

type Row = (i64, String, Option<Time>, String);

pub(super) async fn newest(store: &Store, entity: &EntityId) -> Result<Option<StoredResearch>, PortError> {
    let ask = |pool: sqlx::PgPool| async move {
        let row: Option<Row> = sqlx::query_as(NEWEST).bind(entity.as_str()).fetch_optional(&pool).await?;
        let stored = |(version, body, at, because): Row| {
            let ended = at.map(|at| Ended { at, because });
            Ok(StoredResearch { research: serde_json::from_str(&body)?, version, ended })
        };
        row.map(stored).transpose()
    };
    store.run("research", ask).await
}

pub(super) async fn end(store: &Store, (entity, version): (&EntityId, i64), ended: &Ended) -> Result<bool, PortError> {
    let because = &crate::effect::text::clean(&ended.because);
    let ask = |pool: sqlx::PgPool| async move {
        let end = sqlx::query(END_VERSION).bind(entity.as_str()).bind(version).bind(ended.at).bind(because);
        Ok(end.execute(&pool).await?.rows_affected() > 0)
    };
    store.run("research", ask).await
}

/// Ends what is still valid of these entities' research; answers how many entities had such.
pub(super) async fn end_all(conn: &mut PgConnection, gone: &[(String, String)], at: Time) -> Result<usize, Failed> {
    if gone.is_empty() {
        return Ok(0);
    }
    let (entities, because): (Vec<&String>, Vec<&String>) =
        gone.iter().map(|(entity, because)| (entity, because)).unzip();
    let mut ended: Vec<String> = sqlx::query_scalar(END).bind(entities).bind(because).bind(at).fetch_all(conn).await?;
    ended.sort_unstable();
    ended.dedup();
    Ok(ended.len())
}
