//! Reads for macros and reviews over the gateway: progress of an execution, and the first use of an idempotency key.

use domain::port::PortError;
use domain::review::SessionId;
use domain::{JobId, MacroResult, MicroUsd, Tenant};
use uuid::Uuid;

use super::port::PgReviews;
use crate::pool::PgPool;
use crate::rows::row;

const APPROVED: &str =
    "SELECT count(*) FROM macro_result WHERE tenant = $1 AND session = $2 AND state IN ('approved', 'executed')";

const PROGRESS: &str = "
SELECT EXISTS (SELECT FROM event WHERE job = $2 AND tenant = $1),
       (SELECT count(*) FROM call WHERE job = $3), (SELECT coalesce(sum(charged), 0)::int8 FROM call WHERE job = $3),
       (SELECT id FROM dead_letter WHERE tenant = $1 AND id = ANY($4) AND redriven_at IS NULL LIMIT 1)";

/// Progress of a macro's execution that has no result yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MacroProgress {
    /// `true` once the fleet has classified the event.
    pub is_classified: bool,
    /// Number of model calls so far.
    pub calls: u64,
    /// Amount reserved and spent so far.
    pub charged: MicroUsd,
    /// The dead letter that ended the execution without a result, unless it was redriven.
    pub dead_letter: Option<JobId>,
}

row! {
    struct ProgressRow {
        is_classified: bool,
        calls: i64,
        charged: i64,
        letter: Option<Uuid>,
    }
}

impl PgReviews {
    /// Returns the number of approved results of a session, executed ones included.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn approved_count(&self, tenant: &Tenant, session: SessionId) -> Result<u64, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_scalar(APPROVED).bind(tenant.as_str()).bind(session.0);
            let count: i64 = query.fetch_one(&pool).await?;
            Ok(count.unsigned_abs())
        };
        self.database.run("macro_result", select).await
    }

    /// Returns the progress of the execution that a tenant's event requested.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn progress(&self, tenant: &Tenant, event: JobId) -> Result<MacroProgress, PortError> {
        let task = MacroResult::id_of_event(event);
        let letters = dead_letters(event, task).map(|JobId(id)| id);
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(PROGRESS).bind(tenant.as_str()).bind(event.0).bind(task.0).bind(&letters[..]);
            let row: ProgressRow = query.fetch_one(&pool).await?;
            Ok(row)
        };
        let ProgressRow { is_classified, calls, charged, letter } = self.database.run("macro_progress", select).await?;
        Ok(MacroProgress {
            is_classified,
            calls: calls.unsigned_abs(),
            charged: MicroUsd::from_i64(charged),
            dead_letter: letter.map(JobId),
        })
    }
}

/// Ids of the dead letters that end an execution without a result. A researcher that dead-letters the task still
/// answers it.
fn dead_letters(event: JobId, task: JobId) -> [JobId; 2] {
    let researched = task.derive("auspex.macro.researched", 0);
    [event.derive("dead.classifier", 0), researched.derive("dead.writer-macros", 0)]
}
