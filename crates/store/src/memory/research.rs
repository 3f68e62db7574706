//! Versions of an entity's research, and the times at which they ended.

use domain::port::PortError;
use domain::port::memory::{Ended, StoredResearch};
use domain::{EntityId, Tenant, Time};
use sqlx::postgres::PgConnection;

use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;
use crate::text::clean;

const VERSIONS: &str = concat!(
    "SELECT version, number, body::text, ended_at, ended_because FROM research r WHERE entity = $1 AND ",
    visible!("r", "$2", "$3"),
    " ORDER BY version DESC LIMIT $4"
);

const END: &str = "
UPDATE research r SET ended_at = $3, ended_because = gone.because
FROM unnest($1::text[], $2::text[]) AS gone (entity, because)
WHERE r.entity = gone.entity AND r.ended_at IS NULL RETURNING r.entity";

const END_VERSION: &str = "
UPDATE research SET ended_at = $3, ended_because = $4 WHERE entity = $1 AND version = $2 AND ended_at IS NULL";

row! {
    struct Row {
        version: i64,
        number: i64,
        body: String,
        at: Option<Time>,
        because: String,
    }
}

/// Returns the newest `limit` versions that the tenant may read, newest first.
pub(crate) async fn versions(
    database: &Database,
    tenant: &Tenant,
    (entity, limit): (&EntityId, u32),
) -> Result<Vec<StoredResearch>, PortError> {
    let select = |pool: PgPool| async move {
        let query = sqlx::query_as(VERSIONS).bind(entity.as_str()).bind(tenant.as_str());
        let query = query.bind(database.shares_memory).bind(i64::from(limit));
        let rows: Vec<Row> = query.fetch_all(&pool).await?;
        let stored = |Row { version, number, body, at, because }: Row| {
            let ended = at.map(|at| Ended { at, because });
            Ok(StoredResearch { research: serde_json::from_str(&body)?, version, number, ended })
        };
        rows.into_iter().map(stored).collect()
    };
    database.run("research", select).await
}

/// Ends one version. Returns `false` if it had ended already.
pub(super) async fn end_version(
    database: &Database,
    entity: &EntityId,
    version: i64,
    ended: &Ended,
) -> Result<bool, PortError> {
    let because = &clean(&ended.because);
    let end = |pool: PgPool| async move {
        let end = sqlx::query(END_VERSION).bind(entity.as_str()).bind(version).bind(ended.at).bind(because);
        Ok(end.execute(&pool).await?.rows_affected() > 0)
    };
    database.run("research", end).await
}

/// Ends the valid research of these (entity, reason) pairs. Returns the number of entities that had valid research.
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
