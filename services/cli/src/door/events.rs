//! Events and the research that they request, through the door.

use domain::JobId;
use operations::Page;
use operations::bundles::{EpisodeBundles, FileQuery};
use operations::event_list::{EventItem, EventQuery};
use operations::events::{EventDetail, EventMessage};
use operations::settlement::{EventJobs, EventSettlement};
use reqwest::Method;

use super::{Door, DoorError};

impl Door {
    /// Returns a page of the tenant's classified events, newest first.
    pub(crate) async fn event_page(&self, query: &EventQuery) -> Result<Page<EventItem>, DoorError> {
        self.get(&["v1", "events"], query).await
    }

    /// Returns the bundles of an event with research directions.
    pub(crate) async fn bundles(&self, job: JobId) -> Result<EpisodeBundles, DoorError> {
        self.get(&["v1", "bundles", &job.to_string()], &()).await
    }

    /// Returns a file of a bundle as text.
    pub(crate) async fn bundle_file(&self, job: JobId, query: &FileQuery) -> Result<String, DoorError> {
        self.text_of(&["v1", "bundles", &job.to_string(), "file"], query).await
    }

    /// Returns an event with its classification, its results, its audit trail and its evidence.
    pub(crate) async fn event(&self, job: JobId) -> Result<EventDetail, DoorError> {
        self.get(&["v1", "events", &job.to_string()], &()).await
    }

    /// Returns the bytes of an event as they were published.
    ///
    /// # Errors
    /// The operation fails; `not-found` if they are not stored.
    pub async fn event_message(&self, job: JobId) -> Result<Vec<u8>, DoorError> {
        self.bytes(&["v1", "events", &job.to_string(), "message"], EventMessage::MEDIA_TYPE).await
    }

    /// Returns whether events, with all work that they caused, are done.
    pub(crate) async fn settlement(&self, jobs: &EventJobs) -> Result<Vec<EventSettlement>, DoorError> {
        self.send(Method::POST, &["v1", "events:settlement"], jobs).await
    }
}
