//! Lists of one tenant, newest first, paged by the time and id of the last row.

use domain::port::PortError;
use domain::{JobId, RunId, Tenant, Time};
use uuid::Uuid;

use crate::Store;
use crate::ledger::shares::spent;
use crate::pool::PgPool;
use crate::reading::{DayBudget, DeadLetterLine, RunLine};

/// Position in a list: the rows after this one are returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Before<I = Uuid> {
    /// Time of the last row of the previous page.
    pub at: Time,
    /// Id of that row.
    pub id: I,
}

/// Dead letters of one page.
pub type DeadLetterPage = Vec<DeadLetterLine>;

/// A note in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct NoteRow {
    /// Id of the note.
    pub id: JobId,
    /// Text of the note.
    pub text: String,
    /// One sentence.
    pub summary: String,
    /// Keywords of the note.
    pub keywords: Vec<String>,
    /// Tags of the note.
    pub tags: Vec<String>,
    /// Type of the note.
    pub kind: String,
    /// Address of its source.
    pub source_url: String,
    /// Time at which the fleet learned it.
    pub made_at: Time,
    /// Reason for the end of its validity; `None` while it is valid.
    pub ended_because: Option<String>,
}

/// A report in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportLine {
    /// Key of the report, e.g. `runs/<id>/report.md`.
    pub key: String,
    /// Time at which it was written.
    pub made_at: Time,
}

/// A list without a page begins at the end of time, so that every page is one range of the index by tenant and time.
const RUNS: &str = "
SELECT r.id, r.question,
       CASE WHEN r.ended IS NULL THEN coalesce(f.unpublished, r.phase) ELSE (SELECT min(kind) FROM json_object_keys(r.ended) AS kind) END,
       r.iteration, f.probability, r.started_at
FROM run r LEFT JOIN run_forecast f ON f.run = r.id
WHERE r.tenant = $1
  AND (r.started_at, r.id) < (coalesce($2, 'infinity'::timestamptz), coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid))
ORDER BY r.started_at DESC, r.id DESC LIMIT $4";

const DEAD_LETTERS: &str = "
SELECT id, consumer, subject, class, coalesce(errors[1], ''), at, redriven_at FROM dead_letter
WHERE tenant = $1
  AND (at, id) < (coalesce($2, 'infinity'::timestamptz), coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid))
ORDER BY at DESC, id DESC LIMIT $4";

const NOTES: &str = "
SELECT id, text, summary, keywords, tags, kind, source_url, made_at, ended_because FROM note
WHERE tenant = $1
  AND (made_at, id) < (coalesce($2, 'infinity'::timestamptz), coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid))
ORDER BY made_at DESC, id DESC LIMIT $4";

const REPORTS: &str = "
SELECT key, made_at FROM report
WHERE tenant = $1
  AND (made_at, key) < (coalesce($2, 'infinity'::timestamptz), coalesce($3, ''))
ORDER BY made_at DESC, key DESC LIMIT $4";

const DAYS: &str = concat!(
    "SELECT scope, \"limit\" + added, ",
    spent!(),
    " FROM budget whole
WHERE starts_with(scope, 'tenant:' || $1 || ':') AND share_of IS NULL ORDER BY scope DESC LIMIT $2"
);

/// Returns the statements of the paged lists, each with the index that must serve it, for the test of their plans.
#[cfg(feature = "testing")]
pub fn list_statements() -> [(&'static str, &'static str); 4] {
    [
        (RUNS, "run_tenant"),
        (NOTES, "note_tenant_made"),
        (REPORTS, "report_tenant"),
        (DEAD_LETTERS, "dead_letter_tenant"),
    ]
}

type RunRow = (Uuid, String, String, i32, Option<f64>, Time);
type LetterRow = (Uuid, String, String, String, String, Time, Option<Time>);
type NoteColumns = (Uuid, String, String, String, String, String, String, Time, Option<String>);

impl Store {
    /// Returns runs of a tenant, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn runs_of(&self, tenant: &Tenant, page: Option<Before>, limit: u32) -> Result<Vec<RunLine>, PortError> {
        let rows: Vec<RunRow> = self.page(RUNS, tenant, page, limit).await?;
        let line = |(run, question, phase, iteration, probability, started_at): RunRow| RunLine {
            run: RunId(run),
            tenant: tenant.clone(),
            question,
            phase,
            iteration: u32::try_from(iteration).unwrap_or(0),
            probability,
            started_at,
        };
        Ok(rows.into_iter().map(line).collect())
    }

    /// Returns dead letters of a tenant, redriven ones included, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn dead_letters_of(
        &self,
        tenant: &Tenant,
        page: Option<Before>,
        limit: u32,
    ) -> Result<DeadLetterPage, PortError> {
        let rows: Vec<LetterRow> = self.page(DEAD_LETTERS, tenant, page, limit).await?;
        let line = |(id, consumer, subject, class, reason, at, redriven_at)| DeadLetterLine {
            id: JobId(id),
            consumer,
            subject,
            class,
            reason,
            at,
            redriven_at,
        };
        Ok(rows.into_iter().map(line).collect())
    }

    /// Returns notes of a tenant, newest first, invalid ones included.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn notes_of(&self, tenant: &Tenant, page: Option<Before>, limit: u32) -> Result<Vec<NoteRow>, PortError> {
        let rows: Vec<NoteColumns> = self.page(NOTES, tenant, page, limit).await?;
        let lines = |text: &str| text.lines().map(str::to_owned).collect();
        let note = |row: NoteColumns| {
            let (id, text, summary, keywords, tags, kind, source_url, made_at, ended_because) = row;
            let (keywords, tags) = (lines(&keywords), lines(&tags));
            NoteRow { id: JobId(id), text, summary, keywords, tags, kind, source_url, made_at, ended_because }
        };
        Ok(rows.into_iter().map(note).collect())
    }

    /// Returns the reports of a tenant, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn reports_of(
        &self,
        tenant: &Tenant,
        page: Option<Before<String>>,
        limit: u32,
    ) -> Result<Vec<ReportLine>, PortError> {
        let page = &page;
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(REPORTS)
                .bind(tenant.as_str())
                .bind(page.as_ref().map(|page| page.at))
                .bind(page.as_ref().map(|page| page.id.as_str()))
                .bind(i64::from(limit));
            let rows: Vec<(String, Time)> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(|(key, made_at)| ReportLine { key, made_at }).collect())
        };
        self.run("report", select).await
    }

    /// Returns the daily budgets of a tenant, newest day first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn daily_budgets_of(&self, tenant: &Tenant, days: u32) -> Result<Vec<DayBudget>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(DAYS).bind(tenant.as_str()).bind(i64::from(days));
            let rows: Vec<(String, i64, i64)> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(DayBudget::from).collect())
        };
        self.run("budget", select).await
    }

    /// Reads one page of a list whose statement takes tenant, time, id and limit.
    async fn page<R>(
        &self,
        sql: &'static str,
        tenant: &Tenant,
        page: Option<Before>,
        limit: u32,
    ) -> Result<Vec<R>, PortError>
    where
        R: for<'r> sqlx::FromRow<'r, sqlx::postgres::PgRow> + Send + Unpin,
    {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(sql)
                .bind(tenant.as_str())
                .bind(page.map(|page| page.at))
                .bind(page.map(|page| page.id))
                .bind(i64::from(limit));
            Ok(query.fetch_all(&pool).await?)
        };
        self.run("list", select).await
    }
}
