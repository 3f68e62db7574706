//! `Effect::RunFinished`: the forecast.

use sqlx::postgres::PgConnection;

use super::run::ForecastRow;
use crate::columns::column;
use crate::failure::Failed;

const INSERT: &str = "
INSERT INTO forecast (run, tenant, probability, cost, body, made_at, review, answer)
SELECT run, tenant, probability, cost, body::json, made_at, review, answer
FROM unnest($1::uuid[], $2::text[], $3::float8[], $4::int8[], $5::text[], $6::timestamptz[], $7::text[], $8::text[])
     AS made (run, tenant, probability, cost, body, made_at, review, answer)
ON CONFLICT (run) DO NOTHING";

pub(super) async fn insert(conn: &mut PgConnection, rows: &[&ForecastRow]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(INSERT)
        .bind(column(rows, |row| row.run))
        .bind(column(rows, |row| row.tenant.as_str()))
        .bind(column(rows, |row| row.probability))
        .bind(column(rows, |row| row.cost))
        .bind(column(rows, |row| row.body.as_str()))
        .bind(column(rows, |row| row.made_at))
        .bind(column(rows, |row| row.review))
        .bind(column(rows, |row| row.answer.as_deref()));
    insert.execute(conn).await?;
    Ok(())
}
