//! A run as the forecaster reads it; `impl Runs for Store`.

use domain::port::PortError;
use domain::run::{Answer, RunState, readable};
use domain::{Outgoing, RunId, Time};
use sqlx::PgPool;

use super::{DueRun, Runs};
use crate::Store;
use crate::effect::run::phase_of;
use crate::failure::Failed;

/// One statement, so that run, questions and answers are of one moment.
const LOAD: &str = "
SELECT r.body::text, r.phase, r.iteration, r.version, r.deadline, r.format, r.cancelled::text, r.ended::text,
       coalesce((SELECT b.committed FROM budget b WHERE b.scope = $2), 0),
       ARRAY(SELECT q.body::text FROM question q WHERE q.run = r.id ORDER BY q.iteration, q.ordinal),
       ARRAY(SELECT a.question FROM answer a WHERE a.run = r.id ORDER BY a.answered_at, a.question),
       ARRAY(SELECT a.body::text FROM answer a WHERE a.run = r.id ORDER BY a.answered_at, a.question),
       ARRAY(SELECT a.late FROM answer a WHERE a.run = r.id ORDER BY a.answered_at, a.question),
       (SELECT g.because FROM run_given_up g WHERE g.run = r.id AND g.round = r.iteration)
FROM run r WHERE r.id = $1";

type Row = (
    String,
    String,
    i32,
    i64,
    Time,
    i32,
    Option<String>,
    Option<String>,
    i64,
    Vec<String>,
    Vec<String>,
    Vec<String>,
    Vec<bool>,
    Option<String>,
);

impl Runs for Store {
    async fn load(&self, run: RunId) -> Result<Option<RunState>, PortError> {
        self.run("run", |pool| async move { load(&pool, run).await }).await
    }

    async fn due(&self, now: Time, limit: u32) -> Result<Vec<DueRun>, PortError> {
        super::due::due(self, now, limit).await
    }

    async fn close_round(&self, run: RunId, iteration: u32, says: &Outgoing) -> Result<bool, PortError> {
        super::close::close_round(self, run, iteration, says).await
    }
}

async fn load(pool: &PgPool, run: RunId) -> Result<Option<RunState>, Failed> {
    let scope = domain::Scope::run(run);
    let row: Option<Row> = sqlx::query_as(LOAD).bind(run.0).bind(scope.key()).fetch_optional(pool).await?;
    row.map(state).transpose()
}

fn state(row: Row) -> Result<RunState, Failed> {
    let (
        body,
        phase,
        iteration,
        version,
        deadline,
        format,
        cancelled,
        ended,
        spent,
        questions,
        answered,
        bodies,
        late,
        given_up,
    ) = row;
    readable(u32::try_from(format).unwrap_or(u32::MAX))?;
    let questions = questions.iter().map(|body| serde_json::from_str(body)).collect::<Result<_, _>>()?;
    let mut answers = Vec::with_capacity(answered.len());
    for ((question, body), late) in answered.into_iter().zip(bodies).zip(late) {
        answers.push(Answer { question, evidence: serde_json::from_str(&body)?, late });
    }
    Ok(RunState {
        run: serde_json::from_str(&body)?,
        phase: phase_of(&phase),
        iteration: u32::try_from(iteration).unwrap_or(0),
        version,
        deadline,
        questions,
        answers,
        spent: domain::MicroUsd::from_i64(spent),
        cancelled: cancelled.map(|body| serde_json::from_str(&body)).transpose()?,
        ended: ended.map(|body| serde_json::from_str(&body)).transpose()?,
        given_up,
    })
}
