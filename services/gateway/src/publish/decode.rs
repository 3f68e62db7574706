//! Bodies with events: single events in each format of the contract, lists of them, and Helius webhooks. Pure.

use std::fmt;

use axum::http::HeaderMap;
use domain::{Event, Tenant};
use proto::event::{Envelope, InvalidEvent};
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::http::{Payload, Problem};

/// Maximum events of a batch.
const MAX_BATCH: usize = 10_000;
/// Maximum size of an event as text, in bytes. Escapes make it larger than the stored event, which has at most 508 KiB.
const MAX_RECORD: usize = 2 << 20;

/// An event, or the reason why it is refused.
pub type Decoded = Result<Event, InvalidEvent>;

/// Decodes the single event of a body: protobuf, JSON, or a CloudEvent in structured or binary mode.
///
/// # Errors
/// The event is invalid, or names another tenant.
pub fn decode(tenant: &Tenant, payload: &Payload) -> Decoded {
    let mut media_type = payload.media_type();
    // The header is optional: a body that is an object in JSON is an event, or a CloudEvent.
    if media_type.is_empty() && payload.bytes.trim_ascii_start().starts_with(b"{") {
        "application/json".clone_into(&mut media_type);
    }
    if media_type.is_empty() {
        return Err(InvalidEvent::new("Content-Type", "is missing; send application/json or application/x-protobuf"));
    }
    let headers = attributes(&payload.headers);
    let envelope = Envelope { content_type: &media_type, headers: &headers, subject: "" };
    check_size(&payload.bytes)?;
    proto::published_by(tenant, &envelope, &payload.bytes)
}

/// Returns the attributes of a CloudEvent in binary mode.
fn attributes(headers: &HeaderMap) -> Vec<(String, String)> {
    let attribute = |(name, value): (&axum::http::HeaderName, &axum::http::HeaderValue)| {
        let value = value.to_str().ok().filter(|_| name.as_str().starts_with("ce-"))?;
        Some((name.as_str().to_owned(), value.to_owned()))
    };
    headers.iter().filter_map(attribute).collect()
}

/// The events of a batch, which are decoded one after the other: a decoded event takes several times its size.
#[derive(Debug)]
pub struct Batch<'a> {
    /// Media type of each record; `None` for transactions of Helius.
    content_type: Option<&'static str>,
    records: Vec<&'a [u8]>,
}

impl Batch<'_> {
    /// Returns the number of events, 1 to [`MAX_BATCH`].
    pub fn events(&self) -> usize {
        self.records.len()
    }

    /// Decodes each event by itself.
    pub fn decode(&self, tenant: &Tenant) -> impl Iterator<Item = Decoded> {
        self.records.iter().map(|record| {
            check_size(record)?;
            match self.content_type {
                Some(content_type) => {
                    let envelope = Envelope { content_type, ..Envelope::default() };
                    proto::published_by(tenant, &envelope, record)
                }
                // The record is a part of a JSON text.
                None => proto::helius::event(std::str::from_utf8(record).unwrap_or_default(), tenant),
            }
        })
    }
}

/// Divides the body of a batch: NDJSON, a JSON list of events, or a JSON list of CloudEvents.
///
/// # Errors
/// The body is not a list, or has more than [`MAX_BATCH`] events.
pub fn batch(payload: &Payload) -> Result<Batch<'_>, Problem> {
    let (records, content_type) = match payload.media_type().as_str() {
        "application/x-ndjson" | "application/jsonl" | "application/ndjson" => {
            (lines(&payload.bytes)?, "application/json")
        }
        "application/json" => (records(&payload.bytes)?, "application/json"),
        "application/cloudevents-batch+json" => (records(&payload.bytes)?, "application/cloudevents+json"),
        _ => {
            let accepted = "application/x-ndjson, application/json or application/cloudevents-batch+json";
            return Err(InvalidEvent::new("Content-Type", format!("is not supported; send {accepted}")).into());
        }
    };
    Ok(Batch { content_type: Some(content_type), records })
}

/// Divides the body of a Helius webhook: a list of enhanced transactions.
///
/// # Errors
/// As for [`batch`].
pub fn helius_batch(payload: &Payload) -> Result<Batch<'_>, Problem> {
    if payload.media_type() != "application/json" {
        return Err(InvalidEvent::new("Content-Type", "is not supported; send application/json").into());
    }
    Ok(Batch { content_type: None, records: records(&payload.bytes)? })
}

/// Refuses text that is larger than that of any event, before a tree of values is made of it.
fn check_size(record: &[u8]) -> Result<(), InvalidEvent> {
    let bytes = record.len();
    match bytes <= MAX_RECORD {
        true => Ok(()),
        false => Err(InvalidEvent::new("body", format!("has {bytes} bytes; an event has at most {MAX_RECORD} bytes"))),
    }
}

fn lines(body: &[u8]) -> Result<Vec<&[u8]>, Problem> {
    let lines = || body.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    // Counted before they are collected: a body of short lines has millions of them.
    check_length(lines().count())?;
    Ok(lines().collect())
}

fn records(body: &[u8]) -> Result<Vec<&[u8]>, Problem> {
    let Records { first, all } = serde_json::from_slice(body)
        .map_err(|error| Problem::invalid("body", format!("is not a JSON list ({error})")))?;
    check_length(all)?;
    Ok(first)
}

/// The first entries of a JSON list, one more than a batch may have, and the number of all entries.
struct Records<'a> {
    first: Vec<&'a [u8]>,
    all: usize,
}

impl<'de> Deserialize<'de> for Records<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(RecordsVisitor)
    }
}

struct RecordsVisitor;

impl<'de> Visitor<'de> for RecordsVisitor {
    type Value = Records<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut first = Vec::new();
        while first.len() <= MAX_BATCH {
            let Some(record) = list.next_element::<&RawValue>()? else {
                return Ok(Records { all: first.len(), first });
            };
            first.push(record.get().as_bytes());
        }
        let mut all = first.len();
        while list.next_element::<IgnoredAny>()?.is_some() {
            all += 1;
        }
        Ok(Records { first, all })
    }
}

fn check_length(events: usize) -> Result<(), Problem> {
    match events {
        0 => Err(Problem::invalid("body", "contains no event")),
        1..=MAX_BATCH => Ok(()),
        _ => Err(Problem::invalid("body", format!("contains {events} events; a batch has at most {MAX_BATCH}"))),
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderValue, header};
    use bytes::Bytes;

    use super::*;

    fn payload(media_type: &'static str, body: &str) -> Payload {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        Payload { path: "/v1/events".to_owned(), headers, bytes: Bytes::copy_from_slice(body.as_bytes()) }
    }

    fn acme() -> Tenant {
        Tenant::parse("acme").unwrap()
    }

    fn decoded(payload: &Payload) -> Vec<Decoded> {
        batch(payload).unwrap().decode(&acme()).collect()
    }

    const ASKED: &str = r#"{"id":"a","question":{"text":"Will it?"}}"#;

    #[test]
    fn an_event_has_the_tenant_of_its_publisher_and_may_name_no_other() {
        assert_eq!(decode(&acme(), &payload("application/json", ASKED)).unwrap().tenant, acme());
        let named = |tenant| format!(r#"{{"id":"a","tenant":"{tenant}","question":{{"text":"q"}}}}"#);
        assert!(decode(&acme(), &payload("application/json", &named("acme"))).is_ok());
        for other in ["default", "other"] {
            assert_eq!(decode(&acme(), &payload("application/json", &named(other))).unwrap_err().path, "tenant");
        }
    }

    #[test]
    fn cloud_events_are_read_in_both_modes() {
        let structured = format!(r#"{{"specversion":"1.0","id":"c","source":"s","type":"t","data":{ASKED}}}"#);
        assert_eq!(decode(&acme(), &payload("application/cloudevents+json", &structured)).unwrap().id.as_str(), "a");
        let mut binary = payload("application/json", r#"{"question":{"text":"q"}}"#);
        binary.headers.insert("ce-id", HeaderValue::from_static("from-header"));
        assert_eq!(decode(&acme(), &binary).unwrap().id.as_str(), "from-header");
        binary.headers.insert("ce-tenant", HeaderValue::from_static("other"));
        assert_eq!(decode(&acme(), &binary).unwrap_err().path, "tenant");
    }

    #[test]
    fn each_event_of_a_batch_is_decoded_by_itself() {
        let body = format!("{ASKED}\n\n{{}}\r\n{}\n", ASKED.replace("\"a\"", "\"b\""));
        let read = decoded(&payload("application/x-ndjson", &body));
        assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
        let list = format!("[{ASKED}, 1]");
        let read = decoded(&payload("application/json", &list));
        assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn other_bodies_are_refused() {
        let many = "{}\n".repeat(MAX_BATCH + 1);
        for (media_type, body) in [
            ("application/x-ndjson", "\n"),
            ("application/x-ndjson", many.as_str()),
            ("application/json", ASKED),
            ("application/json", "["),
            ("text/plain", ASKED),
        ] {
            assert!(batch(&payload(media_type, body)).is_err(), "{media_type}");
        }
    }

    #[test]
    fn a_helius_webhook_is_a_list_of_transactions() {
        let body = r#"[{"signature":"5h6x","type":"SWAP","timestamp":1700000000}, {"type":"SWAP"}]"#;
        let payload = payload("application/json", body);
        let read: Vec<Decoded> = helius_batch(&payload).unwrap().decode(&acme()).collect();
        assert_eq!(read[0].as_ref().unwrap().source, "helius");
        assert_eq!((read[0].as_ref().unwrap().tenant.clone(), read[1].is_err()), (acme(), true));
    }

    #[test]
    fn of_a_list_that_is_too_long_no_more_entries_are_kept_than_a_batch_has() {
        let many = format!("[{}1]", "1,".repeat(3 * MAX_BATCH));
        let Records { first, all } = serde_json::from_str(&many).unwrap();
        assert_eq!((first.len(), all), (MAX_BATCH + 1, 3 * MAX_BATCH + 1));
        let refused = batch(&payload("application/json", &many)).unwrap_err();
        assert!(refused.detail().contains("30001 events"), "{}", refused.detail());
    }

    #[test]
    fn text_that_is_too_large_for_an_event_is_refused_before_it_is_read() {
        let large = format!("{}{ASKED}", " ".repeat(MAX_RECORD));
        assert_eq!(decode(&acme(), &payload("application/json", &large)).unwrap_err().path, "body");
        let padded = format!("[{{{}{}, {ASKED}]", " ".repeat(MAX_RECORD), &ASKED[1..]);
        let read = decoded(&payload("application/json", &padded));
        assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true]);
    }
}
