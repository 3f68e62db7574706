//! How runs come to their end although nobody decides them: stopped before they began, or given up.

use std::future::Future;

use domain::port::PortError;
use domain::run::{Cancellation, readable};
use domain::{Run, RunId, Time};
use sqlx::PgPool;

use crate::Store;
use crate::failure::Failed;

/// A run whose decision was given up and whose deadline has passed. It has all that its end needs, should its questions and answers
/// be what nobody can read.
#[derive(Debug, Clone, PartialEq)]
pub struct GivenUp {
    /// The run.
    pub run: Run,
    /// The round that nobody decided.
    pub iteration: u32,
    /// The version that it stands at.
    pub version: i64,
    /// The round's deadline.
    pub deadline: Time,
    /// Why it was given up.
    pub because: String,
}

/// Reading what ends a run. Implemented by [`Store`]; a trait, so that a handler's test needs no server.
pub trait Ends: Send + Sync + 'static {
    /// The stop that waits for a run that has not begun.
    fn stopped_early(&self, run: RunId) -> impl Future<Output = Result<Option<Cancellation>, PortError>> + Send;

    /// Runs whose decision was given up, past their round's deadline at `now`; oldest deadline first.
    fn given_up(&self, now: Time, limit: u32) -> impl Future<Output = Result<Vec<GivenUp>, PortError>> + Send;
}

/// The table of what was given up is small: it is read first. A run that moved on, or that a newer binary has stored, is none of
/// ours.
const GIVEN_UP: &str = "
SELECT r.body::text, r.iteration, r.version, r.deadline, g.because, r.format
FROM run_given_up g JOIN run r ON r.id = g.run AND r.iteration = g.round
WHERE r.phase = 'analyzing' AND r.deadline <= $1 ORDER BY r.deadline LIMIT $2";

type Row = (String, i32, i64, Time, String, i32);

impl Ends for Store {
    async fn stopped_early(&self, run: RunId) -> Result<Option<Cancellation>, PortError> {
        super::early::stopped(self, run).await
    }

    async fn given_up(&self, now: Time, limit: u32) -> Result<Vec<GivenUp>, PortError> {
        let ask = |pool: PgPool| async move {
            let query = sqlx::query_as(GIVEN_UP).bind(now).bind(i64::from(limit));
            let rows: Vec<Row> = query.fetch_all(&pool).await?;
            rows.into_iter()
                .filter(|row| readable(u32::try_from(row.5).unwrap_or(u32::MAX)).is_ok())
                .map(given_up)
                .collect()
        };
        self.run("run", ask).await
    }
}

fn given_up((body, iteration, version, deadline, because, _): Row) -> Result<GivenUp, Failed> {
    let iteration = u32::try_from(iteration).unwrap_or(0);
    Ok(GivenUp { run: serde_json::from_str(&body)?, iteration, version, deadline, because })
}
