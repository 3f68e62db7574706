//! Calls that get no result any more: those that have waited longer than any provider's window, because no instance serves their lane or
//! the provider never answered, and those that were not sent before their budget was closed.

use std::time::Duration;

use domain::JobId;
use domain::port::PortError;
use uuid::Uuid;

use crate::Store;
use crate::pool::PgPool;

/// An open call that gets no result any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverdueCall {
    /// Id of the call.
    pub call: JobId,
    /// `true` if it was sent, or may have been; `false` if it never was and never will be.
    pub sent: bool,
}

/// A closed budget buys nothing more (ADR 0020).
const WITHDRAW: &str = "
UPDATE batch_item i SET withdrawn_at = now() FROM call c
WHERE c.id = i.call AND i.batch IS NULL AND i.withdrawn_at IS NULL
  AND (i.queued_at < now() - make_interval(secs => $1)
       OR EXISTS (SELECT FROM budget b WHERE b.scope = ANY(c.budgets) AND b.closed))";

/// Reads the open calls of batches alone, for which `call` has an index.
const OVERDUE: &str = "
SELECT i.call, i.withdrawn_at IS NULL FROM call c JOIN batch_item i ON i.call = c.id
WHERE c.state = 'intent' AND c.instance = 'batch'
  AND (i.withdrawn_at IS NOT NULL OR i.queued_at < now() - make_interval(secs => $1))
ORDER BY i.queued_at LIMIT 500";

/// The provider may not know an old batch any more; its calls are overdue long before.
const FORGET: &str = "
UPDATE batch SET state = 'done', done_at = now() WHERE state <> 'done' AND formed_at < now() - 3 * make_interval(secs => $1)";

impl Store {
    /// Withdraws the calls that were not sent within `age` or before their budget was closed. Returns them and the open calls that are older
    /// than `age`, of every lane, and gives up batches that are three times as old.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn overdue_batch_calls(&self, age: Duration) -> Result<Vec<OverdueCall>, PortError> {
        let seconds = age.as_secs_f64();
        let select = |pool: PgPool| async move {
            sqlx::query(WITHDRAW).bind(seconds).execute(&pool).await?;
            sqlx::query(FORGET).bind(seconds).execute(&pool).await?;
            let rows: Vec<(Uuid, bool)> = sqlx::query_as(OVERDUE).bind(seconds).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(|(call, sent)| OverdueCall { call: JobId(call), sent }).collect())
        };
        self.run("batch", select).await
    }
}
