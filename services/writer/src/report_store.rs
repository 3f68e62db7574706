//! Stores reports: first the files, then the row in the handler's commit. A file without a row is harmless and is
//! overwritten under the same key; a row without its file cannot exist.
//!
//! I/O: writes to the object storage on behalf of the handlers.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::effect::{AuditLine, MarkdownReport};
use domain::{Evidence, JobId, RunId, Tenant, Time};
use runtime::Failure;
use worker::Objects;

use crate::page::{Page, html, markdown, violations};

/// Object storage for reports.
#[derive(Clone)]
pub struct ReportStore(pub Arc<dyn Objects>);

/// Directory of a report's files in the object storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder(String);

impl Folder {
    /// Directory of a run.
    pub fn for_run(run: RunId) -> Self {
        Self(format!("runs/{run}"))
    }

    /// Directory of a task: named by its entity, and by its tenant unless that is the default one; by the job without
    /// an entity. An answer from memory has its own directory, so that it does not replace the report it came from.
    pub fn for_evidence(job: JobId, evidence: &Evidence) -> Self {
        match &evidence.research.entity {
            Some(entity) if !evidence.research.from_cache => Self(match &evidence.task.tenant {
                tenant if *tenant == Tenant::default() => format!("entities/{entity}"),
                tenant => format!("entities/{tenant}/{entity}"),
            }),
            _ => Self(format!("research/{job}")),
        }
    }

    /// Key of the Markdown report, as named in Postgres and in the result.
    pub fn report(&self) -> String {
        format!("{}/report.md", self.0)
    }

    /// Key of the HTML report.
    pub fn html(&self) -> String {
        format!("{}/report.html", self.0)
    }

    /// Key of the audit trail (`research.jsonl`).
    pub fn trail(&self) -> String {
        format!("{}/research.jsonl", self.0)
    }
}

/// Content of a report's files.
#[derive(Debug, Clone, Copy)]
pub struct ReportFiles<'a> {
    /// Directory of the files.
    pub folder: &'a Folder,
    /// Content of the report.
    pub page: &'a Page,
    /// URLs that the report may link to.
    pub cited: &'a BTreeSet<String>,
    /// Audit trail of the work.
    pub trail: &'a [AuditLine],
}

impl ReportStore {
    /// Writes the report in both formats and its trail, and returns the row.
    ///
    /// # Errors
    /// When the object storage is unavailable (the work is retried) or the key is invalid (a bug; not retried).
    pub async fn put(&self, files: ReportFiles<'_>, tenant: Tenant, made_at: Time) -> Result<MarkdownReport, Failure> {
        let ReportFiles { folder, page, cited, trail } = files;
        for violation in violations(page, cited) {
            tracing::error!(violation, key = folder.report(), "report violates its rules");
        }
        let markdown = markdown::render(page);
        let lines: String =
            trail.iter().filter_map(|line| serde_json::to_string(line).ok()).map(|line| line + "\n").collect();
        self.file(&folder.trail(), lines.as_bytes()).await?;
        self.file(&folder.html(), html::render(page).as_bytes()).await?;
        self.file(&folder.report(), markdown.as_bytes()).await?;
        Ok(MarkdownReport { key: folder.report(), tenant, markdown, made_at })
    }

    async fn file(&self, key: &str, bytes: &[u8]) -> Result<(), Failure> {
        self.0.put(key, bytes).await.map(drop).map_err(Failure::from)
    }
}
