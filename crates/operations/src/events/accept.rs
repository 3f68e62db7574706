//! Stores events and queues them. An event is acknowledged only after its transaction has been committed.

use domain::{Event, JobId, Outgoing};
use proto::event::Fact;
use proto::events::EventReceived;
use runtime::crash;
use store::audit::RecordedChange;
use store::intake::{Acceptance, RequestKey, Submission};

use crate::{Context, OperationError, audit};

/// Maximum encoded size of an event in bytes: the stream's limit of a message (512 KiB) less room for its headers.
const MAX_EVENT: usize = 508 * 1024;
/// Events that share a transaction. Of a larger batch, each part is committed by itself, so that single events need not
/// wait for all.
const PART: usize = 1_000;
/// Maximum size of a part in bytes, except for a single larger event.
const PART_BYTES: usize = 4 << 20;

/// A stored event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accepted {
    /// The event's job.
    pub job: JobId,
    /// `true` if the fleet knew the event before.
    pub duplicate: bool,
}

/// How events are submitted, for the audit trail, and the idempotency key.
#[derive(Debug, Clone)]
pub(crate) struct Submitter {
    /// Past participle that the audit trail records, e.g. `published`.
    pub(crate) action: &'static str,
    /// The idempotency key, if the caller sent one.
    pub(crate) key: Option<RequestKey>,
}

impl Submitter {
    /// Returns the line of the audit trail for events; `None` without an event.
    fn change(&self, cx: Context<'_>, messages: &[Outgoing]) -> Option<RecordedChange> {
        let first = messages.first()?;
        let object = match messages {
            [only] => format!("{} {}", only.subject, only.id),
            all => format!("{} events", all.len()),
        };
        Some(audit::change(cx, audit::Action { action: self.action, object, about: first.id }))
    }
}

/// Stores one event.
///
/// # Errors
/// The event is too large, its idempotency key belongs to another request, or Postgres is unavailable.
pub(crate) async fn accept(cx: Context<'_>, event: &Event, submitter: &Submitter) -> Result<Accepted, OperationError> {
    let mut accepted = accept_all(cx, vec![outgoing(event)?], submitter).await?;
    accepted.pop().ok_or(OperationError::Unavailable)
}

/// Stores the events of one request of one tenant, in parts. Returns one outcome per event, in order. After an error, a
/// part of the events may be stored; repeating the request stores the rest.
///
/// # Errors
/// The tenant has too many events that are not settled, the idempotency key belongs to another request, or Postgres is
/// unavailable.
pub(crate) async fn accept_all(
    cx: Context<'_>,
    messages: Vec<Outgoing>,
    submitter: &Submitter,
) -> Result<Vec<Accepted>, OperationError> {
    cx.operations.pending.admit(cx.tenant(), messages.iter().map(|event| event.payload.len()).sum())?;
    let mut accepted = Vec::with_capacity(messages.len());
    for part in parts(&messages) {
        let change = submitter.change(cx, part);
        let submission = Submission { events: part.to_vec(), key: submitter.key.clone(), change };
        crash::at("before_accept");
        let acceptance = cx.operations.all_tenants.intake().accept(submission).await?;
        crash::at("after_accept");
        match acceptance {
            Acceptance::Stored(known) => {
                let new = part.iter().zip(&known).filter(|(_, known)| !**known).map(|(message, _)| message.clone());
                cx.operations.queue.add(new);
                accepted
                    .extend(part.iter().zip(known).map(|(message, duplicate)| Accepted { job: message.id, duplicate }));
            }
            Acceptance::KeyReused => return Err(OperationError::KeyReused),
        }
    }
    count(&accepted);
    crash::at("before_answer");
    Ok(accepted)
}

/// Returns, for each of these known events, `true` if its stored body is another one.
///
/// # Errors
/// Postgres is unavailable.
pub(super) async fn differing(cx: Context<'_>, known: &[&Outgoing]) -> Result<Vec<bool>, OperationError> {
    Ok(cx.store().intake().differing(known).await?)
}

/// Splits events by number and size.
fn parts(mut messages: &[Outgoing]) -> impl Iterator<Item = &[Outgoing]> {
    std::iter::from_fn(move || {
        let mut bytes = 0;
        let fits = |event: &&Outgoing| {
            bytes += event.payload.len();
            bytes <= PART_BYTES
        };
        let count = messages.iter().take(PART).take_while(fits).count().max(1);
        let (part, rest) = messages.split_at_checked(count)?;
        messages = rest;
        Some(part)
    })
}

/// Builds the message of an event. Its id is the event's job.
///
/// # Errors
/// The event is too large for the stream.
pub(crate) fn outgoing(event: &Event) -> Result<Outgoing, OperationError> {
    let message = EventReceived(event.clone()).message(event.job());
    let bytes = message.payload.len();
    if bytes > MAX_EVENT {
        return Err(OperationError::EventTooLarge(bytes, MAX_EVENT));
    }
    Ok(Outgoing { traceparent: telemetry::current_traceparent(), ..message })
}

/// Counts events that were refused.
pub(super) fn count_refused(events: usize) {
    let labels = [("service", telemetry::service()), ("outcome", "refused")];
    metrics::counter!(telemetry::metric::ACCEPTED_EVENTS, &labels).increment(events as u64);
}

fn count(accepted: &[Accepted]) {
    let known = accepted.iter().filter(|one| one.duplicate).count();
    for (outcome, events) in [("new", accepted.len() - known), ("duplicate", known), ("refused", 0)] {
        let labels = [("service", telemetry::service()), ("outcome", outcome)];
        metrics::counter!(telemetry::metric::ACCEPTED_EVENTS, &labels).increment(events as u64);
    }
}
