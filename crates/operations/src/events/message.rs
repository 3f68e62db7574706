//! The message of an event, as it was published to its stream.

use domain::access::AccessScope::Read;
use domain::{JobId, Time};
use proto::v1;
use serde_json::Value;
use store::intake::PublishedEvent;

use crate::{Context, OperationError};

/// The message of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventMessage {
    /// Subject to which it was published.
    pub subject: String,
    /// Its bytes: `auspex.v1.Event` in protobuf.
    pub bytes: Vec<u8>,
    /// Id of the trace in which it was published, if it has one.
    pub trace_id: Option<String>,
    /// Time at which it was stored.
    pub stored_at: Time,
}

impl EventMessage {
    /// Type of the bytes.
    pub const MEDIA_TYPE: &'static str = "application/x-protobuf";

    /// Returns the event in canonical protobuf JSON; `None` if this version cannot read it.
    pub fn decoded(&self) -> Option<Value> {
        let event: v1::Event = proto::message(&self.bytes).ok()?;
        serde_json::to_value(event).ok()
    }
}

/// Returns the message of an event, exactly as it was published.
///
/// # Errors
/// The tenant has no such event, it was published to the stream directly, its message is no longer stored, or Postgres
/// is unavailable.
pub async fn message(cx: Context<'_>, job: JobId) -> Result<EventMessage, OperationError> {
    cx.require(Read)?;
    let found = cx.store().intake().published(cx.tenant(), job).await?;
    let PublishedEvent { subject, payload, traceparent, stored_at } = found.ok_or(OperationError::NotFound {
        what: "message of this event",
        advice: "it is stored for events that came over HTTP or MCP, or from a schedule, until it is pruned",
    })?;
    Ok(EventMessage { subject, bytes: payload, trace_id: telemetry::propagate::trace_id_of(&traceparent), stored_at })
}

#[cfg(test)]
mod tests {
    use proto::event::Fact;
    use proto::events::EventReceived;

    use super::*;

    #[test]
    fn the_bytes_of_an_event_are_decoded_and_others_are_not() {
        let event = domain::testing::event();
        let id = event.id.to_string();
        let of = |bytes: Vec<u8>| EventMessage {
            subject: String::new(),
            bytes,
            trace_id: None,
            stored_at: Time::UNIX_EPOCH,
        };
        assert_eq!(of(EventReceived(event).encode()).decoded().unwrap()["id"], id.as_str());
        assert_eq!(of(b"no event".to_vec()).decoded(), None);
    }
}
