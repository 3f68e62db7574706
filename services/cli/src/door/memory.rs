//! Look-ups in memory through the door.

use operations::Page;
use operations::memory::{DocumentNotes, GivenDocument, NoteItem, NoteQuery, Retrieve, RetrieveQuery, Retrieved};
use reqwest::Method;

use super::{Door, DoorError};

impl Door {
    /// Searches memory. Nothing is researched.
    pub(crate) async fn retrieve(&self, query: &RetrieveQuery) -> Result<Retrieved, DoorError> {
        self.get(&["v1", "retrieve"], query).await
    }

    /// Returns the newest notes of the tenant, or of those about an entity.
    pub(crate) async fn notes(&self, limit: u32, entity: Option<&str>) -> Result<Page<NoteItem>, DoorError> {
        let entity = entity.map(str::to_owned);
        self.get(&["v1", "notes"], &NoteQuery { entity, limit: Some(limit), cursor: None }).await
    }

    /// Adds a document to the tenant's memory.
    pub(crate) async fn remember(&self, given: &GivenDocument) -> Result<DocumentNotes, DoorError> {
        self.send(Method::POST, &["v1", "notes"], given).await
    }

    /// Searches memory, and requests research if the confidence is too low or the caller wants it.
    pub(crate) async fn retrieve_or_research(&self, wanted: Retrieve) -> Result<Retrieved, DoorError> {
        self.send(Method::POST, &["v1", "retrieve"], &wanted).await
    }
}
