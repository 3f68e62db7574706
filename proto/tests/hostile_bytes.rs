//! Events of publishers with arbitrary bytes in every format: no panic, and work that is linear in the input.

#[path = "../../fuzz/hostile_bytes.rs"]
mod hostile_bytes;

use domain::Tenant;
use hostile_bytes::{linear, mutants};
use proto::event::Envelope;

const JSON: &[u8] = br#"{"id": "e1", "source": "s", "question": {"text": "Will it rise?", "market": {"price": "0.5", "venue": null}, "closesAt": "2026-01-02T03:04:05Z"}}"#;
const CLOUD: &[u8] = br#"{"specversion": "1.0", "id": "e1", "source": "s", "type": "auspex.event.question", "datacontenttype": "application/json", "data": {"question": {"text": "Will it rise?"}}}"#;
const HELIUS: &[u8] = br#"[{"signature": "5h6x", "timestamp": 1700000000, "type": "SWAP", "tokenTransfers": [{"mint": "m", "tokenAmount": 1.5}], "nativeTransfers": [{"amount": 5}], "events": {"swap": {"nativeInput": {"amount": "7"}}}}]"#;
const PROTOBUF: &[u8] =
    b"\x0a\x02e1\x12\x01s\x1a\x07default\x2a\x10\x0a\x0eWill it rise?\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01";

fn published(content_type: &str, bytes: &[u8]) {
    let envelope = Envelope { content_type, headers: &[], subject: "" };
    let _ = proto::published_by(&Tenant::default(), &envelope, bytes);
}

fn json(bytes: &[u8]) {
    published("application/json", bytes);
}

fn cloud_event(bytes: &[u8]) {
    published("application/cloudevents+json", bytes);
}

fn protobuf(bytes: &[u8]) {
    published("application/protobuf", bytes);
}

fn helius(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = proto::helius::event(&text, &Tenant::default());
    let _ = proto::helius::event(text.trim_matches(['[', ']']), &Tenant::default());
}

#[test]
fn arbitrary_bytes_panic_no_decoder_of_events() {
    mutants(&[JSON], json);
    mutants(&[CLOUD], cloud_event);
    mutants(&[PROTOBUF], protobuf);
    mutants(&[HELIUS], helius);
}

#[test]
fn tenfold_events_take_at_most_twelvefold_time() {
    let patterns = ["{", "[", "{\"a\":", "\"", "\\u0000", "null,", "a", "{\"id\": null, ", "\n", "{\"question\": {"];
    linear("JSON event", &patterns, 20_000, json);
    linear("CloudEvent", &patterns, 20_000, cloud_event);
    linear("Helius", &patterns, 20_000, helius);
    linear(
        "protobuf event",
        &["\n\u{1}a", "\u{8}\u{1}", "\u{b}", "\u{c}", "\u{2a}\u{2}\n\0", "\u{7f}"],
        20_000,
        protobuf,
    );
}
