//! Tempo's search over a real HTTP server that returns the newest traces, as Tempo does, and not the slowest.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Query, State};
use axum::routing::get;
use serde_json::json;

use super::*;

const PERIOD: Period = Period { start: 1, end: 2 };

#[derive(Clone)]
struct Tempo {
    /// Duration of the operation of each trace in nanoseconds, newest trace first.
    durations: Arc<Vec<u64>>,
    /// Spans that match in the first trace, beside the one that is returned.
    left_out: u64,
    asked: Arc<Mutex<Vec<String>>>,
}

async fn search(State(tempo): State<Tempo>, Query(asked): Query<BTreeMap<String, String>>) -> axum::Json<Value> {
    let (_, after) = asked["q"].split_once("duration >= ").unwrap();
    let floor: u64 = after.split("ns }").next().unwrap().parse().unwrap();
    tempo.asked.lock().unwrap().push(asked["q"].clone());
    let numbered = tempo.durations.iter().enumerate().filter(|(_, took)| **took >= floor);
    let traces = numbered.take(asked["limit"].parse().unwrap()).map(|(index, took)| {
        let span = json!({"spanID": "00f067aa0ba902b7", "name": "process auspex.event", "startTimeUnixNano": "1700000000000000000",
            "durationNanos": took.to_string(), "attributes": [
                {"key": "service.name", "value": {"stringValue": "filter"}},
                {"key": "messaging.operation.name", "value": {"stringValue": "process"}}]});
        let matched = 1 + if index == 0 { tempo.left_out } else { 0 };
        json!({"traceID": format!("{index:x}"), "spanSets": [{"spans": [span], "matched": matched}]})
    });
    axum::Json(json!({"traces": traces.collect::<Vec<_>>()}))
}

async fn tempo(durations: Vec<u64>, left_out: u64) -> (Url, Arc<Mutex<Vec<String>>>) {
    let state = Tempo { durations: Arc::new(durations), left_out, asked: Arc::default() };
    let asked = Arc::clone(&state.asked);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
    tokio::spawn(
        axum::serve(listener, Router::new().route("/api/search", get(search)).with_state(state)).into_future(),
    );
    (url, asked)
}

fn wanted(count: usize, service: Option<&str>, route: Option<&str>) -> Wanted {
    Wanted { count, service: service.map(str::to_owned), route: route.map(str::to_owned) }
}

#[tokio::test]
async fn the_slowest_operations_are_found_although_tempo_returns_the_newest_ones() {
    // The oldest of 450 are the slowest.
    let (url, asked) = tempo((1..=450).map(|n| n * 1_000_000).collect(), 0).await;
    let (found, is_complete) = in_tempo(&url, &wanted(3, Some("filter"), None), PERIOD).await.unwrap();
    assert!(is_complete, "{found:?}");
    assert_eq!(
        lines(&found),
        ["450.0", "449.0", "448.0"]
            .iter()
            .zip([449, 448, 447])
            .map(|(ms, trace)| format!(" {ms} ms  2023-11-14 22:13:20 UTC  filter process auspex.event  {trace:032x}"))
            .collect::<Vec<_>>()
    );
    assert!(asked.lock().unwrap()[0].contains(" && resource.service.name = \"filter\" && duration >= 0ns } | select("));
}

#[test]
fn a_name_that_could_end_the_query_is_quoted() {
    let asked = query(&wanted(1, None, Some(r#"/v1" } || { ""#)), 7);
    assert!(asked.contains(r#" && span.http.route = "/v1\" } || { \"" && duration >= 7ns }"#), "{asked}");
}

#[tokio::test]
async fn a_list_that_may_lack_slower_operations_is_reported_as_incomplete() {
    let (url, asked) = tempo((1..=2_000).collect(), 0).await;
    let (found, is_complete) = in_tempo(&url, &wanted(1, None, None), PERIOD).await.unwrap();
    assert_eq!((is_complete, asked.lock().unwrap().len(), found.len()), (false, MAX_SEARCHES, 1));
    let (url, _) = tempo(vec![5, 4], 1).await;
    let (found, is_complete) = in_tempo(&url, &wanted(9, None, None), PERIOD).await.unwrap();
    assert_eq!((is_complete, found.len()), (false, 2), "a trace has more spans than Tempo returned");
}

#[test]
fn deliveries_and_requests_are_listed_by_duration_and_their_parts_are_not() {
    let span = |id: &str, service: &str, took: u64, attribute: (&str, &str)| Span {
        span: id.into(),
        service: service.into(),
        end_ns: took,
        attributes: [(attribute.0.to_owned(), attribute.1.to_owned())].into(),
        ..Span::default()
    };
    let process = ("messaging.operation.name", "process");
    let spans = vec![
        span("fast", "filter", 10, process),
        span("slow", "filter", 30, process),
        span("call", "filter", 99, ("gen_ai.operation.name", "chat")),
        span("publish", "filter", 99, ("messaging.operation.name", "publish")),
        span("request", "gateway", 20, ("http.route", "/v1/events")),
    ];
    let ids =
        |wanted: &Wanted| -> Vec<String> { slowest(spans.clone(), wanted).into_iter().map(|span| span.span).collect() };
    assert_eq!(ids(&wanted(9, None, None)), ["slow", "request", "fast"]);
    assert_eq!(ids(&wanted(1, None, None)), ["slow"]);
    assert_eq!(ids(&wanted(9, Some("gateway"), None)), ["request"]);
    assert_eq!(ids(&wanted(9, None, Some("/v1/events"))), ["request"]);
    assert_eq!(ids(&wanted(9, None, Some("/v1/runs"))), Vec::<String>::new());
}
