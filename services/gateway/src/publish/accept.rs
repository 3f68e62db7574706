//! Stores events and queues them. An event is acknowledged only after its transaction has been committed.

use axum::http::StatusCode;
use domain::{Event, JobId, Outgoing, Tenant};
use proto::event::Fact;
use proto::events::EventReceived;
use runtime::crash;
use sha2::{Digest, Sha256};
use store::gateway::{Acceptance, RecordedChange, RequestKey, Submission};

use crate::access::Caller;
use crate::http::{Payload, Problem};
use crate::{Gateway, audit};

/// Name of the header with the idempotency key.
const KEY_HEADER: &str = "idempotency-key";
/// Maximum length of an idempotency key in bytes.
const MAX_KEY: usize = 255;
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

/// The submitter of events, for the audit trail, and the idempotency key.
#[derive(Debug, Clone)]
pub struct Submitter<'a> {
    /// The caller; its tenant owns the events.
    pub caller: &'a Caller,
    /// Past participle that the audit trail records, e.g. `published`.
    pub action: &'static str,
    /// The idempotency key, if the client sent one.
    pub key: Option<RequestKey>,
}

impl<'a> Submitter<'a> {
    /// Describes the sender of a request.
    ///
    /// # Errors
    /// The idempotency key is invalid.
    pub fn of(caller: &'a Caller, action: &'static str, payload: &Payload) -> Result<Self, Problem> {
        Ok(Self { caller, action, key: request_key(&caller.tenant, payload)? })
    }

    /// Returns the line of the audit trail for events; `None` without an event.
    fn change(&self, gateway: &Gateway, messages: &[Outgoing]) -> Option<RecordedChange> {
        let first = messages.first()?;
        let object = match messages {
            [only] => format!("{} {}", only.subject, only.id),
            all => format!("{} events", all.len()),
        };
        Some(audit::change(gateway, self.caller, audit::Action { action: self.action, object, about: first.id }))
    }
}

/// Stores one event.
///
/// # Errors
/// The event is too large, its idempotency key belongs to another request, or Postgres is unavailable.
pub async fn accept(gateway: &Gateway, event: &Event, submitter: &Submitter<'_>) -> Result<Accepted, Problem> {
    let mut accepted = accept_all(gateway, vec![message(event)?], submitter).await?;
    accepted.pop().ok_or_else(Problem::unavailable)
}

/// Stores the events of one request of one tenant, in parts. Returns one outcome per event, in order. After an error, a
/// part of the events may be stored; repeating the request stores the rest.
///
/// # Errors
/// The tenant has too many events that are not settled, the idempotency key belongs to another request, or Postgres is
/// unavailable.
pub async fn accept_all(
    gateway: &Gateway,
    messages: Vec<Outgoing>,
    submitter: &Submitter<'_>,
) -> Result<Vec<Accepted>, Problem> {
    gateway.pending.admit(&submitter.caller.tenant, messages.iter().map(|event| event.payload.len()).sum())?;
    let mut accepted = Vec::with_capacity(messages.len());
    for part in parts(&messages) {
        let change = submitter.change(gateway, part);
        let submission = Submission { events: part.to_vec(), key: submitter.key.clone(), change };
        crash::at("before_accept");
        let acceptance = gateway.all_tenants.accept(submission).await?;
        crash::at("after_accept");
        match acceptance {
            Acceptance::Stored(known) => {
                let new = part.iter().zip(&known).filter(|(_, known)| !**known).map(|(message, _)| message.clone());
                gateway.queue.add(new);
                accepted
                    .extend(part.iter().zip(known).map(|(message, duplicate)| Accepted { job: message.id, duplicate }));
            }
            Acceptance::KeyReused => {
                let detail = "the Idempotency-Key was used for another request; use a new key for each request";
                return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "idempotency-key-reused", detail));
            }
        }
    }
    count(&accepted);
    crash::at("before_answer");
    Ok(accepted)
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
pub fn message(event: &Event) -> Result<Outgoing, Problem> {
    let message = EventReceived(event.clone()).message(event.job());
    let bytes = message.payload.len();
    if bytes > MAX_EVENT {
        let detail = format!("the event has {bytes} bytes; an event has at most {MAX_EVENT} bytes");
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "event-too-large", detail));
    }
    Ok(Outgoing { traceparent: telemetry::current_traceparent(), ..message })
}

/// Returns the idempotency key of a request.
///
/// # Errors
/// It is empty, too long, or contains other characters than printable ASCII.
pub fn request_key(tenant: &Tenant, payload: &Payload) -> Result<Option<RequestKey>, Problem> {
    let Some(value) = payload.headers.get(KEY_HEADER) else { return Ok(None) };
    let text = value.to_str().ok().map(str::trim).filter(|text| (1..=MAX_KEY).contains(&text.len()));
    let Some(key) = text else {
        return Err(Problem::invalid("Idempotency-Key", format!("must be 1 to {MAX_KEY} printable ASCII characters")));
    };
    let mut hash = Sha256::new();
    hash.update(payload.path.as_bytes());
    hash.update([0]);
    hash.update(&payload.bytes);
    Ok(Some(RequestKey { tenant: tenant.clone(), key: key.to_owned(), hash: hash.finalize().into() }))
}

/// Counts events that were refused.
pub fn count_refused(events: usize) {
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
