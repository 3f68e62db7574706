//! Bodies with events: single events in each format of the contract, lists of them, and Helius webhooks. Pure.

use axum::http::HeaderMap;
use bytes::Bytes;
use domain::{Event, Tenant};
use proto::event::{Envelope, InvalidEvent};
use serde_json::value::RawValue;

use crate::http::{Payload, Problem};

/// Maximum events of a batch.
pub(super) const MAX_BATCH: usize = 10_000;

/// An event, or the reason why it is refused.
pub type Decoded = Result<Event, InvalidEvent>;

/// Decodes the single event of a body: protobuf, JSON, or a CloudEvent in structured or binary mode.
///
/// # Errors
/// The event is invalid, or names another tenant.
pub fn decode(tenant: &Tenant, payload: &Payload) -> Decoded {
    let media_type = payload.media_type();
    if media_type.is_empty() {
        return Err(InvalidEvent::new("Content-Type", "is missing; send application/json or application/x-protobuf"));
    }
    let headers = attributes(&payload.headers);
    let envelope = Envelope { content_type: &media_type, headers: &headers, subject: "" };
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

/// Decodes a batch: NDJSON, a JSON list of events, or a JSON list of CloudEvents. Each event is decoded by itself.
///
/// # Errors
/// The body is not a list, or has more than [`MAX_BATCH`] events.
pub fn decode_many(tenant: &Tenant, payload: &Payload) -> Result<Vec<Decoded>, Problem> {
    match payload.media_type().as_str() {
        "application/x-ndjson" | "application/jsonl" | "application/ndjson" => lines(tenant, &payload.bytes),
        "application/json" => list(tenant, &payload.bytes, "application/json"),
        "application/cloudevents-batch+json" => list(tenant, &payload.bytes, "application/cloudevents+json"),
        _ => {
            let accepted = "application/x-ndjson, application/json or application/cloudevents-batch+json";
            Err(InvalidEvent::new("Content-Type", format!("is not supported; send {accepted}")).into())
        }
    }
}

/// Decodes the transactions of a Helius webhook: a list of enhanced transactions.
///
/// # Errors
/// As for [`decode_many`].
pub fn decode_helius(tenant: &Tenant, payload: &Payload) -> Result<Vec<Decoded>, Problem> {
    if payload.media_type() != "application/json" {
        return Err(InvalidEvent::new("Content-Type", "is not supported; send application/json").into());
    }
    let records = records(&payload.bytes)?;
    Ok(records.into_iter().map(|record| proto::helius::event(record.get(), tenant)).collect())
}

fn lines(tenant: &Tenant, body: &Bytes) -> Result<Vec<Decoded>, Problem> {
    let lines: Vec<&[u8]> =
        body.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()).collect();
    check_length(lines.len())?;
    let envelope = Envelope { content_type: "application/json", ..Envelope::default() };
    Ok(lines.into_iter().map(|line| proto::published_by(tenant, &envelope, line)).collect())
}

fn list(tenant: &Tenant, body: &Bytes, content_type: &str) -> Result<Vec<Decoded>, Problem> {
    let envelope = Envelope { content_type, ..Envelope::default() };
    let decoded = |record: &RawValue| proto::published_by(tenant, &envelope, record.get().as_bytes());
    Ok(records(body)?.into_iter().map(decoded).collect())
}

fn records(body: &Bytes) -> Result<Vec<&RawValue>, Problem> {
    let records: Vec<&RawValue> = serde_json::from_slice(body)
        .map_err(|error| Problem::invalid("body", format!("is not a JSON list ({error})")))?;
    check_length(records.len())?;
    Ok(records)
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

    use super::*;

    fn payload(media_type: &'static str, body: &str) -> Payload {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
        Payload { path: "/v1/events".to_owned(), headers, bytes: Bytes::copy_from_slice(body.as_bytes()) }
    }

    fn acme() -> Tenant {
        Tenant::parse("acme").unwrap()
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
        let read = decode_many(&acme(), &payload("application/x-ndjson", &body)).unwrap();
        assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
        let list = format!("[{ASKED}, 1]");
        let read = decode_many(&acme(), &payload("application/json", &list)).unwrap();
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
            assert!(decode_many(&acme(), &payload(media_type, body)).is_err(), "{media_type}");
        }
    }

    #[test]
    fn a_helius_webhook_is_a_list_of_transactions() {
        let body = r#"[{"signature":"5h6x","type":"SWAP","timestamp":1700000000}, {"type":"SWAP"}]"#;
        let read = decode_helius(&acme(), &payload("application/json", body)).unwrap();
        assert_eq!(read[0].as_ref().unwrap().source, "helius");
        assert_eq!((read[0].as_ref().unwrap().tenant.clone(), read[1].is_err()), (acme(), true));
    }
}
