//! Forming a batch from the queue of a lane.

use std::time::Duration;

use domain::JobId;
use domain::port::PortError;
use uuid::Uuid;

use super::facet::PgBatches;
use crate::failure::Failed;
use crate::pool::PgPool;

/// Limits of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FillLimits {
    /// Number of calls with which a batch is formed at once, and largest number of calls of a batch.
    pub calls: u32,
    /// Age of the oldest call with which a smaller batch is formed.
    pub age: Duration,
    /// Largest sum of the requests' sizes in bytes; a single larger request forms a batch alone.
    pub bytes: u64,
}

/// Call, size of the request in bytes, age in seconds.
type Row = (Uuid, i32, f64);

/// Locks the oldest queued calls. A call that has ended is not sent.
const QUEUE: &str = "
SELECT i.call, length(i.request), extract(epoch FROM now() - i.queued_at)::float8
FROM batch_item i JOIN call c ON c.id = i.call
WHERE i.lane = $1 AND i.batch IS NULL AND i.withdrawn_at IS NULL AND c.state = 'intent'
ORDER BY i.queued_at, i.call LIMIT $2 FOR UPDATE OF i SKIP LOCKED";

impl PgBatches {
    /// Forms a batch from the oldest calls of a lane if there are enough, or if the oldest has waited long enough.
    /// Returns the number of calls in it; 0 if none was formed.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn form(&self, lane: &str, limits: FillLimits) -> Result<usize, PortError> {
        self.database.run("batch", |pool| async move { form(&pool, lane, limits).await }).await
    }
}

async fn form(pool: &PgPool, lane: &str, limits: FillLimits) -> Result<usize, Failed> {
    let mut transaction = pool.begin().await?;
    let rows: Vec<Row> =
        sqlx::query_as(QUEUE).bind(lane).bind(i64::from(limits.calls)).fetch_all(&mut *transaction).await?;
    let calls = chosen(&rows, limits);
    let Some(first) = calls.first() else {
        // A dropped transaction is rolled back later, and until then the next pass would skip the rows that it locks.
        transaction.rollback().await?;
        return Ok(0);
    };
    // A call is part of one batch, so the first call's id makes the id unique.
    let batch = JobId::named(&["batch", &first.to_string()]).0;
    let insert = sqlx::query("INSERT INTO batch (id, lane) VALUES ($1, $2)").bind(batch).bind(lane);
    insert.execute(&mut *transaction).await?;
    let take = sqlx::query("UPDATE batch_item SET batch = $1 WHERE call = ANY($2)").bind(batch).bind(&calls);
    take.execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(calls.len())
}

/// Returns the calls of the batch to form; none if more calls are waited for.
fn chosen(rows: &[Row], limits: FillLimits) -> Vec<Uuid> {
    let (mut calls, mut bytes) = (Vec::new(), 0);
    for (call, size, _) in rows {
        bytes += u64::try_from(*size).unwrap_or(0);
        if bytes > limits.bytes && !calls.is_empty() {
            return calls;
        }
        calls.push(*call);
    }
    let full = calls.len() >= usize::try_from(limits.calls).unwrap_or(usize::MAX);
    let old = rows.iter().any(|(.., age)| *age >= limits.age.as_secs_f64());
    if full || old { calls } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(sizes: &[i32], age: f64) -> Vec<Row> {
        (0..).zip(sizes).map(|(n, size)| (Uuid::from_u128(n), *size, age)).collect()
    }

    #[test]
    fn a_batch_is_formed_when_it_is_full_or_old_and_is_limited_in_size() {
        let limits = FillLimits { calls: 3, age: Duration::from_secs(60), bytes: 100 };
        for (sizes, age, expected) in [
            (&[1, 1][..], 59.0, 0),
            (&[1, 1], 60.0, 2),
            (&[1, 1, 1], 0.0, 3),
            (&[60, 60], 0.0, 1),
            (&[200, 1], 0.0, 1),
            (&[], 99.0, 0),
        ] {
            assert_eq!(chosen(&rows(sizes, age), limits).len(), expected, "{sizes:?} after {age} s");
        }
    }
}
