//! Schedules: questions that are asked again and again.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::schedule::{self, Cron, Schedule};
use domain::{EventId, JobId, RunId, Time};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::questions::Ask;
use crate::access::{Admin, Allowed, Caller, Read};
use crate::audit::Action;
use crate::http::{Id, JsonBody, Params, Problem, Problems};
use crate::page::PageQuery;
use crate::{Gateway, audit};

/// A question and when it is asked.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ScheduleWanted {
    /// Cron expression with five fields, in UTC: `30 6 * * 1-5`.
    #[schema(max_length = 200, pattern = "^\\S+( \\S+){4}$")]
    pub cron: String,
    /// The question. Its `id` is derived for every firing.
    pub question: Ask,
}

/// A schedule with its last and next firing.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ScheduleItem {
    /// Name, unique for the tenant.
    pub name: String,
    /// Cron expression with five fields, in UTC.
    pub cron: String,
    /// Text of the question.
    pub question: String,
    /// The next instant; absent if the schedule has ended.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_at: Option<Time>,
    /// Number of firings so far.
    pub fired: u64,
    /// Instant of the last firing.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_at: Option<Time>,
    /// Run of the last firing (UUID).
    pub last_run: Option<String>,
}

/// Query parameters of the list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
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
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ScheduleList {
    /// Schedules, ordered by name.
    pub items: Vec<ScheduleItem>,
    /// `after` of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// List schedules, ordered by name.
#[utoipa::path(
    get, path = "/v1/schedules", tag = "schedules", operation_id = "listSchedules", security(("token" = ["read"])),
    params(ScheduleQuery),
    responses((status = 200, description = "Schedules of the tenant", body = ScheduleList), Problems),
)]
pub async fn list(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Read>,
    Params(query): Params<ScheduleQuery>,
) -> Result<Json<ScheduleList>, Problem> {
    let limit = PageQuery { limit: query.limit, cursor: None }.limit()?;
    let after = query.after.unwrap_or_default();
    if !after.is_empty() {
        schedule::name(&after).map_err(|error| Problem::invalid("after", error.to_string()))?;
    }
    let store = gateway.store(&allowed.caller.tenant);
    let schedules = store.schedules_after(&allowed.caller.tenant, &after, limit).await?;
    let last = schedules.last().map(|last| last.name.clone());
    // A page may have fewer because of its size, so only an empty one shows the end.
    let items: Vec<ScheduleItem> = schedules.into_iter().map(ScheduleItem::from).collect();
    let next = match &last {
        Some(name) => store.schedules_after(&allowed.caller.tenant, name, 1).await?.first().and(last.clone()),
        None => None,
    };
    Ok(Json(ScheduleList { items, next }))
}

/// Create or replace a schedule.
#[utoipa::path(
    put, path = "/v1/schedules/{name}", tag = "schedules", operation_id = "putSchedule", security(("token" = ["admin"])),
    params(("name" = String, Path, description = "Letters, digits, `-` and `_`, at most 64")),
    request_body = ScheduleWanted,
    responses((status = 200, description = "The schedule", body = ScheduleItem), Problems),
)]
pub async fn put(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Admin>,
    Id(name): Id<String>,
    JsonBody(wanted, _): JsonBody<ScheduleWanted>,
) -> Result<Json<ScheduleItem>, Problem> {
    let name = schedule::name(&name).map_err(|error| Problem::invalid("name", error.to_string()))?;
    let cron: Cron = wanted.cron.parse().map_err(|error| Problem::invalid("cron", format!("{error}")))?;
    let (tenant, now) = (allowed.caller.tenant.clone(), gateway.clock.now());
    let closes = wanted.question.closes;
    // Every firing replaces the id; the name is checked instead.
    let mut event = wanted.question.event(&name, tenant.clone(), now)?;
    event.occurred_at = None;
    event.id = EventId::parse(&name).map_err(|error| Problem::invalid("name", error.to_string()))?;
    let next_at = cron.after(now).filter(|next| closes.is_none_or(|closes| *next < closes));
    let Some(next_at) = next_at else {
        return Err(Problem::invalid("question.closes", "the question closes before the first instant"));
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
    let limit = Some(gateway.limits.schedules).filter(|limit| *limit > 0);
    if !gateway.store(&allowed.caller.tenant).put_schedule(&schedule, limit).await? {
        let limit = limit.unwrap_or_default();
        let detail = format!("the tenant has {limit} schedules, which is the limit; delete one, or ask an operator");
        return Err(Problem::conflict(detail));
    }
    record(&gateway, &allowed.caller, ("schedule put", &schedule.name)).await;
    Ok(Json(schedule.into()))
}

/// Delete a schedule. Questions that it has asked are not affected.
#[utoipa::path(
    delete, path = "/v1/schedules/{name}", tag = "schedules", operation_id = "deleteSchedule",
    security(("token" = ["admin"])),
    params(("name" = String, Path, description = "Name of the schedule")),
    responses((status = 204, description = "The schedule is deleted"), Problems),
)]
pub async fn delete(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Admin>,
    Id(name): Id<String>,
) -> Result<StatusCode, Problem> {
    let name = schedule::name(&name).map_err(|_| unknown())?;
    let deleted = gateway.store(&allowed.caller.tenant).remove_schedule(&allowed.caller.tenant, &name).await?;
    if deleted {
        record(&gateway, &allowed.caller, ("schedule deleted", &name)).await;
    }
    deleted.then_some(StatusCode::NO_CONTENT).ok_or_else(unknown)
}

fn unknown() -> Problem {
    Problem::not_found("schedule", "`GET /v1/schedules` lists its schedules")
}

/// Records a change of a schedule in the audit trail.
async fn record(gateway: &Gateway, caller: &Caller, (action, name): (&'static str, &str)) {
    let about = JobId::named(&["schedule", caller.tenant.as_str(), name]);
    let action = Action { action, object: format!("schedule {name}"), about };
    audit::record(gateway, audit::change(gateway, caller, action)).await;
}

impl From<Schedule> for ScheduleItem {
    fn from(schedule: Schedule) -> Self {
        let question = match &schedule.event.kind {
            domain::EventKind::Question(asked) => asked.text.clone(),
            _ => String::new(),
        };
        let run = |job: JobId| RunId::for_event(job).to_string();
        Self {
            name: schedule.name,
            cron: schedule.cron,
            question,
            next_at: schedule.next_at,
            fired: schedule.fired,
            last_at: schedule.last_at,
            last_run: schedule.last_job.map(run),
        }
    }
}
