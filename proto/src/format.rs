//! Body formats: the `Content-Type` of a message, and decoding of protobuf.

use prost::Message;

use crate::event::InvalidEvent;

/// Format of a message body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// The binary protobuf encoding.
    Protobuf,
    /// Canonical protobuf JSON.
    Json,
    /// A CloudEvent in structured mode.
    CloudEvent,
}

/// Parses a `Content-Type`. An absent one means protobuf.
pub(crate) fn parse_content_type(content_type: &str) -> Result<Format, InvalidEvent> {
    let essence = content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence.as_str() {
        ""
        | "application/protobuf"
        | "application/x-protobuf"
        | "application/vnd.google.protobuf"
        | "application/octet-stream" => Ok(Format::Protobuf),
        "application/json" | "text/json" | "application/x-json" => Ok(Format::Json),
        "application/cloudevents" | "application/cloudevents+json" => Ok(Format::CloudEvent),
        // A vendor's type; a batch of CloudEvents is not one event.
        _ if essence.ends_with("+json") && !essence.contains("cloudevents") => Ok(Format::Json),
        _ => Err(InvalidEvent::new(
            "Content-Type",
            format!(
                "{content_type:?} is not supported; use application/protobuf, application/json or application/cloudevents+json"
            ),
        )),
    }
}

/// Decodes a protobuf message. Skips fields of a later contract.
///
/// # Errors
/// The bytes are not protobuf. The error names the likely format, such as JSON.
pub fn message<M: Message + Default>(bytes: &[u8]) -> Result<M, InvalidEvent> {
    M::decode(bytes).map_err(|error| InvalidEvent::new("body", format!("is not protobuf ({error}){}", hint(bytes))))
}

/// Suggests the likely format of bytes that are not protobuf.
fn hint(bytes: &[u8]) -> &'static str {
    match bytes.trim_ascii_start() {
        [b'{', ..] | [0xef, 0xbb, 0xbf, ..] => "; it looks like JSON: set the header Content-Type: application/json",
        [0x1f, 0x8b, ..] => "; it looks compressed: send it uncompressed",
        _ => "",
    }
}
