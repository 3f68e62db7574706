//! Recording what questions came to.

use domain::port::PortError;
use domain::{RunId, Time};
use sqlx::postgres::PgConnection;

use super::label;
use super::{Question, Resolution};
use crate::Store;
use crate::effect::text::clean;
use crate::failure::Failed;

/// Resolutions in one transaction.
const AT_ONCE: usize = 100;

/// Longest background that is kept, in characters: classes are made of what question sets say in their first lines and their last.
const LONGEST: usize = 8_000;

const BELIEVED: &str = "
SELECT id, value, resolved_at, learned_at FROM outcome WHERE tenant = $1 AND key = $2 AND retired_at IS NULL FOR UPDATE";
const RETIRE: &str = "UPDATE outcome SET retired_at = $2 WHERE id = $1";
const INSERT: &str = "
INSERT INTO outcome (tenant, key, run, question, background, topic, asked_at, due_at, value, resolved_at, learned_at, origin, because, labelled)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
ON CONFLICT (tenant, key) WHERE retired_at IS NULL DO NOTHING RETURNING id";

/// What became of a resolution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Recorded {
    /// It is the first of its question.
    New,
    /// The same was known already; nothing was written.
    Same,
    /// Something else was believed until now; it is kept as retired.
    Corrected {
        /// What it was held to have come to.
        was: f64,
        /// And when.
        was_at: Time,
    },
}

impl Store {
    /// Records what questions came to, in order; saying the same twice changes nothing.
    ///
    /// # Errors
    /// `Down` if Postgres is; `Refused` for a value outside 0 to 1. What was recorded by then stays so.
    pub async fn record_outcomes(&self, resolutions: &[Resolution]) -> Result<Vec<Recorded>, PortError> {
        let mut recorded = Vec::with_capacity(resolutions.len());
        for some in resolutions.chunks(AT_ONCE) {
            let write = |pool: sqlx::PgPool| async move { all(&pool, some).await };
            recorded.extend(self.run("outcome", write).await?);
        }
        Ok(recorded)
    }

    /// The run of that id as a question, wherever it stands.
    ///
    /// # Errors
    /// `Down` if Postgres is; `Refused` if a newer version stored it.
    pub async fn question_of(&self, run: RunId) -> Result<Option<Question>, PortError> {
        Ok(crate::Runs::load(self, run).await?.map(|state| Question::of_run(&state.run)))
    }
}

/// Locks in the order of keys, whatever the order of the file: two files at once must not wait for each other.
async fn all(pool: &sqlx::PgPool, resolutions: &[Resolution]) -> Result<Vec<Recorded>, Failed> {
    let mut order: Vec<usize> = (0..resolutions.len()).collect();
    order.sort_by_key(|at| (resolutions[*at].question.tenant.as_str(), &resolutions[*at].question.key, *at));
    let mut recorded = vec![Recorded::Same; resolutions.len()];
    let mut transaction = pool.begin().await?;
    for at in order {
        recorded[at] = one(&mut transaction, &resolutions[at]).await?;
    }
    transaction.commit().await?;
    Ok(recorded)
}

async fn one(conn: &mut PgConnection, resolution: &Resolution) -> Result<Recorded, Failed> {
    let Question { tenant, key, .. } = &resolution.question;
    let believed = sqlx::query_as(BELIEVED).bind(tenant.as_str()).bind(clean(key));
    let believed: Option<(i64, f64, Time, Time)> = believed.fetch_optional(&mut *conn).await?;
    let Some((id, value, at, learned_at)) = believed else {
        insert(conn, resolution, resolution.resolved_at.unwrap_or(resolution.learned_at), resolution.learned_at)
            .await?;
        return Ok(Recorded::New);
    };
    let resolved_at = resolution.resolved_at.unwrap_or(at);
    #[expect(clippy::float_cmp, reason = "a stored number against the same number again")]
    if value == resolution.value && at == resolved_at {
        return Ok(Recorded::Same);
    }
    // A list may carry an older time of learning than what it corrects: belief goes on without a gap or an overlap.
    let from = resolution.learned_at.max(learned_at);
    sqlx::query(RETIRE).bind(id).bind(from).execute(&mut *conn).await?;
    insert(conn, resolution, resolved_at, from).await?;
    Ok(Recorded::Corrected { was: value, was_at: at })
}

async fn insert(conn: &mut PgConnection, resolution: &Resolution, resolved_at: Time, from: Time) -> Result<(), Failed> {
    let Resolution { question, value, origin, because, .. } = resolution;
    let background: String = question.background.chars().take(LONGEST).collect();
    let insert = sqlx::query_scalar(INSERT).bind(question.tenant.as_str()).bind(clean(&question.key));
    let insert = insert.bind(question.run.map(|run| run.0)).bind(clean(&question.text)).bind(clean(&background));
    let insert = insert.bind(clean(&question.topic)).bind(question.asked_at).bind(question.asked().due()).bind(value);
    let insert = insert.bind(resolved_at).bind(from).bind(origin.name()).bind(clean(because));
    let id: Option<i64> = insert.bind(forecasting::base_rates::class::VERSION).fetch_optional(&mut *conn).await?;
    // Somebody else recorded it between our look and this: start over and see it.
    let id = id.ok_or(Failed::Again)?;
    label::write(conn, id, question).await
}
