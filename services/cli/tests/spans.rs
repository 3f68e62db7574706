//! The span receiver over real HTTP, with the exporter's wire format.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use cli::traces::{Receiver, read, render, select};
use prost::Message;

/// A span in the exporter's format, with a field (trace_state, 3) that the receiver does not know.
#[derive(Clone, PartialEq, Message)]
struct Export {
    #[prost(message, repeated, tag = "1")]
    resource_spans: Vec<Group>,
}

#[derive(Clone, PartialEq, Message)]
struct Group {
    #[prost(message, repeated, tag = "2")]
    scope_spans: Vec<Scope>,
}

#[derive(Clone, PartialEq, Message)]
struct Scope {
    #[prost(message, repeated, tag = "2")]
    spans: Vec<Exported>,
}

#[derive(Clone, PartialEq, Message)]
struct Exported {
    #[prost(bytes = "vec", tag = "1")]
    trace_id: Vec<u8>,
    #[prost(bytes = "vec", tag = "2")]
    span_id: Vec<u8>,
    #[prost(string, tag = "3")]
    trace_state: String,
    #[prost(string, tag = "5")]
    name: String,
    #[prost(fixed64, tag = "7")]
    start: u64,
    #[prost(fixed64, tag = "8")]
    end: u64,
}

async fn post(url: &str, body: Vec<u8>) -> u16 {
    let client = telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap();
    client
        .post(format!("{url}/v1/traces"))
        .header("content-type", "application/x-protobuf")
        .body(body)
        .send()
        .await
        .unwrap()
        .status()
        .as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn received_spans_are_appended_to_the_file_and_rendered_as_a_tree() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("below/spans.ndjson");
    let receiver = Receiver::start(([127, 0, 0, 1], 0).into(), &file).await.unwrap();
    let span = Exported {
        trace_id: vec![7; 16],
        span_id: vec![1; 8],
        trace_state: "a=b".into(),
        name: "publish".into(),
        start: 5,
        end: 2_005,
    };
    let export = Export { resource_spans: vec![Group { scope_spans: vec![Scope { spans: vec![span] }] }] };
    assert_eq!(post(&receiver.url(), export.encode_to_vec()).await, 200);
    assert_eq!(post(&receiver.url(), vec![0xff; 9]).await, 400);
    // A line truncated by a kill is skipped.
    std::fs::OpenOptions::new()
        .append(true)
        .open(&file)
        .map(|mut file| std::io::Write::write_all(&mut file, b"{\"trace\":\"07"))
        .unwrap()
        .unwrap();
    let found = select(read(&file).unwrap(), &["07".repeat(16)]);
    assert_eq!(render(&found).len(), 2);
    assert!(render(&found)[1].contains("publish  2 µs (+0 µs)"), "{:?}", render(&found));
    assert!(read(&folder.path().join("none")).unwrap_err().to_string().contains("auspex up"));
}
