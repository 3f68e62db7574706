//! Ownership: whether a row belongs to a tenant, decided in SQL before the row is read.

use domain::port::PortError;
use domain::{JobId, RunId, Tenant};

use super::facet::PgTenants;
use crate::pool::PgPool;

/// A row that belongs to one tenant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Owned {
    /// A run, by its id.
    Run(RunId),
    /// A processed event, by its job.
    Event(JobId),
    /// An event that the gateway or a schedule has published, by its job. It may not be processed yet.
    Accepted(JobId),
    /// A dead letter.
    DeadLetter(JobId),
    /// A report, by its key.
    Report(String),
}

const ACCEPTED: &str = "
SELECT EXISTS (SELECT FROM outbox WHERE id = $1 AND tenant = $2 AND starts_with(subject, 'auspex.event.'))";

impl PgTenants {
    /// Returns `true` if the row exists and belongs to the tenant. The tenant of a row never changes.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn owns(&self, tenant: &Tenant, row: &Owned) -> Result<bool, PortError> {
        let select = |pool: PgPool| async move {
            let query = match row {
                Owned::Run(id) => {
                    sqlx::query_scalar("SELECT EXISTS (SELECT FROM run WHERE id = $1 AND tenant = $2)").bind(id.0)
                }
                Owned::Event(job) => {
                    sqlx::query_scalar("SELECT EXISTS (SELECT FROM event WHERE job = $1 AND tenant = $2)").bind(job.0)
                }
                Owned::Accepted(job) => sqlx::query_scalar(ACCEPTED).bind(job.0),
                Owned::DeadLetter(id) => {
                    sqlx::query_scalar("SELECT EXISTS (SELECT FROM dead_letter WHERE id = $1 AND tenant = $2)")
                        .bind(id.0)
                }
                Owned::Report(key) => {
                    sqlx::query_scalar("SELECT EXISTS (SELECT FROM report WHERE key = $1 AND tenant = $2)").bind(key)
                }
            };
            Ok(query.bind(tenant.as_str()).fetch_one(&pool).await?)
        };
        self.database.run("owner", select).await
    }
}
