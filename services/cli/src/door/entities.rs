//! Entities through the door.

use operations::entities::{
    EntityDetail, EntityHistory, EntityHistoryQuery, EntityMatches, EntityQuery, OwnEntityItem, OwnEntityList,
    OwnEntityQuery, TimelineItem,
};

use super::{Door, DoorError, PAGE};

impl Door {
    /// Returns the entities that the tenant has written, ordered by id, at most `limit` after an id.
    pub(crate) async fn own_entities(&self, after: &str, limit: u32) -> Result<Vec<OwnEntityItem>, DoorError> {
        let mut items: Vec<OwnEntityItem> = Vec::new();
        let mut after = Some(after.to_owned()).filter(|after| !after.is_empty());
        loop {
            let left = limit.saturating_sub(u32::try_from(items.len()).unwrap_or(u32::MAX));
            let query = OwnEntityQuery { limit: Some(left.min(PAGE)), after };
            let OwnEntityList { items: more, next } = self.get(&["v1", "own-entities"], &query).await?;
            items.extend(more);
            after = next;
            if after.is_none() || items.len() >= limit as usize {
                return Ok(items);
            }
        }
    }

    /// Returns an entity with its representations and its newest research.
    pub(crate) async fn entity(&self, id: &str) -> Result<EntityDetail, DoorError> {
        self.get(&["v1", "entities", id], &()).await
    }

    /// Returns the timeline of an entity.
    pub(crate) async fn timeline(&self, id: &str) -> Result<Vec<TimelineItem>, DoorError> {
        self.get(&["v1", "entities", id, "timeline"], &()).await
    }

    /// Returns the newest versions of an entity's research with their differences, and its facts.
    pub(crate) async fn entity_history(&self, id: &str, limit: u32) -> Result<EntityHistory, DoorError> {
        self.get(&["v1", "entities", id, "history"], &EntityHistoryQuery { limit: Some(limit) }).await
    }

    /// Finds entities by mint, symbol or name.
    pub(crate) async fn find_entities(&self, name: &str) -> Result<EntityMatches, DoorError> {
        self.get(&["v1", "entities"], &EntityQuery { name: name.to_owned() }).await
    }

    /// Returns the report of an entity, in Markdown.
    pub(crate) async fn entity_report(&self, id: &str) -> Result<String, DoorError> {
        self.text(&["v1", "entities", id, "report"]).await
    }
}
