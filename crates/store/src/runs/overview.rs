//! A tenant's runs with their figures, by state. The list and its count are built from one condition.

use domain::port::PortError;
use domain::{MicroUsd, RunId, Tenant, Time};
use uuid::Uuid;

use super::port::PgRuns;
use crate::page::{self, Before, PageRequest};
use crate::pool::PgPool;
use crate::rows::{number, row};

/// Which runs of a tenant are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RunSelection {
    /// Runs in every state.
    #[default]
    All,
    /// Runs that go on.
    Open,
    /// Runs with a published forecast.
    Forecast,
    /// Runs whose forecast waits for a review.
    Review,
    /// Runs that are done without a published forecast.
    Ended,
}

/// The runs beside a run in a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RunNeighbors {
    /// The run that started next.
    pub newer: Option<RunId>,
    /// The run that started before it.
    pub older: Option<RunId>,
}

/// A run with its figures.
#[derive(Debug, Clone, PartialEq)]
pub struct RunFigures {
    /// Id of the run.
    pub run: RunId,
    /// Text of the question.
    pub question: String,
    /// Phase of the run, as in [`super::RunLine`].
    pub phase: String,
    /// Number of rounds so far.
    pub iteration: u32,
    /// Number of questions that were asked.
    pub questions: u64,
    /// Number of answers, also of failed research.
    pub answers: u64,
    /// Probability of YES, once the forecast is published.
    pub probability: Option<f64>,
    /// The published answer in one line, if it is not a probability of YES.
    pub answer: Option<String>,
    /// The market's price when the question was asked, 0 to 1.
    pub crowd: Option<f64>,
    /// Number of flags of the published forecast.
    pub flags: u64,
    /// Amount that is spent and reserved.
    pub committed: MicroUsd,
    /// Maximum amount, what an operator has added included; zero before the first call.
    pub limit: MicroUsd,
    /// Start of the run.
    pub started_at: Time,
    /// Time of the forecast.
    pub made_at: Option<Time>,
}

/// A list without a page begins at the end of time, so that every page is one range of the index by tenant and time.
macro_rules! overview {
    ($condition:literal) => {
        (
            concat!(
                "
SELECT r.id, r.question,
       CASE WHEN r.ended IS NULL THEN coalesce(f.unpublished, r.phase) ELSE (SELECT min(kind) FROM json_object_keys(r.ended) AS kind) END,
       r.iteration, (SELECT count(*) FROM question q WHERE q.run = r.id), (SELECT count(*) FROM answer a WHERE a.run = r.id),
       f.probability, f.answer, (r.body->'asked'->'market'->>'price')::float8, coalesce(json_array_length(f.body->'flags'), 0)::int8,
       coalesce(b.committed, 0), coalesce(b.\"limit\" + b.added, 0), r.started_at, f.made_at
FROM run r LEFT JOIN run_forecast f ON f.run = r.id LEFT JOIN budget b ON b.scope = 'run:' || r.id
WHERE r.tenant = $1
  AND (r.started_at, r.id) < (coalesce($2, 'infinity'::timestamptz), coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid))
  AND ",
                $condition,
                "
ORDER BY r.started_at DESC, r.id DESC LIMIT $4"
            ),
            concat!(
                "
SELECT count(*) FROM (
    SELECT FROM run r WHERE r.tenant = $1 AND ",
                $condition,
                " LIMIT $2) AS selected"
            ),
            concat!(
                "
SELECT id, is_newer FROM (
(SELECT r.id, true AS is_newer FROM run r WHERE r.tenant = $1 AND (r.started_at, r.id) > ((SELECT started_at FROM run WHERE id = $2), $2) AND ",
                $condition,
                " ORDER BY r.started_at, r.id LIMIT 1)
UNION ALL
(SELECT r.id, false FROM run r WHERE r.tenant = $1 AND (r.started_at, r.id) < ((SELECT started_at FROM run WHERE id = $2), $2) AND ",
                $condition,
                " ORDER BY r.started_at DESC, r.id DESC LIMIT 1)) AS beside"
            ),
        )
    };
}

/// The statements of a list, of its count, and of the neighbours of a row in it.
pub(crate) type Statements = (&'static str, &'static str, &'static str);

// Conditions name columns of the table, of which the planner has statistics, and not those of the view.
const ALL: Statements = overview!("TRUE");
const OPEN: Statements = overview!("r.phase <> 'done'");
const FORECAST: Statements = overview!("r.phase = 'done' AND r.forecast_state = 'published'");
const REVIEW: Statements = overview!("r.phase = 'done' AND r.forecast_state = 'pending'");
const ENDED: Statements = overview!("r.phase = 'done' AND r.forecast_state = 'none'");

/// The list of all runs, for the test of its plan.
#[cfg(feature = "testing")]
pub(crate) const OVERVIEW: &str = ALL.0;

row! {
    struct FiguresRow {
        run: Uuid,
        question: String,
        phase: String,
        iteration: i32,
        questions: i64,
        answers: i64,
        probability: Option<f64>,
        answer: Option<String>,
        crowd: Option<f64>,
        flags: i64,
        committed: i64,
        limit: i64,
        started_at: Time,
        made_at: Option<Time>,
    }
}

impl RunSelection {
    pub(crate) fn statements(self) -> Statements {
        match self {
            Self::All => ALL,
            Self::Open => OPEN,
            Self::Forecast => FORECAST,
            Self::Review => REVIEW,
            Self::Ended => ENDED,
        }
    }
}

impl PgRuns {
    /// Returns runs of a tenant with their figures, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn figures(
        &self,
        selection: RunSelection,
        tenant: &Tenant,
        (after, limit): (Option<Before>, u32),
    ) -> Result<Vec<RunFigures>, PortError> {
        let request = PageRequest { tenant, after, limit };
        let rows: Vec<FiguresRow> = page::read(&self.database, selection.statements().0, request).await?;
        Ok(rows.into_iter().map(RunFigures::from).collect())
    }

    /// Returns the runs of a tenant beside a run, which need not be in the selection itself.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn neighbors(
        &self,
        selection: RunSelection,
        tenant: &Tenant,
        run: RunId,
    ) -> Result<RunNeighbors, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(selection.statements().2).bind(tenant.as_str()).bind(run.0);
            let rows: Vec<(Uuid, bool)> = query.fetch_all(&pool).await?;
            let side = |newer: bool| rows.iter().find(|(_, is_newer)| *is_newer == newer).map(|(id, _)| RunId(*id));
            Ok(RunNeighbors { newer: side(true), older: side(false) })
        };
        self.database.list("run", select).await
    }

    /// Counts runs of a tenant, up to `most`.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn count(&self, selection: RunSelection, tenant: &Tenant, most: u32) -> Result<u64, PortError> {
        let count = |pool: PgPool| async move {
            let query = sqlx::query_scalar(selection.statements().1).bind(tenant.as_str()).bind(i64::from(most));
            Ok(number(query.fetch_one(&pool).await?))
        };
        self.database.list("run", count).await
    }
}

impl From<FiguresRow> for RunFigures {
    fn from(row: FiguresRow) -> Self {
        Self {
            run: RunId(row.run),
            question: row.question,
            phase: row.phase,
            iteration: u32::try_from(row.iteration).unwrap_or(0),
            questions: number(row.questions),
            answers: number(row.answers),
            probability: row.probability,
            answer: row.answer,
            crowd: row.crowd,
            flags: number(row.flags),
            committed: MicroUsd::from_i64(row.committed),
            limit: MicroUsd::from_i64(row.limit),
            started_at: row.started_at,
            made_at: row.made_at,
        }
    }
}
