//! Ids as people write them: whole, their first digits, or `last`.

use anyhow::bail;
use operations::find::{FindQuery, IdKind, IdMatch};
use uuid::Uuid;

use super::{Door, DoorError};

impl Door {
    /// Returns the ids that match a text.
    pub(crate) async fn find(&self, text: &str, kind: Option<IdKind>) -> Result<Vec<IdMatch>, DoorError> {
        self.get(&["v1", "find"], &FindQuery { text: text.to_owned(), kind }).await
    }

    /// Returns the id that a person has written. A whole id is not looked up.
    ///
    /// # Errors
    /// The text matches nothing or several ids, or the operation fails.
    pub async fn id(&self, text: &str, kind: IdKind) -> anyhow::Result<Uuid> {
        if let Ok(whole) = Uuid::parse_str(text) {
            return Ok(whole);
        }
        let matches = self.find(text, Some(kind)).await?;
        match matches.as_slice() {
            [one] => Ok(one.id),
            [] => bail!("no {} matches {text:?}; name an id, at least its first 6 digits, or `last`", name(kind)),
            many => {
                let ids: Vec<String> = many.iter().map(|one| one.id.to_string()).collect();
                bail!("{text:?} matches several ids: {}; write more digits", ids.join(", "))
            }
        }
    }
}

fn name(kind: IdKind) -> &'static str {
    match kind {
        IdKind::Run => "run",
        IdKind::Event => "event",
        IdKind::Review => "result",
        IdKind::DeadLetter => "dead letter",
        IdKind::Webhook => "webhook",
    }
}
