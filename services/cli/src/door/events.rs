//! Events and the research that they request, through the door.

use domain::JobId;
use operations::settlement::{EventJobs, EventSettlement};
use reqwest::Method;
use serde_json::Value;

use super::{Door, DoorError};

impl Door {
    /// Returns an event with its classification, its results, its audit trail and its evidence.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn event(&self, job: JobId) -> Result<Value, DoorError> {
        self.get(&["v1", "events", &job.to_string()], &()).await
    }

    /// Returns whether events, with all work that they caused, are done.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn settlement(&self, jobs: &EventJobs) -> Result<Vec<EventSettlement>, DoorError> {
        self.send(Method::POST, &["v1", "events:settlement"], jobs).await
    }
}
