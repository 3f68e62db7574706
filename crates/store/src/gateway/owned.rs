//! Ownership: whether a row belongs to a tenant, decided in SQL before the row is read.

use domain::port::PortError;
use domain::{JobId, RunId, Tenant};

use crate::Store;
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

/// Events of a tenant that are not classified yet and may start the run.
const AWAITED: &str = "
SELECT EXISTS (SELECT FROM dispatch d JOIN outbox o ON o.id = d.id WHERE d.run = $1 AND o.tenant = $2)";

impl Store {
    /// Returns `true` if an event of the tenant will start this run, or has started it. The id of a run derives from
    /// its event, so a run is known before it begins: by its classified event, or by an event of the gateway or of a
    /// schedule that waits for its classification.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn is_awaited_run(&self, tenant: &Tenant, run: RunId) -> Result<bool, PortError> {
        let select = |pool: PgPool| async move {
            let awaited: bool = sqlx::query_scalar(AWAITED).bind(run.0).bind(tenant.as_str()).fetch_one(&pool).await?;
            if awaited {
                return Ok(true);
            }
            // Read second: an event that is classified in between is found here.
            let classified = "SELECT EXISTS (SELECT FROM event WHERE run = $1 AND tenant = $2)";
            Ok(sqlx::query_scalar(classified).bind(run.0).bind(tenant.as_str()).fetch_one(&pool).await?)
        };
        self.run("owner", select).await
    }

    /// Returns `true` if the row exists and belongs to the tenant. The tenant of a row never changes.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn is_owned(&self, tenant: &Tenant, row: &Owned) -> Result<bool, PortError> {
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
        self.run("owner", select).await
    }
}
