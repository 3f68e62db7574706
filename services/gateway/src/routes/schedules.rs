//! Schedules: questions that are asked again and again.

use axum::Json;
use axum::http::StatusCode;
use operations::schedules::{self, RunNow, ScheduleFired, ScheduleItem, ScheduleList, ScheduleQuery, ScheduleWanted};

use crate::access::{Admin, Allowed, Read};
use crate::http::{Id, JsonBody, Params, Problem, Problems};

/// List schedules, ordered by name.
#[utoipa::path(
    get, path = "/v1/schedules", tag = "schedules", operation_id = "listSchedules", security(("token" = ["read"])),
    params(ScheduleQuery),
    responses((status = 200, description = "Schedules of the tenant", body = ScheduleList), Problems),
)]
pub async fn list(allowed: Allowed<Read>, Params(query): Params<ScheduleQuery>) -> Result<Json<ScheduleList>, Problem> {
    Ok(Json(schedules::list(allowed.cx(), query).await?))
}

/// Create or replace a schedule.
#[utoipa::path(
    put, path = "/v1/schedules/{name}", tag = "schedules", operation_id = "putSchedule", security(("token" = ["admin"])),
    params(("name" = String, Path, description = "Letters, digits, `-` and `_`, at most 64")),
    request_body = ScheduleWanted,
    responses((status = 200, description = "The schedule", body = ScheduleItem), Problems),
)]
pub async fn put(
    allowed: Allowed<Admin>,
    Id(name): Id<String>,
    JsonBody(wanted, _): JsonBody<ScheduleWanted>,
) -> Result<Json<ScheduleItem>, Problem> {
    Ok(Json(schedules::put(allowed.cx(), &name, wanted).await?))
}

/// Fire a schedule at once, as its plan does. Each minute fires once.
#[utoipa::path(
    post, path = "/v1/schedules/{name}/run", tag = "schedules", operation_id = "runSchedule", security(("token" = ["admin"])),
    params(("name" = String, Path, description = "Name of the schedule")),
    request_body = RunNow,
    responses((status = 200, description = "The event of the firing", body = ScheduleFired), Problems),
)]
pub async fn run_now(
    allowed: Allowed<Admin>,
    Id(name): Id<String>,
    JsonBody(wanted, _): JsonBody<RunNow>,
) -> Result<Json<ScheduleFired>, Problem> {
    Ok(Json(schedules::run_now(allowed.cx(), &name, &wanted).await?))
}

/// Delete a schedule. Questions that it has asked are not affected.
#[utoipa::path(
    delete, path = "/v1/schedules/{name}", tag = "schedules", operation_id = "deleteSchedule",
    security(("token" = ["admin"])),
    params(("name" = String, Path, description = "Name of the schedule")),
    responses((status = 204, description = "The schedule is deleted"), Problems),
)]
pub async fn delete(allowed: Allowed<Admin>, Id(name): Id<String>) -> Result<StatusCode, Problem> {
    schedules::delete(allowed.cx(), &name).await?;
    Ok(StatusCode::NO_CONTENT)
}
