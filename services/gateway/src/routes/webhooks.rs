//! Outgoing webhooks: endpoints, their secrets, deliveries and replays.

mod bodies;

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::webhook::{KINDS, WebhookSecret};
use domain::{JobId, Tenant};
use store::webhooks::{NewWebhook, Replay, WebhookChange, WebhookEndpoint};
use uuid::Uuid;

use crate::access::{Admin, Allowed, Caller};
use crate::audit::Action;
use crate::hooks::{new_id, new_secret};
use crate::http::{Id, JsonBody, Params, Problem, Problems, check_time};
use crate::page::{Page, PageQuery};
use crate::{Gateway, audit};
use bodies::{
    DeliveryItem, ReplayScheduled, ReplayWanted, Rotation, SecretCreated, WebhookCreated, WebhookItem, WebhookPatch,
    WebhookWanted,
};

/// Maximum length of a description in bytes.
const MAX_DESCRIPTION: usize = 500;
/// Maximum hours for which older secrets sign after a rotation.
const MAX_OVERLAP_HOURS: u32 = 168;

/// List webhooks, newest first.
#[utoipa::path(
    get, path = "/v1/webhook-endpoints", tag = "webhooks", operation_id = "listWebhooks", security(("token" = ["admin"])),
    responses((status = 200, description = "Endpoints of the tenant, at most 20", body = Vec<WebhookItem>), Problems),
)]
pub async fn list(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Admin>,
) -> Result<Json<Vec<WebhookItem>>, Problem> {
    let endpoints = gateway.store(&allowed.caller.tenant).webhooks(Some(&allowed.caller.tenant)).await?;
    Ok(Json(endpoints.into_iter().map(WebhookItem::from).collect()))
}

/// Create a webhook. It receives every result and dead letter that is published from now on, signed as Standard
/// Webhooks specifies.
#[utoipa::path(
    post, path = "/v1/webhook-endpoints", tag = "webhooks", operation_id = "createWebhook", security(("token" = ["admin"])),
    request_body = WebhookWanted,
    responses((status = 201, description = "The endpoint with its secret, which is shown once", body = WebhookCreated), Problems),
)]
pub async fn create(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Admin>,
    JsonBody(wanted, _): JsonBody<WebhookWanted>,
) -> Result<(StatusCode, Json<WebhookCreated>), Problem> {
    let WebhookWanted { url, kinds, description } = wanted;
    let url = target(&gateway, &url)?;
    check(Some(&kinds), Some(&description))?;
    let endpoint = WebhookEndpoint {
        id: new_id().ok_or_else(Problem::unavailable)?,
        tenant: allowed.caller.tenant.clone(),
        url,
        kinds,
        description,
        enabled: true,
        disabled_reason: None,
        created_at: gateway.clock.now(),
        failing_since: None,
    };
    let new = NewWebhook { endpoint, secret: secret()? };
    if !gateway.store(&allowed.caller.tenant).create_webhook(&new).await? {
        return Err(Problem::conflict("a tenant has at most 20 webhooks; delete one"));
    }
    record(&gateway, &allowed.caller, ("webhook created", new.endpoint.id)).await;
    let created = WebhookCreated { endpoint: new.endpoint.into(), secret: new.secret.reveal() };
    Ok((StatusCode::CREATED, Json(created)))
}

/// Show a webhook.
#[utoipa::path(
    get, path = "/v1/webhook-endpoints/{webhook}", tag = "webhooks", operation_id = "showWebhook", security(("token" = ["admin"])),
    params(("webhook" = String, Path, description = "Id of the endpoint", format = Uuid)),
    responses((status = 200, description = "The endpoint", body = WebhookItem), Problems),
)]
pub async fn show(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Admin>,
    Id(id): Id<Uuid>,
) -> Result<Json<WebhookItem>, Problem> {
    changed(&gateway, &allowed.caller.tenant, id, &WebhookChange::default()).await
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
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Admin>,
    Id(id): Id<Uuid>,
    JsonBody(patch, _): JsonBody<WebhookPatch>,
) -> Result<Json<WebhookItem>, Problem> {
    let WebhookPatch { url, kinds, description, enabled } = patch;
    let url = url.map(|url| target(&gateway, &url)).transpose()?;
    check(kinds.as_deref(), description.as_deref())?;
    let change = WebhookChange { url, kinds, description, enabled };
    let endpoint = changed(&gateway, &allowed.caller.tenant, id, &change).await?;
    record(&gateway, &allowed.caller, ("webhook changed", id)).await;
    Ok(endpoint)
}

/// Delete a webhook with its deliveries.
#[utoipa::path(
    delete, path = "/v1/webhook-endpoints/{webhook}", tag = "webhooks", operation_id = "deleteWebhook",
    security(("token" = ["admin"])),
    params(("webhook" = String, Path, description = "Id of the endpoint", format = Uuid)),
    responses((status = 204, description = "The endpoint is deleted"), Problems),
)]
pub async fn delete(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Admin>,
    Id(id): Id<Uuid>,
) -> Result<StatusCode, Problem> {
    let deleted = gateway.store(&allowed.caller.tenant).delete_webhook(Some(&allowed.caller.tenant), id).await?;
    if !deleted {
        return Err(unknown());
    }
    record(&gateway, &allowed.caller, ("webhook deleted", id)).await;
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
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Admin>,
    Id(id): Id<Uuid>,
    JsonBody(rotation, _): JsonBody<Rotation>,
) -> Result<(StatusCode, Json<SecretCreated>), Problem> {
    let hours = rotation.overlap_hours.unwrap_or(24);
    if hours > MAX_OVERLAP_HOURS {
        return Err(Problem::invalid("overlap_hours", format!("must be 0 to {MAX_OVERLAP_HOURS}")));
    }
    let keep = Duration::from_secs(u64::from(hours) * 3600);
    let secret = secret()?;
    let endpoint = (Some(&allowed.caller.tenant), id);
    if !gateway.store(&allowed.caller.tenant).add_webhook_secret(endpoint, &secret, keep).await? {
        return Err(unknown());
    }
    record(&gateway, &allowed.caller, ("webhook secret rotated", id)).await;
    Ok((StatusCode::CREATED, Json(SecretCreated { secret: secret.reveal() })))
}

/// List the deliveries of a webhook, newest first. Delivered and failed ones are kept for 30 days.
#[utoipa::path(
    get, path = "/v1/webhook-endpoints/{webhook}/deliveries", tag = "webhooks", operation_id = "listDeliveries",
    security(("token" = ["admin"])),
    params(("webhook" = String, Path, description = "Id of the endpoint", format = Uuid), PageQuery),
    responses((status = 200, description = "Deliveries of the endpoint", body = Page<DeliveryItem>), Problems),
)]
pub async fn deliveries(
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Admin>,
    Id(id): Id<Uuid>,
    Params(query): Params<PageQuery>,
) -> Result<Json<Page<DeliveryItem>>, Problem> {
    let (tenant, limit) = (&allowed.caller.tenant, query.limit()?);
    // An unknown endpoint is an error, not an empty list.
    let _ = changed(&gateway, tenant, id, &WebhookChange::default()).await?;
    let rows = gateway.store(tenant).webhook_deliveries((Some(tenant), id), query.before()?, limit + 1).await?;
    Ok(Json(Page::new(rows, limit, |row| (row.created_at, row.id.clone()), DeliveryItem::from)))
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
    State(gateway): State<Arc<Gateway>>,
    allowed: Allowed<Admin>,
    Id(id): Id<Uuid>,
    JsonBody(wanted, _): JsonBody<ReplayWanted>,
) -> Result<(StatusCode, Json<ReplayScheduled>), Problem> {
    check_time("from", wanted.from)?;
    check_time("until", wanted.until)?;
    let replay = match (wanted.from, wanted.event) {
        (Some(from), None) => Replay::Period(from, wanted.until),
        (None, Some(event)) if wanted.until.is_none() => Replay::One(event),
        _ => return Err(Problem::invalid("from", "send `from`, with or without `until`, or `event` alone")),
    };
    let replayed =
        gateway.store(&allowed.caller.tenant).replay_webhook(Some(&allowed.caller.tenant), id, &replay).await?;
    let replayed = replayed.ok_or_else(unknown)?;
    record(&gateway, &allowed.caller, ("webhook replayed", id)).await;
    let scheduled = ReplayScheduled { scheduled: replayed.scheduled, continue_from: replayed.continue_from };
    Ok((StatusCode::ACCEPTED, Json(scheduled)))
}

/// Records a change of a webhook in the audit trail.
async fn record(gateway: &Gateway, caller: &Caller, (action, webhook): (&'static str, Uuid)) {
    let action = Action { action, object: format!("webhook {webhook}"), about: JobId(webhook) };
    audit::record(gateway, audit::change(gateway, caller, action)).await;
}

fn unknown() -> Problem {
    Problem::not_found("webhook", "`GET /v1/webhook-endpoints` lists its webhooks")
}

fn secret() -> Result<WebhookSecret, Problem> {
    new_secret().ok_or_else(Problem::unavailable)
}

/// Returns the URL in its normal form.
fn target(gateway: &Gateway, url: &str) -> Result<String, Problem> {
    let checked = gateway.targets.check(url);
    checked.map(|(url, _)| url.to_string()).map_err(|error| Problem::invalid("url", error.to_string()))
}

fn check(kinds: Option<&[String]>, description: Option<&str>) -> Result<(), Problem> {
    if let Some(unknown) = kinds.unwrap_or_default().iter().find(|kind| !KINDS.contains(&kind.as_str())) {
        let known = KINDS.join(", ");
        return Err(Problem::invalid("kinds", format!("{unknown:?} is no kind of event; the kinds are {known}")));
    }
    if kinds.unwrap_or_default().len() > KINDS.len() {
        return Err(Problem::invalid("kinds", "names a kind more than once"));
    }
    match description.unwrap_or_default() {
        text if text.len() > MAX_DESCRIPTION => {
            Err(Problem::invalid("description", format!("has more than {MAX_DESCRIPTION} bytes")))
        }
        text if text.contains('\0') => Err(Problem::invalid("description", "contains a NUL character")),
        _ => Ok(()),
    }
}

async fn changed(
    gateway: &Gateway,
    tenant: &Tenant,
    id: Uuid,
    change: &WebhookChange,
) -> Result<Json<WebhookItem>, Problem> {
    let endpoint = gateway.store(tenant).change_webhook(Some(tenant), id, change).await?;
    Ok(Json(endpoint.ok_or_else(unknown)?.into()))
}
