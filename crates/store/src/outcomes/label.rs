//! The classes of outcomes as rows. What an older version labelled is labelled anew when the schema is brought up to date.

use chrono::{DateTime, Utc};
use domain::Tenant;
use domain::port::PortError;
use sqlx::postgres::PgConnection;

use super::Question;
use crate::Store;
use crate::effect::text::clean;
use crate::failure::Failed;

const WRITE: &str = "
INSERT INTO outcome_class (tenant, class, outcome) SELECT $1, class, $2 FROM unnest($3::text[]) AS class ON CONFLICT DO NOTHING";
const FORGET: &str = "DELETE FROM outcome_class WHERE outcome = $1";
const MARK: &str = "UPDATE outcome SET labelled = $2 WHERE id = $1";
const STALE: &str = "
SELECT id, tenant, question, background, topic, asked_at, due_at FROM outcome
WHERE labelled < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED";
/// Of those so many in one transaction.
const AT_ONCE: i64 = 500;

type Row = (i64, String, String, String, String, DateTime<Utc>, Option<DateTime<Utc>>);

/// The classes of one outcome.
pub(super) async fn write(conn: &mut PgConnection, id: i64, question: &Question) -> Result<(), Failed> {
    let labels: Vec<String> =
        forecasting::base_rates::classes(&question.asked()).iter().map(|class| clean(&class.label)).collect();
    sqlx::query(WRITE).bind(question.tenant.as_str()).bind(id).bind(labels).execute(conn).await?;
    Ok(())
}

impl Store {
    /// Makes labels for outcomes that have none of this version.
    pub(crate) async fn label_outcomes(&self) -> Result<(), PortError> {
        while self.run("outcome_class", |pool| async move { relabel(&pool).await }).await? > 0 {}
        Ok(())
    }
}

async fn relabel(pool: &sqlx::PgPool) -> Result<usize, Failed> {
    let mut transaction = pool.begin().await?;
    let stale = sqlx::query_as(STALE).bind(forecasting::base_rates::class::VERSION).bind(AT_ONCE);
    let rows: Vec<Row> = stale.fetch_all(&mut *transaction).await?;
    for row in &rows {
        sqlx::query(FORGET).bind(row.0).execute(&mut *transaction).await?;
        write(&mut transaction, row.0, &question(row)).await?;
        sqlx::query(MARK).bind(row.0).bind(forecasting::base_rates::class::VERSION).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(rows.len())
}

/// As far as its classes need it: when it was due says when it was to close.
fn question((_, tenant, text, background, topic, asked_at, due_at): &Row) -> Question {
    Question {
        tenant: Tenant::parse(tenant).unwrap_or_default(),
        key: String::new(),
        run: None,
        text: text.clone(),
        background: background.clone(),
        topic: topic.clone(),
        asked_at: *asked_at,
        closes: *due_at,
    }
}
