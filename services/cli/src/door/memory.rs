//! Look-ups in memory through the door.

use operations::memory::{DocumentNotes, GivenDocument, NoteItem, Retrieve, RetrieveQuery, Retrieved};
use operations::{Page, PageQuery};
use reqwest::Method;

use super::{Door, DoorError};

impl Door {
    /// Searches memory. Nothing is researched.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn retrieve(&self, query: &RetrieveQuery) -> Result<Retrieved, DoorError> {
        self.get(&["v1", "retrieve"], query).await
    }

    /// Returns the newest notes of the tenant.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn notes(&self, limit: u32) -> Result<Page<NoteItem>, DoorError> {
        self.get(&["v1", "notes"], &PageQuery { limit: Some(limit), cursor: None }).await
    }

    /// Adds a document to the tenant's memory.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn remember(&self, given: &GivenDocument) -> Result<DocumentNotes, DoorError> {
        self.send(Method::POST, &["v1", "notes"], given).await
    }

    /// Searches memory, and requests research if the confidence is too low or the caller wants it.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn retrieve_or_research(&self, wanted: Retrieve) -> Result<Retrieved, DoorError> {
        self.send(Method::POST, &["v1", "retrieve"], &wanted).await
    }
}
