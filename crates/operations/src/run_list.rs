//! The tenant's runs with their figures, by state.

use domain::access::AccessScope::Read;
use domain::{RunId, Time};
use serde::{Deserialize, Serialize};
pub use store::runs::RunNeighbors;
use store::runs::{EntityRuns, RunFigures, RunSelection};
use utoipa::{IntoParams, ToSchema};

use crate::input::entity_filter;
use crate::runs::check_owned;
use crate::{Context, OperationError, Page, PageQuery};

/// Query parameters of the list of runs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct RunQuery {
    /// Only runs in this state: `open`, `forecast` (its forecast is published), `review` (its forecast waits for a
    /// review) or `ended` (done without a forecast); all if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Only runs in whose research this entity plays a part (its id): their event asked for research of it, or they
    /// rest on a fact that research of it saw as well. The newest 1,000 such facts and events are followed.
    #[param(min_length = 1, max_length = 120)]
    #[schema(min_length = 1, max_length = 120)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entity: Option<String>,
    /// Maximum rows of the page, 1 to 200; 50 if absent.
    #[param(minimum = 1, maximum = 200)]
    #[schema(minimum = 1, maximum = 200)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// `next` of the previous page; any other text is refused with 422.
    #[param(pattern = "^[A-Za-z0-9_-]+$", min_length = 16, max_length = 1024)]
    #[schema(pattern = "^[A-Za-z0-9_-]+$", min_length = 16, max_length = 1024)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// A run in a list.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct RunItem {
    /// Id of the run (UUID).
    pub run: String,
    /// Text of the question.
    pub question: String,
    /// `waiting`, `analyzing`, `done`; `cancelled`, `proposed` or `unclear` for a run without a forecast, `reported`
    /// for a report; `pending`, `rejected` or `expired` for a run whose forecast is not published, because of its
    /// review.
    pub phase: String,
    /// Number of rounds so far.
    pub iteration: u32,
    /// Probability of YES, once the forecast is made.
    pub probability: Option<f64>,
    /// The answer in one line, if it is not a probability of YES.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<String>,
    /// Start of the run.
    #[schema(value_type = String, format = DateTime)]
    pub started_at: Time,
    /// Number of questions that were asked.
    #[serde(default)]
    pub questions: u64,
    /// Number of questions that were answered, also by failed research.
    #[serde(default)]
    pub answers: u64,
    /// The market's price when the question was asked, 0 to 1.
    #[serde(default)]
    pub crowd: Option<f64>,
    /// Number of flags of the forecast.
    #[serde(default)]
    pub flags: u64,
    /// Spent and reserved amounts in micro-dollars.
    #[serde(default)]
    pub committed_micro_usd: u64,
    /// Maximum amount in micro-dollars; 0 before the first call.
    #[serde(default)]
    pub limit_micro_usd: u64,
    /// Time of the forecast.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub made_at: Option<Time>,
}

/// Returns a page of the tenant's runs, newest first.
///
/// # Errors
/// The query is invalid, or Postgres is unavailable.
pub async fn list(cx: Context<'_>, query: &RunQuery) -> Result<Page<RunItem>, OperationError> {
    cx.require(Read)?;
    let page = PageQuery { limit: query.limit, cursor: query.cursor.clone() };
    let (selection, limit, after) = (query.selection()?, page.limit()?, page.before()?);
    let (runs, page) = (cx.store().runs(), (after, limit + 1));
    let rows = match entity_filter(query.entity.as_deref())? {
        Some(entity) => {
            runs.figures_about(EntityRuns { tenant: cx.tenant(), entity: &entity, selection }, page).await?
        }
        None => runs.figures(selection, cx.tenant(), page).await?,
    };
    Ok(run_page(rows, limit))
}

/// Returns a page of the runs about an entity, and the number of those on all pages.
///
/// # Errors
/// The query is invalid or names no entity, or Postgres is unavailable.
pub async fn list_counted(cx: Context<'_>, query: &RunQuery) -> Result<(Page<RunItem>, u64), OperationError> {
    cx.require(Read)?;
    let page = PageQuery { limit: query.limit, cursor: query.cursor.clone() };
    let (selection, limit, after) = (query.selection()?, page.limit()?, page.before()?);
    let entity = entity_filter(query.entity.as_deref())?.ok_or_else(OperationError::no_entity)?;
    let wanted = EntityRuns { tenant: cx.tenant(), entity: &entity, selection };
    let (rows, count) = cx.store().runs().counted_about(wanted, (after, limit + 1)).await?;
    Ok((run_page(rows, limit), count))
}

fn run_page(rows: Vec<RunFigures>, limit: u32) -> Page<RunItem> {
    Page::new(rows, limit, |row| (row.started_at, row.run.to_string()), RunItem::from)
}

/// Counts the runs that [`list`] returns on all pages, up to 10,000.
///
/// # Errors
/// The query is invalid, or Postgres is unavailable.
pub async fn count(cx: Context<'_>, query: &RunQuery) -> Result<u64, OperationError> {
    cx.require(Read)?;
    let (runs, selection) = (cx.store().runs(), query.selection()?);
    Ok(match entity_filter(query.entity.as_deref())? {
        Some(entity) => runs.count_about(EntityRuns { tenant: cx.tenant(), entity: &entity, selection }).await?,
        None => runs.count(selection, cx.tenant(), crate::page::MAX_COUNT).await?,
    })
}

/// Returns the runs beside a run in the list that a state selects. An entity selects nothing here.
///
/// # Errors
/// The state is invalid, the tenant has no such run, or Postgres is unavailable.
pub async fn neighbors(cx: Context<'_>, run: RunId, query: &RunQuery) -> Result<RunNeighbors, OperationError> {
    cx.require(Read)?;
    check_owned(cx, run).await?;
    Ok(cx.store().runs().neighbors(query.selection()?, cx.tenant(), run).await?)
}

impl RunQuery {
    fn selection(&self) -> Result<RunSelection, OperationError> {
        Ok(match self.state.as_deref() {
            None => RunSelection::All,
            Some("open") => RunSelection::Open,
            Some("forecast") => RunSelection::Forecast,
            Some("review") => RunSelection::Review,
            Some("ended") => RunSelection::Ended,
            Some(_) => return Err(OperationError::invalid("state", "must be open, forecast, review or ended")),
        })
    }
}

impl From<RunFigures> for RunItem {
    fn from(figures: RunFigures) -> Self {
        Self {
            run: figures.run.to_string(),
            question: figures.question,
            phase: figures.phase,
            iteration: figures.iteration,
            probability: figures.probability,
            answer: figures.answer,
            started_at: figures.started_at,
            questions: figures.questions,
            answers: figures.answers,
            crowd: figures.crowd,
            flags: figures.flags,
            committed_micro_usd: figures.committed.0,
            limit_micro_usd: figures.limit.0,
            made_at: figures.made_at,
        }
    }
}
