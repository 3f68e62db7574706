//! Outgoing webhooks through the door.

use operations::webhooks::{
    self, DeliveryItem, ReplayScheduled, ReplayWanted, Rotation, SecretCreated, WebhookCreated, WebhookItem,
    WebhookPatch, WebhookWanted,
};
use operations::{Caller, Page};
use reqwest::Method;
use uuid::Uuid;

use super::direct::Direct;
use super::{Door, DoorError, page};

const PATH: &str = "webhook-endpoints";

impl Door<'_> {
    /// Returns the webhooks, newest first: of the tenant, or for an operator without `--tenant` of all tenants.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn webhooks(&self) -> Result<Vec<WebhookItem>, DoorError> {
        match self {
            Self::Http(http) => http.get(&["v1", PATH], &()).await,
            Self::Direct(direct) if direct.tenant().is_none() => {
                Ok(direct.store().webhooks().list(None).await?.into_iter().map(WebhookItem::from).collect())
            }
            Self::Direct(direct) => Ok(webhooks::list(direct.cx()).await?),
        }
    }

    /// Creates a webhook.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn create_webhook(&self, wanted: WebhookWanted) -> Result<WebhookCreated, DoorError> {
        match self {
            Self::Http(http) => http.send(Method::POST, &["v1", PATH], &wanted).await,
            Self::Direct(direct) => Ok(webhooks::create(direct.cx(), wanted).await?),
        }
    }

    /// Changes a webhook.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn change_webhook(&self, id: Uuid, patch: WebhookPatch) -> Result<WebhookItem, DoorError> {
        match self {
            Self::Http(http) => http.send(Method::PATCH, &["v1", PATH, &id.to_string()], &patch).await,
            Self::Direct(direct) => {
                let caller = caller(direct, id).await?;
                Ok(webhooks::change(direct.operations.of(&caller), id, patch).await?)
            }
        }
    }

    /// Deletes a webhook with its deliveries.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn delete_webhook(&self, id: Uuid) -> Result<(), DoorError> {
        match self {
            Self::Http(http) => http.delete(&["v1", PATH, &id.to_string()]).await,
            Self::Direct(direct) => {
                let caller = caller(direct, id).await?;
                Ok(webhooks::delete(direct.operations.of(&caller), id).await?)
            }
        }
    }

    /// Creates a new secret for a webhook.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn rotate_webhook(&self, id: Uuid, rotation: &Rotation) -> Result<SecretCreated, DoorError> {
        match self {
            Self::Http(http) => http.send(Method::POST, &["v1", PATH, &id.to_string(), "secrets"], rotation).await,
            Self::Direct(direct) => {
                let caller = caller(direct, id).await?;
                Ok(webhooks::rotate(direct.operations.of(&caller), id, rotation).await?)
            }
        }
    }

    /// Returns the newest deliveries of a webhook.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn deliveries(&self, id: Uuid) -> Result<Page<DeliveryItem>, DoorError> {
        match self {
            Self::Http(http) => http.get(&["v1", PATH, &id.to_string(), "deliveries"], &page(None)).await,
            Self::Direct(direct) => {
                let caller = caller(direct, id).await?;
                Ok(webhooks::deliveries(direct.operations.of(&caller), id, &page(None)).await?)
            }
        }
    }

    /// Sends events to a webhook again.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn replay_webhook(&self, id: Uuid, wanted: ReplayWanted) -> Result<ReplayScheduled, DoorError> {
        match self {
            Self::Http(http) => http.send(Method::POST, &["v1", PATH, &id.to_string(), "replays"], &wanted).await,
            Self::Direct(direct) => {
                let caller = caller(direct, id).await?;
                Ok(webhooks::replay(direct.operations.of(&caller), id, wanted).await?)
            }
        }
    }
}

/// Returns the caller for the owner of a webhook.
async fn caller(direct: &Direct<'_>, id: Uuid) -> Result<Caller, DoorError> {
    let endpoints = direct.store().webhooks().list(None).await?;
    Ok(direct.caller_for(endpoints.into_iter().find(|endpoint| endpoint.id == id).map(|endpoint| endpoint.tenant)))
}
