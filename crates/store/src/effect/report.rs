//! `Effect::ReportStored`: a report; a later one replaces it.

use std::collections::BTreeMap;

use domain::effect::MarkdownReport;
use sqlx::postgres::PgConnection;

use crate::columns::column;
use crate::failure::Failed;

/// An older report that arrives later does not replace a newer one.
const UPSERT: &str = "
INSERT INTO report (key, tenant, markdown, made_at)
SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[])
ON CONFLICT (key) DO UPDATE SET tenant = excluded.tenant, markdown = excluded.markdown, made_at = excluded.made_at
WHERE report.made_at <= excluded.made_at";

/// A report needs no conversion.
pub(crate) type Row = MarkdownReport;

pub(super) async fn upsert(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    // Sorted by key: one statement may write a row once, and all transactions lock in one order.
    let mut newest: BTreeMap<&str, &Row> = BTreeMap::new();
    for row in rows {
        let kept = newest.entry(&row.key).or_insert(row);
        if kept.made_at <= row.made_at {
            *kept = row;
        }
    }
    if newest.is_empty() {
        return Ok(());
    }
    let rows: Vec<&Row> = newest.into_values().collect();
    let upsert = sqlx::query(UPSERT)
        .bind(column(&rows, |row| row.key.as_str()))
        .bind(column(&rows, |row| row.tenant.as_str()))
        .bind(column(&rows, |row| row.markdown.as_str()))
        .bind(column(&rows, |row| row.made_at));
    upsert.execute(conn).await?;
    Ok(())
}
