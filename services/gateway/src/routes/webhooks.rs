//! Outgoing webhooks: endpoints, their secrets, deliveries and replays.

use axum::Json;
use axum::http::StatusCode;
use operations::webhooks::{
    self, DeliveryItem, ReplayScheduled, ReplayWanted, Rotation, SecretCreated, WebhookCreated, WebhookItem,
    WebhookPatch, WebhookWanted,
};
use operations::{Page, PageQuery};
use uuid::Uuid;

use crate::access::{Admin, Allowed};
use crate::http::{Id, JsonBody, Params, Problem, Problems};

/// List webhooks, newest first.
#[utoipa::path(
    get, path = "/v1/webhook-endpoints", tag = "webhooks", operation_id = "listWebhooks", security(("token" = ["admin"])),
    responses((status = 200, description = "Endpoints of the tenant, at most 20", body = Vec<WebhookItem>), Problems),
)]
pub async fn list(allowed: Allowed<Admin>) -> Result<Json<Vec<WebhookItem>>, Problem> {
    Ok(Json(webhooks::list(allowed.cx()).await?))
}

/// Create a webhook. It receives every result and dead letter that is published from now on, signed as Standard
/// Webhooks specifies.
#[utoipa::path(
    post, path = "/v1/webhook-endpoints", tag = "webhooks", operation_id = "createWebhook", security(("token" = ["admin"])),
    request_body = WebhookWanted,
    responses((status = 201, description = "The endpoint with its secret, which is shown once", body = WebhookCreated), Problems),
)]
pub async fn create(
    allowed: Allowed<Admin>,
    JsonBody(wanted, _): JsonBody<WebhookWanted>,
) -> Result<(StatusCode, Json<WebhookCreated>), Problem> {
    Ok((StatusCode::CREATED, Json(webhooks::create(allowed.cx(), wanted).await?)))
}

/// Show a webhook.
#[utoipa::path(
    get, path = "/v1/webhook-endpoints/{webhook}", tag = "webhooks", operation_id = "showWebhook", security(("token" = ["admin"])),
    params(("webhook" = String, Path, description = "Id of the endpoint", format = Uuid)),
    responses((status = 200, description = "The endpoint", body = WebhookItem), Problems),
)]
pub async fn show(allowed: Allowed<Admin>, Id(id): Id<Uuid>) -> Result<Json<WebhookItem>, Problem> {
    Ok(Json(webhooks::show(allowed.cx(), id).await?))
}

/// Change a webhook, or enable it again. Events that were published while it was disabled are delivered.
#[utoipa::path(
    patch, path = "/v1/webhook-endpoints/{webhook}", tag = "webhooks", operation_id = "changeWebhook",
    security(("token" = ["admin"])),
    params(("webhook" = String, Path, description = "Id of the endpoint", format = Uuid)),
    request_body = WebhookPatch,
    responses((status = 200, description = "The changed endpoint", body = WebhookItem), Problems),
)]
pub async fn change(
    allowed: Allowed<Admin>,
    Id(id): Id<Uuid>,
    JsonBody(patch, _): JsonBody<WebhookPatch>,
) -> Result<Json<WebhookItem>, Problem> {
    Ok(Json(webhooks::change(allowed.cx(), id, patch).await?))
}

/// Delete a webhook with its deliveries.
#[utoipa::path(
    delete, path = "/v1/webhook-endpoints/{webhook}", tag = "webhooks", operation_id = "deleteWebhook",
    security(("token" = ["admin"])),
    params(("webhook" = String, Path, description = "Id of the endpoint", format = Uuid)),
    responses((status = 204, description = "The endpoint is deleted"), Problems),
)]
pub async fn delete(allowed: Allowed<Admin>, Id(id): Id<Uuid>) -> Result<StatusCode, Problem> {
    webhooks::delete(allowed.cx(), id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Create a new secret for a webhook. Older secrets sign for some time, too.
#[utoipa::path(
    post, path = "/v1/webhook-endpoints/{webhook}/secrets", tag = "webhooks", operation_id = "rotateWebhookSecret",
    security(("token" = ["admin"])),
    params(("webhook" = String, Path, description = "Id of the endpoint", format = Uuid)),
    request_body = Rotation,
    responses((status = 201, description = "The new secret, which is shown once", body = SecretCreated), Problems),
)]
pub async fn rotate(
    allowed: Allowed<Admin>,
    Id(id): Id<Uuid>,
    JsonBody(rotation, _): JsonBody<Rotation>,
) -> Result<(StatusCode, Json<SecretCreated>), Problem> {
    Ok((StatusCode::CREATED, Json(webhooks::rotate(allowed.cx(), id, &rotation).await?)))
}

/// List the deliveries of a webhook, newest first. Delivered and failed ones are kept for 30 days.
#[utoipa::path(
    get, path = "/v1/webhook-endpoints/{webhook}/deliveries", tag = "webhooks", operation_id = "listDeliveries",
    security(("token" = ["admin"])),
    params(("webhook" = String, Path, description = "Id of the endpoint", format = Uuid), PageQuery),
    responses((status = 200, description = "Deliveries of the endpoint", body = Page<DeliveryItem>), Problems),
)]
pub async fn deliveries(
    allowed: Allowed<Admin>,
    Id(id): Id<Uuid>,
    Params(query): Params<PageQuery>,
) -> Result<Json<Page<DeliveryItem>>, Problem> {
    Ok(Json(webhooks::deliveries(allowed.cx(), id, &query).await?))
}

/// Send events to a webhook again, under their ids: those of a period, or one.
#[utoipa::path(
    post, path = "/v1/webhook-endpoints/{webhook}/replays", tag = "webhooks", operation_id = "replayWebhook",
    security(("token" = ["admin"])),
    params(("webhook" = String, Path, description = "Id of the endpoint", format = Uuid)),
    request_body = ReplayWanted,
    responses((status = 202, description = "The events are sent again", body = ReplayScheduled), Problems),
)]
pub async fn replay(
    allowed: Allowed<Admin>,
    Id(id): Id<Uuid>,
    JsonBody(wanted, _): JsonBody<ReplayWanted>,
) -> Result<(StatusCode, Json<ReplayScheduled>), Problem> {
    let scheduled = webhooks::replay(allowed.cx(), id, wanted).await?;
    Ok((StatusCode::ACCEPTED, Json(scheduled)))
}
