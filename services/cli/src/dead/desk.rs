//! Where dead letters come from: the gateway for a user, Postgres and NATS for an operator.

use anyhow::{Context as _, bail};
use domain::JobId;
use operations::dead_letters::{DeadLetterItem, Dropped, Redriven};
use operations::find::{IdKind, LAST, MIN_DIGITS};
use proto::v1;
use store::Store;

use super::unknown;
use crate::Context;
use crate::door::Door;

/// Maximum dead letters in a list.
const MAX_LETTERS: u16 = 1_000;

/// Dead letters of one tenant, or of all.
pub(super) enum Desk {
    /// Those of the token's tenant.
    User(Door),
    /// Those of all tenants, also without a gateway.
    Operator(Store),
}

impl Desk {
    /// Opens the letters of all tenants for an operator, and those of the token's tenant for a user.
    pub(super) async fn open(context: &Context) -> anyhow::Result<Self> {
        Ok(match context.is_operator() {
            true => Self::Operator(context.store().await?),
            false => Self::User(Door::open(context)?),
        })
    }

    /// Returns the newest dead letters, redriven and dropped ones included if `all` is set.
    pub(super) async fn list(&self, all: bool) -> anyhow::Result<Vec<DeadLetterItem>> {
        match self {
            Self::User(door) => Ok(door.dead_letters(all, MAX_LETTERS.into()).await?),
            Self::Operator(store) => {
                let letters = store.dead_letters().list(all, MAX_LETTERS.into()).await?;
                Ok(letters.into_iter().map(DeadLetterItem::from).collect())
            }
        }
    }

    /// Returns the id that a person has written.
    pub(super) async fn id(&self, text: &str) -> anyhow::Result<JobId> {
        match self {
            Self::User(door) => Ok(JobId(door.id(text, IdKind::DeadLetter).await?)),
            Self::Operator(_) => match text.parse() {
                Ok(whole) => Ok(whole),
                Err(_) => only(text, &self.list(true).await?),
            },
        }
    }

    /// Returns a dead letter with its message, its headers and its errors.
    pub(super) async fn show(&self, id: JobId) -> anyhow::Result<v1::DeadLetter> {
        match self {
            Self::User(door) => door.dead_letter(id).await.map_err(|error| error.or_missing(|| unknown(id))),
            Self::Operator(store) => {
                let letter = store.dead_letters().load(id).await?.with_context(|| unknown(id))?;
                Ok(v1::DeadLetter::from(&letter))
            }
        }
    }

    /// Closes a dead letter that will not be redriven.
    pub(super) async fn drop_letter(&self, id: JobId) -> anyhow::Result<Dropped> {
        let store = match self {
            Self::User(door) => return door.drop_letter(id).await.map_err(|error| error.or_missing(|| unknown(id))),
            Self::Operator(store) => store,
        };
        store.dead_letters().load(id).await?.with_context(|| unknown(id))?;
        let dropped_at = store.dead_letters().drop(id).await?;
        let dropped_at = dropped_at.with_context(|| format!("dead letter {id} was redriven"))?;
        Ok(Dropped { id: id.to_string(), dropped_at })
    }

    /// Runs a dead-lettered job again. An operator publishes the message of any worker, a gateway its own only.
    pub(super) async fn redrive(&self, id: JobId, context: &Context) -> anyhow::Result<Redriven> {
        let store = match self {
            Self::User(door) => return door.redrive(id).await.map_err(|error| error.or_missing(|| unknown(id))),
            Self::Operator(store) => store,
        };
        let client = context.client().await?;
        let letter = store.dead_letters().redrive(id).await?.with_context(|| unknown(id))?;
        let published = client.redrive(&letter, context.clock.now()).await.is_ok();
        client.close().await;
        let subject = proto::subject::with_tenant(&letter.subject, &letter.tenant).into_owned();
        Ok(Redriven { id: id.to_string(), job: letter.job.to_string(), subject, published })
    }
}

/// Returns the only dead letter whose id begins with the text, or the newest one.
fn only(text: &str, letters: &[DeadLetterItem]) -> anyhow::Result<JobId> {
    let is_match = |letter: &&DeadLetterItem| text.len() >= MIN_DIGITS && letter.id.starts_with(text);
    let found: Vec<&DeadLetterItem> = match text {
        LAST => letters.iter().take(1).collect(),
        _ => letters.iter().filter(is_match).collect(),
    };
    match found.as_slice() {
        [one] => one.id.parse().context("the id of a dead letter"),
        [] => bail!("no dead letter matches {text:?}; name an id, at least its first {MIN_DIGITS} digits, or `last`"),
        _ => bail!("{text:?} matches several dead letters; write more digits"),
    }
}
