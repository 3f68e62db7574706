//! Look-ups in memory through the door.

use operations::memory::{self, Retrieve, RetrieveQuery, Retrieved};
use reqwest::Method;

use super::{Door, DoorError};

impl Door<'_> {
    /// Searches memory. Nothing is researched.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn retrieve(&self, query: &RetrieveQuery) -> Result<Retrieved, DoorError> {
        match self {
            Self::Http(http) => http.get(&["v1", "retrieve"], query).await,
            Self::Direct(direct) => Ok(memory::retrieve(direct.cx(), query).await?),
        }
    }

    /// Searches memory, and requests research if the confidence is too low or the caller wants it.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn retrieve_or_research(&self, wanted: Retrieve) -> Result<Retrieved, DoorError> {
        match self {
            Self::Http(http) => http.send(Method::POST, &["v1", "retrieve"], &wanted).await,
            Self::Direct(direct) => {
                let retrieved = memory::retrieve_or_research(direct.cx(), wanted, None).await?;
                direct.flush().await;
                Ok(retrieved)
            }
        }
    }
}
