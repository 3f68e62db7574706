//! CloudEvents in the NATS binding: attributes in `ce-*` headers (binary mode) or in a JSON envelope (structured mode).
//! In both modes the data is an `auspex.v1.Event`; attributes fill the fields that the event leaves empty.

use std::borrow::Cow;

use base64::Engine;
use pbjson_types::Timestamp;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::convert::check;
use crate::event::{Envelope, InvalidEvent};
use crate::format::{Format, message, parse_content_type};
use crate::lenient::any_text_opt;
use crate::{json, v1};

/// The context attributes in use. Other attributes are ignored.
#[derive(Debug, Default)]
struct Attributes {
    id: String,
    source: String,
    time: String,
    tenant: String,
    specversion: String,
}

/// Completes an event in binary mode from `ce-*` headers.
pub(crate) fn binary(envelope: &Envelope<'_>, event: v1::Event) -> Result<v1::Event, InvalidEvent> {
    let attribute = |name: &str| envelope.header(name).map(percent_decoded).unwrap_or_default();
    let attributes = Attributes {
        id: attribute("ce-id"),
        source: attribute("ce-source"),
        time: attribute("ce-time"),
        tenant: attribute("ce-tenant"),
        specversion: attribute("ce-specversion"),
    };
    complete(event, attributes, "ce-")
}

/// Returns `true` for a JSON object with the attribute that every CloudEvent has and no event of ours.
pub(crate) fn is_structured(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Versioned<'a> {
        #[serde(borrow)]
        specversion: Option<&'a RawValue>,
    }
    // A message in protobuf is not parsed.
    let bytes = json::without_mark(bytes);
    bytes.trim_ascii_start().starts_with(b"{")
        && serde_json::from_slice(bytes).is_ok_and(|versioned: Versioned<'_>| versioned.specversion.is_some())
}

/// Decodes an event in structured mode: one JSON object with the attributes and the data.
pub(crate) fn structured(bytes: &[u8]) -> Result<v1::Event, InvalidEvent> {
    let envelope: Structured<'_> = serde_json::from_slice(json::without_mark(bytes))
        .map_err(|error| InvalidEvent::new("body", format!("is not a CloudEvent in JSON ({error})")))?;
    let Structured { id, source, time, tenant, specversion, datacontenttype, data, data_base64 } = envelope;
    let attributes = Attributes {
        id: id.unwrap_or_default(),
        source: source.unwrap_or_default(),
        time: time.unwrap_or_default(),
        tenant: tenant.unwrap_or_default(),
        specversion: specversion.unwrap_or_default(),
    };
    if attributes.specversion.is_empty() {
        return Err(InvalidEvent::new("specversion", "is missing; a CloudEvent has \"1.0\""));
    }
    let datacontenttype = datacontenttype.unwrap_or_default();
    let event = match (data, data_base64) {
        (Some(data), None) => json::parse(unquoted(data).as_bytes()).map_err(|error| error.within("data"))?,
        (None, Some(text)) => encoded(&text, &datacontenttype).map_err(|error| error.within("data_base64"))?,
        _ => return Err(InvalidEvent::new("data", "is missing; give the event as either data or data_base64")),
    };
    complete(event, attributes, "")
}

/// Returns data as JSON: some senders write the event as text within the envelope.
fn unquoted(data: &RawValue) -> Cow<'_, str> {
    let text = serde_json::from_str::<String>(data.get()).ok().filter(|text| text.trim_start().starts_with('{'));
    text.map_or(Cow::Borrowed(data.get()), Cow::Owned)
}

/// A null attribute counts as absent.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Structured<'a> {
    #[serde(deserialize_with = "any_text_opt")]
    id: Option<String>,
    #[serde(deserialize_with = "any_text_opt")]
    source: Option<String>,
    #[serde(deserialize_with = "any_text_opt")]
    time: Option<String>,
    tenant: Option<String>,
    #[serde(deserialize_with = "any_text_opt")]
    specversion: Option<String>,
    #[serde(deserialize_with = "any_text_opt")]
    datacontenttype: Option<String>,
    #[serde(borrow)]
    data: Option<&'a RawValue>,
    data_base64: Option<String>,
}

fn encoded(text: &str, content_type: &str) -> Result<v1::Event, InvalidEvent> {
    let bytes = base64::engine::general_purpose::STANDARD
        .decode(text)
        .map_err(|error| InvalidEvent::new("", format!("is not base64 ({error})")))?;
    match parse_content_type(content_type).map_err(|error| InvalidEvent::new("datacontenttype", error.problem))? {
        Format::Protobuf => message(&bytes),
        Format::Json => json::parse(&bytes),
        Format::CloudEvent => Err(InvalidEvent::new("", "holds another CloudEvent; give the event itself")),
    }
}

fn complete(mut event: v1::Event, attributes: Attributes, prefix: &str) -> Result<v1::Event, InvalidEvent> {
    let Attributes { id, source, time, tenant, specversion } = attributes;
    if !(specversion.is_empty() || specversion == "1" || specversion.starts_with("1.")) {
        let problem = format!("{specversion:?} is not supported; use CloudEvents 1.x");
        return Err(InvalidEvent::new(format!("{prefix}specversion"), problem));
    }
    let fill = |field: &mut String, attribute: String| {
        if field.is_empty() {
            *field = attribute;
        }
    };
    fill(&mut event.id, id);
    fill(&mut event.source, source);
    fill(&mut event.tenant, tenant);
    // An attribute that brokers and gateways set must not cost the event: a time that cannot be read is left out.
    if event.occurred_at.is_none() {
        event.occurred_at = parse_time(&time);
    }
    Ok(event)
}

fn parse_time(text: &str) -> Option<Timestamp> {
    chrono::DateTime::parse_from_rfc3339(text).ok().map(|time| check::stamp(time.to_utc()))
}

/// Decodes percent-encoding, which header values use for everything but printable ASCII, as in the HTTP binding. An
/// incomplete escape is left unchanged.
fn percent_decoded(value: &str) -> String {
    let bytes = value.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let [first, tail @ ..] = rest {
        let hex = tail
            .get(..2)
            .and_then(|two| std::str::from_utf8(two).ok())
            .and_then(|two| u8::from_str_radix(two, 16).ok());
        match hex {
            Some(byte) if *first == b'%' => {
                decoded.push(byte);
                rest = &tail[2..];
            }
            _ => {
                decoded.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(decoded).unwrap_or_else(|_| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_encoding_is_decoded_and_other_text_is_unchanged() {
        for (encoded, plain) in
            [("plain", "plain"), ("Z%C3%BCrich", "Zürich"), ("100%", "100%"), ("a%zz", "a%zz"), ("%ff", "%ff")]
        {
            assert_eq!(percent_decoded(encoded), plain, "{encoded}");
        }
    }
}
