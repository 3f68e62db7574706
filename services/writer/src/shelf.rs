//! Reports: the file first, then the row in the commit. A file without a row is harmless and is written again under the same
//! key; a row without a file cannot be.
//!
//! I/O: puts reports into the object store on the handlers' behalf.

use std::sync::Arc;

use domain::effect::Report;
use domain::{Evidence, JobId, RunId, Tenant, Time};
use fleet::Objects;
use fleet::objects::ObjectError;
use runtime::Failure;

/// Where reports are put.
#[derive(Clone)]
pub struct Shelf(pub Arc<dyn Objects>);

impl Shelf {
    /// Writes the file and answers the row.
    ///
    /// # Errors
    /// The object store failed (try again), or the key is none (a mistake of ours: never again).
    pub async fn put(&self, key: String, tenant: Tenant, markdown: String, made_at: Time) -> Result<Report, Failure> {
        match self.0.put(&key, markdown.as_bytes()).await {
            Ok(_) => Ok(Report { key, tenant, markdown, made_at }),
            Err(error @ ObjectError::Key(_)) => Err(Failure::reject(error)),
            Err(error) => Err(Failure::retry(error)),
        }
    }
}

/// A run's report.
pub fn of_run(run: RunId) -> String {
    format!("runs/{run}/report.md")
}

/// The report of a task: by its entity, where it is about one, else by the job that made the evidence. An answer from memory
/// has a report of its own, so that it does not replace what it was answered from.
pub fn of_evidence(job: JobId, evidence: &Evidence) -> String {
    match &evidence.research.entity {
        Some(entity) if !evidence.research.from_cache => format!("entities/{entity}/report.md"),
        _ => format!("research/{job}/report.md"),
    }
}
