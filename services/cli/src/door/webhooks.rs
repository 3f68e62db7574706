//! Outgoing webhooks through the door.

use operations::Page;
use operations::webhooks::{
    DeliveryItem, ReplayScheduled, ReplayWanted, Rotation, SecretCreated, WebhookCreated, WebhookItem, WebhookPatch,
    WebhookWanted,
};
use reqwest::Method;
use uuid::Uuid;

use super::{Door, DoorError, page};

const PATH: &str = "webhook-endpoints";

impl Door {
    /// Returns the webhooks of the tenant, newest first.
    pub(crate) async fn webhooks(&self) -> Result<Vec<WebhookItem>, DoorError> {
        self.get(&["v1", PATH], &()).await
    }

    /// Creates a webhook.
    pub(crate) async fn create_webhook(&self, wanted: WebhookWanted) -> Result<WebhookCreated, DoorError> {
        self.send(Method::POST, &["v1", PATH], &wanted).await
    }

    /// Changes a webhook.
    pub(crate) async fn change_webhook(&self, id: Uuid, patch: WebhookPatch) -> Result<WebhookItem, DoorError> {
        self.send(Method::PATCH, &["v1", PATH, &id.to_string()], &patch).await
    }

    /// Deletes a webhook with its deliveries.
    pub(crate) async fn delete_webhook(&self, id: Uuid) -> Result<(), DoorError> {
        self.delete(&["v1", PATH, &id.to_string()]).await
    }

    /// Creates a new secret for a webhook.
    pub(crate) async fn rotate_webhook(&self, id: Uuid, rotation: &Rotation) -> Result<SecretCreated, DoorError> {
        self.send(Method::POST, &["v1", PATH, &id.to_string(), "secrets"], rotation).await
    }

    /// Returns the newest deliveries of a webhook.
    pub(crate) async fn deliveries(&self, id: Uuid) -> Result<Page<DeliveryItem>, DoorError> {
        self.get(&["v1", PATH, &id.to_string(), "deliveries"], &page(None)).await
    }

    /// Sends events to a webhook again.
    pub(crate) async fn replay_webhook(&self, id: Uuid, wanted: ReplayWanted) -> Result<ReplayScheduled, DoorError> {
        self.send(Method::POST, &["v1", PATH, &id.to_string(), "replays"], &wanted).await
    }
}
