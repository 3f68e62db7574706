//! `Effect::DecisionGivenUp`: the decision of a round is a dead letter. Kept beside the run, so that its row is not touched.

use domain::RunId;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::column;
use super::text::clean;
use crate::failure::Failed;

/// A round that is decided by now needs no note. Read without a lock: whoever ends the run by this looks again, under one.
const INSERT: &str = "
INSERT INTO run_given_up (run, round, because)
SELECT said.run, said.round, said.because FROM unnest($1::uuid[], $2::int[], $3::text[]) AS said (run, round, because)
JOIN run r ON r.id = said.run AND r.iteration = said.round AND r.phase = 'analyzing'
ON CONFLICT (run, round) DO NOTHING";

/// One row of `run_given_up`.
#[derive(Debug)]
pub(crate) struct Row {
    run: Uuid,
    round: i32,
    because: String,
}

impl Row {
    /// The reason informs a person, so it is cleaned rather than refused.
    pub(crate) fn of(run: RunId, round: u32, because: &str) -> Self {
        Self { run: run.0, round: i32::try_from(round).unwrap_or(i32::MAX), because: clean(because) }
    }
}

pub(super) async fn insert(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(INSERT)
        .bind(column(rows, |row| row.run))
        .bind(column(rows, |row| row.round))
        .bind(column(rows, |row| row.because.as_str()));
    insert.execute(conn).await?;
    Ok(())
}
