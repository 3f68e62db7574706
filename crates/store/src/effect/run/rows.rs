//! Rows that transitions add to a run: questions, answers and dead letters of decisions.

use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::failure::Failed;

const INSERT_QUESTIONS: &str = "
INSERT INTO question (run, iteration, ordinal, id, body)
SELECT run, iteration, ordinal, id, body::json
FROM unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::text[]) AS asked (run, iteration, ordinal, id, body)";

const INSERT_ANSWERS: &str = "
INSERT INTO answer (run, question, late, body)
SELECT run, question, late, body::json
FROM unnest($1::uuid[], $2::text[], $3::bool[], $4::text[]) AS made (run, question, late, body)
ON CONFLICT (run, question) DO NOTHING";

/// The first reason of a round is kept.
const INSERT_DEAD_LETTERS: &str = "
INSERT INTO run_given_up (run, round, because)
SELECT run, round, because FROM unnest($1::uuid[], $2::int[], $3::text[]) AS new (run, round, because)
ON CONFLICT (run, round) DO NOTHING";

/// A row of `question`.
#[derive(Debug)]
pub(super) struct NewQuestion<'a> {
    pub(super) run: Uuid,
    pub(super) round: i32,
    pub(super) ordinal: i32,
    pub(super) id: &'a str,
    pub(super) body: &'a str,
}

/// A row of `answer`.
#[derive(Debug)]
pub(super) struct NewAnswer<'a> {
    pub(super) run: Uuid,
    pub(super) question: &'a str,
    pub(super) late: bool,
    pub(super) body: &'a str,
}

/// A row of `run_given_up`.
#[derive(Debug)]
pub(super) struct NewDeadLetter<'a> {
    pub(super) run: Uuid,
    pub(super) round: i32,
    pub(super) because: &'a str,
}

pub(super) async fn insert_questions(conn: &mut PgConnection, rows: &[NewQuestion<'_>]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(INSERT_QUESTIONS)
        .bind(rows.iter().map(|row| row.run).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.round).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.ordinal).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.id).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.body).collect::<Vec<_>>());
    insert.execute(conn).await?;
    Ok(())
}

pub(super) async fn insert_answers(conn: &mut PgConnection, rows: &[NewAnswer<'_>]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(INSERT_ANSWERS)
        .bind(rows.iter().map(|row| row.run).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.question).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.late).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.body).collect::<Vec<_>>());
    insert.execute(conn).await?;
    Ok(())
}

pub(super) async fn insert_dead_letters(conn: &mut PgConnection, rows: &[NewDeadLetter<'_>]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(INSERT_DEAD_LETTERS)
        .bind(rows.iter().map(|row| row.run).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.round).collect::<Vec<_>>())
        .bind(rows.iter().map(|row| row.because).collect::<Vec<_>>());
    insert.execute(conn).await?;
    Ok(())
}
