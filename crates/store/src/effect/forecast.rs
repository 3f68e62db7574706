//! `Effect::RunFinished`: the forecast.

use sqlx::postgres::PgConnection;

use super::column;
use super::run::ForecastRow;
use crate::failure::Failed;

const INSERT: &str = "
INSERT INTO forecast (run, tenant, probability, cost, body, made_at)
SELECT run, tenant, probability, cost, body::json, made_at
FROM unnest($1::uuid[], $2::text[], $3::float8[], $4::int8[], $5::text[], $6::timestamptz[])
     AS made (run, tenant, probability, cost, body, made_at)
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
        .bind(column(rows, |row| row.made_at));
    insert.execute(conn).await?;
    Ok(())
}
