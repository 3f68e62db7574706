//! Redrives of many dead letters. Gateways execute them: a statement leases a due redrive for a second, so that several
//! gateways share the work and the rate holds for all of them together. Each letter is redriven in a transaction of its
//! own, which locks the redrive: a letter is redriven once, and none after a pause.
//!
//! Progress is counted from the letters. A row of `redrive_letter` contains the transaction that had written the letter
//! at that time, so a job that died again is recognised without a clock.

mod execute;
mod facet;

use domain::Tenant;
use domain::port::PortError;
use domain::redrive::{RedriveChange, RedriveState};
use uuid::Uuid;

use crate::dead_letter_groups::reason;
use crate::page::{self, Before, PageRequest};
use crate::pool::PgPool;
use crate::rows::number;

pub use execute::CanaryState;
pub use facet::{PgRedrives, Redrive, RedriveSelection};
use facet::{REDRIVEN, RedriveRow, redrivable, redrive, redrive_columns};

/// What was redriven so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RedriveProgress {
    /// Number of redriven letters.
    pub redriven: u64,
    /// Reasons of the jobs that died again, with their numbers, most frequent first.
    pub died: Vec<(String, u64)>,
}

/// Answer to a change of the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedriveChanged {
    /// The redrive has this state now.
    To(RedriveState),
    /// This state does not permit the change.
    Refused(RedriveState),
    /// The tenant has no such redrive.
    Missing,
}

const COUNTS: &str =
    concat!("SELECT consumer, count(*) FROM (", redrivable!("consumer", "LIMIT $6"), ") AS selected GROUP BY consumer");

/// All statements over letters, for the test of their plans.
#[cfg(feature = "testing")]
pub(crate) const STATEMENTS: [&str; 2] = [COUNTS, execute::NEXT];

/// A repetition after a lost answer finds its own row.
const CREATE: &str = "
WITH created AS (
    INSERT INTO redrive (id, tenant, consumer, class, reason, letters, per_second, state, created_by, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'canary', $8, $9) ON CONFLICT DO NOTHING RETURNING id
)
SELECT EXISTS (SELECT FROM created) OR EXISTS (SELECT FROM redrive WHERE id = $1)";

const LIST: &str = concat!(
    "SELECT ",
    redrive_columns!(),
    " FROM redrive
WHERE tenant = $1
  AND (created_at, id) < (coalesce($2, 'infinity'::timestamptz), coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid))
ORDER BY created_at DESC, id DESC LIMIT $4"
);

const LOAD: &str = concat!("SELECT ", redrive_columns!(), " FROM redrive WHERE id = $1 AND tenant = $2");

const DIED: &str = concat!(
    "SELECT ",
    reason!(),
    ", count(*) FROM redrive_letter l JOIN dead_letter d ON d.id = l.letter AND d.job = l.job
WHERE l.redrive = $1 AND d.xid IS DISTINCT FROM l.xid GROUP BY 1 ORDER BY 2 DESC, 1"
);

const STATE: &str = "SELECT state FROM redrive WHERE id = $1 AND tenant = $2 FOR UPDATE";
const CHANGE: &str = "UPDATE redrive SET state = $2, note = $3, updated_at = now() WHERE id = $1";

impl PgRedrives {
    /// Counts the letters of a selection by consumer, up to `most` together.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn count(&self, selection: &RedriveSelection, most: u32) -> Result<Vec<(String, u64)>, PortError> {
        let RedriveSelection { tenant, consumer, class, reason, until } = selection;
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(COUNTS).bind(tenant.as_str()).bind(consumer).bind(class).bind(reason);
            let rows: Vec<(String, i64)> = query.bind(until).bind(i64::from(most)).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(|(consumer, letters)| (consumer, number(letters))).collect())
        };
        self.database.list("dead letter", select).await
    }

    /// Stores a new redrive, whose state is `canary`. Returns `false` if another one of the same letters has not ended.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn create(&self, new: &Redrive) -> Result<bool, PortError> {
        let RedriveSelection { tenant, consumer, class, reason, until } = &new.selection;
        let [letters, per_second] =
            [new.letters, new.per_second].map(|number| i32::try_from(number).unwrap_or(i32::MAX));
        let create = |pool: PgPool| async move {
            let query = sqlx::query_scalar(CREATE).bind(new.id).bind(tenant.as_str()).bind(consumer).bind(class);
            let query = query.bind(reason).bind(letters).bind(per_second).bind(&new.created_by).bind(until);
            Ok(query.fetch_one(&pool).await?)
        };
        self.database.run("redrive", create).await
    }

    /// Returns redrives of a tenant, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn page(&self, tenant: &Tenant, after: Option<Before>, limit: u32) -> Result<Vec<Redrive>, PortError> {
        let rows: Vec<RedriveRow> = page::read(&self.database, LIST, PageRequest { tenant, after, limit }).await?;
        Ok(rows.into_iter().map(redrive).collect())
    }

    /// Returns a redrive of a tenant.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn load(&self, tenant: &Tenant, id: Uuid) -> Result<Option<Redrive>, PortError> {
        let select = |pool: PgPool| async move {
            let row: Option<RedriveRow> =
                sqlx::query_as(LOAD).bind(id).bind(tenant.as_str()).fetch_optional(&pool).await?;
            Ok(row.map(redrive))
        };
        self.database.run("redrive", select).await
    }

    /// Returns what a redrive has redriven so far.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn progress(&self, id: Uuid) -> Result<RedriveProgress, PortError> {
        let select = |pool: PgPool| async move {
            let redriven = sqlx::query_scalar(REDRIVEN).bind(id).fetch_one(&pool).await?;
            let died: Vec<(String, i64)> = sqlx::query_as(DIED).bind(id).fetch_all(&pool).await?;
            let died = died.into_iter().map(|(reason, letters)| (reason, number(letters))).collect();
            Ok(RedriveProgress { redriven: number(redriven), died })
        };
        self.database.run("redrive", select).await
    }

    /// Changes the state of a redrive of a tenant, if its state permits it. `note` is the reason of a pause.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn change(
        &self,
        (tenant, id): (&Tenant, Uuid),
        change: RedriveChange,
        note: &str,
    ) -> Result<RedriveChanged, PortError> {
        let change = |pool: PgPool| async move {
            let mut transaction = pool.begin().await?;
            let state = sqlx::query_scalar(STATE).bind(id).bind(tenant.as_str());
            let state: Option<String> = state.fetch_optional(&mut *transaction).await?;
            let Some(state) = state.as_deref().and_then(RedriveState::parse) else {
                return Ok(RedriveChanged::Missing);
            };
            let Some(after) = state.after(change) else { return Ok(RedriveChanged::Refused(state)) };
            if after != state {
                let query = sqlx::query(CHANGE).bind(id).bind(after.name()).bind(note);
                query.execute(&mut *transaction).await?;
            }
            transaction.commit().await?;
            Ok(RedriveChanged::To(after))
        };
        self.database.run("redrive", change).await
    }
}
