//! Redrives of many dead letters through the door.

use operations::Page;
use operations::redrives::{RedriveItem, RedriveOrder, RedrivePreview, RedriveStatus};
use reqwest::Method;
use uuid::Uuid;

use super::{Door, DoorError, page};

const PATH: &str = "redrives";

impl Door {
    /// Returns what a redrive would do.
    pub(crate) async fn preview_redrive(&self, order: &RedriveOrder) -> Result<RedrivePreview, DoorError> {
        self.send(Method::POST, &["v1", "redrives:preview"], order).await
    }

    /// Starts a redrive.
    pub(crate) async fn start_redrive(&self, order: &RedriveOrder) -> Result<RedriveStatus, DoorError> {
        self.send(Method::POST, &["v1", PATH], order).await
    }

    /// Returns the newest redrives of the tenant.
    pub(crate) async fn redrives(&self) -> Result<Vec<RedriveItem>, DoorError> {
        let Page { items, next: _ } = self.get(&["v1", PATH], &page(None)).await?;
        Ok(items)
    }

    /// Returns a redrive with its progress.
    pub(crate) async fn redrive_status(&self, id: Uuid) -> Result<RedriveStatus, DoorError> {
        self.get(&["v1", PATH, &id.to_string()], &()).await
    }

    /// Pauses, resumes or cancels a redrive: `pause`, `resume`, `cancel`.
    pub(crate) async fn control_redrive(&self, id: Uuid, action: &str) -> Result<RedriveStatus, DoorError> {
        self.send(Method::POST, &["v1", PATH, &id.to_string(), action], &()).await
    }
}
