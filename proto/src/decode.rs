//! Bytes to wire messages: protobuf unless the envelope says JSON, and for a publisher's event CloudEvents too.

use domain::Event;
use prost::Message;
use serde::de::DeserializeOwned;

use crate::event::{Envelope, InvalidEvent};
use crate::{cloud, json, v1};

/// How a body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Protobuf bytes.
    Protobuf,
    /// The canonical protobuf JSON mapping.
    Json,
    /// A CloudEvent in structured mode.
    CloudEvent,
}

/// Reads a `Content-Type`; none at all is protobuf.
pub(crate) fn format(content_type: &str) -> Result<Format, InvalidEvent> {
    let essence = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence.as_str() {
        ""
        | "application/protobuf"
        | "application/x-protobuf"
        | "application/vnd.google.protobuf"
        | "application/octet-stream" => Ok(Format::Protobuf),
        "application/json" | "text/json" => Ok(Format::Json),
        "application/cloudevents" | "application/cloudevents+json" => Ok(Format::CloudEvent),
        _ => Err(InvalidEvent::new(
            "Content-Type",
            format!(
                "{content_type:?} is not understood; use application/protobuf, application/json or application/cloudevents+json"
            ),
        )),
    }
}

/// Protobuf bytes to a wire message. Fields of a later contract are skipped.
///
/// # Errors
/// Says that the bytes are no protobuf, and whether they look like JSON instead.
pub fn message<M: Message + Default>(bytes: &[u8]) -> Result<M, InvalidEvent> {
    M::decode(bytes).map_err(|error| InvalidEvent::new("body", format!("is no protobuf ({error}){}", hint(bytes))))
}

/// What the bytes look like instead.
fn hint(bytes: &[u8]) -> &'static str {
    match bytes.trim_ascii_start() {
        [b'{', ..] | [0xef, 0xbb, 0xbf, ..] => "; it looks like JSON: set the header Content-Type: application/json",
        [0x1f, 0x8b, ..] => "; it looks compressed: send it as it is",
        _ => "",
    }
}

/// A body in protobuf or JSON.
pub(crate) fn body<M: Message + Default + DeserializeOwned>(
    envelope: &Envelope<'_>,
    bytes: &[u8],
) -> Result<M, InvalidEvent> {
    match format(content_type(envelope))? {
        Format::Protobuf => message(bytes),
        Format::Json => json::parse(bytes),
        Format::CloudEvent => Err(InvalidEvent::new("Content-Type", "only published events may be CloudEvents")),
    }
}

/// `Content-Type`, or what a CloudEvent in binary mode says instead.
fn content_type<'a>(envelope: &Envelope<'a>) -> &'a str {
    let headers = envelope.headers;
    let header =
        |name: &str| headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str());
    if !envelope.content_type.is_empty() {
        return envelope.content_type;
    }
    header("content-type").or_else(|| header("ce-datacontenttype")).unwrap_or_default()
}

/// A publisher's event, in any of the forms that SPEC 3 allows, checked from top to bottom.
pub(crate) fn published(envelope: &Envelope<'_>, bytes: &[u8]) -> Result<Event, InvalidEvent> {
    let wire: v1::Event = match format(content_type(envelope))? {
        Format::Protobuf => cloud::binary(envelope, message(bytes)?)?,
        Format::Json => cloud::binary(envelope, json::parse(bytes)?)?,
        Format::CloudEvent => cloud::structured(bytes)?,
    };
    let event = Event::try_from(wire)?;
    same_kind(envelope.subject, event.kind.name())?;
    Ok(event)
}

/// The subject names what the message is; the body must agree. A message without a subject (a file) says nothing.
fn same_kind(subject: &str, kind: &str) -> Result<(), InvalidEvent> {
    match subject.strip_prefix("auspex.event.") {
        Some(said) if said != kind => Err(InvalidEvent::new(
            "kind",
            format!("the subject says {said:?}, the body holds a {kind}; publish it on auspex.event.{kind}"),
        )),
        _ => Ok(()),
    }
}
