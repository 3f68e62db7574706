//! `Effect::EvidenceStored`: the complete filtered evidence.

use domain::effect::subject_label;
use domain::{Evidence, JobId};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::columns::column;
use crate::failure::Failed;

const INSERT: &str = "
INSERT INTO evidence (job, event, tenant, label, entity, body)
SELECT job, event, tenant, label, entity, body::json
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[]) AS kept (job, event, tenant, label, entity, body)
ON CONFLICT (job) DO NOTHING";

/// A row of `evidence`.
#[derive(Debug)]
pub(crate) struct Row {
    job: Uuid,
    event: Uuid,
    tenant: String,
    label: String,
    entity: Option<String>,
    pub(crate) body: String,
}

impl Row {
    /// The key is the job, because a job filters one task.
    pub(crate) fn new(job: JobId, kept: &Evidence) -> Result<Self, serde_json::Error> {
        Ok(Self {
            job: job.0,
            event: kept.task.event_job.0,
            tenant: kept.task.tenant.to_string(),
            label: crate::text::clean(&subject_label(&kept.task)),
            entity: kept.research.entity.as_ref().map(ToString::to_string),
            body: serde_json::to_string(kept)?,
        })
    }
}

pub(super) async fn insert(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(INSERT)
        .bind(column(rows, |row| row.job))
        .bind(column(rows, |row| row.event))
        .bind(column(rows, |row| row.tenant.as_str()))
        .bind(column(rows, |row| row.label.as_str()))
        .bind(column(rows, |row| row.entity.as_deref()))
        .bind(column(rows, |row| row.body.as_str()));
    insert.execute(conn).await?;
    Ok(())
}
