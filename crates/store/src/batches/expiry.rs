//! Calls that get no result any more: those that have waited longer than any provider's window, because no instance
//! serves their lane or the provider never answered, and those that were not sent before their budget was closed.

use std::time::Duration;

use domain::JobId;
use domain::port::PortError;
use uuid::Uuid;

use super::facet::PgBatches;
use crate::pool::PgPool;

/// An open call that gets no result any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverdueCall {
    /// Id of the call.
    pub call: JobId,
    /// `true` if it was sent, or may have been; `false` if it never was and never will be.
    pub sent: bool,
}

/// A closed budget buys nothing more (ADR 0013). Reads the calls of a lane that would be sent next.
pub(crate) const WITHDRAW: &str = "
UPDATE batch_item i SET withdrawn_at = now()
FROM (SELECT call FROM batch_item WHERE lane = $2 AND batch IS NULL AND withdrawn_at IS NULL ORDER BY queued_at, call LIMIT $3) AS next
JOIN call c ON c.id = next.call
WHERE i.call = next.call AND i.batch IS NULL AND i.withdrawn_at IS NULL
  AND (i.queued_at < now() - make_interval(secs => $1)
       OR EXISTS (SELECT FROM budget b WHERE b.scope = ANY(c.budgets) AND b.closed))
RETURNING i.call";

/// Reads calls without a final state alone. A queued call may belong to a lane that no instance serves.
pub(crate) const OVERDUE: &str = "
SELECT i.call, i.batch IS NOT NULL
FROM call_unsettled u JOIN call c ON c.id = u.call AND c.state = 'intent' AND c.instance = 'batch' JOIN batch_item i ON i.call = u.call
WHERE i.withdrawn_at IS NOT NULL OR i.queued_at < now() - make_interval(secs => $1)
ORDER BY i.queued_at LIMIT 500";

/// An overdue call that was not sent is never sent.
pub(crate) const WITHDRAW_OVERDUE: &str = "
UPDATE batch_item SET withdrawn_at = now() WHERE call = ANY($1) AND batch IS NULL AND withdrawn_at IS NULL";

/// The provider may not know an old batch any more; its calls are overdue long before.
pub(crate) const FORGET: &str = "
UPDATE batch SET state = 'done', done_at = now() WHERE state <> 'done' AND formed_at < now() - 3 * make_interval(secs => $1)";

impl PgBatches {
    /// Withdraws those of the next `limit` calls of a lane that were not sent within `age` or before their budget was
    /// closed, and returns them.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn withdraw(&self, lane: &str, age: Duration, limit: u32) -> Result<Vec<JobId>, PortError> {
        let withdraw = |pool: PgPool| async move {
            let query = sqlx::query_scalar(WITHDRAW).bind(age.as_secs_f64()).bind(lane).bind(i64::from(limit));
            let calls: Vec<Uuid> = query.fetch_all(&pool).await?;
            Ok(calls.into_iter().map(JobId).collect())
        };
        self.database.run("batch", withdraw).await
    }

    /// Returns the open calls that were withdrawn or are older than `age`, of every lane, withdraws those of them that
    /// were not sent, and gives up batches that are three times as old.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn overdue(&self, age: Duration) -> Result<Vec<OverdueCall>, PortError> {
        let seconds = age.as_secs_f64();
        let select = |pool: PgPool| async move {
            sqlx::query(FORGET).bind(seconds).execute(&pool).await?;
            let rows: Vec<(Uuid, bool)> = sqlx::query_as(OVERDUE).bind(seconds).fetch_all(&pool).await?;
            let unsent: Vec<Uuid> = rows.iter().filter(|(_, sent)| !sent).map(|(call, _)| *call).collect();
            if unsent.is_empty() {
                return Ok(rows.into_iter().map(overdue).collect());
            }
            sqlx::query(WITHDRAW_OVERDUE).bind(&unsent).execute(&pool).await?;
            // A call that became part of a batch meanwhile was sent, or will be.
            let sent: Vec<Uuid> = sqlx::query_scalar(SENT).bind(&unsent).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(|(call, is_sent)| overdue((call, is_sent || sent.contains(&call)))).collect())
        };
        self.database.run("batch", select).await
    }
}

pub(crate) const SENT: &str = "SELECT call FROM batch_item WHERE call = ANY($1) AND batch IS NOT NULL";

fn overdue((call, sent): (Uuid, bool)) -> OverdueCall {
    OverdueCall { call: JobId(call), sent }
}
