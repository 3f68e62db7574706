//! Events: publication, one at a time or in batches, and what became of one.

mod accept;
mod contract;
mod decode;
mod detail;
mod message;
mod pending;
mod queue;

use domain::access::AccessScope::Publish;
use domain::{Event, EventKind, JobId, Outgoing, RunId};
use serde::{Deserialize, Serialize};
use store::intake::RequestKey;
use store::tenants::Owned;
use utoipa::ToSchema;

use crate::{Context, OperationError};
pub use accept::Accepted;
pub(crate) use accept::{Submitter, accept, accept_all, outgoing};
use accept::{count_refused, differing};
pub(crate) use contract::checked;
pub use decode::{Batch, Decoded, EventPayload, batch, decode, helius_batch};
pub use detail::{EventDetail, EventPhase, EventResult, QuietVerdict, show};
pub use message::{EventMessage, message};
pub use pending::PendingEvents;
pub use queue::{Queue, Queued, queue};

/// Events of a batch that are decoded before another request may run.
const DECODED_AT_ONCE: usize = 64;
/// Maximum characters of a field and of a detail in an outcome.
const MAX_DETAIL: usize = 400;
/// Memory of an event and its outcome in bytes, besides its part of the body: in lists, and as JSON.
const OUTCOME: usize = 512;
/// Memory of most refused events with their outcomes in bytes.
const LARGEST_OUTCOME: usize = 2 * 1024;

/// An event that is stored. It will be answered, or dead-lettered with the reason.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct EventAccepted {
    /// Job of the event (UUID): names it in `/v1/events/{job}`.
    #[schema(value_type = String)]
    pub job: JobId,
    /// The publisher's id.
    pub id: String,
    /// Kind of the event.
    pub kind: String,
    /// `true` if the fleet knew the event before; it is processed once.
    pub duplicate: bool,
    /// `true` if the known event has another body, which is the one that is processed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub differs: bool,
    /// Run of a question (UUID).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
}

/// Outcomes of a batch.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct BatchAccepted {
    /// Number of events that are stored and new.
    pub accepted: usize,
    /// Number of events that the fleet knew before.
    pub duplicates: usize,
    /// Number of events that are refused.
    pub refused: usize,
    /// One outcome per event, in order.
    pub events: Vec<BatchItem>,
}

/// An event of a batch and its outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BatchItem {
    /// Line of NDJSON, or place in the list, from 1. Empty lines are counted.
    pub line: usize,
    /// The publisher's id; absent if the event cannot be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Outcome of the event.
    #[serde(flatten)]
    pub outcome: EventOutcome,
}

/// Outcome of one event of a batch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum EventOutcome {
    /// The event is stored.
    Accepted {
        /// Job of the event (UUID).
        job: String,
    },
    /// The fleet knew the event before.
    Duplicate {
        /// Job of the event (UUID).
        job: String,
        /// `true` if the known event has another body, which is the one that is processed.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        differs: bool,
    },
    /// The event is invalid.
    Refused {
        /// Path of the invalid field.
        field: String,
        /// What is wrong and how to fix it.
        detail: String,
    },
}

/// Stores one event. Its id makes a repetition harmless.
///
/// # Errors
/// The event is invalid or too large, its idempotency key belongs to another request, the tenant has too many events
/// that are not settled, or Postgres is unavailable.
pub async fn publish(
    cx: Context<'_>,
    payload: &EventPayload<'_>,
    key: Option<RequestKey>,
) -> Result<EventAccepted, OperationError> {
    cx.require(Publish)?;
    let event = decode(cx.tenant(), payload).inspect_err(|_| count_refused(1))?;
    cx.operations.macros.check(&event).inspect_err(|_| count_refused(1))?;
    let accepted = accept(cx, &event, &Submitter { action: "published", key }).await?;
    let differs = accepted.duplicate && differing(cx, &[&outgoing(&event)?]).await?.contains(&true);
    Ok(EventAccepted { differs, ..EventAccepted::new(&event, accepted) })
}

/// How a batch arrives.
pub struct BatchArrival<F> {
    /// The idempotency key, if the caller sent one.
    pub key: Option<RequestKey>,
    /// Name of the sender in the log.
    pub door: &'static str,
    /// Is called with the memory in bytes that the outcomes take, once the events are decoded.
    pub decoded: F,
}

/// Stores the events of a batch. An invalid event affects no other. After an error, a part of the events may be stored;
/// repeating the whole request stores the rest.
///
/// # Errors
/// The idempotency key belongs to another request, the tenant has too many events that are not settled, or Postgres is
/// unavailable.
pub async fn publish_batch<F: FnOnce(usize)>(
    cx: Context<'_>,
    batch: &Batch<'_>,
    arrival: BatchArrival<F>,
) -> Result<BatchAccepted, OperationError> {
    cx.require(Publish)?;
    let BatchArrival { key, door, decoded } = arrival;
    let mut prepared: Vec<Prepared> = Vec::with_capacity(batch.events());
    for (place, (line, decoded)) in batch.decode(cx.tenant()).enumerate() {
        prepared.push(Prepared::new(cx, line, decoded));
        // Other requests have a turn on this thread.
        if place % DECODED_AT_ONCE == DECODED_AT_ONCE - 1 {
            tokio::task::yield_now().await;
        }
    }
    decoded(prepared.iter().map(Prepared::outcome_bytes).sum());
    let messages: Vec<&Outgoing> = prepared.iter().filter_map(|one| one.message.as_ref().ok()).collect();
    let accepted =
        accept_all(cx, messages.iter().copied().cloned().collect(), &Submitter { action: "published", key }).await?;
    let known: Vec<&Outgoing> = messages
        .iter()
        .zip(&accepted)
        .filter(|(_, accepted)| accepted.duplicate)
        .map(|(message, _)| *message)
        .collect();
    let mut differing = differing(cx, &known).await?.into_iter();
    let mut accepted = accepted.into_iter();
    let item = |Prepared { line, id, message }: Prepared| {
        let outcome = match message {
            // There is one outcome per message, in order.
            Ok(message) => match accepted.next().is_some_and(|accepted| accepted.duplicate) {
                true => EventOutcome::Duplicate {
                    job: message.id.to_string(),
                    differs: differing.next().unwrap_or_default(),
                },
                false => EventOutcome::Accepted { job: message.id.to_string() },
            },
            Err(refused) => refused,
        };
        BatchItem { line, id, outcome }
    };
    let outcomes = BatchAccepted::new(prepared.into_iter().map(item).collect());
    outcomes.report_refusals(cx, door);
    Ok(outcomes)
}

/// Returns `true` if the tenant has published the event, classified or not.
pub(crate) async fn is_known(cx: Context<'_>, job: JobId) -> Result<bool, OperationError> {
    let (store, tenant) = (cx.store(), cx.tenant());
    Ok(store.tenants().owns(tenant, &Owned::Accepted(job)).await?
        || store.tenants().owns(tenant, &Owned::Event(job)).await?)
}

/// A decoded event of a batch: its message, or why it is refused.
struct Prepared {
    line: usize,
    id: Option<String>,
    message: Result<Outgoing, EventOutcome>,
}

impl Prepared {
    fn new(cx: Context<'_>, line: usize, decoded: Decoded) -> Self {
        let refused =
            |field: &str, detail: &str| EventOutcome::Refused { field: shortened(field), detail: shortened(detail) };
        match decoded {
            Err(error) => Self { line, id: None, message: Err(refused(&error.path, &error.problem)) },
            Ok(event) => {
                let checked = cx.operations.macros.check(&event).map_err(|error| refused("macro", &error.to_string()));
                let message =
                    checked.and_then(|()| outgoing(&event).map_err(|error| refused("body", &error.to_string())));
                Self { line, id: Some(event.id.to_string()), message }
            }
        }
    }

    /// Memory that the outcome takes until it has been sent, in bytes: in the list, and as JSON.
    fn outcome_bytes(&self) -> usize {
        let id = self.id.as_ref().map_or(0, String::len);
        match &self.message {
            Err(EventOutcome::Refused { field, detail }) => OUTCOME + 2 * (id + field.len() + detail.len()),
            _ => OUTCOME + 2 * id,
        }
    }
}

/// Shortens text that may quote the event.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_DETAIL) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl EventAccepted {
    /// Describes a stored event.
    pub fn new(event: &Event, accepted: Accepted) -> Self {
        let has_run = matches!(event.kind, EventKind::Question(_));
        Self {
            job: accepted.job,
            id: event.id.to_string(),
            kind: event.kind.name().to_owned(),
            duplicate: accepted.duplicate,
            differs: false,
            run: has_run.then(|| RunId::for_event(accepted.job).to_string()),
        }
    }
}

impl BatchAccepted {
    /// Counts and logs refused events: the sender of a webhook throws the answer away.
    fn report_refusals(&self, cx: Context<'_>, door: &'static str) {
        let first = self.events.iter().find_map(|one| match &one.outcome {
            EventOutcome::Refused { field, detail } => Some((field, detail)),
            _ => None,
        });
        let Some((field, detail)) = first else { return };
        count_refused(self.refused);
        tracing::warn!(
            tenant = cx.tenant().as_str(),
            door,
            refused = self.refused,
            accepted = self.accepted + self.duplicates,
            field = %telemetry::printable::plain(field),
            reason = %telemetry::printable::plain(detail),
            "events were refused; field and reason are those of the first"
        );
    }

    fn new(events: Vec<BatchItem>) -> Self {
        let count = |wanted: fn(&EventOutcome) -> bool| events.iter().filter(|one| wanted(&one.outcome)).count();
        Self {
            accepted: count(|one| matches!(one, EventOutcome::Accepted { .. })),
            duplicates: count(|one| matches!(one, EventOutcome::Duplicate { .. })),
            refused: count(|one| matches!(one, EventOutcome::Refused { .. })),
            events,
        }
    }
}
