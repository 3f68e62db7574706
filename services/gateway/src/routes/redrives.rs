//! Redrives of many dead letters: preview, start, progress, pause, resume, cancel.

use axum::Json;
use axum::http::StatusCode;
use operations::redrives::{self, RedriveItem, RedriveOrder, RedrivePreview, RedriveStatus};
use operations::{Page, PageQuery};
use uuid::Uuid;

use crate::access::{Admin, Allowed, Read};
use crate::http::{Id, JsonBody, Params, Problem, Problems};

/// Show what a redrive would do: the number of letters, the estimated cost and the duration. Nothing is changed.
#[utoipa::path(
    post, path = "/v1/redrives:preview", tag = "dead letters", operation_id = "previewRedrive",
    security(("token" = ["read"])), request_body = RedriveOrder,
    responses((status = 200, description = "What would be redriven", body = RedrivePreview), Problems),
)]
pub async fn preview(
    allowed: Allowed<Read>,
    JsonBody(order, _): JsonBody<RedriveOrder>,
) -> Result<Json<RedrivePreview>, Problem> {
    Ok(Json(redrives::preview(allowed.cx(), &order).await?))
}

/// Start a redrive. A gateway redrives the first letter, and the others after the outcome of its job; if the job dies
/// again, the redrive is paused. More than 100 letters need `confirm`, the number that the preview shows.
#[utoipa::path(
    post, path = "/v1/redrives", tag = "dead letters", operation_id = "startRedrive",
    security(("token" = ["admin"])), request_body = RedriveOrder,
    responses((status = 201, description = "The redrive", body = RedriveStatus), Problems),
)]
pub async fn start(
    allowed: Allowed<Admin>,
    JsonBody(order, _): JsonBody<RedriveOrder>,
) -> Result<(StatusCode, Json<RedriveStatus>), Problem> {
    Ok((StatusCode::CREATED, Json(redrives::start(allowed.cx(), &order).await?)))
}

/// List redrives, newest first.
#[utoipa::path(
    get, path = "/v1/redrives", tag = "dead letters", operation_id = "listRedrives", security(("token" = ["read"])),
    params(PageQuery),
    responses((status = 200, description = "Redrives of the tenant", body = Page<RedriveItem>), Problems),
)]
pub async fn list(
    allowed: Allowed<Read>,
    Params(query): Params<PageQuery>,
) -> Result<Json<Page<RedriveItem>>, Problem> {
    Ok(Json(redrives::list(allowed.cx(), &query).await?))
}

/// Show a redrive with its progress: redriven letters, and those whose job died again, with the reasons.
#[utoipa::path(
    get, path = "/v1/redrives/{redrive}", tag = "dead letters", operation_id = "showRedrive",
    security(("token" = ["read"])),
    params(("redrive" = String, Path, description = "Id of the redrive", format = Uuid)),
    responses((status = 200, description = "The redrive", body = RedriveStatus), Problems),
)]
pub async fn show(allowed: Allowed<Read>, Id(id): Id<Uuid>) -> Result<Json<RedriveStatus>, Problem> {
    Ok(Json(redrives::show(allowed.cx(), id).await?))
}

/// Stop a redrive until it is resumed. No letter is redriven after the answer.
#[utoipa::path(
    post, path = "/v1/redrives/{redrive}/pause", tag = "dead letters", operation_id = "pauseRedrive",
    security(("token" = ["admin"])),
    params(("redrive" = String, Path, description = "Id of the redrive", format = Uuid)),
    responses((status = 200, description = "The redrive", body = RedriveStatus), Problems),
)]
pub async fn pause(allowed: Allowed<Admin>, Id(id): Id<Uuid>) -> Result<Json<RedriveStatus>, Problem> {
    Ok(Json(redrives::pause(allowed.cx(), id).await?))
}

/// Redrive the remaining letters of a paused redrive. The outcome of the first job is not awaited any more.
#[utoipa::path(
    post, path = "/v1/redrives/{redrive}/resume", tag = "dead letters", operation_id = "resumeRedrive",
    security(("token" = ["admin"])),
    params(("redrive" = String, Path, description = "Id of the redrive", format = Uuid)),
    responses((status = 200, description = "The redrive", body = RedriveStatus), Problems),
)]
pub async fn resume(allowed: Allowed<Admin>, Id(id): Id<Uuid>) -> Result<Json<RedriveStatus>, Problem> {
    Ok(Json(redrives::resume(allowed.cx(), id).await?))
}

/// End a redrive. Jobs that run again are not stopped.
#[utoipa::path(
    post, path = "/v1/redrives/{redrive}/cancel", tag = "dead letters", operation_id = "cancelRedrive",
    security(("token" = ["admin"])),
    params(("redrive" = String, Path, description = "Id of the redrive", format = Uuid)),
    responses((status = 200, description = "The redrive", body = RedriveStatus), Problems),
)]
pub async fn cancel(allowed: Allowed<Admin>, Id(id): Id<Uuid>) -> Result<Json<RedriveStatus>, Problem> {
    Ok(Json(redrives::cancel(allowed.cx(), id).await?))
}
