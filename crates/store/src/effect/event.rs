//! `Effect::Classified`: the event with its first answer.

use domain::{Classification, Time};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::columns::column;
use crate::failure::Failed;

const INSERT: &str = "
INSERT INTO event (job, id, kind, tenant, source, interesting, score, decided_by, run, tasks, body, received_at)
SELECT job, id, kind, tenant, source, interesting, score, decided_by, run, tasks, body::json, coalesce(published_at, now())
FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bool[], $7::float8[], $8::text[], $9::uuid[], $10::int[], $11::text[], $12::timestamptz[])
     AS made (job, id, kind, tenant, source, interesting, score, decided_by, run, tasks, body, published_at)
ON CONFLICT (job) DO NOTHING";

/// A row of `event`.
#[derive(Debug)]
pub(crate) struct Row {
    job: Uuid,
    id: String,
    kind: &'static str,
    tenant: String,
    source: String,
    interesting: bool,
    score: f64,
    decided_by: &'static str,
    run: Option<Uuid>,
    tasks: i32,
    pub(crate) body: String,
    published_at: Option<Time>,
}

impl Row {
    pub(crate) fn from_classification(made: &Classification) -> Result<Self, serde_json::Error> {
        Ok(Self {
            job: made.event.job().0,
            id: made.event.id.to_string(),
            kind: made.event.kind.name(),
            tenant: made.event.tenant.to_string(),
            source: crate::text::clean(&made.event.source),
            interesting: made.interesting,
            score: made.score,
            decided_by: decider(made.decided_by),
            run: made.run.map(|run| run.0),
            tasks: i32::try_from(made.tasks).unwrap_or(i32::MAX),
            body: serde_json::to_string(made)?,
            published_at: made.published_at,
        })
    }
}

fn decider(decider: domain::Decider) -> &'static str {
    match decider {
        domain::Decider::Rule => "rule",
        domain::Decider::Model => "model",
        domain::Decider::RulesWithoutModel => "rules_without_model",
    }
}

pub(super) async fn insert(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(INSERT)
        .bind(column(rows, |row| row.job))
        .bind(column(rows, |row| row.id.as_str()))
        .bind(column(rows, |row| row.kind))
        .bind(column(rows, |row| row.tenant.as_str()))
        .bind(column(rows, |row| row.source.as_str()))
        .bind(column(rows, |row| row.interesting))
        .bind(column(rows, |row| row.score))
        .bind(column(rows, |row| row.decided_by))
        .bind(column(rows, |row| row.run))
        .bind(column(rows, |row| row.tasks))
        .bind(column(rows, |row| row.body.as_str()))
        .bind(column(rows, |row| row.published_at));
    insert.execute(conn).await?;
    Ok(())
}
