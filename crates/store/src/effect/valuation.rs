//! `Effect::RoundValued`: the expected value of another round of a run, stored beside the run, whose row stays
//! unchanged.

use domain::RunId;
use domain::forecast::Valuation;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::columns::column;
use crate::failure::Failed;

/// The first valuation of a round is kept.
const INSERT: &str = "
INSERT INTO valuation (run, round, body)
SELECT run, round, body::json FROM unnest($1::uuid[], $2::int[], $3::text[]) AS new (run, round, body)
ON CONFLICT (run, round) DO NOTHING";

#[derive(Debug)]
pub(crate) struct Row {
    run: Uuid,
    round: i32,
    body: String,
}

impl Row {
    pub(crate) fn new(run: RunId, valuation: &Valuation) -> Result<Self, serde_json::Error> {
        let round = i32::try_from(valuation.round).unwrap_or(i32::MAX);
        Ok(Self { run: run.0, round, body: serde_json::to_string(valuation)? })
    }
}

pub(super) async fn insert(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(INSERT)
        .bind(column(rows, |row| row.run))
        .bind(column(rows, |row| row.round))
        .bind(column(rows, |row| row.body.as_str()));
    insert.execute(conn).await?;
    Ok(())
}
