//! Outgoing webhooks: endpoints, their secrets, deliveries and replays.

mod bodies;
pub mod delivery;

use std::time::Duration;

use domain::JobId;
use domain::access::AccessScope::Admin;
use domain::webhook::KINDS;
use reqwest::Client;
use store::webhooks::{NewWebhook, Replay, WebhookChange, WebhookEndpoint};
use url::Url;
use uuid::Uuid;

use crate::input::{check_text, check_time};
use crate::random::{new_id, new_secret};
use crate::{Action, Context, OperationError, Page, PageQuery};
pub use bodies::{
    DeliveryItem, ReplayScheduled, ReplayWanted, Rotation, SecretCreated, WebhookCreated, WebhookItem, WebhookPatch,
    WebhookWanted,
};

/// Maximum length of a description in characters.
const MAX_DESCRIPTION: usize = 500;
/// Maximum hours for which older secrets sign after a rotation.
const MAX_OVERLAP_HOURS: u32 = 168;

/// The targets that webhooks may contact.
pub trait WebhookTargets: Send + Sync {
    /// Returns the normal form of a URL, and the client that may connect to it.
    ///
    /// # Errors
    /// The reason why the target must not be contacted.
    fn target(&self, url: &str) -> Result<(Url, &Client), String>;
}

/// Returns the tenant's endpoints, newest first, at most 20.
///
/// # Errors
/// Postgres is unavailable.
pub async fn list(cx: Context<'_>) -> Result<Vec<WebhookItem>, OperationError> {
    cx.require(Admin)?;
    let endpoints = cx.store().webhooks().list(Some(cx.tenant())).await?;
    Ok(endpoints.into_iter().map(WebhookItem::from).collect())
}

/// Creates an endpoint. It receives every result and dead letter that is published from now on.
///
/// # Errors
/// A field is invalid, the tenant has 20 endpoints, or a server of the fleet is unavailable.
pub async fn create(cx: Context<'_>, wanted: WebhookWanted) -> Result<WebhookCreated, OperationError> {
    cx.require(Admin)?;
    let WebhookWanted { url, kinds, description } = wanted;
    let url = target(cx, &url)?;
    check(Some(&kinds), Some(&description))?;
    let endpoint = WebhookEndpoint {
        id: new_id()?,
        tenant: cx.tenant().clone(),
        url,
        kinds,
        description,
        enabled: true,
        disabled_reason: None,
        created_at: cx.now(),
        failing_since: None,
    };
    let new = NewWebhook { endpoint, secret: new_secret()? };
    if !cx.store().webhooks().create(&new).await? {
        return Err(OperationError::StateForbids("a tenant has at most 20 webhooks; delete one".to_owned()));
    }
    record(cx, "webhook created", new.endpoint.id).await;
    Ok(WebhookCreated { endpoint: new.endpoint.into(), secret: new.secret.reveal() })
}

/// Returns an endpoint.
///
/// # Errors
/// The tenant has no such endpoint, or Postgres is unavailable.
pub async fn show(cx: Context<'_>, id: Uuid) -> Result<WebhookItem, OperationError> {
    cx.require(Admin)?;
    changed(cx, id, &WebhookChange::default()).await
}

/// Changes an endpoint, or enables it again. Events that were published while it was disabled are delivered.
///
/// # Errors
/// A field is invalid, the tenant has no such endpoint, or Postgres is unavailable.
pub async fn change(cx: Context<'_>, id: Uuid, patch: WebhookPatch) -> Result<WebhookItem, OperationError> {
    cx.require(Admin)?;
    let WebhookPatch { url, kinds, description, enabled } = patch;
    let url = url.map(|url| target(cx, &url)).transpose()?;
    check(kinds.as_deref(), description.as_deref())?;
    let endpoint = changed(cx, id, &WebhookChange { url, kinds, description, enabled }).await?;
    record(cx, "webhook changed", id).await;
    Ok(endpoint)
}

/// Deletes an endpoint with its deliveries.
///
/// # Errors
/// The tenant has no such endpoint, or Postgres is unavailable.
pub async fn delete(cx: Context<'_>, id: Uuid) -> Result<(), OperationError> {
    cx.require(Admin)?;
    if !cx.store().webhooks().delete(Some(cx.tenant()), id).await? {
        return Err(unknown());
    }
    record(cx, "webhook deleted", id).await;
    Ok(())
}

/// Creates a new secret for an endpoint. Older secrets sign for some time, too.
///
/// # Errors
/// The time is out of range, the tenant has no such endpoint, or Postgres is unavailable.
pub async fn rotate(cx: Context<'_>, id: Uuid, rotation: &Rotation) -> Result<SecretCreated, OperationError> {
    cx.require(Admin)?;
    let hours = rotation.overlap_hours.unwrap_or(24);
    if hours > MAX_OVERLAP_HOURS {
        return Err(OperationError::invalid("overlap_hours", format!("must be 0 to {MAX_OVERLAP_HOURS}")));
    }
    let keep = Duration::from_secs(u64::from(hours) * 3600);
    let secret = new_secret()?;
    if !cx.store().webhooks().add_secret((Some(cx.tenant()), id), &secret, keep).await? {
        return Err(unknown());
    }
    record(cx, "webhook secret rotated", id).await;
    Ok(SecretCreated { secret: secret.reveal() })
}

/// Returns a page of the deliveries of an endpoint, newest first. Delivered and failed ones are kept for 30 days.
///
/// # Errors
/// The page is invalid, the tenant has no such endpoint, or Postgres is unavailable.
pub async fn deliveries(cx: Context<'_>, id: Uuid, query: &PageQuery) -> Result<Page<DeliveryItem>, OperationError> {
    cx.require(Admin)?;
    let limit = query.limit()?;
    // An unknown endpoint is an error, not an empty list.
    let _ = changed(cx, id, &WebhookChange::default()).await?;
    let rows = cx.store().webhooks().deliveries((Some(cx.tenant()), id), query.before()?, limit + 1).await?;
    Ok(Page::new(rows, limit, |row| (row.created_at, row.id.clone()), DeliveryItem::from))
}

/// Sends events to an endpoint again, under their ids: those of a period, or one.
///
/// # Errors
/// The period is invalid, the tenant has no such endpoint, or Postgres is unavailable.
pub async fn replay(cx: Context<'_>, id: Uuid, wanted: ReplayWanted) -> Result<ReplayScheduled, OperationError> {
    cx.require(Admin)?;
    check_time("from", wanted.from)?;
    check_time("until", wanted.until)?;
    let replay = match (wanted.from, wanted.event) {
        (Some(from), None) => Replay::Period(from, wanted.until),
        (None, Some(event)) if wanted.until.is_none() => Replay::One(event),
        _ => {
            let detail = "send `from`, with or without `until`, or `event` alone";
            return Err(OperationError::invalid("from", detail));
        }
    };
    let replayed = cx.store().webhooks().replay(Some(cx.tenant()), id, &replay).await?.ok_or_else(unknown)?;
    record(cx, "webhook replayed", id).await;
    Ok(ReplayScheduled { scheduled: replayed.scheduled, continue_from: replayed.continue_from })
}

/// Records a change of an endpoint in the audit trail.
async fn record(cx: Context<'_>, action: &'static str, webhook: Uuid) {
    cx.record(Action { action, object: format!("webhook {webhook}"), about: JobId(webhook) }).await;
}

fn unknown() -> OperationError {
    OperationError::NotFound { what: "webhook", advice: "`GET /v1/webhook-endpoints` lists its webhooks" }
}

/// Returns the URL in its normal form.
fn target(cx: Context<'_>, url: &str) -> Result<String, OperationError> {
    let target = cx.operations.targets.target(url);
    target.map(|(url, _)| url.to_string()).map_err(|error| OperationError::invalid("url", error))
}

fn check(kinds: Option<&[String]>, description: Option<&str>) -> Result<(), OperationError> {
    if let Some(unknown) = kinds.unwrap_or_default().iter().find(|kind| !KINDS.contains(&kind.as_str())) {
        let known = KINDS.join(", ");
        return Err(OperationError::invalid(
            "kinds",
            format!("{unknown:?} is no kind of event; the kinds are {known}"),
        ));
    }
    if kinds.unwrap_or_default().len() > KINDS.len() {
        return Err(OperationError::invalid("kinds", "names a kind more than once"));
    }
    check_text("description", description.unwrap_or_default(), MAX_DESCRIPTION)
}

async fn changed(cx: Context<'_>, id: Uuid, change: &WebhookChange) -> Result<WebhookItem, OperationError> {
    let endpoint = cx.store().webhooks().change(Some(cx.tenant()), id, change).await?;
    Ok(endpoint.ok_or_else(unknown)?.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_limited_in_characters() {
        assert!(check(None, Some(&"é".repeat(500))).is_ok());
        assert!(check(None, Some(&"e".repeat(501))).is_err());
        assert!(check(None, Some("a\0b")).is_err());
        assert!(check(Some(&["letter".to_owned()]), None).is_err(), "no kind of event");
    }
}
