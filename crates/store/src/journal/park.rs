//! Parks jobs: the reconciler publishes the message of a parked job again when the job is due.

use std::time::Duration;

use domain::port::{Job, PortError};

use crate::database::Database;
use crate::pool::PgPool;

/// Parks a job that was handed back, if its message is in the outbox. The delivery will be acknowledged, so the message is at no position of its
/// stream any more.
pub(crate) const PARK: &str = "
UPDATE dispatch d SET look_at = now() + make_interval(secs => $3), sequence = NULL, sent_at = coalesce(d.sent_at, now()), relayed = 0
FROM inbox i
WHERE d.id = $2 AND d.consumer = $1 AND i.consumer = $1 AND i.job = $2 AND i.done_at IS NULL AND i.holder IS NULL";

pub(super) async fn park(database: &Database, job: &Job, delay: Duration) -> Result<bool, PortError> {
    let park = |pool: PgPool| async move {
        let parked =
            sqlx::query(PARK).bind(job.consumer).bind(job.id.0).bind(delay.as_secs_f64()).execute(&pool).await?;
        Ok(parked.rows_affected() > 0)
    };
    database.run("park", park).await
}
