//! `Effect::QuestionAnswered`: evidence that answers a question completely.

use domain::{JobId, Tenant, Time};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::columns::column;
use crate::failure::Failed;

const INSERT: &str = "
INSERT INTO answered_question (question, job, tenant, made_at)
SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[])
ON CONFLICT (question, job) DO NOTHING";

/// A row of `answered_question`.
#[derive(Debug)]
pub(crate) struct Row {
    question: Uuid,
    job: Uuid,
    tenant: String,
    made_at: Time,
}

impl Row {
    pub(crate) fn new(job: JobId, question: JobId, tenant: &Tenant, made_at: Time) -> Self {
        Self { question: question.0, job: job.0, tenant: tenant.to_string(), made_at }
    }
}

pub(super) async fn insert(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(INSERT)
        .bind(column(rows, |row| row.question))
        .bind(column(rows, |row| row.job))
        .bind(column(rows, |row| row.tenant.as_str()))
        .bind(column(rows, |row| row.made_at));
    insert.execute(conn).await?;
    Ok(())
}
