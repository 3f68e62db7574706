//! Schedules: questions that are asked, and entities that are researched, again and again.

use domain::access::AccessScope::{Admin, Read};
use domain::schedule::{self, Cron, Schedule};
use domain::{Event, EventId, EventKind, JobId, Run, RunId, Time};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::events;
use crate::input::object;
use crate::questions::Ask;
use crate::research::entities::EntitiesWanted;
use crate::{Action, Context, OperationError, PageQuery, runs};

/// Source of the events that repeat a run.
const SOURCE: &str = "schedule";

/// What is asked or researched, and when.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ScheduleWanted {
    /// Cron expression with five fields, in UTC: `30 6 * * 1-5`.
    #[schema(max_length = 200, pattern = "^\\S+( \\S+){4}$")]
    pub cron: String,
    /// The question. Its `id` is derived for every firing. Required without `repeat` and `entities`.
    #[serde(default, deserialize_with = "object")]
    pub question: Option<Ask>,
    /// The question of a run, with its options; in place of `question`.
    #[serde(default, deserialize_with = "object")]
    pub repeat: Option<Repeat>,
    /// Entities to research or refresh, in place of `question`.
    #[serde(default, deserialize_with = "object")]
    pub entities: Option<EntitiesWanted>,
}

/// A run whose question is asked again, as of the time of each firing.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// Id of the run (UUID).
    #[schema(value_type = String, format = Uuid)]
    pub run: RunId,
    /// `false` if the answers are not urgent; see the question. As in the run if absent.
    #[serde(default)]
    pub urgent: Option<bool>,
}

/// A schedule with its last and next firing.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ScheduleItem {
    /// The tenant that the questions are asked for.
    #[serde(default)]
    pub tenant: String,
    /// Name, unique for the tenant.
    pub name: String,
    /// Cron expression with five fields, in UTC.
    pub cron: String,
    /// Text of the question, or the identifiers of the entities.
    pub question: String,
    /// The next instant; absent if the schedule has ended.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_at: Option<Time>,
    /// Number of firings so far.
    pub fired: u64,
    /// Instant of the last firing.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_at: Option<Time>,
    /// Run of the last firing (UUID), for a question.
    pub last_run: Option<String>,
    /// Job of the last firing (UUID), whose answers `GET /v1/research/{job}` shows, for entities.
    #[serde(default)]
    pub last_job: Option<String>,
}

/// Query parameters of the list.
#[derive(Debug, Clone, Default, Serialize, Deserialize, IntoParams, ToSchema)]
#[into_params(parameter_in = Query)]
#[serde(default, deny_unknown_fields)]
pub struct ScheduleQuery {
    /// Maximum schedules of the page, 1 to 200; 50 if absent. A page with long questions has fewer.
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
    /// `next` of the previous page: the list continues after this name.
    #[param(max_length = 64)]
    pub after: Option<String>,
}

/// A page of schedules.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ScheduleList {
    /// Schedules, ordered by name.
    pub items: Vec<ScheduleItem>,
    /// `after` of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Returns a page of the tenant's schedules, ordered by name.
///
/// # Errors
/// The page is invalid, or Postgres is unavailable.
pub async fn list(cx: Context<'_>, query: ScheduleQuery) -> Result<ScheduleList, OperationError> {
    cx.require(Read)?;
    let limit = PageQuery { limit: query.limit, cursor: None }.limit()?;
    let after = query.after.unwrap_or_default();
    if !after.is_empty() {
        schedule::name(&after).map_err(|error| OperationError::invalid("after", error.to_string()))?;
    }
    let store = cx.store();
    let schedules = store.schedules().after(cx.tenant(), &after, limit).await?;
    let last = schedules.last().map(|last| last.name.clone());
    // A page may have fewer because of its size, so only an empty one shows the end.
    let items: Vec<ScheduleItem> = schedules.into_iter().map(ScheduleItem::from).collect();
    let next = match &last {
        Some(name) => store.schedules().after(cx.tenant(), name, 1).await?.first().and(last.clone()),
        None => None,
    };
    Ok(ScheduleList { items, next })
}

/// Creates or replaces a schedule.
///
/// # Errors
/// A field is invalid, the tenant has its maximum of schedules, or Postgres is unavailable.
pub async fn put(cx: Context<'_>, name: &str, wanted: ScheduleWanted) -> Result<ScheduleItem, OperationError> {
    cx.require(Admin)?;
    let invalid = |field: &str, error: &dyn std::fmt::Display| OperationError::invalid(field, error.to_string());
    let name = schedule::name(name).map_err(|error| invalid("name", &error))?;
    let cron: Cron = wanted.cron.parse().map_err(|error| invalid("cron", &error))?;
    let (tenant, now) = (cx.tenant().clone(), cx.now());
    let mut event = match (wanted.question, wanted.repeat, wanted.entities) {
        // Every firing replaces the id; the name is checked instead.
        (Some(question), None, None) => question.event(&name, tenant.clone(), now)?,
        (None, Some(repeat), None) => repeated(runs::load(cx, repeat.run).await?.run, repeat.urgent)?,
        (None, None, Some(entities)) => entities.event(cx, &JobId::named(&[&name]))?,
        _ => return Err(OperationError::invalid("question", "send one of `question`, `repeat` and `entities`")),
    };
    event.occurred_at = None;
    event.id = EventId::parse(&name).map_err(|error| invalid("name", &error))?;
    let closes = closes(&event);
    let next_at = cron.after(now).filter(|next| closes.is_none_or(|closes| *next < closes));
    let Some(next_at) = next_at else {
        return Err(OperationError::invalid("question.closes", "the question closes before the first instant"));
    };
    let schedule = Schedule {
        tenant,
        name,
        cron: wanted.cron,
        event,
        next_at: Some(next_at),
        fired: 0,
        last_at: None,
        last_job: None,
    };
    let limit = Some(cx.operations.limits.schedules).filter(|limit| *limit > 0);
    if !cx.store().schedules().put(&schedule, limit).await? {
        let limit = limit.unwrap_or_default();
        let detail = format!("the tenant has {limit} schedules, which is the limit; delete one, or ask an operator");
        return Err(OperationError::StateForbids(detail));
    }
    record(cx, "schedule put", &schedule.name).await;
    Ok(schedule.into())
}

/// Builds the event that asks the question of a run as of now, not as of the date of the run.
fn repeated(run: Run, urgent: Option<bool>) -> Result<Event, OperationError> {
    let mut asked = run.asked;
    asked.config.as_of = None;
    asked.config.can_wait = urgent.map_or(asked.config.can_wait, |urgent| !urgent);
    let (id, budget) = (run.event, Some(run.budget));
    let kind = EventKind::Question(asked);
    let event = Event { id, tenant: run.tenant, source: SOURCE.to_owned(), occurred_at: None, budget, kind };
    events::checked(&event, &[])
}

fn closes(event: &Event) -> Option<Time> {
    match &event.kind {
        EventKind::Question(asked) => asked.closes,
        _ => None,
    }
}

/// Deletes a schedule. Questions that it has asked are not affected.
///
/// # Errors
/// The tenant has no such schedule, or Postgres is unavailable.
pub async fn delete(cx: Context<'_>, name: &str) -> Result<(), OperationError> {
    cx.require(Admin)?;
    let name = schedule::name(name).map_err(|_| unknown())?;
    if !cx.store().schedules().remove(cx.tenant(), &name).await? {
        return Err(unknown());
    }
    record(cx, "schedule deleted", &name).await;
    Ok(())
}

fn unknown() -> OperationError {
    OperationError::NotFound { what: "schedule", advice: "`GET /v1/schedules` lists its schedules" }
}

/// Records a change of a schedule in the audit trail.
async fn record(cx: Context<'_>, action: &'static str, name: &str) {
    let about = JobId::named(&["schedule", cx.tenant().as_str(), name]);
    cx.record(Action { action, object: format!("schedule {name}"), about }).await;
}

impl From<Schedule> for ScheduleItem {
    fn from(schedule: Schedule) -> Self {
        let question = match &schedule.event.kind {
            domain::EventKind::Question(asked) => asked.text.clone(),
            domain::EventKind::EntityRequest(request) => request.identifiers.join(", "),
            _ => String::new(),
        };
        let run = |job: JobId| RunId::for_event(job).to_string();
        let is_question = matches!(schedule.event.kind, domain::EventKind::Question(_));
        Self {
            tenant: schedule.tenant.to_string(),
            name: schedule.name,
            cron: schedule.cron,
            question,
            next_at: schedule.next_at,
            fired: schedule.fired,
            last_at: schedule.last_at,
            last_run: schedule.last_job.filter(|_| is_question).map(run),
            last_job: schedule.last_job.filter(|_| !is_question).map(|job| job.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_run_keeps_its_options_and_drops_its_date() {
        let mut run = domain::testing::run();
        run.asked.config.as_of = Some(Time::UNIX_EPOCH);
        let asked = |urgent| match repeated(run.clone(), urgent).unwrap().kind {
            EventKind::Question(asked) => asked,
            _ => unreachable!(),
        };
        let expected = |can_wait| {
            let mut asked = run.asked.clone();
            (asked.config.as_of, asked.config.can_wait) = (None, can_wait);
            asked
        };
        assert_eq!((asked(Some(true)), asked(Some(false))), (expected(false), expected(true)));
        assert_eq!(asked(None), expected(run.asked.config.can_wait));
    }
}
