//! Parks jobs: the reconciler publishes the message of a parked job again when the job is due.

use std::time::Duration;

use domain::port::{Job, PortError};

use crate::database::Database;
use crate::pool::PgPool;

/// Parks a job that was handed back, if a reconciler watches its message. The interval of earlier republications no longer counts,
/// because the stream does not hold the message any more.
const PARK: &str = "
WITH parked AS (
    UPDATE inbox i SET due_at = now() + make_interval(secs => $3)
    WHERE i.consumer = $1 AND i.job = $2 AND i.done_at IS NULL AND i.holder IS NULL
      AND EXISTS (SELECT 1 FROM dispatch d JOIN hearer h ON h.consumer = i.consumer
                  WHERE d.id = i.job
                    AND (h.subject = d.subject OR right(h.subject, 1) = '.' AND starts_with(d.subject, h.subject)))
    RETURNING i.job
)
UPDATE dispatch SET look_at = '-infinity', republished = 0 FROM parked WHERE dispatch.id = parked.job";

pub(super) async fn park(database: &Database, job: &Job, delay: Duration) -> Result<bool, PortError> {
    let park = |pool: PgPool| async move {
        let parked =
            sqlx::query(PARK).bind(job.consumer).bind(job.id.0).bind(delay.as_secs_f64()).execute(&pool).await?;
        Ok(parked.rows_affected() > 0)
    };
    database.run("park", park).await
}
