//! Progress of runs, for people who follow them.

use domain::RunId;
use domain::port::PortError;
use uuid::Uuid;

use super::port::PgRuns;
use crate::pool::PgPool;
use crate::rows::row;

/// State of a run.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct RunProgress {
    /// Id of the run.
    pub run: RunId,
    /// Version of the run; grows with every change.
    pub version: i64,
    /// `waiting`, `analyzing` or `done`.
    pub phase: String,
    /// Number of rounds so far.
    pub iteration: i32,
    /// Questions of the round without an answer.
    pub outstanding: i32,
    /// Answers so far.
    pub answered: i64,
    /// Probability of YES, once the forecast is published.
    pub probability: Option<f64>,
    /// The published answer in one line, if it is not a probability of YES.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// `pending`, `rejected` or `expired`, if the forecast is not published because of its review.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review: Option<String>,
}

impl RunProgress {
    /// Returns `true` if the run changes no more.
    pub fn is_done(&self) -> bool {
        self.phase == "done"
    }
}

const PROGRESS: &str = "
SELECT r.id, r.version, r.phase, r.iteration, r.outstanding, (SELECT count(*) FROM answer a WHERE a.run = r.id), f.probability, f.answer, f.unpublished
FROM run r LEFT JOIN run_forecast f ON f.run = r.id WHERE r.id = ANY($1)";

row! {
    struct Row {
        run: Uuid,
        version: i64,
        phase: String,
        iteration: i32,
        outstanding: i32,
        answered: i64,
        probability: Option<f64>,
        answer: Option<String>,
        review: Option<String>,
    }
}

impl PgRuns {
    /// Returns the state of those runs that exist.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn progress(&self, runs: &[RunId]) -> Result<Vec<RunProgress>, PortError> {
        let ids: Vec<Uuid> = runs.iter().map(|run| run.0).collect();
        let ids = &ids;
        let select = |pool: PgPool| async move {
            let rows: Vec<Row> = sqlx::query_as(PROGRESS).bind(ids).fetch_all(&pool).await?;
            let progress = |row: Row| {
                let Row { run, version, phase, iteration, outstanding, answered, probability, answer, review } = row;
                let run = RunId(run);
                RunProgress { run, version, phase, iteration, outstanding, answered, probability, answer, review }
            };
            Ok(rows.into_iter().map(progress).collect())
        };
        self.database.run("run", select).await
    }
}
