//! Recording outcomes and their reference classes. Outcomes labelled by an older version are relabelled by
//! [`crate::Store::migrate`].

use domain::outcome::{DecidedOutcome, OutcomeStep};
use domain::port::PortError;
use domain::{RunId, Tenant, Time};
use forecasting::base_rates;
use sqlx::postgres::PgConnection;

use super::announce::{self, AnnounceOutcome, Written};
use super::port::{NewOutcome, PgOutcomes, Recorded, TrackedQuestion};
use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;
use crate::runs::load;
use crate::text::clean;

/// Outcomes per transaction.
const BATCH: usize = 100;

/// Maximum length of a stored background, in characters. Classes depend on the first and last lines that question sets
/// provide.
const MAX_BACKGROUND_CHARS: usize = 8_000;

const BELIEVED: &str = "
SELECT id, value, resolved_at, learned_at FROM outcome WHERE tenant = $1 AND key = $2 AND retired_at IS NULL FOR UPDATE";
const RETIRE: &str = "UPDATE outcome SET retired_at = $2 WHERE id = $1";
const INSERT: &str = "
INSERT INTO outcome (tenant, key, run, question, background, topic, asked_at, due_at, value, resolved_at, learned_at, origin, because, labelled)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
ON CONFLICT (tenant, key) WHERE retired_at IS NULL DO NOTHING RETURNING id";

const LABEL: &str = "
INSERT INTO outcome_class (tenant, class, outcome) SELECT $1, class, $2 FROM unnest($3::text[]) AS class ON CONFLICT DO NOTHING";
const UNLABEL: &str = "DELETE FROM outcome_class WHERE outcome = $1";
const MARK_LABELLED: &str = "UPDATE outcome SET labelled = $2 WHERE id = $1";
const STALE: &str = "
SELECT id, tenant, question, background, topic, asked_at, due_at FROM outcome
WHERE labelled < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED";
/// Outcomes per transaction.
const RELABEL_PAGE: i64 = 500;

row! {
    struct StaleRow {
        id: i64,
        tenant: String,
        text: String,
        background: String,
        topic: String,
        asked_at: Time,
        due_at: Option<Time>,
    }
}

row! {
    struct BelievedRow {
        id: i64,
        value: f64,
        at: Time,
        learned_at: Time,
    }
}

impl PgOutcomes {
    /// Records outcomes in order. Recording an outcome again changes nothing.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; `Refused` for a value outside 0 to 1. Outcomes recorded before the error stay
    /// recorded.
    pub async fn record(&self, resolutions: &[NewOutcome]) -> Result<Vec<Recorded>, PortError> {
        let mut recorded = Vec::with_capacity(resolutions.len());
        for batch in resolutions.chunks(BATCH) {
            let write = |pool: PgPool| async move { record_all(&pool, batch, self.announce).await };
            recorded.extend(self.database.run("outcome", write).await?);
        }
        Ok(recorded)
    }

    /// Returns the question of a run in any phase.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; `Refused` if a newer version stored the run.
    pub async fn question_of(&self, run: RunId) -> Result<Option<TrackedQuestion>, PortError> {
        Ok(load::run(&self.database, run).await?.map(|state| TrackedQuestion::of_run(&state.run)))
    }
}

/// Labels outcomes whose labels are missing or of an older version.
pub(crate) async fn label_outcomes(database: &Database) -> Result<(), PortError> {
    while database.run("outcome_class", |pool| async move { relabel(&pool).await }).await? > 0 {}
    Ok(())
}

/// Locks in the order of the keys, so that concurrent imports cannot deadlock.
async fn record_all(
    pool: &PgPool,
    resolutions: &[NewOutcome],
    announce: Option<AnnounceOutcome>,
) -> Result<Vec<Recorded>, Failed> {
    let mut order: Vec<usize> = (0..resolutions.len()).collect();
    order.sort_by_key(|at| (resolutions[*at].question.tenant.as_str(), &resolutions[*at].question.key, *at));
    let mut recorded = vec![Recorded::Same; resolutions.len()];
    let mut transaction = pool.begin().await?;
    for at in order {
        let (done, written) = record_one(&mut transaction, &resolutions[at]).await?;
        if let Some(written) = written {
            announce::announce(&mut transaction, announce, written).await?;
        }
        recorded[at] = done;
    }
    transaction.commit().await?;
    Ok(recorded)
}

async fn record_one<'a>(
    conn: &mut PgConnection,
    resolution: &'a NewOutcome,
) -> Result<(Recorded, Option<Written<'a>>), Failed> {
    let TrackedQuestion { tenant, key, .. } = &resolution.question;
    let believed = sqlx::query_as(BELIEVED).bind(tenant.as_str()).bind(clean(key));
    let believed: Option<BelievedRow> = believed.fetch_optional(&mut *conn).await?;
    let Some(BelievedRow { id, value, at, learned_at }) = believed else {
        let at = resolution.resolved_at.unwrap_or(resolution.learned_at);
        let row = insert(conn, resolution, at, resolution.learned_at).await?;
        return Ok((Recorded::New, Some(written(resolution, row, (at, resolution.learned_at)))));
    };
    let resolved_at = resolution.resolved_at.unwrap_or(at);
    #[expect(clippy::float_cmp, reason = "compares a stored number with the same number")]
    if value == resolution.value && at == resolved_at {
        return Ok((Recorded::Same, None));
    }
    // A list may carry an older time of learning than the outcome it corrects: times of belief must not overlap.
    let from = resolution.learned_at.max(learned_at);
    sqlx::query(RETIRE).bind(id).bind(from).execute(&mut *conn).await?;
    let row = insert(conn, resolution, resolved_at, from).await?;
    let (step, replaced) = (OutcomeStep::Corrected, Some(DecidedOutcome::Value(value)));
    let written = Written { step, replaced, ..written(resolution, row, (resolved_at, from)) };
    Ok((Recorded::Corrected { was: value, was_at: at }, Some(written)))
}

fn written(resolution: &NewOutcome, row: i64, (resolved_at, at): (Time, Time)) -> Written<'_> {
    let NewOutcome { question: TrackedQuestion { tenant, key, run, .. }, value, because, .. } = resolution;
    let (step, outcome) = (OutcomeStep::Recorded, DecidedOutcome::Value(*value));
    Written { tenant, key, run: *run, row, step, outcome, replaced: None, resolved_at, because, at }
}

/// Returns the id of the row.
async fn insert(
    conn: &mut PgConnection,
    resolution: &NewOutcome,
    resolved_at: Time,
    from: Time,
) -> Result<i64, Failed> {
    let NewOutcome { question, value, origin, because, .. } = resolution;
    let background: String = question.background.chars().take(MAX_BACKGROUND_CHARS).collect();
    let insert = sqlx::query_scalar(INSERT).bind(question.tenant.as_str()).bind(clean(&question.key));
    let insert = insert.bind(question.run.map(|run| run.0)).bind(clean(&question.text)).bind(clean(&background));
    let insert = insert.bind(clean(&question.topic)).bind(question.asked_at).bind(question.asked().due()).bind(value);
    let insert = insert.bind(resolved_at).bind(from).bind(origin.name()).bind(clean(because));
    let id: Option<i64> = insert.bind(base_rates::class::VERSION).fetch_optional(&mut *conn).await?;
    // No id means that another process recorded the outcome after our select: start over.
    let id = id.ok_or(Failed::Again)?;
    label(conn, id, question).await?;
    Ok(id)
}

/// Writes the classes of one outcome.
async fn label(conn: &mut PgConnection, id: i64, question: &TrackedQuestion) -> Result<(), Failed> {
    let labels: Vec<String> = base_rates::classes(&question.asked()).iter().map(|class| clean(&class.label)).collect();
    sqlx::query(LABEL).bind(question.tenant.as_str()).bind(id).bind(labels).execute(conn).await?;
    Ok(())
}

async fn relabel(pool: &PgPool) -> Result<usize, Failed> {
    let mut transaction = pool.begin().await?;
    let stale = sqlx::query_as(STALE).bind(base_rates::class::VERSION).bind(RELABEL_PAGE);
    let rows: Vec<StaleRow> = stale.fetch_all(&mut *transaction).await?;
    for row in &rows {
        sqlx::query(UNLABEL).bind(row.id).execute(&mut *transaction).await?;
        label(&mut transaction, row.id, &stored_question(row)).await?;
        sqlx::query(MARK_LABELLED).bind(row.id).bind(base_rates::class::VERSION).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    Ok(rows.len())
}

/// Returns the fields that the classes are derived from. The due time replaces the closing time.
fn stored_question(row: &StaleRow) -> TrackedQuestion {
    let StaleRow { tenant, text, background, topic, asked_at, due_at, .. } = row;
    TrackedQuestion {
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
