//! Reading runs: `impl Runs`, `RunEndings` and `Awaited` for [`PgRuns`].

use domain::port::PortError;
use domain::run::{Answer, Cancellation, RunState, readable};
use domain::{BudgetScope, MicroUsd, Outgoing, RunId, Time};
use futures::future::BoxFuture;
use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;

use super::port::{Awaited, DueRun, ExpiredDecision, PgRuns, RunEndings, Runs};
use super::{due, transition};
use crate::database::Database;
use crate::effect::run::parse_phase;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;
use crate::unreadable::{Swept, sweep};

/// One statement, so that run, questions and answers are of one snapshot.
const LOAD: &str = "
SELECT r.body::text AS body, r.phase, r.iteration, r.version, r.deadline, r.format, r.cancelled::text AS cancelled,
       coalesce(r.ended, (SELECT f.ending FROM forecast f WHERE f.run = r.id))::text AS ended,
       coalesce((SELECT b.committed FROM budget b WHERE b.scope = $2), 0) AS spent,
       ARRAY(SELECT q.body::text FROM question q WHERE q.run = r.id ORDER BY q.iteration, q.ordinal) AS questions,
       ARRAY(SELECT a.question FROM answer a WHERE a.run = r.id ORDER BY a.answered_at, a.question) AS answered,
       ARRAY(SELECT a.body::text FROM answer a WHERE a.run = r.id ORDER BY a.answered_at, a.question) AS answers,
       ARRAY(SELECT a.late FROM answer a WHERE a.run = r.id ORDER BY a.answered_at, a.question) AS late,
       (SELECT g.because FROM run_given_up g WHERE g.run = r.id AND g.round = r.iteration) AS given_up
FROM run r WHERE r.id = $1";

impl Runs for PgRuns {
    async fn load(&self, run: RunId) -> Result<Option<RunState>, PortError> {
        self::run(&self.database, run).await
    }

    async fn due(&self, now: Time, limit: u32) -> Result<Vec<DueRun>, PortError> {
        due::due(&self.database, &self.compared, now, limit).await
    }

    async fn close_round(&self, run: RunId, iteration: u32, message: &Outgoing) -> Result<bool, PortError> {
        transition::close_round(&self.database, run, iteration, message).await
    }
}

/// Reads a run.
pub(crate) async fn run(database: &Database, run: RunId) -> Result<Option<RunState>, PortError> {
    database.run("run", |pool| async move { load(&pool, run).await }).await
}

async fn load(pool: &PgPool, run: RunId) -> Result<Option<RunState>, Failed> {
    let query = sqlx::query(LOAD).bind(run.0).bind(BudgetScope::run(run).key().to_owned());
    query.fetch_optional(pool).await?.as_ref().map(state).transpose()
}

fn state(row: &PgRow) -> Result<RunState, Failed> {
    readable(u32::try_from(row.try_get::<i32, _>("format")?).unwrap_or(u32::MAX))?;
    let questions: Vec<String> = row.try_get("questions")?;
    let (ids, bodies): (Vec<String>, Vec<String>) = (row.try_get("answered")?, row.try_get("answers")?);
    let late: Vec<bool> = row.try_get("late")?;
    let mut answers = Vec::with_capacity(ids.len());
    for ((question, body), late) in ids.into_iter().zip(bodies).zip(late) {
        answers.push(Answer { question, evidence: serde_json::from_str(&body)?, late });
    }
    let (cancelled, ended): (Option<String>, Option<String>) = (row.try_get("cancelled")?, row.try_get("ended")?);
    Ok(RunState {
        run: serde_json::from_str(row.try_get("body")?)?,
        phase: parse_phase(row.try_get("phase")?),
        iteration: u32::try_from(row.try_get::<i32, _>("iteration")?).unwrap_or(0),
        version: row.try_get("version")?,
        deadline: row.try_get("deadline")?,
        questions: questions.iter().map(|body| serde_json::from_str(body)).collect::<Result<_, _>>()?,
        answers,
        spent: MicroUsd::from_i64(row.try_get("spent")?),
        cancelled: cancelled.map(|body| serde_json::from_str(&body)).transpose()?,
        ended: ended.map(|body| serde_json::from_str(&body)).transpose()?,
        decision_dead_lettered: row.try_get("given_up")?,
    })
}

const EARLY_CANCELLATION: &str = "SELECT body::text FROM run_stop WHERE run = $1";

/// The table of dead-lettered decisions is small, so it is read first. Excludes runs that have moved on.
const EXPIRED_DECISIONS: &str = "
SELECT r.id, r.body::text, r.iteration, r.version, r.deadline, g.because, r.format
FROM run_given_up g JOIN run r ON r.id = g.run AND r.iteration = g.round
WHERE r.phase = 'analyzing' AND r.deadline <= $1 ORDER BY r.deadline, r.id LIMIT $2 OFFSET $3";

row! {
    struct ExpiredRow {
        id: Uuid,
        body: String,
        iteration: i32,
        version: i64,
        deadline: Time,
        because: String,
        format: i32,
    }
}

fn expired(row: ExpiredRow) -> Result<ExpiredDecision, Failed> {
    let ExpiredRow { body, iteration, version, deadline, because, format, .. } = row;
    readable(u32::try_from(format).unwrap_or(u32::MAX))?;
    let iteration = u32::try_from(iteration).unwrap_or(0);
    Ok(ExpiredDecision { run: serde_json::from_str(&body)?, iteration, version, deadline, because })
}

impl RunEndings for PgRuns {
    async fn early_cancellation(&self, run: RunId) -> Result<Option<Cancellation>, PortError> {
        let read = |pool: PgPool| async move {
            let body: Option<String> = sqlx::query_scalar(EARLY_CANCELLATION).bind(run.0).fetch_optional(&pool).await?;
            Ok(body.map(|body| serde_json::from_str(&body)).transpose()?)
        };
        self.database.run("run", read).await
    }

    async fn expired_decisions(&self, now: Time, limit: u32) -> Result<Vec<ExpiredDecision>, PortError> {
        Ok(expired_decisions(&self.database, now, limit).await?.rows)
    }
}

/// Returns runs whose decision was dead-lettered. One that cannot be read is left to a newer binary, or to a person.
pub(crate) async fn expired_decisions(
    database: &Database,
    now: Time,
    limit: u32,
) -> Result<Swept<ExpiredDecision>, PortError> {
    let read = |pool: PgPool| async move {
        let fetch = |offset: i64| {
            let query = sqlx::query_as(EXPIRED_DECISIONS).bind(now).bind(i64::from(limit)).bind(offset);
            async { Ok(query.fetch_all(&pool).await?) }
        };
        sweep("run", limit, fetch, |row: ExpiredRow| (row.id.to_string(), expired(row))).await
    };
    database.run("run", read).await
}

const IS_AWAITED: &str = "SELECT phase <> 'done' AND cancelled IS NULL FROM run WHERE id = $1";

impl Awaited for PgRuns {
    fn is_awaited(&self, run: RunId) -> BoxFuture<'_, Result<bool, PortError>> {
        let read = move |pool: PgPool| async move {
            let awaited: Option<bool> = sqlx::query_scalar(IS_AWAITED).bind(run.0).fetch_optional(&pool).await?;
            Ok(awaited.unwrap_or(true))
        };
        Box::pin(self.database.run("run", read))
    }
}
