//! Entities through the door.

use operations::entities::TimelineItem;
use serde_json::Value;

use super::{Door, DoorError};

impl Door {
    /// Returns an entity with its representations and its newest research.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn entity(&self, id: &str) -> Result<Value, DoorError> {
        self.get(&["v1", "entities", id], &()).await
    }

    /// Returns the timeline of an entity.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn timeline(&self, id: &str) -> Result<Vec<TimelineItem>, DoorError> {
        self.get(&["v1", "entities", id, "timeline"], &()).await
    }

    /// Finds entities by mint, symbol or name.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn find_entities(&self, name: &str) -> Result<Value, DoorError> {
        self.get(&["v1", "entities"], &[("name", name)]).await
    }

    /// Returns the report of an entity, in Markdown.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn entity_report(&self, id: &str) -> Result<String, DoorError> {
        self.text(&["v1", "entities", id, "report"]).await
    }
}
