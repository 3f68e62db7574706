//! Schedules: questions that are asked, and entities that are researched, again and again.

use chrono::TimeDelta;
use domain::access::AccessScope::{Admin, Read};
use domain::schedule::{self, Cron, Schedule};
use domain::{Event, EventId, EventKind, JobId, Run, RunId, Time};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::events::{self, Submitter};
use crate::input::{check_text, object};
use crate::questions::Ask;
use crate::research::entities::EntitiesWanted;
use crate::{Action, Context, OperationError, PageQuery, runs};

/// Maximum characters of a cron expression. Lists may repeat an instant, so their form alone limits no length.
const MAX_CRON: usize = 200;
/// Source of the events that repeat a run.
const SOURCE: &str = "schedule";
/// Age of the minute of a firing outside of the plan at most.
const MAX_AGE: TimeDelta = TimeDelta::hours(1);

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

/// A firing outside of the plan.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RunNow {
    /// Minute of the firing; the present one if absent. A repetition with the same minute, or a firing by the plan in
    /// it, is the same firing. At most an hour ago.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub at: Option<Time>,
}

/// A schedule that was fired outside of its plan.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ScheduleFired {
    /// Name of the schedule.
    pub name: String,
    /// Job of the firing's event (UUID): names it in `/v1/events/{job}`.
    pub job: String,
    /// Run of the firing (UUID), for a question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// `true` if the schedule had fired for this minute before; it is processed once.
    pub duplicate: bool,
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
    let page = cx.store().schedules().after(cx.tenant(), &after, limit).await?;
    let next = page.schedules.last().filter(|_| page.has_more).map(|last| last.name.clone());
    let items = page.schedules.into_iter().map(ScheduleItem::from).collect();
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
    let text = wanted.cron;
    check_text("cron", &text, MAX_CRON)?;
    let cron: Cron = text.parse().map_err(|error| invalid("cron", &error))?;
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
    let schedule =
        Schedule { tenant, name, cron: text, event, next_at: Some(next_at), fired: 0, last_at: None, last_job: None };
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

/// Fires a schedule at once: asks its question, or researches its entities, as a firing of its plan does. The plan
/// stays as it is. Each minute fires once.
///
/// # Errors
/// The tenant has no such schedule, its question has closed, the minute is not within the last hour, the tenant has too
/// many events that are not settled, or Postgres is unavailable.
pub async fn run_now(cx: Context<'_>, name: &str, wanted: &RunNow) -> Result<ScheduleFired, OperationError> {
    cx.require(Admin)?;
    let now = cx.now();
    let at = wanted.at.unwrap_or(now);
    if at > now || now - at > MAX_AGE {
        return Err(OperationError::invalid("at", "must be within the last hour"));
    }
    let name = schedule::name(name).map_err(|_| unknown())?;
    let found = cx.store().schedules().find(cx.tenant(), &name).await?.ok_or_else(unknown)?;
    let event = firing(found, at, now).ok_or_else(|| {
        let detail = "the question of the schedule has closed; delete the schedule, or put it with another question";
        OperationError::StateForbids(detail.to_owned())
    })?;
    let accepted = events::accept(cx, &event, &Submitter { action: "fired", key: None }).await?;
    record(cx, "schedule fired", &name).await;
    let (is_question, job) = (matches!(event.kind, EventKind::Question(_)), accepted.job);
    let run = is_question.then(|| RunId::for_event(job).to_string());
    Ok(ScheduleFired { name, job: job.to_string(), run, duplicate: accepted.duplicate })
}

/// Returns the event of a firing for an instant; `None` if the question has closed.
fn firing(found: Schedule, at: Time, now: Time) -> Option<Event> {
    if closes(&found.event).is_some_and(|closes| closes <= now) {
        return None;
    }
    Schedule { next_at: Some(at), ..found }.firing(at)?.event
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

    #[test]
    fn a_minute_is_one_firing_until_the_question_closes() {
        let now = domain::testing::when();
        let mut found = domain::testing::schedule();
        let event = |found: &Schedule, seconds| {
            let later = now + TimeDelta::seconds(seconds);
            firing(found.clone(), later, later)
        };
        let minute = 60 - now.timestamp() % 60;
        let first = event(&found, minute).unwrap();
        assert_eq!(first.job(), event(&found, minute + 59).unwrap().job());
        assert_ne!(first.job(), event(&found, minute + 60).unwrap().job());
        let planned = Schedule { next_at: Some(now + TimeDelta::seconds(minute)), ..found.clone() };
        let planned = planned.firing(now + TimeDelta::hours(2)).unwrap().event.unwrap();
        assert_eq!(planned.job(), first.job(), "the plan fires the same minute once");
        if let EventKind::Question(asked) = &mut found.event.kind {
            asked.closes = Some(now);
        }
        assert_eq!(event(&found, 0), None);
    }
}
