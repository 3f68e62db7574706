//! Reading an event back from the inbound stream, which keeps finished events for a stated time and size.

use async_nats::jetstream::stream::DirectGetErrorKind;
use domain::{Event, verdict};
use proto::event::{Envelope, Event as _};
use proto::events::EventReceived;

use super::Client;
use crate::delivery::Delivery;

const STREAM: &str = "AUSPEX_EVENTS";

/// The stream could not be read.
#[derive(Debug, thiserror::Error)]
#[error("stream {STREAM} cannot be read")]
pub struct InboundError(#[source] Box<dyn std::error::Error + Send + Sync>);

impl Client {
    /// Returns the event at a position of the inbound stream, if its bytes have this SHA-256. `None` if the stream no
    /// longer keeps it, or was created anew since.
    ///
    /// # Errors
    /// The stream does not answer.
    pub async fn inbound_event(&self, sequence: u64, digest: &[u8]) -> Result<Option<Event>, InboundError> {
        let stream = self.jetstream().get_stream_no_info(STREAM).await;
        let stream = stream.map_err(|error| InboundError(error.into()))?;
        let message = match stream.direct_get(sequence).await {
            Ok(message) => message,
            Err(error) if error.kind() == DirectGetErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(InboundError(error.into())),
        };
        if verdict::digest(&message.payload)[..] != *digest {
            return Ok(None);
        }
        let headers = message.headers.iter().flat_map(|(name, values)| {
            let name: &str = name.as_ref();
            values.iter().map(|value| (name.to_owned(), value.as_str().to_owned())).collect::<Vec<_>>()
        });
        let (subject, headers) = (message.subject.to_string(), headers.collect());
        let delivery = Delivery { subject, headers, payload: message.payload, ..Delivery::default() };
        Ok(decoded(&delivery.envelope(), &delivery.payload))
    }
}

/// The classifier has decoded these bytes before; an older version may not be able to.
fn decoded(envelope: &Envelope<'_>, bytes: &[u8]) -> Option<Event> {
    EventReceived::decode(envelope, bytes).ok().map(|event| event.0)
}
