//! `Effect::RestedOn`: the external bytes and service answers that a job used.

use std::collections::BTreeMap;

use domain::JobId;
use domain::effect::Basis;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::columns::column;
use crate::failure::Failed;
use crate::text::clean;

const USES: &str = "
INSERT INTO page_use (job, url, hash) SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[])
ON CONFLICT (job, md5(url), hash) DO NOTHING";

/// A repeated answer becomes the latest again. Rows are written in the order of the key, so that transactions cannot
/// deadlock.
pub(crate) const ANSWERS: &str = "
INSERT INTO kept_answer (url, hash, body) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
ON CONFLICT (md5(url), hash) DO UPDATE SET answered_at = clock_timestamp() WHERE kept_answer.url = excluded.url";

/// A row of `page_use`, and of `kept_answer` for an answer.
#[derive(Debug)]
pub(crate) struct Row {
    job: Uuid,
    basis: Basis,
}

impl Row {
    pub(crate) fn new(job: JobId, basis: Basis) -> Self {
        let basis = Basis { url: clean(&basis.url), hash: basis.hash, body: basis.body.map(|body| clean(&body)) };
        Self { job: job.0, basis }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.basis.url.len() + self.basis.body.as_ref().map_or(0, String::len)
    }
}

pub(super) async fn insert(conn: &mut PgConnection, rows: &[&Row]) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let uses = sqlx::query(USES)
        .bind(column(rows, |row| row.job))
        .bind(column(rows, |row| row.basis.url.as_str()))
        .bind(column(rows, |row| row.basis.hash.as_str()));
    uses.execute(&mut *conn).await?;
    let bases: Vec<&Basis> = rows.iter().map(|row| &row.basis).collect();
    keep(conn, &bases).await
}

/// Stores the answers among the rows.
pub(crate) async fn keep(conn: &mut PgConnection, bases: &[&Basis]) -> Result<(), Failed> {
    let answers: BTreeMap<(&str, &str), &str> = bases
        .iter()
        .filter_map(|basis| Some(((basis.url.as_str(), basis.hash.as_str()), basis.body.as_deref()?)))
        .collect();
    if answers.is_empty() {
        return Ok(());
    }
    let (keys, bodies): (Vec<(&str, &str)>, Vec<&str>) = answers.into_iter().unzip();
    let (urls, hashes): (Vec<&str>, Vec<&str>) = keys.into_iter().unzip();
    sqlx::query(ANSWERS).bind(urls).bind(hashes).bind(bodies).execute(conn).await?;
    Ok(())
}
