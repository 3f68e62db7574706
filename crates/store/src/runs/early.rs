//! Stopping a run before it began: its question is still on its way, or is being decomposed. The stop waits in a table of its own for
//! whoever begins the run.
//!
//! Neither can miss the other. Both take an advisory lock of the run's id first, this one alone, a beginning together with other
//! beginnings (`effect::run::lock`), and look only then: either the stop stands when the run begins, or the run stands when the stop
//! looks, and is stopped as any other.

use domain::port::PortError;
use domain::run::Cancellation;
use domain::{RunId, Scope};
use sqlx::PgPool;

use super::Stopped;
use crate::Store;
use crate::failure::Failed;

const ALONE: &str = "SELECT pg_advisory_xact_lock(hashtextextended($1::uuid::text, 0))";

const BEGUN: &str = "SELECT EXISTS (SELECT FROM run WHERE id = $1)";

/// The first stop stands; only one without a forecast follows one with it.
const STOP: &str = "
INSERT INTO run_stop (run, body) VALUES ($1, $2::text::json)
ON CONFLICT (run) DO UPDATE SET body = excluded.body
WHERE (run_stop.body->>'forecast')::boolean AND NOT (excluded.body->>'forecast')::boolean";

const STANDS: &str = "SELECT body::text FROM run_stop WHERE run = $1";

impl Store {
    /// Stops a run that has not begun: when it does, it is done at once, or decided at once with [`Cancellation::forecast`]. Without
    /// one nobody reserves a cent for it any more. `Moved` if it has begun by now: read it, and stop it with [`Store::stop_run`].
    /// Twice is harmless.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn stop_early(&self, run: RunId, cancellation: &Cancellation) -> Result<Stopped, PortError> {
        self.run("run", |pool| async move { stop(&pool, run, cancellation).await }).await
    }
}

async fn stop(pool: &PgPool, run: RunId, cancellation: &Cancellation) -> Result<Stopped, Failed> {
    let mut transaction = pool.begin().await?;
    sqlx::query(ALONE).bind(run.0).execute(&mut *transaction).await?;
    let begun: bool = sqlx::query_scalar(BEGUN).bind(run.0).fetch_one(&mut *transaction).await?;
    if begun {
        return Ok(Stopped::Moved);
    }
    let body = serde_json::to_string(cancellation)?;
    let stopped = sqlx::query(STOP).bind(run.0).bind(body).execute(&mut *transaction).await?.rows_affected() == 1;
    if !stopped {
        let stands: String = sqlx::query_scalar(STANDS).bind(run.0).fetch_one(&mut *transaction).await?;
        let ours = serde_json::from_str::<Cancellation>(&stands)? == *cancellation;
        return Ok(if ours { Stopped::Early } else { Stopped::Before });
    }
    if !cancellation.forecast {
        super::cancel::close(&mut transaction, &Scope::run(run)).await?;
    }
    transaction.commit().await?;
    Ok(Stopped::Early)
}

/// For whoever is about to begin it.
pub(super) async fn stopped(store: &Store, run: RunId) -> Result<Option<Cancellation>, PortError> {
    let ask = |pool: PgPool| async move {
        let body: Option<String> = sqlx::query_scalar(STANDS).bind(run.0).fetch_optional(&pool).await?;
        Ok(body.map(|body| serde_json::from_str(&body)).transpose()?)
    };
    store.run("run", ask).await
}
