//! Outgoing webhooks of the tenant.

use domain::access::AccessScope::Admin;
use operations::webhooks::{
    self, DeliveryItem, ReplayScheduled, ReplayWanted, Rotation, SecretCreated, WebhookCreated, WebhookItem,
    WebhookPatch, WebhookWanted,
};
use operations::{Page, PageQuery};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::mcp::tool::{About, Argument, Effect, Fault, Items, McpCall, McpReply, NoInput, Tool};

const LISTS: About = About { scopes: &[Admin], ..About::READS };
const CHANGES: About = About { scopes: &[Admin], effect: Effect::Changes, ..About::READS };

pub(super) fn all() -> Vec<Tool> {
    let list = About {
        name: "list_webhooks",
        title: "List webhooks",
        description: "The tenant's outgoing webhooks with their state, newest first, at most 20, without their secrets.",
        ..LISTS
    };
    let deliveries = About {
        name: "list_webhook_deliveries",
        title: "List the deliveries of a webhook",
        description: "The deliveries of a webhook of the last 30 days with their state and last error, newest first.",
        ..LISTS
    };
    let create = About {
        name: "create_webhook",
        title: "Create a webhook",
        description: "Creates a webhook that receives every result and dead letter from now on, and returns its secret, which cannot be read \
                      again. Call it only if the user asks for it: results leave the fleet. The operator allows the hosts.",
        effect: Effect::Adds,
        open_world: true,
        ..CHANGES
    };
    let change = About {
        name: "change_webhook",
        title: "Change a webhook",
        description: "Changes a webhook; an absent field stays as it is. `enabled: true` also sends what was published while it was disabled.",
        open_world: true,
        ..CHANGES
    };
    let delete = About {
        name: "delete_webhook",
        title: "Delete a webhook",
        description: "Deletes a webhook with its deliveries. Call it only if the user asks for it.",
        ..CHANGES
    };
    let rotate = About {
        name: "rotate_webhook_secret",
        title: "Replace the secret of a webhook",
        description: "Creates a new secret for a webhook and returns it; it cannot be read again. Older secrets sign for `overlap_hours`, too.",
        effect: Effect::Adds,
        ..CHANGES
    };
    let replay = About {
        name: "replay_webhook",
        title: "Send events to a webhook again",
        description: "Sends events to a webhook again, under their ids: those of a period, or one.",
        effect: Effect::Adds,
        open_world: true,
        ..CHANGES
    };
    let webhook = json!({ "type": "string", "description": "Id of the webhook (UUID)." });
    let webhook = Argument { name: "webhook", schema: webhook, is_required: true };
    vec![
        list.handled_by(list_webhooks),
        deliveries.with_argument(&webhook, list_deliveries),
        create.handled_by(create_webhook),
        change.with_argument(&webhook, change_webhook),
        delete.handled_by(delete_webhook),
        rotate.with_argument(&webhook, rotate_secret),
        replay.with_argument(&webhook, replay_webhook),
    ]
}

async fn list_webhooks(call: McpCall, NoInput {}: NoInput) -> Result<Items<WebhookItem>, Fault> {
    Ok(Items { items: webhooks::list(call.cx()).await? })
}

async fn list_deliveries(call: McpCall, id: Uuid, query: PageQuery) -> Result<McpReply<Page<DeliveryItem>>, Fault> {
    Ok(McpReply::Output(webhooks::deliveries(call.cx(), id, &query).await?))
}

async fn create_webhook(call: McpCall, wanted: WebhookWanted) -> Result<WebhookCreated, Fault> {
    Ok(webhooks::create(call.cx(), wanted).await?)
}

async fn change_webhook(call: McpCall, id: Uuid, patch: WebhookPatch) -> Result<McpReply<WebhookItem>, Fault> {
    Ok(McpReply::Output(webhooks::change(call.cx(), id, patch).await?))
}

/// Names a webhook.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WebhookInput {
    /// Id of the webhook (UUID).
    webhook: Uuid,
}

/// The webhook does not exist any more.
#[derive(Debug, Serialize, ToSchema)]
struct WebhookDeleted {
    /// Id of the webhook (UUID).
    id: String,
    /// `true`: a refusal is an error.
    deleted: bool,
}

async fn delete_webhook(call: McpCall, input: WebhookInput) -> Result<WebhookDeleted, Fault> {
    webhooks::delete(call.cx(), input.webhook).await?;
    Ok(WebhookDeleted { id: input.webhook.to_string(), deleted: true })
}

async fn rotate_secret(call: McpCall, id: Uuid, rotation: Rotation) -> Result<McpReply<SecretCreated>, Fault> {
    Ok(McpReply::Output(webhooks::rotate(call.cx(), id, &rotation).await?))
}

async fn replay_webhook(call: McpCall, id: Uuid, wanted: ReplayWanted) -> Result<McpReply<ReplayScheduled>, Fault> {
    Ok(McpReply::Output(webhooks::replay(call.cx(), id, wanted).await?))
}
