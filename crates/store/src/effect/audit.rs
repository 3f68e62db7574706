//! `Effect::Audited`: one line of the audit trail.

use domain::Time;
use domain::effect::AuditLine;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::columns::column;
use crate::failure::Failed;
use crate::text::clean;

const INSERT: &str = "
INSERT INTO audit (job, ordinal, event, tenant, worker, action, subject, from_cache, tools, cost, errors, at)
SELECT * FROM unnest($1::uuid[], $2::int[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bool[], $9::text[], $10::int8[], $11::text[], $12::timestamptz[])
ON CONFLICT (job, worker, action, ordinal) DO NOTHING";

/// A row of `audit`; lists are joined by line breaks. Its texts inform a person, so they are cleaned rather than
/// refused.
#[derive(Debug)]
pub(crate) struct Row {
    job: Uuid,
    ordinal: i32,
    event: Uuid,
    tenant: String,
    worker: String,
    action: String,
    subject: String,
    from_cache: Option<bool>,
    tools: String,
    cost: i64,
    errors: String,
    at: Time,
}

impl Row {
    /// `ordinal` is the effect's position in the outcome, equal in every repetition. Worker and action are part of the
    /// key, because several workers consume one message, and a job may be dead-lettered and succeed when it is
    /// redriven.
    pub(crate) fn new(ordinal: usize, line: &AuditLine) -> Self {
        Self {
            job: line.job.0,
            ordinal: i32::try_from(ordinal).unwrap_or(i32::MAX),
            event: line.event.0,
            tenant: line.tenant.to_string(),
            worker: clean(&line.worker),
            action: clean(&line.action),
            subject: clean(&line.subject),
            from_cache: line.from_cache,
            tools: clean(&line.tools.join("\n")),
            cost: line.cost.as_i64(),
            errors: clean(&line.errors.join("\n")),
            at: line.at,
        }
    }
}

pub(crate) async fn insert(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(INSERT)
        .bind(column(rows, |row| row.job))
        .bind(column(rows, |row| row.ordinal))
        .bind(column(rows, |row| row.event))
        .bind(column(rows, |row| row.tenant.as_str()))
        .bind(column(rows, |row| row.worker.as_str()))
        .bind(column(rows, |row| row.action.as_str()))
        .bind(column(rows, |row| row.subject.as_str()))
        .bind(column(rows, |row| row.from_cache))
        .bind(column(rows, |row| row.tools.as_str()))
        .bind(column(rows, |row| row.cost))
        .bind(column(rows, |row| row.errors.as_str()))
        .bind(column(rows, |row| row.at));
    insert.execute(conn).await?;
    Ok(())
}
