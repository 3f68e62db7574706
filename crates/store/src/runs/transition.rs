//! Transitions that are not a handler's effect: a round closed at its deadline, and cancellations. Each is one
//! transaction with the message that announces it.

use domain::port::PortError;
use domain::run::{Cancellation, RunEffect, RunEvent, RunMachine, StaleEvent, Step};
use domain::{BudgetScope, Outgoing, RunId};
use sqlx::postgres::PgConnection;

use super::port::PgRuns;
use crate::database::Database;
use crate::effect::run::{LockedRuns, RunChange};
use crate::failure::Failed;
use crate::journal::outbox;
use crate::pool::PgPool;

/// A run as the caller read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunVersion {
    /// Id of the run.
    pub run: RunId,
    /// Version of the run.
    pub version: i64,
}

/// Result of an attempt to cancel a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CancelOutcome {
    /// The run is cancelled by this cancellation.
    Cancelled,
    /// The run has not started and will start cancelled by this cancellation.
    CancelledEarly,
    /// The run is not stored. Its question may not have been processed yet; see [`PgRuns::cancel_unstarted`].
    Unknown,
    /// The run was done before.
    AlreadyDone,
    /// The run was cancelled before, in the same way.
    AlreadyCancelled,
    /// The run has changed since the caller read it; read it again.
    Moved,
}

impl From<StaleEvent> for CancelOutcome {
    fn from(stale: StaleEvent) -> Self {
        match stale {
            StaleEvent::Unstarted => Self::Unknown,
            StaleEvent::Done => Self::AlreadyDone,
            StaleEvent::Cancelled | StaleEvent::CancelledBeforeStart => Self::AlreadyCancelled,
            StaleEvent::Started | StaleEvent::Version { .. } | StaleEvent::NotAnalyzing | StaleEvent::NoQuestions => {
                Self::Moved
            }
        }
    }
}

/// Serialises an early cancellation with the start of the run, which takes the shared lock: either the start finds the
/// cancellation, or the cancellation finds the run.
const LOCK_START: &str = "SELECT pg_advisory_xact_lock(hashtextextended($1::uuid::text, 0))";

const UNSTARTED: &str = "
SELECT EXISTS (SELECT FROM run WHERE id = $1), (SELECT body::text FROM run_stop WHERE run = $1)";

const STORE_EARLY: &str = "
INSERT INTO run_stop (run, body) VALUES ($1, $2::text::json) ON CONFLICT (run) DO UPDATE SET body = excluded.body";

/// Creates the budget if no call has used it yet: the first call is refused, too.
const CLOSE_BUDGET: &str = "
INSERT INTO budget (scope, \"limit\", closed) VALUES ($1, 0, true) ON CONFLICT (scope) DO UPDATE SET closed = true";

impl PgRuns {
    /// Cancels a run that is still at its version. With [`Cancellation::forecast`] its researchers' budget is closed
    /// and it is decided next; without, its whole budget is closed and it is done. `message` is stored in the same
    /// transaction: `RunAnswered` of the round (only if the round was open), or `RunEnded`. May be repeated.
    ///
    /// # Errors
    /// `Down` if Postgres is; `Unavailable` if a newer binary has stored the run.
    pub async fn cancel_version(
        &self,
        target: RunVersion,
        cancellation: &Cancellation,
        message: &Outgoing,
    ) -> Result<CancelOutcome, PortError> {
        self.database.run("run", |pool| async move { cancel(&pool, target, cancellation, message).await }).await
    }

    /// Cancels a run that has not started. It will start done, or with [`Cancellation::forecast`] be decided at once.
    /// Without a forecast its budget is closed now. Returns [`CancelOutcome::Moved`] if it has started: use
    /// [`PgRuns::cancel_version`]. May be repeated.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn cancel_unstarted(&self, run: RunId, cancellation: &Cancellation) -> Result<CancelOutcome, PortError> {
        self.database.run("run", |pool| async move { cancel_unstarted(&pool, run, cancellation).await }).await
    }
}

pub(super) async fn close_round(
    database: &Database,
    run: RunId,
    iteration: u32,
    message: &Outgoing,
) -> Result<bool, PortError> {
    let change = &RunChange::new(run, RunEvent::DeadlineReached { round: iteration });
    let close = |pool: PgPool| async move {
        let mut transaction = pool.begin().await?;
        let mut locked = LockedRuns::lock(&mut transaction, &[change]).await?;
        let closed = !locked.apply(change).is_empty();
        if closed {
            locked.write(&mut transaction).await?;
            outbox::insert(&mut transaction, &[message]).await?;
        }
        transaction.commit().await?;
        Ok(closed)
    };
    database.run("run", close).await
}

async fn cancel(
    pool: &PgPool,
    RunVersion { run, version }: RunVersion,
    cancellation: &Cancellation,
    message: &Outgoing,
) -> Result<CancelOutcome, Failed> {
    let event = RunEvent::Cancelled { version, cancellation: cancellation.clone() };
    let change = RunChange::new(run, event).cancelled(cancellation)?;
    let mut transaction = pool.begin().await?;
    let mut locked = LockedRuns::lock(&mut transaction, &[&change]).await?;
    if locked.cancellation(run) == Some(cancellation) {
        // A repetition whose first answer was lost.
        return Ok(CancelOutcome::Cancelled);
    }
    if let Err(stale) = locked.check(&change) {
        return Ok(stale.into());
    }
    let effects = locked.apply(&change);
    locked.write(&mut transaction).await?;
    for effect in &effects {
        match effect {
            RunEffect::CloseRunBudget => close_budget(&mut transaction, &BudgetScope::run(run)).await?,
            RunEffect::CloseResearchBudget => {
                close_budget(&mut transaction, &BudgetScope::agent("researcher", locked.event(run))).await?;
            }
            _ => {}
        }
    }
    let announces = |effect: &RunEffect| matches!(effect, RunEffect::ReleaseRound { .. } | RunEffect::StoreEnding);
    if effects.iter().any(announces) {
        outbox::insert(&mut transaction, &[message]).await?;
    }
    transaction.commit().await?;
    Ok(CancelOutcome::Cancelled)
}

async fn cancel_unstarted(pool: &PgPool, run: RunId, cancellation: &Cancellation) -> Result<CancelOutcome, Failed> {
    let mut transaction = pool.begin().await?;
    sqlx::query(LOCK_START).bind(run.0).execute(&mut *transaction).await?;
    let (started, stop): (bool, Option<String>) =
        sqlx::query_as(UNSTARTED).bind(run.0).fetch_one(&mut *transaction).await?;
    if started {
        return Ok(CancelOutcome::Moved);
    }
    let machine = RunMachine::Unstarted { stop: stop.map(|body| serde_json::from_str(&body)).transpose()? };
    if machine.cancellation() == Some(cancellation) {
        return Ok(CancelOutcome::CancelledEarly);
    }
    let event = RunEvent::CancelledEarly(cancellation.clone());
    if let Err(stale) = machine.check(&event) {
        return Ok(stale.into());
    }
    let Step { effects, .. } = machine.step(&event);
    let body = serde_json::to_string(cancellation)?;
    sqlx::query(STORE_EARLY).bind(run.0).bind(body).execute(&mut *transaction).await?;
    if effects.contains(&RunEffect::CloseRunBudget) {
        close_budget(&mut transaction, &BudgetScope::run(run)).await?;
    }
    transaction.commit().await?;
    Ok(CancelOutcome::CancelledEarly)
}

/// Refuses further reservations. Calls in progress are settled as usual, and unused reservations are returned.
async fn close_budget(conn: &mut PgConnection, scope: &BudgetScope) -> Result<(), Failed> {
    sqlx::query(CLOSE_BUDGET).bind(scope.key()).execute(conn).await?;
    Ok(())
}
