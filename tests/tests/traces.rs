//! Traces of the fleet, received over OTLP: every hop, model call, tool call, HTTP request, transaction and publish of
//! an event is in the event's trace, also if the event was handled in a batch. Metrics of waiting times and stores are
//! reported.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::collections::{BTreeMap, BTreeSet};

use async_nats::HeaderMap;
use cli::traces::{Receiver, Span, read};
use domain::Event;
use proto::event::Fact;
use proto::events::EventReceived;
use tests::wait::PATIENCE;
use tests::{Fleet, Setup, events, wait};

/// Span of the publisher, which exports nothing here.
const PUBLISHER: &str = "00f067aa0ba902b7";

/// A fleet whose spans are received in a file.
struct Traced {
    fleet: Fleet,
    receiver: Receiver,
    folder: tempfile::TempDir,
}

impl Traced {
    async fn start(setup: Setup) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let listen = "127.0.0.1:0".parse().unwrap();
        let receiver = Receiver::start(listen, &folder.path().join("spans.ndjson")).await.unwrap();
        let setup = setup
            .with("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url())
            .with("AUSPEX_LOG", "info")
            .with("OTEL_BSP_SCHEDULE_DELAY", "200");
        Self { fleet: Fleet::start(setup).await.unwrap(), receiver, folder }
    }

    /// Publishes an event as the span [`PUBLISHER`] of a trace.
    async fn publish(&self, event: &Event, trace: &str) {
        let fact = EventReceived(event.clone());
        let mut headers = HeaderMap::new();
        headers.insert("Nats-Msg-Id", event.job().to_string());
        headers.insert("traceparent", format!("00-{trace}-{PUBLISHER}-01"));
        let jetstream = &self.fleet.publisher.jetstream;
        jetstream.publish_with_headers(fact.subject(), headers, fact.encode().into()).await.unwrap().await.unwrap();
    }

    /// Returns the spans of a trace as soon as they satisfy a condition.
    async fn spans(&self, trace: &str, complete: impl Fn(&[Span]) -> Result<(), String>) -> Vec<Span> {
        let file = self.folder.path().join("spans.ndjson");
        let received = wait::until("the spans of the trace", PATIENCE, || async {
            let mut spans = read(&file)?;
            spans.retain(|span| span.trace == trace);
            Ok(complete(&spans).map(|()| spans))
        });
        let url = self.receiver.url();
        received.await.unwrap_or_else(|error| panic!("{error} at {url}\n{}", self.fleet.logs()))
    }
}

fn attribute<'a>(span: &'a Span, name: &str) -> &'a str {
    span.attributes.get(name).map(String::as_str).unwrap_or_default()
}

fn values<'a>(spans: &'a [Span], name: &str) -> BTreeSet<&'a str> {
    spans.iter().map(|span| attribute(span, name)).filter(|value| !value.is_empty()).collect()
}

/// Returns the spans whose parents were not received.
fn orphans(spans: &[Span]) -> Vec<&str> {
    let ids: BTreeSet<&str> = spans.iter().map(|span| span.span.as_str()).chain([PUBLISHER]).collect();
    spans.iter().filter(|span| !ids.contains(span.parent.as_str())).map(|span| span.name.as_str()).collect()
}

/// Every message that a delivery processed was published by a span of the trace, except the event itself; every
/// delivery ended.
fn is_complete(spans: &[Span]) -> Result<(), String> {
    let of = |operation: &str| -> BTreeSet<&str> {
        let here = |span: &&Span| attribute(span, "messaging.operation.name") == operation;
        spans.iter().filter(here).map(|span| attribute(span, "messaging.message.id")).collect()
    };
    let (processed, published) = (of("process"), of("publish"));
    let unprocessed: Vec<_> = processed.difference(&published).collect();
    let has_result = values(spans, "messaging.destination.template").contains("auspex.result.forecast");
    match (unprocessed.len(), orphans(spans)) {
        (1, orphans) if orphans.is_empty() && has_result => Ok(()),
        (_, orphans) => {
            Err(format!("{} spans; not published: {unprocessed:?}; without parents: {orphans:?}", spans.len()))
        }
    }
}

#[tokio::test]
async fn the_trace_of_a_question_contains_every_hop_call_request_transaction_and_publish() {
    let traced = Traced::start(Setup::default()).await;
    let (trace, event) = ("4bf92f3577b34da6a3ce929d0e0e4736", events::question(1));
    traced.publish(&event, trace).await;
    traced.fleet.settled(&[event.job()], PATIENCE).await.unwrap();
    let spans = traced.spans(trace, is_complete).await;
    let consumers = values(&spans, "consumer");
    for name in ["classifier", "researcher", "filter", "forecaster-runs", "forecaster-rounds", "writer-forecasts"] {
        assert!(consumers.contains(name), "{name}: {consumers:?}");
    }
    let calls: Vec<&Span> = spans.iter().filter(|span| attribute(span, "gen_ai.operation.name") == "chat").collect();
    assert!(calls.len() > 3, "{}", calls.len());
    for call in &calls {
        assert!(!attribute(call, "gen_ai.response.finish_reasons").is_empty(), "{call:?}");
    }
    let tools = values(&spans, "gen_ai.tool.name");
    assert!(tools.contains("store_research_results") && tools.len() > 1, "{tools:?}");
    let by_tools = spans.iter().filter(|span| span.name.starts_with("execute_tool "));
    let tool_ids: BTreeSet<&str> = by_tools.map(|span| span.span.as_str()).collect();
    let requests: Vec<&Span> = spans.iter().filter(|span| !attribute(span, "http.request.method").is_empty()).collect();
    assert!(requests.iter().any(|request| tool_ids.contains(request.parent.as_str())), "{requests:#?}");
    assert!(requests.iter().all(|request| !attribute(request, "url.full").contains('?')), "{requests:#?}");
    let transactions = values(&spans, "db.operation.name");
    for name in ["begin", "commit", "ledger"] {
        assert!(transactions.contains(name), "{name}: {transactions:?}");
    }
}

#[tokio::test]
async fn a_fleet_reports_waiting_times_and_the_use_of_its_stores() {
    let fleet = Fleet::start(Setup::default()).await.unwrap();
    fleet.run(&[events::question(1)], PATIENCE).await.unwrap();
    let mut reported = String::new();
    for place in fleet.places("") {
        reported.push_str(&fleet.metrics(place).await.unwrap());
    }
    for series in [
        "auspex_queue_age_seconds_count{service=\"filter\",consumer=\"filter\"} ",
        "auspex_result_latency_seconds_count{service=\"writer\",kind=\"forecast\"} 1",
        "auspex_store_connections{service=\"writer\",state=\"idle\"} ",
        "auspex_store_max_connections{service=\"writer\"} 2",
        "auspex_store_acquire_seconds_count{service=\"writer\"} ",
        "auspex_redis_duration_seconds_count{service=\"researcher\",outcome=\"ok\"} ",
        "auspex_process_cpu_milliseconds_total{service=\"writer\"} ",
        "auspex_process_open_files{service=\"writer\"} ",
        "gen_ai_client_token_usage_count{service=\"researcher\",",
    ] {
        assert!(reported.contains(&format!("\n{series}")), "{series} is not in\n{reported}");
    }
}

/// Two transactions of one batch, each in its own trace, share one model call.
#[tokio::test]
async fn the_model_call_of_a_batch_is_in_the_trace_of_each_of_its_events() {
    let traced = Traced::start(Setup::default().only(&["classifier"]).with("AUSPEX_CLASSIFIER_LINGER", "2s")).await;
    let both = ["1", "2"].map(|digit| digit.repeat(32));
    for (n, trace) in both.iter().enumerate() {
        traced.publish(&events::transaction(n), trace).await;
    }
    let has_call = |spans: &[Span]| {
        let names: Vec<&str> = spans.iter().map(|span| span.name.as_str()).collect();
        let has = |prefix: &str| names.iter().any(|name| name.starts_with(prefix));
        let complete = has("chat ") && has("process auspex.event") && has("process classifier batch");
        if complete && orphans(spans).is_empty() { Ok(()) } else { Err(format!("{names:?}")) }
    };
    let mut originals = BTreeMap::new();
    for trace in &both {
        let spans = traced.spans(trace, has_call).await;
        let call = spans.iter().find(|span| span.name.starts_with("chat ")).unwrap();
        let original = attribute(call, "auspex.copy_of.trace_id");
        assert!(!attribute(call, "auspex.batch.cost.micro_usd").is_empty(), "{call:?}");
        assert_eq!(attribute(call, "auspex.cost.micro_usd"), "", "the cost is that of the original");
        originals.insert(original.to_owned(), call.span.clone());
        let log = traced.fleet.full_log(0);
        let settled = log.lines().find(|line| line.contains("\"settled\"") && line.contains(trace.as_str())).unwrap();
        assert!(settled.contains(&format!("\"batch_trace_id\":\"{original}\"")), "{settled}");
    }
    assert_eq!(originals.len(), 1, "one call in one batch: {originals:?}");
    let (original, call) = originals.first_key_value().unwrap();
    let spans = traced.spans(original, |spans| if spans.is_empty() { Err(String::new()) } else { Ok(()) }).await;
    let call = spans.iter().find(|span| span.span == *call).unwrap();
    assert!(!attribute(call, "auspex.cost.micro_usd").is_empty(), "{call:?}");
}

/// Whoever may not use the API may not write into the traces of those who may.
#[tokio::test]
async fn only_a_request_with_a_valid_token_continues_the_trace_of_its_sender() {
    let traced = Traced::start(Setup::default()).await;
    let api = tests::Api::start(&traced.fleet).await.unwrap();
    let trace = |number: u32| format!("4bf92f3577b34da6a3ce929d0e0e47{number:02}");
    let unknown = api.token.replace(|letter: char| letter.is_ascii_digit(), "0");
    assert_ne!(unknown, api.token);
    for (number, token, status) in [(1, "", 401), (2, unknown.as_str(), 401), (3, api.token.as_str(), 200)] {
        let request = api.http.get(format!("{}/v1/runs", api.url)).bearer_auth(token);
        let request = request.header("traceparent", format!("00-{}-{PUBLISHER}-01", trace(number)));
        assert_eq!(request.send().await.unwrap().status(), status, "{number}");
    }
    let is_continued = |spans: &[Span]| {
        let continued = spans.iter().any(|span| span.parent == PUBLISHER);
        if continued { Ok(()) } else { Err(format!("not continued: {spans:?}")) }
    };
    traced.spans(&trace(3), is_continued).await;
    // The process exports spans in the order in which they end, and the first two requests ended before.
    let all = read(&traced.folder.path().join("spans.ndjson")).unwrap();
    let strange: Vec<&Span> = all.iter().filter(|span| span.trace == trace(1) || span.trace == trace(2)).collect();
    assert!(strange.is_empty(), "{strange:?}");
    assert!(all.iter().filter(|span| attribute(span, "http.response.status_code") == "401").count() >= 2, "{all:?}");
}
