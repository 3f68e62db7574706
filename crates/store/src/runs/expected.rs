//! Runs that have not begun, known by their events.

use domain::port::PortError;
use domain::{RunId, Tenant};

use super::port::PgRuns;
use crate::pool::PgPool;

/// Events of a tenant that are not classified yet and may start the run.
const AWAITED: &str = "
SELECT EXISTS (SELECT FROM dispatch d JOIN outbox o ON o.id = d.id WHERE d.run = $1 AND o.tenant = $2)";

impl PgRuns {
    /// Returns `true` if an event of the tenant will start this run, or has started it. The id of a run derives from
    /// its event, so a run is known before it begins: by its classified event, or by an event of the gateway or of a
    /// schedule that waits for its classification.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn is_expected(&self, tenant: &Tenant, run: RunId) -> Result<bool, PortError> {
        let select = |pool: PgPool| async move {
            let awaited: bool = sqlx::query_scalar(AWAITED).bind(run.0).bind(tenant.as_str()).fetch_one(&pool).await?;
            if awaited {
                return Ok(true);
            }
            // Read second: an event that is classified in between is found here.
            let classified = "SELECT EXISTS (SELECT FROM event WHERE run = $1 AND tenant = $2)";
            Ok(sqlx::query_scalar(classified).bind(run.0).bind(tenant.as_str()).fetch_one(&pool).await?)
        };
        self.database.run("expected run", select).await
    }
}
