//! Answers with which questions that yes or no alone does not answer resolved.

use domain::answer::ResolvedAnswer;
use domain::outcome::{DecidedOutcome, OutcomeStep};
use domain::port::PortError;
use domain::{RunId, Tenant, Time};
use sqlx::postgres::PgConnection;

use super::announce::{self, Written};
use super::port::{Origin, PgOutcomes, TrackedQuestion};
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;
use crate::text::clean;

/// An answer to record.
#[derive(Debug, Clone, PartialEq)]
pub struct NewAnswer {
    /// Run of the question.
    pub run: RunId,
    /// The question that resolved.
    pub question: TrackedQuestion,
    /// What the question came to.
    pub answer: ResolvedAnswer,
    /// Time of resolution. `None` keeps the stored time, or uses `learned_at` if there is none.
    pub resolved_at: Option<Time>,
    /// Time at which this fleet learned the answer.
    pub learned_at: Time,
    /// Source of the answer.
    pub origin: Origin,
    /// Explanation, or the reason of a correction; may be empty.
    pub because: String,
}

/// What recording an answer did.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerRecorded {
    /// It is the first one.
    New,
    /// It was recorded before.
    Same,
    /// It replaces another one.
    Corrected {
        /// The replaced answer.
        was: ResolvedAnswer,
        /// Its time of resolution.
        was_at: Time,
    },
}

/// A stored answer.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredAnswer {
    /// What the question came to.
    pub answer: ResolvedAnswer,
    /// Time of resolution.
    pub resolved_at: Time,
    /// Time at which it was recorded.
    pub learned_at: Time,
    /// Time at which a correction replaced it, or it was withdrawn.
    pub retired_at: Option<Time>,
    /// Reason of a withdrawal, which may be empty; `None` if it was not withdrawn.
    pub withdrawn: Option<String>,
    /// Source of the answer.
    pub origin: Origin,
    /// Explanation, or the reason of a correction.
    pub because: String,
}

const BELIEVED: &str = "
SELECT id, answer::text, resolved_at, learned_at FROM answer_outcome WHERE run = $1 AND retired_at IS NULL FOR UPDATE";
const RETIRE: &str = "UPDATE answer_outcome SET retired_at = $2 WHERE id = $1";
const INSERT: &str = "
INSERT INTO answer_outcome (tenant, run, answer, asked_at, due_at, resolved_at, learned_at, origin, because)
VALUES ($1, $2, $3::json, $4, $5, $6, $7, $8, $9)
ON CONFLICT (run) WHERE retired_at IS NULL DO NOTHING RETURNING id";
const HISTORY: &str = "
SELECT answer::text, resolved_at, learned_at, retired_at, withdrawn, origin, because FROM answer_outcome
WHERE tenant = $1 AND run = $2 ORDER BY retired_at DESC NULLS FIRST, id DESC";

row! {
    struct AnswerHistoryRow {
        answer: String,
        resolved_at: Time,
        learned_at: Time,
        retired_at: Option<Time>,
        withdrawn: Option<String>,
        origin: String,
        because: String,
    }
}

row! {
    struct BelievedAnswerRow {
        id: i64,
        answer: String,
        at: Time,
        learned_at: Time,
    }
}

impl PgOutcomes {
    /// Records the answer of a run's question. Recording it again changes nothing.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn record_answer(&self, new: &NewAnswer) -> Result<AnswerRecorded, PortError> {
        let write = |pool: PgPool| async move {
            let mut transaction = pool.begin().await?;
            let (recorded, written) = record(&mut transaction, new).await?;
            if let Some(written) = written {
                announce::announce(&mut transaction, self.announce, written).await?;
            }
            transaction.commit().await?;
            Ok(recorded)
        };
        self.database.run("answer_outcome", write).await
    }

    /// Returns all answers recorded for a run's question: the current one, then the corrected ones, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; `Refused` if a newer version stored an answer.
    pub async fn answers(&self, tenant: &Tenant, run: RunId) -> Result<Vec<StoredAnswer>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(HISTORY).bind(tenant.as_str()).bind(run.0);
            let rows: Vec<AnswerHistoryRow> = query.fetch_all(&pool).await?;
            rows.into_iter().map(stored).collect()
        };
        self.database.run("answer_outcome", select).await
    }
}

fn stored(row: AnswerHistoryRow) -> Result<StoredAnswer, Failed> {
    let AnswerHistoryRow { answer, resolved_at, learned_at, retired_at, withdrawn, origin, because } = row;
    // The table accepts no other name.
    let origin = Origin::parse(&origin).unwrap_or(Origin::Hand);
    let answer = serde_json::from_str(&answer)?;
    Ok(StoredAnswer { answer, resolved_at, learned_at, retired_at, withdrawn, origin, because })
}

async fn record<'a>(
    conn: &mut PgConnection,
    new: &'a NewAnswer,
) -> Result<(AnswerRecorded, Option<Written<'a>>), Failed> {
    let believed = sqlx::query_as(BELIEVED).bind(new.run.0).fetch_optional(&mut *conn).await?;
    let Some(BelievedAnswerRow { id, answer, at, learned_at }) = believed else {
        let times = (new.resolved_at.unwrap_or(new.learned_at), new.learned_at);
        let row = insert(conn, new, times).await?;
        return Ok((AnswerRecorded::New, Some(written(new, row, times))));
    };
    let was: ResolvedAnswer = serde_json::from_str(&answer)?;
    let resolved_at = new.resolved_at.unwrap_or(at);
    if was == new.answer && at == resolved_at {
        return Ok((AnswerRecorded::Same, None));
    }
    // Times of belief must not overlap.
    let times = (resolved_at, new.learned_at.max(learned_at));
    sqlx::query(RETIRE).bind(id).bind(times.1).execute(&mut *conn).await?;
    let row = insert(conn, new, times).await?;
    let (step, replaced) = (OutcomeStep::Corrected, Some(DecidedOutcome::Answer(was.clone())));
    let written = Written { step, replaced, ..written(new, row, times) };
    Ok((AnswerRecorded::Corrected { was, was_at: at }, Some(written)))
}

fn written(new: &NewAnswer, row: i64, (resolved_at, at): (Time, Time)) -> Written<'_> {
    let NewAnswer { run, question: TrackedQuestion { tenant, key, .. }, answer, because, .. } = new;
    let (step, outcome) = (OutcomeStep::Recorded, DecidedOutcome::Answer(answer.clone()));
    Written { tenant, key, run: Some(*run), row, step, outcome, replaced: None, resolved_at, because, at }
}

/// Returns the id of the row.
async fn insert(conn: &mut PgConnection, new: &NewAnswer, (resolved_at, from): (Time, Time)) -> Result<i64, Failed> {
    let NewAnswer { run, question, answer, origin, because, .. } = new;
    let insert = sqlx::query_scalar(INSERT).bind(question.tenant.as_str()).bind(run.0);
    let insert = insert.bind(clean(&serde_json::to_string(answer)?)).bind(question.asked_at).bind(question.closes);
    let insert = insert.bind(resolved_at).bind(from).bind(origin.name()).bind(clean(because));
    let id: Option<i64> = insert.fetch_optional(&mut *conn).await?;
    // No id means that another process recorded an answer after our select: start over.
    id.ok_or(Failed::Again)
}
