//! Stopping a run from outside, in one transaction: the run moves, its purse is closed, and the message that says so is written.

use domain::port::PortError;
use domain::run::{Cancellation, FORMAT, NoForecast, Phase, readable};
use domain::{JobId, Outgoing, RunId, Scope};
use sqlx::PgPool;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::Store;
use crate::effect::run::phase_of;
use crate::failure::Failed;
use crate::journal::outbox;

/// What came of an attempt to stop a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stopped {
    /// It is stopped, by this very cancellation.
    Now,
    /// There is no such run (yet: its question may still be on its way; see [`Store::stop_early`]).
    Unknown,
    /// It has not begun, and will begin stopped.
    Early,
    /// It was done before.
    Done,
    /// Somebody else has stopped it, in the same way.
    Before,
    /// It has moved on since it was read: read it again.
    Moved,
}

const LOCK: &str = "
SELECT phase, version, format, event, cancelled::text, ended::text FROM run WHERE id = $1 FOR UPDATE";

/// A run that shall still have its forecast is decided next: nothing is waited for any more.
const DECIDE: &str = "
UPDATE run SET cancelled = $2::json, phase = 'analyzing', version = version + 1, format = $3, changed_at = now() WHERE id = $1";

const END: &str = "
UPDATE run SET cancelled = $2::json, ended = $4::json, phase = 'done', outstanding = 0, version = version + 1, format = $3,
               changed_at = now()
WHERE id = $1";

/// Created if no call has been made yet: the first shall be refused as well.
const CLOSE_BUDGET: &str = "
INSERT INTO budget (scope, \"limit\", closed) VALUES ($1, 0, true) ON CONFLICT (scope) DO UPDATE SET closed = true";

/// phase, version, format, the event's job, cancelled, ended.
type Row = (String, i64, i32, Uuid, Option<String>, Option<String>);

impl Store {
    /// Stops a run that still is at `version`. With [`Cancellation::forecast`] it comes to a forecast of what is there and its
    /// researchers get no more money; else it is done and nobody gets any. `says` is the message that goes with it: the round's
    /// `RunAnswered` (written only if the round was still open), or the `RunEnded`. Twice is harmless.
    ///
    /// # Errors
    /// `Down` if Postgres is; `Unavailable` if a newer binary has stored the run.
    pub async fn stop_run(
        &self,
        (run, version): (RunId, i64),
        cancellation: &Cancellation,
        says: &Outgoing,
    ) -> Result<Stopped, PortError> {
        self.run("run", |pool| async move { stop(&pool, (run, version), cancellation, says).await }).await
    }
}

async fn stop(
    pool: &PgPool,
    (run, version): (RunId, i64),
    cancellation: &Cancellation,
    says: &Outgoing,
) -> Result<Stopped, Failed> {
    let mut transaction = pool.begin().await?;
    let row: Option<Row> = sqlx::query_as(LOCK).bind(run.0).fetch_optional(&mut *transaction).await?;
    let Some((phase, now, format, event, cancelled, ended)) = row else { return Ok(Stopped::Unknown) };
    readable(u32::try_from(format).unwrap_or(u32::MAX))?;
    let before = Before { phase: phase_of(&phase), cancelled: parsed(cancelled)?, ended: parsed(ended)? };
    if let Some(answer) = before.answer(cancellation) {
        return Ok(answer);
    }
    if now != version {
        return Ok(Stopped::Moved);
    }
    let update = if cancellation.forecast { DECIDE } else { END };
    let mut query = sqlx::query(update)
        .bind(run.0)
        .bind(serde_json::to_string(cancellation)?)
        .bind(i32::try_from(FORMAT).unwrap_or(i32::MAX));
    if !cancellation.forecast {
        query = query.bind(serde_json::to_string(&NoForecast::Cancelled(cancellation.clone()))?);
    }
    query.execute(&mut *transaction).await?;
    close_budget(&mut transaction, run, JobId(event), cancellation.forecast).await?;
    if !cancellation.forecast || before.phase == Phase::Waiting {
        outbox::insert(&mut transaction, &[says]).await?;
    }
    transaction.commit().await?;
    Ok(Stopped::Now)
}

/// What stood there before.
struct Before {
    phase: Phase,
    cancelled: Option<Cancellation>,
    ended: Option<NoForecast>,
}

impl Before {
    /// The answer, if nothing is to be changed. A repetition whose first answer was lost finds its own words.
    fn answer(&self, cancellation: &Cancellation) -> Option<Stopped> {
        let ours = self.cancelled.as_ref() == Some(cancellation)
            || matches!(&self.ended, Some(NoForecast::Cancelled(ended)) if ended == cancellation);
        match (ours, self.phase) {
            (true, _) => Some(Stopped::Now),
            (false, Phase::Done) => Some(Stopped::Done),
            (false, _) if cancellation.forecast && self.cancelled.is_some() => Some(Stopped::Before),
            (false, _) => None,
        }
    }
}

fn parsed<T: serde::de::DeserializeOwned>(body: Option<String>) -> Result<Option<T>, Failed> {
    Ok(body.map(|body| serde_json::from_str(&body)).transpose()?)
}

/// Calls that are under way are settled as ever, and what they did not use goes back; no new one is begun.
async fn close_budget(conn: &mut PgConnection, run: RunId, event: JobId, forecast: bool) -> Result<(), Failed> {
    let scope = if forecast { Scope::agent("researcher", event) } else { Scope::run(run) };
    close(conn, &scope).await
}

/// Nobody reserves another cent from it.
pub(super) async fn close(conn: &mut PgConnection, scope: &Scope) -> Result<(), Failed> {
    sqlx::query(CLOSE_BUDGET).bind(scope.key()).execute(conn).await?;
    Ok(())
}
