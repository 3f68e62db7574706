//! Tempo's API over a real HTTP server. The answers have the form of Tempo's; spans and ids are those of a traced
//! question.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::routing::get;
use serde_json::json;

use super::*;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const BATCH: &str = "00000000000000000000000000000abc";

type Asked = Arc<Mutex<Vec<String>>>;

async fn search(State(asked): State<Asked>, Query(query): Query<BTreeMap<String, String>>) -> axum::Json<Value> {
    asked.lock().unwrap().push(query["q"].clone());
    assert_eq!((query["start"].as_str(), query["end"].as_str()), ("1699990000", "1700000001"));
    let found = query["q"].contains("\"q-1\"").then(|| json!([{"traceID": TRACE, "rootServiceName": "auspex"}]));
    axum::Json(json!({ "traces": found.unwrap_or_else(|| json!([])) }))
}

/// One trace in the first form of the API with ids in base64, one in the second form with ids in hex.
async fn trace(Path(id): Path<String>) -> Result<axum::Json<Value>, StatusCode> {
    let service = json!({"attributes": [{"key": "service.name", "value": {"stringValue": "filter"}}]});
    match id.as_str() {
        TRACE => Ok(axum::Json(
            json!({"batches": [{"resource": service, "scopeSpans": [{"scope": {"name": "auspex"}, "spans": [{
            "traceId": "S/kvNXezTaajzpKdDg5HNg==", "spanId": "APBnqgupArc=", "name": "process auspex.research.gathered",
            "kind": "SPAN_KIND_CONSUMER", "startTimeUnixNano": "1700000000000000000", "endTimeUnixNano": "1700000000250000000",
            "attributes": [
                {"key": "job", "value": {"stringValue": "j1"}},
                {"key": "messaging.nats.deliveries", "value": {"intValue": "1"}},
                {"key": "gen_ai.response.finish_reasons", "value": {"arrayValue": {"values": [{"stringValue": "stop"}]}}}],
            "links": [{"traceId": "AAAAAAAAAAAAAAAAAAAKvA==", "spanId": "APBnqgupArg="}],
            "status": {"code": "STATUS_CODE_ERROR", "message": "refused"}}]}]}]}),
        )),
        BATCH => Ok(axum::Json(json!({"trace": {"resourceSpans": [{"resource": service, "scopeSpans": [{"spans": [{
            "traceId": BATCH, "spanId": "00f067aa0ba902b7", "parentSpanId": "00f067aa0ba902b8", "name": "chat offline-1",
            "startTimeUnixNano": "1", "endTimeUnixNano": "2", "status": {}}]}]}]}}))),
        _ => Err(StatusCode::NOT_FOUND),
    }
}

async fn tempo() -> (Url, Asked) {
    let asked = Asked::default();
    let routes = Router::new().route("/base/api/search", get(search)).route("/base/api/traces/{id}", get(trace));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/base", listener.local_addr().unwrap()).parse().unwrap();
    tokio::spawn(axum::serve(listener, routes.with_state(asked.clone())).into_future());
    (url, asked)
}

const PERIOD: Period = Period { start: 1_699_990_000, end: 1_700_000_001 };

fn names(spans: &[Span]) -> Vec<&str> {
    spans.iter().map(|span| span.name.as_str()).collect()
}

#[tokio::test]
async fn the_trace_of_an_event_is_found_by_its_name_and_read_with_its_linked_traces() {
    let (url, asked) = tempo().await;
    let spans = fetch(&url, &["q-1".to_owned()], PERIOD).await.unwrap();
    assert_eq!(names(&spans), ["process auspex.research.gathered", "chat offline-1"]);
    let expected = r#"{ span.job = "q-1" || span.auspex.event.id = "q-1" || span.messaging.message.id = "q-1" }"#;
    assert_eq!(*asked.lock().unwrap(), [expected]);
    let [first, chat] = &spans[..] else { panic!("{spans:?}") };
    assert_eq!((first.trace.as_str(), first.span.as_str(), first.parent.as_str()), (TRACE, "00f067aa0ba902b7", ""));
    assert_eq!((first.service.as_str(), first.error.as_deref()), ("filter", Some("refused")));
    assert_eq!(first.end_ns - first.start_ns, 250_000_000);
    assert_eq!(first.attributes["messaging.nats.deliveries"], "1");
    assert_eq!(first.attributes["gen_ai.response.finish_reasons"], "stop");
    assert_eq!((chat.parent.as_str(), &chat.error), ("00f067aa0ba902b8", &None));
}

#[tokio::test]
async fn an_unknown_trace_has_no_spans_and_an_unreachable_tempo_is_an_error() {
    let (url, _) = tempo().await;
    assert_eq!(fetch(&url, &["f".repeat(32), "nobody".to_owned()], PERIOD).await.unwrap(), []);
    let error = fetch(&"http://127.0.0.1:9".parse().unwrap(), &["q-1".to_owned()], PERIOD).await.unwrap_err();
    assert!(format!("{error:#}").contains("cannot reach Tempo at http://127.0.0.1:9"), "{error:#}");
    let (url, _) = tempo().await;
    let wrong = url.join("/elsewhere").unwrap();
    assert_eq!(fetch(&wrong, &["q-1".to_owned()], PERIOD).await.unwrap(), [], "404 is an empty answer");
}

#[test]
fn a_text_that_could_end_the_query_is_quoted() {
    assert_eq!(Value::from(r#"a" } || { "#).to_string(), r#""a\" } || { ""#);
}
