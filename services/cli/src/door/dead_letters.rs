//! Dead letters through the door.

use domain::JobId;
use operations::Page;
use operations::dead_letters::{self, DeadLetterItem, Redriven};
use proto::v1;
use reqwest::Method;

use super::direct::Direct;
use super::{Door, DoorError, page};

/// Maximum dead letters in a list.
const MAX_LETTERS: u32 = 1_000;

impl Door<'_> {
    /// Returns the newest dead letters, redriven ones included if `all` is set: of the tenant, or for an operator
    /// without `--tenant` of all tenants.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn dead_letters(&self, all: bool) -> Result<Vec<DeadLetterItem>, DoorError> {
        if let Self::Direct(direct) = self
            && direct.tenant().is_none()
        {
            let lines = direct.store().dead_letters().list(all, MAX_LETTERS).await?;
            return Ok(lines.into_iter().map(DeadLetterItem::from).collect());
        }
        let mut items = Vec::new();
        let mut query = page(None);
        while items.len() < usize::try_from(MAX_LETTERS).unwrap_or(usize::MAX) {
            let Page { items: more, next } = match self {
                Self::Http(http) => http.get(&["v1", "dead-letters"], &query).await?,
                Self::Direct(direct) => dead_letters::list(direct.cx(), &query).await?,
            };
            items.extend(more.into_iter().filter(|letter: &DeadLetterItem| all || letter.redriven_at.is_none()));
            if next.is_none() {
                break;
            }
            query = page(next);
        }
        Ok(items)
    }

    /// Returns a dead letter with its message, its headers and its errors.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn dead_letter(&self, id: JobId) -> Result<v1::DeadLetter, DoorError> {
        match self {
            Self::Http(http) => http.get(&["v1", "dead-letters", &id.to_string()], &()).await,
            Self::Direct(direct) => {
                let caller = direct.caller_for(owner(direct, id).await?);
                Ok(dead_letters::show(direct.operations.of(&caller), id).await?)
            }
        }
    }

    /// Runs a dead-lettered job again.
    ///
    /// # Errors
    /// The operation fails.
    pub async fn redrive(&self, id: JobId) -> Result<Redriven, DoorError> {
        match self {
            Self::Http(http) => http.send(Method::POST, &["v1", "dead-letters", &id.to_string(), "redrive"], &()).await,
            Self::Direct(direct) => redrive(direct, id).await,
        }
    }
}

/// Redrives, and publishes the message of any worker: a gateway publishes its own subjects only.
async fn redrive(direct: &Direct<'_>, id: JobId) -> Result<Redriven, DoorError> {
    let letter = direct.store().dead_letters().load(id).await?;
    let caller = direct.caller_for(letter.as_ref().map(|letter| letter.tenant.clone()));
    let mut redriven = dead_letters::redrive(direct.operations.of(&caller), id).await?;
    if let Some(letter) = letter.filter(|_| !redriven.published)
        && let Ok(client) = direct.operations.broker.client().await
    {
        redriven.published = client.redrive(&letter, direct.context.clock.now()).await.is_ok();
    }
    Ok(redriven)
}

async fn owner(direct: &Direct<'_>, id: JobId) -> Result<Option<domain::Tenant>, DoorError> {
    Ok(direct.store().dead_letters().load(id).await?.map(|letter| letter.tenant))
}
