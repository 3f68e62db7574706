//! Reports: the files first, then the row in the commit. A file without a row is harmless and is written again under the same
//! key; a row without a file cannot be.
//!
//! I/O: puts reports into the object store on the handlers' behalf.

use std::collections::BTreeSet;
use std::sync::Arc;

use domain::effect::{AuditLine, Report};
use domain::{Evidence, JobId, RunId, Tenant, Time};
use runtime::Failure;
use worker::Objects;

use crate::page::{Page, complaints, html, markdown};

/// Where reports are put.
#[derive(Clone)]
pub struct Shelf(pub Arc<dyn Objects>);

/// A report's files, side by side in one folder of the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder(String);

impl Folder {
    /// A run's.
    pub fn of_run(run: RunId) -> Self {
        Self(format!("runs/{run}"))
    }

    /// That of a task: by its entity, where it is about one, else by the job that made the evidence. An answer from memory has a folder of
    /// its own, so that it does not replace what it was answered from.
    pub fn of_evidence(job: JobId, evidence: &Evidence) -> Self {
        match &evidence.research.entity {
            Some(entity) if !evidence.research.from_cache => Self(format!("entities/{entity}")),
            _ => Self(format!("research/{job}")),
        }
    }

    /// The report's key: what Postgres and the result name.
    pub fn report(&self) -> String {
        format!("{}/report.md", self.0)
    }

    /// The same report for a browser.
    pub fn html(&self) -> String {
        format!("{}/report.html", self.0)
    }

    /// The trail of what was done for it (`research.jsonl` shape).
    pub fn trail(&self) -> String {
        format!("{}/research.jsonl", self.0)
    }
}

/// Everything that is put down about one thing.
#[derive(Debug, Clone, Copy)]
pub struct Filing<'a> {
    /// Where.
    pub folder: &'a Folder,
    /// What it says.
    pub page: &'a Page,
    /// Addresses that it may link.
    pub cited: &'a BTreeSet<String>,
    /// What was done for it.
    pub trail: &'a [AuditLine],
}

impl Shelf {
    /// Writes the report in both forms and its trail, and answers the row.
    ///
    /// # Errors
    /// The object store failed (its work waits), or the key is none (a mistake of ours: never again).
    pub async fn put(&self, filing: Filing<'_>, tenant: Tenant, made_at: Time) -> Result<Report, Failure> {
        let Filing { folder, page, cited, trail } = filing;
        for complaint in complaints(page, cited) {
            tracing::error!(complaint, key = folder.report(), "a report does not keep its rule");
        }
        let markdown = markdown::render(page);
        let lines: String =
            trail.iter().filter_map(|line| serde_json::to_string(line).ok()).map(|line| line + "\n").collect();
        self.file(&folder.trail(), lines.as_bytes()).await?;
        self.file(&folder.html(), html::render(page).as_bytes()).await?;
        self.file(&folder.report(), markdown.as_bytes()).await?;
        Ok(Report { key: folder.report(), tenant, markdown, made_at })
    }

    async fn file(&self, key: &str, bytes: &[u8]) -> Result<(), Failure> {
        self.0.put(key, bytes).await.map(drop).map_err(Failure::from)
    }
}
