//! Dead letters: list, one with its message, redrive, drop.

use domain::access::AccessScope::{Admin, Read};
use domain::effect::AuditLine;
use domain::port::DeadLetter;
use domain::{JobId, Time};
use proto::v1;
use serde::{Deserialize, Serialize};
use store::dead_letters::DeadLetterLine;
use store::tenants::Owned;
use utoipa::ToSchema;

use crate::{Action, Context, OperationError, Page, PageQuery};

/// A dead letter in a list.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct DeadLetterItem {
    /// Id of the dead letter (UUID).
    pub id: String,
    /// Consumer that dead-lettered the message.
    pub consumer: String,
    /// Subject of the message.
    pub subject: String,
    /// Class of the failure: `undecodable`, `rejected`, `exhausted` or `poisoned`.
    pub class: String,
    /// Outermost error of the chain.
    pub reason: String,
    /// Time of dead-lettering.
    #[schema(value_type = String, format = DateTime)]
    pub at: Time,
    /// Time of the last redrive, if any.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub redriven_at: Option<Time>,
    /// Time at which it was dropped, if it was: closed, because it will not be redriven.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub dropped_at: Option<Time>,
    /// The publisher's id of the event that the work is about; absent if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
}

/// A redriven dead letter.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct Redriven {
    /// Id of the dead letter (UUID).
    pub id: String,
    /// Job that runs again (UUID).
    pub job: String,
    /// Subject of its message.
    #[serde(default)]
    pub subject: String,
    /// `true` if the message was published; otherwise the reconciler of a worker publishes it within minutes.
    pub published: bool,
}

/// A dropped dead letter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Dropped {
    /// Id of the dead letter (UUID).
    pub id: String,
    /// Time at which it was dropped.
    #[schema(value_type = String, format = DateTime)]
    pub dropped_at: Time,
}

/// A line of the audit trail of the event that a dead letter is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeadLetterStep {
    /// Worker that did it.
    pub worker: String,
    /// Its action, a past participle.
    pub action: String,
    /// Object of the action; may be empty.
    pub subject: String,
    /// Cost in micro-dollars.
    pub cost_micro_usd: u64,
    /// Time of the line.
    #[schema(value_type = String, format = DateTime)]
    pub at: Time,
}

/// Lines of the audit trail that are shown with a letter at most.
const MAX_STEPS: u32 = 20;

/// Class of dead letters whose message could not be read.
const UNDECODABLE: &str = "undecodable";

/// Returns a page of the tenant's dead letters, newest first, redriven and dropped ones included.
///
/// # Errors
/// The page is invalid, or Postgres is unavailable.
pub(crate) async fn list(cx: Context<'_>, query: &PageQuery) -> Result<Page<DeadLetterItem>, OperationError> {
    cx.require(Read)?;
    let limit = query.limit()?;
    let rows = cx.store().dead_letters().page(cx.tenant(), query.before()?, limit + 1).await?;
    Ok(Page::new(rows, limit, |row| (row.at, row.id.to_string()), DeadLetterItem::from))
}

/// Returns a dead letter with its message, headers and reason. `errors` contains the outermost error only, unless the
/// event itself was invalid: the causes inside of the fleet are for its operators.
///
/// # Errors
/// The tenant has no such dead letter, or Postgres is unavailable.
pub async fn show(cx: Context<'_>, id: JobId) -> Result<v1::DeadLetter, OperationError> {
    cx.require(Read)?;
    check_owned(cx, id).await?;
    let letter = cx.store().dead_letters().load(id).await?.ok_or_else(OperationError::no_dead_letter)?;
    Ok(v1::DeadLetter::from(&for_publisher(letter)))
}

/// Returns the last lines of the audit trail of the event that a dead letter is about, oldest first, at most 20; none
/// for an event that was never classified. Errors inside of the fleet are left out, as in [`show`].
///
/// # Errors
/// The tenant has no such dead letter, or Postgres is unavailable.
pub async fn trail(cx: Context<'_>, id: JobId) -> Result<Vec<DeadLetterStep>, OperationError> {
    cx.require(Read)?;
    check_owned(cx, id).await?;
    let letter = cx.store().dead_letters().load(id).await?.ok_or_else(OperationError::no_dead_letter)?;
    let lines = cx.store().audit().last(letter.job, MAX_STEPS).await?;
    Ok(lines.into_iter().rev().map(DeadLetterStep::from).collect())
}

/// Leaves out what is about the fleet and not about the message.
fn for_publisher(letter: DeadLetter) -> DeadLetter {
    let mut letter = letter;
    if letter.class != UNDECODABLE {
        letter.errors.truncate(1);
    }
    letter
}

/// Runs a dead-lettered job again, after its cause was fixed.
///
/// # Errors
/// The tenant has no such dead letter, or Postgres is unavailable.
pub async fn redrive(cx: Context<'_>, id: JobId) -> Result<Redriven, OperationError> {
    cx.require(Admin)?;
    check_owned(cx, id).await?;
    // The journal is reset before publishing: if this process ends in between, a reconciler publishes the message.
    let letter = cx.store().dead_letters().redrive(id).await?.ok_or_else(OperationError::no_dead_letter)?;
    let published = cx.operations.broker.redrive(&letter, cx.now()).await;
    cx.record(Action { action: "redriven", object: format!("dead letter {id}"), about: letter.job }).await;
    let subject = proto::subject::with_tenant(&letter.subject, &letter.tenant).into_owned();
    Ok(Redriven { id: id.to_string(), job: letter.job.to_string(), subject, published })
}

/// Closes a dead letter that will not be redriven: it leaves the open lists, counts and groups. Its event stays dead. A
/// repetition changes nothing.
///
/// # Errors
/// The tenant has no such dead letter, it was redriven, or Postgres is unavailable.
pub async fn drop(cx: Context<'_>, id: JobId) -> Result<Dropped, OperationError> {
    cx.require(Admin)?;
    check_owned(cx, id).await?;
    let Some(dropped_at) = cx.store().dead_letters().drop(id).await? else {
        let text = "the dead letter was redriven; only one that waits for a redrive can be dropped";
        return Err(OperationError::StateForbids(text.to_owned()));
    };
    cx.record(Action { action: "dropped", object: format!("dead letter {id}"), about: id }).await;
    Ok(Dropped { id: id.to_string(), dropped_at })
}

async fn check_owned(cx: Context<'_>, id: JobId) -> Result<(), OperationError> {
    let owned = cx.store().tenants().owns(cx.tenant(), &Owned::DeadLetter(id)).await?;
    owned.then_some(()).ok_or_else(OperationError::no_dead_letter)
}

impl From<AuditLine> for DeadLetterStep {
    fn from(line: AuditLine) -> Self {
        let AuditLine { worker, action, subject, cost, at, .. } = line;
        Self { worker, action, subject, cost_micro_usd: cost.0, at }
    }
}

impl From<DeadLetterLine> for DeadLetterItem {
    fn from(line: DeadLetterLine) -> Self {
        let DeadLetterLine { id, consumer, subject, class, reason, at, redriven_at, dropped_at, event, message } = line;
        let event = event.or_else(|| message.as_deref().and_then(published_id));
        Self { id: id.to_string(), consumer, subject, class, reason, at, redriven_at, dropped_at, event }
    }
}

/// Returns the id of an event of a publisher, in protobuf or JSON.
fn published_id(message: &[u8]) -> Option<String> {
    let json = || serde_json::from_slice::<v1::Event>(message).ok();
    let event = json().or_else(|| proto::message::<v1::Event>(message).ok())?;
    Some(event.id).filter(|id| !id.is_empty() && !id.chars().any(char::is_control))
}

#[cfg(test)]
mod tests {
    use proto::event::Fact;
    use proto::events::EventReceived;

    use super::*;

    #[test]
    fn the_id_of_a_message_that_can_be_read_is_listed() {
        let event = domain::testing::event();
        let id = event.id.to_string();
        assert_eq!(published_id(&EventReceived(event).encode()), Some(id));
        assert_eq!(published_id(br#"{"id":"q-2"}"#).as_deref(), Some("q-2"));
        assert_eq!((published_id(b"no event"), published_id(b"")), (None, None));
    }
}
