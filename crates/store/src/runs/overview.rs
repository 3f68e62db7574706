//! A tenant's runs with their figures, by state. The list and its count are built from one condition.

use domain::port::PortError;
use domain::{EntityId, MicroUsd, RunId, Tenant, Time};
use uuid::Uuid;

use super::port::PgRuns;
use crate::failure::Failed;
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

/// The runs of a tenant in whose research an entity plays a part.
#[derive(Debug, Clone, Copy)]
pub struct EntityRuns<'a> {
    /// The tenant whose runs they are.
    pub tenant: &'a Tenant,
    /// The entity that the research saw or asked for.
    pub entity: &'a EntityId,
    /// The state of the runs.
    pub selection: RunSelection,
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
macro_rules! listed {
    ($condition:literal) => {
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
        )
    };
}

macro_rules! overview {
    ($condition:literal) => {
        (
            listed!($condition),
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

/// Facts and events of an entity that a list of its runs follows at most, the newest.
const MAX_FOLLOWED: i64 = 1_000;

/// The events whose research saw a fact that research of the entity saw as well, and those that asked for research of
/// the entity.
pub(crate) const EVENTS: &str = "
WITH known AS MATERIALIZED (SELECT note FROM note_sighting WHERE entity = $2 AND tenant = $1 ORDER BY made_at DESC LIMIT $3),
seen AS MATERIALIZED (SELECT DISTINCT s.research FROM known k JOIN note_sighting s ON s.note = k.note LIMIT $3)
SELECT e.event FROM seen s JOIN evidence e ON e.job = s.research WHERE e.tenant = $1
UNION
(SELECT event FROM evidence WHERE entity = $2 AND tenant = $1 ORDER BY stored_at DESC LIMIT $3)";

/// Runs of some events in a state, and their number.
const OF_EVENTS: &str = listed!(
    "r.event = ANY($5) AND ($6::text IS NULL OR $6 = CASE WHEN r.phase = 'done' THEN r.forecast_state ELSE 'open' END)"
);
const COUNT_OF_EVENTS: &str = "
SELECT count(*) FROM run r
WHERE r.tenant = $1 AND r.event = ANY($2) AND ($3::text IS NULL OR $3 = CASE WHEN r.phase = 'done' THEN r.forecast_state ELSE 'open' END)";

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

    /// Returns the state as the statements about events name it.
    fn state(self) -> Option<&'static str> {
        match self {
            Self::All => None,
            Self::Open => Some("open"),
            Self::Forecast => Some("published"),
            Self::Review => Some("pending"),
            Self::Ended => Some("none"),
        }
    }
}

/// Returns the events of a tenant in whose research an entity plays a part.
async fn events_of(pool: &PgPool, wanted: EntityRuns<'_>) -> Result<Vec<Uuid>, Failed> {
    let query = sqlx::query_scalar(EVENTS).bind(wanted.tenant.as_str()).bind(wanted.entity.as_str());
    Ok(query.bind(MAX_FOLLOWED).fetch_all(pool).await?)
}

/// A page of the runs of some events.
struct EventRuns<'a> {
    events: &'a [Uuid],
    after: Option<Before>,
    limit: u32,
}

async fn figures_of(pool: &PgPool, wanted: EntityRuns<'_>, page: EventRuns<'_>) -> Result<Vec<RunFigures>, Failed> {
    let EventRuns { events, after, limit } = page;
    let query = sqlx::query_as(OF_EVENTS).bind(wanted.tenant.as_str()).bind(after.map(|after| after.at));
    let query = query.bind(after.map(|after| after.id)).bind(i64::from(limit));
    let rows: Vec<FiguresRow> = query.bind(events).bind(wanted.selection.state()).fetch_all(pool).await?;
    Ok(rows.into_iter().map(RunFigures::from).collect())
}

async fn count_of(pool: &PgPool, wanted: EntityRuns<'_>, events: &[Uuid]) -> Result<u64, Failed> {
    let query = sqlx::query_scalar(COUNT_OF_EVENTS).bind(wanted.tenant.as_str()).bind(events);
    Ok(number(query.bind(wanted.selection.state()).fetch_one(pool).await?))
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

    /// Returns runs about an entity, newest first: as [`PgRuns::figures`].
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn figures_about(
        &self,
        wanted: EntityRuns<'_>,
        (after, limit): (Option<Before>, u32),
    ) -> Result<Vec<RunFigures>, PortError> {
        let select = |pool: PgPool| async move {
            let events = events_of(&pool, wanted).await?;
            figures_of(&pool, wanted, EventRuns { events: &events, after, limit }).await
        };
        self.database.list("run", select).await
    }

    /// Returns what [`PgRuns::figures_about`] returns, and the number of the runs on all pages.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn counted_about(
        &self,
        wanted: EntityRuns<'_>,
        (after, limit): (Option<Before>, u32),
    ) -> Result<(Vec<RunFigures>, u64), PortError> {
        let select = |pool: PgPool| async move {
            let events = events_of(&pool, wanted).await?;
            let rows = figures_of(&pool, wanted, EventRuns { events: &events, after, limit }).await?;
            Ok((rows, count_of(&pool, wanted, &events).await?))
        };
        self.database.list("run", select).await
    }

    /// Counts the runs that [`PgRuns::figures_about`] returns on all pages.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn count_about(&self, wanted: EntityRuns<'_>) -> Result<u64, PortError> {
        let count = |pool: PgPool| async move {
            let events = events_of(&pool, wanted).await?;
            count_of(&pool, wanted, &events).await
        };
        self.database.list("run", count).await
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
