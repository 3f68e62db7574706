//! Reports, as Markdown.

use std::sync::Arc;

use domain::effect::MarkdownReport;
use domain::port::PortError;
use domain::{Tenant, Time};

use crate::database::Database;
use crate::page::Before;
use crate::pool::PgPool;
use crate::rows::row;

/// Access to reports; see [`crate::Store::reports`].
#[derive(Clone)]
pub struct PgReports {
    pub(crate) database: Arc<Database>,
}

/// A report in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportLine {
    /// Key of the report, e.g. `runs/<id>/report.md`.
    pub key: String,
    /// Title: the first heading; empty if there is none.
    pub title: String,
    /// Time at which it was written.
    pub made_at: Time,
}

macro_rules! title {
    () => {
        "CASE WHEN starts_with(markdown, '# ') THEN left(btrim(substr(split_part(markdown, E'\\n', 1), 3)), 300) ELSE '' END"
    };
}

pub(crate) const REPORTS: &str = concat!(
    "
SELECT key, ",
    title!(),
    ", made_at FROM report
WHERE tenant = $1
  AND (made_at, key) < (coalesce($2, 'infinity'::timestamptz), coalesce($3, ''))
ORDER BY made_at DESC, key DESC LIMIT $4"
);

const NEWEST: &str = concat!("SELECT key, ", title!(), ", made_at FROM report ORDER BY made_at DESC, key LIMIT $1");

row! {
    struct Row {
        key: String,
        tenant: String,
        markdown: String,
        made_at: Time,
    }
}

impl PgReports {
    /// Returns a report by its key, e.g. `runs/<id>/report.md`.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn load(&self, key: &str) -> Result<Option<MarkdownReport>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as("SELECT key, tenant, markdown, made_at FROM report WHERE key = $1").bind(key);
            let row: Option<Row> = query.fetch_optional(&pool).await?;
            let report = |Row { key, tenant, markdown, made_at }: Row| MarkdownReport {
                key,
                tenant: Tenant::parse(&tenant).unwrap_or_default(),
                markdown,
                made_at,
            };
            Ok(row.map(report))
        };
        self.database.run("report", select).await
    }

    /// Returns the newest reports of all tenants.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn newest(&self, limit: u32) -> Result<Vec<ReportLine>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<(String, String, Time)> =
                sqlx::query_as(NEWEST).bind(i64::from(limit)).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(line).collect())
        };
        self.database.run("report", select).await
    }

    /// Returns the reports of a tenant, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn page(
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
            let rows: Vec<(String, String, Time)> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(line).collect())
        };
        self.database.run("report", select).await
    }
}

fn line((key, title, made_at): (String, String, Time)) -> ReportLine {
    ReportLine { key, title, made_at }
}
