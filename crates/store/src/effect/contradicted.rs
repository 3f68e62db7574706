//! `Effect::ResearchContradicted`: evidence invalidates a version of an entity's research and the notes made from it.

use domain::{EntityId, Time};
use sqlx::postgres::PgConnection;

use super::research::NEWER;
use crate::columns::column;
use crate::failure::Failed;
use crate::text::clean;

/// The first reason of a contradiction is kept; a version that was only followed by a newer one gets it. Rows are
/// locked in the order of the key, so that transactions cannot deadlock.
const END: &str = "
WITH gone AS (
    SELECT r.entity, r.version, named.at, named.because
    FROM unnest($1::text[], $2::int8[], $3::timestamptz[], $4::text[]) AS named (entity, version, at, because)
    JOIN research r ON r.entity = named.entity AND r.version = named.version
    WHERE r.ended_at IS NULL OR r.ended_because = $5
    ORDER BY r.entity, r.version FOR UPDATE OF r
)
UPDATE research SET ended_at = coalesce(research.ended_at, gone.at), ended_because = gone.because
FROM gone WHERE research.entity = gone.entity AND research.version = gone.version";

/// A version and the reason that contradicts it.
#[derive(Debug)]
pub(crate) struct Row {
    entity: String,
    version: i64,
    at: Time,
    because: String,
}

impl Row {
    pub(super) fn entity(&self) -> &str {
        &self.entity
    }

    /// The reason informs a person, so it is cleaned rather than refused.
    pub(crate) fn new(entity: &EntityId, version: i64, at: Time, because: &str) -> Self {
        Self { entity: entity.to_string(), version, at, because: clean(because) }
    }
}

pub(super) async fn end(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let end = sqlx::query(END)
        .bind(column(rows, |row| row.entity.as_str()))
        .bind(column(rows, |row| row.version))
        .bind(column(rows, |row| row.at))
        .bind(column(rows, |row| row.because.as_str()))
        .bind(NEWER);
    end.execute(&mut *conn).await?;
    super::note::end(conn, &column(rows, |row| row.entity.as_str())).await
}
