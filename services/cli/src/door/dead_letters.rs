//! Dead letters through the door.

use domain::JobId;
use operations::Page;
use operations::dead_letter_groups::{DeadLetterGroupItem, DeadLetterQuery};
use operations::dead_letters::{DeadLetterItem, Dropped, Redriven};
use proto::v1;
use reqwest::Method;

use super::{Door, DoorError, PAGE};

impl Door {
    /// Returns the newest dead letters of the tenant, at most `limit`; redriven and dropped ones included if `all` is
    /// set.
    pub(crate) async fn dead_letters(&self, all: bool, limit: usize) -> Result<Vec<DeadLetterItem>, DoorError> {
        let mut items = Vec::new();
        let mut query = DeadLetterQuery { open: !all, limit: Some(PAGE), ..DeadLetterQuery::default() };
        while items.len() < limit {
            let Page { items: more, next } = self.get(&["v1", "dead-letters"], &query).await?;
            items.extend::<Vec<DeadLetterItem>>(more);
            if next.is_none() {
                break;
            }
            query.cursor = next;
        }
        Ok(items)
    }

    /// Returns the open dead letters of the tenant by cause.
    pub(crate) async fn dead_letter_groups(&self) -> Result<Vec<DeadLetterGroupItem>, DoorError> {
        self.get(&["v1", "dead-letter-groups"], &()).await
    }

    /// Returns a dead letter with its message, its headers and its errors.
    pub(crate) async fn dead_letter(&self, id: JobId) -> Result<v1::DeadLetter, DoorError> {
        self.get(&["v1", "dead-letters", &id.to_string()], &()).await
    }

    /// Closes a dead letter that will not be redriven.
    pub(crate) async fn drop_letter(&self, id: JobId) -> Result<Dropped, DoorError> {
        self.send(Method::POST, &["v1", "dead-letters", &id.to_string(), "drop"], &()).await
    }

    /// Runs a dead-lettered job again.
    pub(crate) async fn redrive(&self, id: JobId) -> Result<Redriven, DoorError> {
        self.send(Method::POST, &["v1", "dead-letters", &id.to_string(), "redrive"], &()).await
    }
}
