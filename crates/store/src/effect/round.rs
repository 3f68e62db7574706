//! What is said of a round of a run, the first word of which stands: what another would be worth, and why nobody decides it. Kept
//! beside the run, so that its row is not touched.

use domain::RunId;
use domain::forecast::Valuation;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::column;
use super::text::clean;
use crate::failure::Failed;

/// `Effect::RoundValued`.
pub(super) const VALUED: &str = "
INSERT INTO valuation (run, round, body)
SELECT run, round, body::json FROM unnest($1::uuid[], $2::int[], $3::text[]) AS said (run, round, body)
ON CONFLICT (run, round) DO NOTHING";

/// `Effect::DecisionGivenUp`: the decision is a dead letter. A round that is decided by now needs no note. Read without a lock: whoever
/// ends the run by this looks again, under one.
pub(super) const GIVEN_UP: &str = "
INSERT INTO run_given_up (run, round, because)
SELECT said.run, said.round, said.because FROM unnest($1::uuid[], $2::int[], $3::text[]) AS said (run, round, because)
JOIN run r ON r.id = said.run AND r.iteration = said.round AND r.phase = 'analyzing'
ON CONFLICT (run, round) DO NOTHING";

/// One row of either table.
#[derive(Debug)]
pub(crate) struct Row {
    run: Uuid,
    round: i32,
    text: String,
}

impl Row {
    pub(crate) fn valued(run: RunId, valuation: &Valuation) -> Result<Self, serde_json::Error> {
        Ok(Self::of(run, valuation.round, serde_json::to_string(valuation)?))
    }

    /// The reason informs a person, so it is cleaned rather than refused.
    pub(crate) fn given_up(run: RunId, round: u32, because: &str) -> Self {
        Self::of(run, round, clean(because))
    }

    fn of(run: RunId, round: u32, text: String) -> Self {
        Self { run: run.0, round: i32::try_from(round).unwrap_or(i32::MAX), text }
    }
}

/// `insert` is [`VALUED`] or [`GIVEN_UP`].
pub(super) async fn insert(conn: &mut PgConnection, insert: &'static str, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(insert)
        .bind(column(rows, |row| row.run))
        .bind(column(rows, |row| row.round))
        .bind(column(rows, |row| row.text.as_str()));
    insert.execute(conn).await?;
    Ok(())
}
