//! The tenant's classified events, by kind, state and time.

use chrono::TimeDelta;
use domain::access::AccessScope::Read;
use domain::{EventKind, Time};
use serde::{Deserialize, Serialize};
pub use store::events::STATES;
use store::events::{EventFilter, EventLine, EventTally};
use utoipa::{IntoParams, ToSchema};

use crate::input::{check_time, day_or_time};
use crate::{Context, OperationError, Page, PageQuery};

/// Days of the list if the query names no time.
const DEFAULT_DAYS: i64 = 7;

/// Query parameters of the list of events.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct EventQuery {
    /// Only events of this kind, as in the subject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Only events in this state: `open`, `answered` or `dead` (its own job was dead-lettered).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Only events that were received at or after this time; 7 days ago if absent.
    #[param(value_type = Option<String>, format = DateTime)]
    #[serde(deserialize_with = "day_or_time", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub since: Option<Time>,
    /// Maximum rows of the page, 1 to 200; 50 if absent.
    #[param(minimum = 1, maximum = 200)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// `next` of the previous page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// An event in a list.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct EventItem {
    /// Job of the event (UUID): names it in `/v1/events/{job}`.
    pub job: String,
    /// The publisher's id.
    pub id: String,
    /// Kind of the event.
    pub kind: String,
    /// Subject: the question of its run, or the reason of its classification, at most 300 characters.
    #[serde(default)]
    pub about: String,
    /// Publisher of the event; may be empty.
    pub source: String,
    /// `true` if the fleet works on the event.
    pub interesting: bool,
    /// Score of the classification, 0 to 1.
    pub score: f64,
    /// Decider: `rule`, or the name of a model.
    pub decided_by: String,
    /// Run that the event has started (UUID).
    pub run: Option<String>,
    /// `open`, `answered` or `dead`.
    pub state: String,
    /// Time at which the fleet received it.
    #[schema(value_type = String, format = DateTime)]
    pub received_at: Time,
}

/// Returns a page of the tenant's classified events, newest first. Events that the rules found uninteresting are kept
/// in groups and are not listed; [`crate::events::show`] finds each by its job.
///
/// # Errors
/// The query is invalid, or Postgres is unavailable.
pub async fn list(cx: Context<'_>, query: &EventQuery) -> Result<Page<EventItem>, OperationError> {
    cx.require(Read)?;
    let page = PageQuery { limit: query.limit, cursor: query.cursor.clone() };
    let (filter, limit, after) = (filter(cx, query)?, page.limit()?, page.before()?);
    let rows = cx.store().events().list(cx.tenant(), &filter, (after, limit + 1)).await?;
    Ok(Page::new(rows, limit, |row| (row.received_at, row.job.to_string()), EventItem::from))
}

/// Counts the events that [`list`] returns on all pages, up to 10,000.
///
/// # Errors
/// The query is invalid, or Postgres is unavailable.
pub async fn count(cx: Context<'_>, query: &EventQuery) -> Result<u64, OperationError> {
    cx.require(Read)?;
    Ok(cx.store().events().count(cx.tenant(), &filter(cx, query)?, crate::page::MAX_COUNT).await?)
}

/// Entries of the index that are counted for a pair of a kind and a state at most.
const MAX_VALUE: u32 = 1_000;

/// A value that a qualifier of the filter can have, with the number of its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventValue {
    /// The value, as the filter names it.
    pub value: String,
    /// Number of events with this value, beside the other qualifiers of the query.
    pub count: u64,
    /// `true` if there are more.
    pub more: bool,
}

/// The values that exist for the qualifiers of a query.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EventValues {
    /// Kinds with events in the states of the query, most frequent first.
    pub kinds: Vec<EventValue>,
    /// All states, with the events of the kinds of the query.
    pub states: Vec<EventValue>,
}

/// Returns the values of the filter that exist, each with the number of its events: as [`list`] would select with the
/// value in place of that of the query. Numbers above 1,000 are lower bounds.
///
/// # Errors
/// The query is invalid, or Postgres is unavailable.
pub async fn values(cx: Context<'_>, query: &EventQuery) -> Result<EventValues, OperationError> {
    cx.require(Read)?;
    let filter = filter(cx, query)?;
    let counts = cx.store().events().values(cx.tenant(), filter.since, MAX_VALUE).await?;
    let is_in = |wanted: &Option<String>, value: &str| wanted.as_deref().is_none_or(|wanted| wanted == value);
    let sum = |value: &str, of: &dyn Fn(&EventTally) -> bool| {
        let parts: Vec<u64> = counts.iter().filter(|one| of(one)).map(|one| one.count).collect();
        let more = parts.iter().any(|count| *count >= u64::from(MAX_VALUE));
        EventValue { value: value.to_owned(), count: parts.iter().sum(), more }
    };
    let kinds =
        EventKind::NAMES.iter().map(|kind| sum(kind, &|one| one.kind == *kind && is_in(&filter.state, one.state)));
    let mut kinds: Vec<EventValue> = kinds.filter(|kind| kind.count > 0).collect();
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.count));
    let states = STATES.iter().map(|state| sum(state, &|one| one.state == *state && is_in(&filter.kind, &one.kind)));
    Ok(EventValues { kinds, states: states.collect() })
}

fn filter(cx: Context<'_>, query: &EventQuery) -> Result<EventFilter, OperationError> {
    let EventQuery { kind, state, since, .. } = query.clone();
    if kind.as_deref().is_some_and(|kind| !EventKind::NAMES.contains(&kind)) {
        let kinds = EventKind::NAMES.join(", ");
        return Err(OperationError::invalid("kind", format!("is no kind of event; the kinds are {kinds}")));
    }
    if state.as_deref().is_some_and(|state| !STATES.contains(&state)) {
        return Err(OperationError::invalid("state", format!("must be one of {}", STATES.join(", "))));
    }
    check_time("since", since)?;
    let since = since.unwrap_or_else(|| cx.now() - TimeDelta::days(DEFAULT_DAYS));
    Ok(EventFilter { kind, state, since })
}

impl From<EventLine> for EventItem {
    fn from(line: EventLine) -> Self {
        let EventLine { job, id, kind, about, source, interesting, score, decided_by, run, state, received_at } = line;
        let (job, run) = (job.to_string(), run.map(|run| run.to_string()));
        Self { job, id, kind, about, source, interesting, score, decided_by, run, state, received_at }
    }
}
