//! Bodies of requests and responses about webhooks.

use domain::Time;
use serde::{Deserialize, Serialize};
use store::webhooks::{DeliveryRow, WebhookEndpoint};
use utoipa::ToSchema;

use crate::input::{day_or_time, integer};

/// A new endpoint.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookWanted {
    /// Address of the receiver: https, on a host that the operator allows.
    #[schema(max_length = 2048)]
    pub url: String,
    /// Kinds of events: `classification`, `classifications`, `research`, `forecast`, `ended`, `macro`, `outcome`,
    /// `dead_letter`.
    /// Empty: all kinds.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// Purpose of the endpoint.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub description: String,
}

/// Changes of an endpoint; an absent field stays as it is.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookPatch {
    /// Address of the receiver.
    #[schema(max_length = 2048)]
    pub url: Option<String>,
    /// Kinds of events. Empty: all kinds.
    pub kinds: Option<Vec<String>>,
    /// Purpose of the endpoint.
    #[schema(max_length = 500)]
    pub description: Option<String>,
    /// `false`: nothing is sent, events wait. `true`: they are sent, also after the fleet disabled the endpoint.
    pub enabled: Option<bool>,
}

/// An endpoint without its secrets.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WebhookItem {
    /// Id of the endpoint (UUID).
    pub id: String,
    /// The tenant whose results and dead letters it receives.
    #[serde(default)]
    pub tenant: String,
    /// Address of the receiver.
    pub url: String,
    /// Kinds of events. Empty: all kinds.
    pub kinds: Vec<String>,
    /// Purpose of the endpoint.
    pub description: String,
    /// `false`: nothing is sent.
    pub enabled: bool,
    /// Why the fleet disabled it; absent if a person did or if it is enabled.
    pub disabled_reason: Option<String>,
    /// Time of creation.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Time,
    /// First failure since the last success.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub failing_since: Option<Time>,
}

/// A new endpoint with its secret.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WebhookCreated {
    /// The endpoint without its secret.
    pub endpoint: WebhookItem,
    /// Secret of the signatures, `whsec_…`. It cannot be read again.
    pub secret: String,
}

/// Replacement of a secret.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Rotation {
    /// Hours for which older secrets sign, too: 0 to 168; 24 if absent.
    #[serde(default, deserialize_with = "integer")]
    #[schema(minimum = 0, maximum = 168)]
    pub overlap_hours: Option<u32>,
}

/// A new secret.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SecretCreated {
    /// Secret of the signatures, `whsec_…`. It cannot be read again.
    pub secret: String,
}

/// A delivery in a list.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DeliveryItem {
    /// Header `webhook-id`, equal in every attempt.
    pub id: String,
    /// Kind of the event.
    pub kind: String,
    /// State of the delivery: `pending`, `delivered` or `failed`.
    pub state: String,
    /// Attempts so far.
    pub attempts: u32,
    /// HTTP status of the last attempt; absent without an answer.
    pub status: Option<u16>,
    /// Failure of the last attempt.
    pub error: Option<String>,
    /// Time of the event.
    #[schema(value_type = String, format = DateTime)]
    pub occurred_at: Time,
    /// Time at which the delivery was created.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Time,
    /// Time of the next attempt, while it is pending.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_at: Option<Time>,
    /// Time of the success or of the last failure.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub done_at: Option<Time>,
}

/// Which events are sent again: those of a period, or one.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReplayWanted {
    /// Start of the period; a day is its first instant in UTC.
    #[serde(default, deserialize_with = "day_or_time")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub from: Option<Time>,
    /// End of the period, in the same forms; now if absent.
    #[serde(default, deserialize_with = "day_or_time")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub until: Option<Time>,
    /// `webhook-id` of a delivery, or id of a result or dead letter.
    #[schema(max_length = 100)]
    pub event: Option<String>,
}

/// The outcome of a replay.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ReplayScheduled {
    /// Events that are sent again, at most 10,000.
    pub scheduled: u64,
    /// Present if the period has more events: the start of the next replay.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub continue_from: Option<Time>,
}

impl From<WebhookEndpoint> for WebhookItem {
    fn from(endpoint: WebhookEndpoint) -> Self {
        Self {
            id: endpoint.id.to_string(),
            tenant: endpoint.tenant.to_string(),
            url: endpoint.url,
            kinds: endpoint.kinds,
            description: endpoint.description,
            enabled: endpoint.enabled,
            disabled_reason: endpoint.disabled_reason,
            created_at: endpoint.created_at,
            failing_since: endpoint.failing_since,
        }
    }
}

impl From<DeliveryRow> for DeliveryItem {
    fn from(row: DeliveryRow) -> Self {
        let DeliveryRow { id, kind, state, attempts, status, error, occurred_at, created_at, next_at, done_at } = row;
        Self { id, kind, state, attempts, status, error, occurred_at, created_at, next_at, done_at }
    }
}
