//! What a gateway does to execute redrives.

use domain::JobId;
use domain::port::{DeadLetter, PortError};
use uuid::Uuid;

use super::facet::{PgRedrives, REDRIVEN, Redrive, RedriveRow, RedriveSelection, redrivable, redrive, redrive_columns};
use crate::dead_letter_groups::reason;
use crate::dead_letters;
use crate::failure::Failed;
use crate::journal::quiet;
use crate::pool::PgPool;

/// The first letter of a redrive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CanaryState {
    /// None was redriven yet.
    Absent,
    /// Its job has no outcome yet.
    Open,
    /// Its job has an outcome.
    Ended,
    /// Its job died again, for this reason.
    Died(String),
}

/// Oldest first, as the messages arrived. A letter that died again is not redriven twice by one redrive.
pub(crate) const NEXT: &str = redrivable!(
    "id",
    "AND NOT EXISTS (SELECT FROM redrive_letter l WHERE l.redrive = $6 AND l.letter = dead_letter.id) ORDER BY at, id LIMIT $7"
);

const LEASE: &str = concat!(
    "UPDATE redrive SET next_at = now() + interval '1 second'
WHERE id = (SELECT id FROM redrive WHERE state IN ('canary', 'running') AND next_at <= now() ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING ",
    redrive_columns!()
);

/// A verdict is an outcome of the classifier. Keys of jobs that ended leave the inbox. A letter that was pruned is not
/// waited for.
const CANARY: &str = "
SELECT coalesce(d.job = l.job AND d.xid IS DISTINCT FROM l.xid, false),
       d.id IS NULL OR i.done_at IS NOT NULL
       OR i.job IS NULL AND EXISTS (SELECT FROM inbox_old o WHERE o.job = l.job AND o.consumer = d.consumer)
       OR d.consumer = $2 AND EXISTS (SELECT FROM verdict v WHERE v.job = l.job),
       coalesce(d.errors[1], '')
FROM redrive_letter l LEFT JOIN dead_letter d ON d.id = l.letter LEFT JOIN inbox i ON i.consumer = d.consumer AND i.job = l.job
WHERE l.redrive = $1 ORDER BY l.at LIMIT 1";

/// Executors of one redrive wait for each other here, so the next statement sees what the others have redriven.
const LOCK: &str = "SELECT id FROM redrive WHERE id = $1 FOR UPDATE";

const CLAIM: &str = "
INSERT INTO redrive_letter (redrive, letter, job, xid)
SELECT r.id, d.id, d.job, d.xid FROM redrive r JOIN dead_letter d ON d.id = $2 AND d.tenant = r.tenant
WHERE r.id = $1 AND d.redriven_at IS NULL AND d.dropped_at IS NULL
  AND (SELECT count(*) FROM redrive_letter l WHERE l.redrive = $1)
      < CASE r.state WHEN 'running' THEN r.letters WHEN 'canary' THEN 1 ELSE 0 END
ON CONFLICT DO NOTHING";

impl PgRedrives {
    /// Takes the redrive that is due first; no other process takes it within a second.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn lease(&self) -> Result<Option<Redrive>, PortError> {
        let lease = |pool: PgPool| async move {
            let row: Option<RedriveRow> = sqlx::query_as(LEASE).fetch_optional(&pool).await?;
            Ok(row.map(redrive))
        };
        self.database.run("redrive", lease).await
    }

    /// Returns what is known about the first letter.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn canary(&self, id: Uuid) -> Result<CanaryState, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(CANARY).bind(id).bind(quiet::CONSUMER);
            let row: Option<(bool, bool, String)> = query.fetch_optional(&pool).await?;
            Ok(match row {
                None => CanaryState::Absent,
                Some((true, _, reason)) => CanaryState::Died(reason),
                Some((false, true, _)) => CanaryState::Ended,
                Some((false, false, _)) => CanaryState::Open,
            })
        };
        self.database.run("redrive", select).await
    }

    /// Returns the next letters of a redrive, oldest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn next(&self, redrive: &Redrive, limit: u32) -> Result<Vec<JobId>, PortError> {
        let RedriveSelection { tenant, consumer, class, reason, until } = &redrive.selection;
        let select = |pool: PgPool| async move {
            let redriven: i64 = sqlx::query_scalar(REDRIVEN).bind(redrive.id).fetch_one(&pool).await?;
            let left = i64::from(limit).min(i64::from(redrive.letters) - redriven).max(0);
            let query = sqlx::query_scalar(NEXT).bind(tenant.as_str()).bind(consumer).bind(class).bind(reason);
            let ids: Vec<Uuid> = query.bind(until).bind(redrive.id).bind(left).fetch_all(&pool).await?;
            Ok(ids.into_iter().map(JobId).collect())
        };
        self.database.run("dead letter", select).await
    }

    /// Redrives a letter for a redrive, and returns its message for publishing. Returns `None`, and changes nothing, if
    /// the redrive is not active, has redriven this letter or all of its letters, or if the letter is not open.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn redrive(&self, redrive: Uuid, letter: JobId) -> Result<Option<DeadLetter>, PortError> {
        self.database.run("dead letter", |pool| async move { claim(&pool, redrive, letter).await }).await
    }
}

async fn claim(pool: &PgPool, redrive: Uuid, id: JobId) -> Result<Option<DeadLetter>, Failed> {
    let mut transaction = pool.begin().await?;
    sqlx::query(LOCK).bind(redrive).execute(&mut *transaction).await?;
    let claimed = sqlx::query(CLAIM).bind(redrive).bind(id.0).execute(&mut *transaction).await?.rows_affected() == 1;
    let letter = if claimed { dead_letters::show(&mut transaction, id).await? } else { None };
    let Some(letter) = letter else { return Ok(None) };
    if !dead_letters::rerun(&mut transaction, &letter).await? {
        return Ok(None);
    }
    transaction.commit().await?;
    Ok(Some(letter))
}
