//! What a run rested on, step by step: what an export takes along, so that the same forecast can be made again elsewhere.

use domain::port::{PortError, StepKey};
use domain::run::{FORMAT, RunState};
use domain::{JobId, RunId, Scope};
use sqlx::PgPool;
use uuid::Uuid;

use crate::Store;
use crate::effect::text::clean;
use crate::failure::Failed;

/// A remembered step of a run's work: a model's reply, or what a tool answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptStep {
    /// Whose step it is and what it was asked.
    pub key: StepKey,
    /// What is remembered.
    pub value: Vec<u8>,
    /// The worker that paid for it, and the model that it named; `None` where nothing was paid: a tool's answer.
    pub paid: Option<(String, String)>,
}

/// A model call that was begun and refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedCall {
    /// The step that it was for.
    pub key: StepKey,
    /// The worker that asked.
    pub agent: String,
    /// The model that it named.
    pub model: String,
}

/// The run's jobs are those whose calls its budget carries; what the run itself remembers stands under its own id.
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
INSERT INTO run (id, tenant, event, question, body, phase, iteration, outstanding, version, deadline, format)
VALUES ($1, $2, $3, $4, $5::json, 'analyzing', $6, 0, $7, $8, $9) ON CONFLICT (id) DO NOTHING";
const QUESTIONS: &str = "
INSERT INTO question (run, id, iteration, ordinal, body)
SELECT $1, id, iteration, ordinal, body::json FROM unnest($2::text[], $3::int[], $4::int[], $5::text[]) AS q (id, iteration, ordinal, body)
ON CONFLICT (run, id) DO NOTHING";
const ANSWERS: &str = "
INSERT INTO answer (run, question, late, body)
SELECT $1, question, late, body::json FROM unnest($2::text[], $3::bool[], $4::text[]) AS a (question, late, body)
ON CONFLICT (run, question) DO NOTHING";

impl Store {
    /// Puts a run back as it stood when its present round was answered: it waits for a decision. A run that is here already stays
    /// as it is.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn restore_run(&self, state: &RunState) -> Result<(), PortError> {
        self.run("run", |pool| async move { restore(&pool, state).await }).await
    }

    /// Every remembered step of the jobs that a run has paid for.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn steps_of_run(&self, run: RunId) -> Result<Vec<KeptStep>, PortError> {
        type Row = (Uuid, String, String, Vec<u8>, Option<String>, Option<String>);
        let scope = Scope::run(run);
        let scope = &scope;
        let kept = |(job, step, input, value, agent, model): Row| KeptStep {
            key: StepKey { job: JobId(job), step, input },
            value,
            paid: agent.zip(model),
        };
        let ask = |pool: sqlx::PgPool| async move {
            let rows: Vec<Row> = sqlx::query_as(STEPS).bind(scope.key()).bind(run.0).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(kept).collect())
        };
        self.run("step", ask).await
    }

    /// The run's model calls that were refused: in a replay, what it asked for and did not have.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn refused_calls(&self, run: RunId) -> Result<Vec<RefusedCall>, PortError> {
        type Row = (Uuid, String, String, String, String);
        let scope = Scope::run(run);
        let scope = &scope;
        let call = |(job, step, input, agent, model): Row| RefusedCall {
            key: StepKey { job: JobId(job), step, input },
            agent,
            model,
        };
        let ask = |pool: sqlx::PgPool| async move {
            let rows: Vec<Row> = sqlx::query_as(REFUSED).bind(scope.key()).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(call).collect())
        };
        self.run("call", ask).await
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

/// The round of a question's id, 2 for `i2q1`: that is how the forecaster names them.
fn round_of(id: &str) -> i32 {
    id.strip_prefix('i').and_then(|rest| rest.split_once('q')?.0.parse().ok()).unwrap_or(1)
}
