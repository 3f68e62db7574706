//! Research of entities through the door.

use operations::research::entities::{EntitiesResearched, EntitiesWanted};
use reqwest::Method;

use super::{Door, DoorError};

/// Time that one request waits for the answers.
const WAIT: &str = "20s";

impl Door {
    /// Requests research of entities. Returns at once.
    pub(crate) async fn research_entities(&self, wanted: &EntitiesWanted) -> Result<EntitiesResearched, DoorError> {
        self.send(Method::POST, &["v1", "research"], wanted).await
    }

    /// Returns the answers to a request, and waits up to 20 s for all of them.
    pub(crate) async fn entity_answers(&self, job: &str) -> Result<EntitiesResearched, DoorError> {
        self.get(&["v1", "research", job], &[("wait", WAIT)]).await
    }
}
