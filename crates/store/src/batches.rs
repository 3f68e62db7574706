//! Batches of model calls: the queue, the batches at the provider, and the lease of the instance that sends and
//! collects them.
//!
//! A batch is `formed`, then `submitting`, `running` and `done`. It is marked as `submitting` before it is sent, so
//! that a crash in between is known and the batch is searched for at the provider. The money of a call is settled by
//! `Ledger::close` alone, which settles a call once, so every step here may be repeated.

mod expiry;
mod facet;
mod fill;
mod overview;

use std::time::Duration;

use domain::port::PortError;
use domain::{JobId, Time};
use uuid::Uuid;

use crate::lane;
use crate::pool::PgPool;
use crate::rows::row;

pub use expiry::OverdueCall;
pub use facet::PgBatches;
pub use fill::FillLimits;
pub use overview::BatchOverview;

/// A queued call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedCall {
    /// Id of the call.
    pub call: JobId,
    /// The request, as it was queued.
    pub request: Vec<u8>,
}

/// The next thing to do with a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BatchStep {
    /// It was never sent: send it.
    Send,
    /// It was sent, or may have been, and its id at the provider is not known: search for it.
    Search {
        /// Time at which it was marked as being sent.
        since: Time,
        /// Time since then.
        age: Duration,
    },
    /// The provider works on it: ask for its state.
    Collect {
        /// Id at the provider.
        provider_id: String,
        /// Time since it was sent.
        age: Duration,
    },
}

/// A batch that is not done, and is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenBatch {
    /// Id of the batch.
    pub id: JobId,
    /// The next thing to do.
    pub step: BatchStep,
    /// Its calls, in the order in which they were queued.
    pub calls: Vec<QueuedCall>,
}

/// Takes the due batches and sets the time of their next check: an eighth of their age, between one second and one
/// minute.
const DUE: &str = "
UPDATE batch SET next_check_at =
    now() + least(greatest((now() - coalesce(submitted_at, formed_at)) / 8, interval '1 second'), interval '60 seconds')
WHERE lane = $1 AND state <> 'done' AND next_check_at <= now()
RETURNING id, state, provider_id, coalesce(submitted_at, formed_at),
          extract(epoch FROM now() - coalesce(submitted_at, formed_at))::float8";

const CALLS: &str = "SELECT call, request FROM batch_item WHERE batch = $1 ORDER BY queued_at, call";

const SUBMITTING: &str = "
UPDATE batch SET state = 'submitting', submitted_at = now() WHERE id = $1 AND state = 'formed'";

const RUNNING: &str = "
UPDATE batch SET state = 'running', provider_id = $2, submitted_at = coalesce(submitted_at, now())
WHERE id = $1 AND state IN ('formed', 'submitting')";

const POSTPONED: &str = "
UPDATE batch SET state = 'formed', submitted_at = NULL, next_check_at = now() + make_interval(secs => $2)
WHERE id = $1 AND state = 'submitting'";

/// The requests are not needed any more and may be large.
const DONE: &str = "
WITH ended AS (UPDATE batch SET state = 'done', done_at = now() WHERE id = $1 AND state <> 'done')
UPDATE batch_item SET request = '' WHERE batch = $1";

row! {
    /// A batch with the time and the age in seconds of its submission.
    struct Row {
        id: Uuid,
        state: String,
        provider_id: Option<String>,
        since: Time,
        seconds: f64,
    }
}

impl PgBatches {
    /// Takes the lane for this instance, or extends its lease. Returns `false` while another live instance holds it.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn hold(&self, lane: &str, lease: Duration) -> Result<bool, PortError> {
        lane::hold(&self.database, lane, lease).await
    }

    /// Returns the batches of a lane that are due, and sets the time of their next check.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn due(&self, lane: &str) -> Result<Vec<OpenBatch>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<Row> = sqlx::query_as(DUE).bind(lane).fetch_all(&pool).await?;
            let mut due = Vec::with_capacity(rows.len());
            for row in rows {
                let calls: Vec<(Uuid, Vec<u8>)> = sqlx::query_as(CALLS).bind(row.id).fetch_all(&pool).await?;
                due.push(open_batch(row, calls));
            }
            Ok(due)
        };
        self.database.run("batch", select).await
    }

    /// Marks a formed batch as being sent. Returns `false` if it is not formed any more: another instance sends it.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn mark_submitting(&self, batch: JobId) -> Result<bool, PortError> {
        let mark = |pool: PgPool| async move {
            Ok(sqlx::query(SUBMITTING).bind(batch.0).execute(&pool).await?.rows_affected() == 1)
        };
        self.database.run("batch", mark).await
    }

    /// Stores the id at the provider.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn mark_running(&self, batch: JobId, provider_id: &str) -> Result<(), PortError> {
        let mark = |pool: PgPool| async move {
            sqlx::query(RUNNING).bind(batch.0).bind(provider_id).execute(&pool).await?;
            Ok(())
        };
        self.database.run("batch", mark).await
    }

    /// Marks a batch that the provider has not accepted as formed, to be sent again after `wait`.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn postpone(&self, batch: JobId, wait: Duration) -> Result<(), PortError> {
        let mark = |pool: PgPool| async move {
            sqlx::query(POSTPONED).bind(batch.0).bind(wait.as_secs_f64()).execute(&pool).await?;
            Ok(())
        };
        self.database.run("batch", mark).await
    }

    /// Ends a batch whose calls are settled.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn end(&self, batch: JobId) -> Result<(), PortError> {
        let mark = |pool: PgPool| async move {
            sqlx::query(DONE).bind(batch.0).execute(&pool).await?;
            Ok(())
        };
        self.database.run("batch", mark).await
    }

    /// Returns the ids at the provider of all batches of a lane.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn provider_ids(&self, lane: &str) -> Result<Vec<String>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_scalar("SELECT provider_id FROM batch WHERE lane = $1 AND provider_id IS NOT NULL");
            Ok(query.bind(lane).fetch_all(&pool).await?)
        };
        self.database.run("batch", select).await
    }
}

fn open_batch(row: Row, calls: Vec<(Uuid, Vec<u8>)>) -> OpenBatch {
    let Row { id, state, provider_id, since, seconds } = row;
    let age = Duration::from_secs_f64(seconds.max(0.0));
    let step = match (state.as_str(), provider_id) {
        (_, Some(provider_id)) => BatchStep::Collect { provider_id, age },
        ("formed", None) => BatchStep::Send,
        (_, None) => BatchStep::Search { since, age },
    };
    let calls = calls.into_iter().map(|(call, request)| QueuedCall { call: JobId(call), request });
    OpenBatch { id: JobId(id), step, calls: calls.collect() }
}
