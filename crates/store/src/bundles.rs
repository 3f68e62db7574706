//! The memoised steps that a run depends on, for an export that reproduces the same forecast elsewhere.

use std::sync::Arc;

use domain::port::{PortError, StepKey};
use domain::run::{FORMAT, RunState};
use domain::{BudgetScope, JobId, RunId};
use uuid::Uuid;

use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;
use crate::text::clean;

/// Access to the steps of runs, for bundles; see [`crate::Store::bundles`].
#[derive(Clone)]
pub struct PgBundles {
    pub(crate) database: Arc<Database>,
}

/// A memoised step of a run's jobs: a model's reply or a tool's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptStep {
    /// Job, step and hash of the input.
    pub key: StepKey,
    /// Value memoised for the step.
    pub value: Vec<u8>,
    /// The worker that paid for the step and the requested model; `None` for a tool's answer.
    pub paid: Option<(String, String)>,
}

/// A model call that the provider refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedCall {
    /// The step that made the call.
    pub key: StepKey,
    /// The calling worker.
    pub agent: String,
    /// The requested model.
    pub model: String,
}

/// A run's jobs are those whose calls are charged to its budget. Steps of the run itself are stored under the run's id.
const STEPS: &str = "
SELECT s.job, s.step, s.input, s.value, c.agent, c.model
FROM step s
LEFT JOIN LATERAL (SELECT agent, model FROM call WHERE job = s.job AND step = s.step AND input = s.input
                   ORDER BY attempt DESC LIMIT 1) c ON true
WHERE s.job = $2 OR s.job IN (SELECT job FROM call WHERE budgets @> ARRAY[$1])
ORDER BY s.job, s.step, s.input";

const REFUSED: &str = "
SELECT DISTINCT job, step, input, agent, model FROM call WHERE state = 'refused' AND budgets @> ARRAY[$1]
ORDER BY step, job, input";

const RUN: &str = "
INSERT INTO run (id, tenant, event, question, body, phase, iteration, outstanding, version, deadline, format, market, family, event_option)
VALUES ($1, $2, $3, $4, $5::json, 'analyzing', $6, 0, $7, $8, $9, $5::json->'asked'->'market'->>'condition_id', $5::json->'reading'->'family'->>'key',
        $5::json->'reading'->'event_option'->>'key') ON CONFLICT (id) DO NOTHING";
const QUESTIONS: &str = "
INSERT INTO question (run, id, iteration, ordinal, body)
SELECT $1, id, iteration, ordinal, body::json FROM unnest($2::text[], $3::int[], $4::int[], $5::text[]) AS q (id, iteration, ordinal, body)
ON CONFLICT (run, id) DO NOTHING";
const ANSWERS: &str = "
INSERT INTO answer (run, question, late, body)
SELECT $1, question, late, body::json FROM unnest($2::text[], $3::bool[], $4::text[]) AS a (question, late, body)
ON CONFLICT (run, question) DO NOTHING";

row! {
    struct StepRow {
        job: Uuid,
        step: String,
        input: String,
        value: Vec<u8>,
        agent: Option<String>,
        model: Option<String>,
    }
}

row! {
    struct CallRow {
        job: Uuid,
        step: String,
        input: String,
        agent: String,
        model: String,
    }
}

impl PgBundles {
    /// Restores a run to the state in which its current round is answered and it waits for a decision. A run that
    /// exists already stays unchanged.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn restore(&self, state: &RunState) -> Result<(), PortError> {
        self.database.run("run", |pool| async move { restore(&pool, state).await }).await
    }

    /// Returns all memoised steps of the jobs that charged a run.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn steps(&self, run: RunId) -> Result<Vec<KeptStep>, PortError> {
        let scope = BudgetScope::run(run);
        let scope = &scope;
        let kept = |StepRow { job, step, input, value, agent, model }: StepRow| KeptStep {
            key: StepKey { job: JobId(job), step, input },
            value,
            paid: agent.zip(model),
        };
        let select = |pool: PgPool| async move {
            let rows: Vec<StepRow> = sqlx::query_as(STEPS).bind(scope.key()).bind(run.0).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(kept).collect())
        };
        self.database.run("step", select).await
    }

    /// Returns the run's refused model calls. A replay refuses them again.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn refused_calls(&self, run: RunId) -> Result<Vec<RefusedCall>, PortError> {
        let scope = BudgetScope::run(run);
        let scope = &scope;
        let call = |CallRow { job, step, input, agent, model }: CallRow| RefusedCall {
            key: StepKey { job: JobId(job), step, input },
            agent,
            model,
        };
        let select = |pool: PgPool| async move {
            let rows: Vec<CallRow> = sqlx::query_as(REFUSED).bind(scope.key()).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(call).collect())
        };
        self.database.run("call", select).await
    }
}

async fn restore(pool: &PgPool, state: &RunState) -> Result<(), Failed> {
    let run = &state.run;
    let mut transaction = pool.begin().await?;
    let new = sqlx::query(RUN).bind(run.id.0).bind(run.tenant.as_str()).bind(run.event_job.0);
    let new = new.bind(clean(&run.asked.text)).bind(serde_json::to_string(run)?);
    let new = new.bind(i32::try_from(state.iteration).unwrap_or(i32::MAX)).bind(state.version).bind(state.deadline);
    let new = new.bind(i32::try_from(FORMAT).unwrap_or(i32::MAX));
    if new.execute(&mut *transaction).await?.rows_affected() == 0 {
        return Ok(());
    }
    let ids: Vec<&str> = state.questions.iter().map(|question| question.id.as_str()).collect();
    let rounds: Vec<i32> = state.questions.iter().map(|question| round_of(&question.id)).collect();
    let ordinals: Vec<i32> = (0..).take(ids.len()).collect();
    let bodies = state.questions.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
    let asked = sqlx::query(QUESTIONS).bind(run.id.0).bind(&ids).bind(&rounds).bind(&ordinals).bind(&bodies);
    asked.execute(&mut *transaction).await?;
    let answered: Vec<&str> = state.answers.iter().map(|answer| answer.question.as_str()).collect();
    let late: Vec<bool> = state.answers.iter().map(|answer| answer.late).collect();
    let bodies =
        state.answers.iter().map(|answer| serde_json::to_string(&answer.evidence)).collect::<Result<Vec<_>, _>>()?;
    let answers = sqlx::query(ANSWERS).bind(run.id.0).bind(&answered).bind(&late).bind(&bodies);
    answers.execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(())
}

/// Returns the round of a question id as the forecaster builds it: 2 for `i2q1`.
fn round_of(id: &str) -> i32 {
    id.strip_prefix('i').and_then(|rest| rest.split_once('q')?.0.parse().ok()).unwrap_or(1)
}
