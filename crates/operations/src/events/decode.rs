//! Bodies with events: single events in each format of the contract, lists of them, and Helius webhooks. Pure.

use std::fmt;

use domain::{Event, Tenant};
use proto::event::{Envelope, InvalidEvent};
use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::OperationError;

/// Maximum events of a batch.
const MAX_BATCH: usize = 10_000;
/// Maximum size of an event as text, in bytes. Escapes make it larger than the stored event, which has at most 508 KiB.
const MAX_RECORD: usize = 2 << 20;

/// An event, or the reason why it is refused.
pub type Decoded = Result<Event, InvalidEvent>;

/// A body with events as a publisher sends it.
#[derive(Debug, Clone)]
pub struct EventPayload<'a> {
    /// Media type in lower case without parameters; empty if there is none.
    pub media_type: String,
    /// Attributes of a CloudEvent in binary mode: names that begin with `ce-`, with their values.
    pub attributes: Vec<(String, String)>,
    /// The complete body.
    pub bytes: &'a [u8],
}

/// Decodes the single event of a body: protobuf, JSON, or a CloudEvent in structured or binary mode.
///
/// # Errors
/// The event is invalid, or names another tenant.
pub fn decode(tenant: &Tenant, payload: &EventPayload<'_>) -> Decoded {
    // The media type is optional: a body that is an object in JSON is an event, or a CloudEvent.
    let bytes = without_mark(payload.bytes);
    let content_type = match payload.media_type.as_str() {
        "" if bytes.trim_ascii_start().starts_with(b"{") => "application/json",
        "" => {
            let detail = "is missing; send application/json or application/x-protobuf";
            return Err(InvalidEvent::new("Content-Type", detail));
        }
        media_type => media_type,
    };
    let envelope = Envelope { content_type, headers: &payload.attributes, subject: "" };
    check_size(payload.bytes)?;
    proto::published_by(tenant, &envelope, bytes)
}

/// Some programs write a byte order mark before JSON.
fn without_mark(bytes: &[u8]) -> &[u8] {
    match bytes.strip_prefix("\u{feff}".as_bytes()) {
        Some(text) if text.trim_ascii_start().starts_with(b"{") || text.trim_ascii_start().starts_with(b"[") => text,
        _ => bytes,
    }
}

/// The events of a batch, which are decoded one after the other: a decoded event takes several times its size.
#[derive(Debug)]
pub struct Batch<'a> {
    /// Media type of each record; `None` for transactions of Helius.
    content_type: Option<&'static str>,
    records: Vec<Record<'a>>,
}

/// One event of a batch as text.
#[derive(Debug, Clone, Copy)]
struct Record<'a> {
    /// Line of NDJSON, or place in a list, from 1.
    line: usize,
    text: &'a [u8],
}

impl Batch<'_> {
    /// Returns the number of events, 1 to [`MAX_BATCH`].
    pub fn events(&self) -> usize {
        self.records.len()
    }

    /// Returns the memory in bytes that the outcomes of most batches of this length take.
    pub fn outcome_bytes(&self) -> usize {
        self.records.len() * super::LARGEST_OUTCOME
    }

    /// Decodes each event by itself. Yields it with its line of NDJSON, or its place in the list, from 1.
    pub fn decode(&self, tenant: &Tenant) -> impl Iterator<Item = (usize, Decoded)> {
        self.records.iter().map(|record| (record.line, self.decode_one(tenant, record.text)))
    }

    fn decode_one(&self, tenant: &Tenant, text: &[u8]) -> Decoded {
        check_size(text)?;
        match self.content_type {
            Some(content_type) => {
                let envelope = Envelope { content_type, ..Envelope::default() };
                proto::published_by(tenant, &envelope, text)
            }
            // The record is a part of a JSON text.
            None => proto::helius::event(std::str::from_utf8(text).unwrap_or_default(), tenant),
        }
    }
}

/// Divides the body of a batch: NDJSON, a JSON list of events, or a JSON list of CloudEvents.
///
/// # Errors
/// The body is not a list, or has more than [`MAX_BATCH`] events.
pub fn batch<'a>(payload: &EventPayload<'a>) -> Result<Batch<'a>, OperationError> {
    let bytes = without_mark(payload.bytes);
    let (records, content_type) = match payload.media_type.as_str() {
        "application/x-ndjson"
        | "application/ndjson"
        | "text/x-ndjson"
        | "application/jsonl"
        | "application/x-jsonl"
        | "application/jsonlines"
        | "application/x-jsonlines"
        | "application/json-lines" => (lines(bytes)?, "application/json"),
        "application/json" | "text/json" => (records(bytes)?, "application/json"),
        "application/cloudevents-batch+json" => (records(bytes)?, "application/cloudevents+json"),
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
pub fn helius_batch<'a>(payload: &EventPayload<'a>) -> Result<Batch<'a>, OperationError> {
    if payload.media_type != "application/json" {
        return Err(InvalidEvent::new("Content-Type", "is not supported; send application/json").into());
    }
    Ok(Batch { content_type: None, records: records(without_mark(payload.bytes))? })
}

/// Refuses text that is larger than that of any event, before a tree of values is made of it.
fn check_size(record: &[u8]) -> Result<(), InvalidEvent> {
    let bytes = record.len();
    match bytes <= MAX_RECORD {
        true => Ok(()),
        false => Err(InvalidEvent::new("body", format!("has {bytes} bytes; an event has at most {MAX_RECORD} bytes"))),
    }
}

fn lines(body: &[u8]) -> Result<Vec<Record<'_>>, OperationError> {
    let lines = || {
        let numbered = body.split(|byte| *byte == b'\n').zip(1..);
        numbered.map(|(text, line)| Record { line, text: text.trim_ascii() }).filter(|record| !record.text.is_empty())
    };
    // Counted before they are collected: a body of short lines has millions of them.
    check_length(lines().count())?;
    Ok(lines().collect())
}

fn records(body: &[u8]) -> Result<Vec<Record<'_>>, OperationError> {
    if body.trim_ascii_start().starts_with(b"{") {
        let detail = "is a JSON object where a list is expected; send one event to /v1/events, and one event per line \
                      as application/x-ndjson";
        return Err(OperationError::invalid("body", detail));
    }
    let Records { first, all } = serde_json::from_slice(body)
        .map_err(|error| OperationError::invalid("body", format!("is not a JSON list ({error})")))?;
    check_length(all)?;
    Ok(first.into_iter().zip(1..).map(|(text, line)| Record { line, text }).collect())
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

fn check_length(events: usize) -> Result<(), OperationError> {
    match events {
        0 => Err(OperationError::invalid("body", "contains no event")),
        1..=MAX_BATCH => Ok(()),
        _ => Err(OperationError::invalid("body", format!("contains {events} events; a batch has at most {MAX_BATCH}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload<'a>(media_type: &str, body: &'a str) -> EventPayload<'a> {
        EventPayload { media_type: media_type.to_owned(), attributes: Vec::new(), bytes: body.as_bytes() }
    }

    fn acme() -> Tenant {
        Tenant::parse("acme").unwrap()
    }

    fn decoded(payload: &EventPayload<'_>) -> Vec<Decoded> {
        batch(payload).unwrap().decode(&acme()).map(|(_, decoded)| decoded).collect()
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
        binary.attributes.push(("ce-id".to_owned(), "from-header".to_owned()));
        assert_eq!(decode(&acme(), &binary).unwrap().id.as_str(), "from-header");
        binary.attributes.push(("ce-tenant".to_owned(), "other".to_owned()));
        assert_eq!(decode(&acme(), &binary).unwrap_err().path, "tenant");
    }

    #[test]
    fn each_event_of_a_batch_is_decoded_by_itself() {
        let body = format!("{ASKED}\n\n{{}}\r\n{}\n", ASKED.replace("\"a\"", "\"b\""));
        let read = decoded(&payload("application/x-ndjson", &body));
        assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
        let lines = batch(&payload("application/x-ndjson", &body)).unwrap();
        let lines: Vec<usize> = lines.decode(&acme()).map(|(line, _)| line).collect();
        assert_eq!(lines, [1, 3, 4], "an empty line is counted");
        let list = format!("[{ASKED}, 1]");
        for (media_type, list) in [("application/json", &list), ("text/json", &format!("\u{feff}{list}"))] {
            let read = decoded(&payload(media_type, list));
            assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false], "{media_type}");
        }
        let marked = format!("\u{feff}{ASKED}\n{ASKED}");
        for media_type in ["application/x-jsonlines", "application/jsonlines", "text/x-ndjson"] {
            assert!(decoded(&payload(media_type, &marked)).iter().all(Result::is_ok), "{media_type}");
        }
        assert!(decode(&acme(), &payload("", &format!("\u{feff}{ASKED}"))).is_ok());
        assert!(decode(&acme(), &payload("application/vnd.acme+json", ASKED)).is_ok());
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
        let read: Vec<Decoded> = helius_batch(&payload).unwrap().decode(&acme()).map(|(_, one)| one).collect();
        assert_eq!(read[0].as_ref().unwrap().source, "helius");
        assert_eq!((read[0].as_ref().unwrap().tenant.clone(), read[1].is_err()), (acme(), true));
    }

    #[test]
    fn of_a_list_that_is_too_long_no_more_entries_are_kept_than_a_batch_has() {
        let many = format!("[{}1]", "1,".repeat(3 * MAX_BATCH));
        let Records { first, all } = serde_json::from_str(&many).unwrap();
        assert_eq!((first.len(), all), (MAX_BATCH + 1, 3 * MAX_BATCH + 1));
        let refused = batch(&payload("application/json", &many)).unwrap_err();
        assert!(refused.to_string().contains("30001 events"), "{refused}");
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
