//! Lines of the audit trail.

use domain::effect::AuditLine;
use domain::port::PortError;
use domain::{JobId, MicroUsd, Tenant, Time};
use uuid::Uuid;

use super::facet::PgAudit;
use crate::count_scope::CountScope;
use crate::effect::audit::{Row, insert};
use crate::pool::PgPool;
use crate::rows::{number, row};

const AUDIT: &str = "
SELECT job, event, tenant, worker, action, subject, from_cache, tools, cost, errors, at
FROM audit WHERE event = $1 OR job = $1 ORDER BY at, worker, ordinal LIMIT $2";

/// The newest lines of the event that a job works for, which may be the job itself.
pub(crate) const LAST: &str = "
SELECT job, event, tenant, worker, action, subject, from_cache, tools, cost, errors, at
FROM audit WHERE event = ANY(array_append(ARRAY(SELECT DISTINCT event FROM audit WHERE job = $1), $1))
ORDER BY at DESC, worker DESC, ordinal DESC LIMIT $2";

row! {
    struct AuditRow {
        job: Uuid,
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
}

row! {
    struct CountRow {
        worker: String,
        action: String,
        all: i64,
        from_cache: i64,
    }
}

/// Count of the audit entries of one worker and action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionCount {
    /// Name of the worker.
    pub worker: String,
    /// Past participle, e.g. `researched`.
    pub action: String,
    /// Number of entries.
    pub all: u64,
    /// Number of those that were answered from memory.
    pub from_cache: u64,
}

impl PgAudit {
    /// Writes a line of the audit trail before its job's outcome, to show progress. May be repeated.
    ///
    /// # Errors
    /// Postgres is unavailable or refuses the row.
    pub async fn note(&self, ordinal: usize, line: &AuditLine) -> Result<(), PortError> {
        let row = Row::new(ordinal, line);
        let row = &row;
        let write = |pool: PgPool| async move {
            let mut transaction = pool.begin().await?;
            insert(&mut transaction, &[row]).await?;
            Ok(transaction.commit().await?)
        };
        self.database.run("audit", write).await
    }

    /// Returns the audit trail of an event or of one job, in order.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn trail(&self, event_or_job: JobId, limit: u32) -> Result<Vec<AuditLine>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<AuditRow> =
                sqlx::query_as(AUDIT).bind(event_or_job.0).bind(i64::from(limit)).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(audit_line).collect())
        };
        self.database.run("audit", select).await
    }

    /// Returns the newest lines of the event that a job works for, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn last(&self, job: JobId, limit: u32) -> Result<Vec<AuditLine>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<AuditRow> = sqlx::query_as(LAST).bind(job.0).bind(i64::from(limit)).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(audit_line).collect())
        };
        self.database.run("audit", select).await
    }

    /// Counts audit entries by worker and action.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn counts(&self, scope: &CountScope) -> Result<Vec<ActionCount>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(
                "SELECT worker, action, count(*), count(*) FILTER (WHERE from_cache) FROM audit
                 WHERE ($1::text IS NULL OR tenant = $1) AND ($2::timestamptz IS NULL OR at >= $2) GROUP BY 1, 2 ORDER BY 1, 2",
            );
            let rows: Vec<CountRow> = query.bind(scope.tenant()).bind(scope.since).fetch_all(&pool).await?;
            let count = |CountRow { worker, action, all, from_cache }: CountRow| ActionCount {
                worker,
                action,
                all: number(all),
                from_cache: number(from_cache),
            };
            Ok(rows.into_iter().map(count).collect())
        };
        self.database.run("audit", select).await
    }
}

fn audit_line(row: AuditRow) -> AuditLine {
    let AuditRow { job, event, tenant, worker, action, subject, from_cache, tools, cost, errors, at } = row;
    AuditLine {
        job: JobId(job),
        event: JobId(event),
        tenant: Tenant::parse(&tenant).unwrap_or_default(),
        worker,
        action,
        subject,
        from_cache,
        tools: lines(&tools),
        cost: MicroUsd::from_i64(cost),
        errors: lines(&errors),
        at,
    }
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}
