//! `Effect::ResultStored`: a result that leaves the fleet.

use domain::Time;
use domain::effect::ResultRow;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::columns::column;
use crate::failure::Failed;

const INSERT: &str = "
INSERT INTO result (id, kind, tenant, event, run, body, made_at)
SELECT id, kind, tenant, event, run, body::json, made_at
FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::timestamptz[])
     AS made (id, kind, tenant, event, run, body, made_at)
ON CONFLICT (id) DO NOTHING
RETURNING kind, CASE WHEN kind <> 'outcome' THEN extract(epoch FROM clock_timestamp() - (SELECT received_at FROM event WHERE job = result.event))::float8 END";

/// A row of `result`.
#[derive(Debug)]
pub(crate) struct Row {
    id: Uuid,
    kind: String,
    tenant: String,
    event: Uuid,
    run: Option<Uuid>,
    pub(crate) body: String,
    made_at: Time,
}

impl Row {
    pub(crate) fn from_result(result: &ResultRow) -> Self {
        Self {
            id: result.id.0,
            kind: result.kind.clone(),
            tenant: result.tenant.to_string(),
            event: result.event.0,
            run: result.run.map(|run| run.0),
            body: result.body.to_string(),
            made_at: result.made_at,
        }
    }
}

pub(crate) async fn insert(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query_as(INSERT)
        .bind(column(rows, |row| row.id))
        .bind(column(rows, |row| row.kind.as_str()))
        .bind(column(rows, |row| row.tenant.as_str()))
        .bind(column(rows, |row| row.event))
        .bind(column(rows, |row| row.run))
        .bind(column(rows, |row| row.body.as_str()))
        .bind(column(rows, |row| row.made_at));
    let stored: Vec<(String, Option<f64>)> = insert.fetch_all(conn).await?;
    for (kind, latency) in stored {
        // An event whose classification is not stored yet has no time, and an outcome answers no event.
        if let Some(seconds) = latency {
            metrics::histogram!("auspex_result_latency_seconds", "kind" => kind).record(seconds.max(0.0));
        }
    }
    Ok(())
}
