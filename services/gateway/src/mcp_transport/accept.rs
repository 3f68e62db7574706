//! The header `Accept` as clients send it. The SDK compares the names of the two media types literally; here a range
//! includes what it covers (RFC 9110), and a client that accepts JSON alone gets JSON.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use serde_json::{Value, json};

use crate::http::Problem;

/// Both media types, as the SDK expects them.
const BOTH: HeaderValue = HeaderValue::from_static("application/json, text/event-stream");
/// Maximum size of an answer that is converted to JSON, in bytes.
const MAX_ANSWER: usize = 32 * 1024 * 1024;

/// Form of the answer that a client accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AnswerForm {
    /// JSON or an event stream, as the SDK decides.
    Any,
    /// The client accepts JSON only.
    Json,
}

/// Reads the header and replaces it by one that the SDK accepts.
///
/// # Errors
/// The client accepts no form of the answer.
pub(super) fn negotiate(method: &Method, headers: &mut HeaderMap) -> Result<AnswerForm, Problem> {
    let accepted = Accepted::of(headers);
    let form = match *method {
        Method::POST | Method::GET if accepted.stream => AnswerForm::Any,
        Method::POST if accepted.json => AnswerForm::Json,
        Method::GET => return Err(not_acceptable("text/event-stream")),
        Method::POST => return Err(not_acceptable("application/json, text/event-stream")),
        _ => return Ok(AnswerForm::Any),
    };
    headers.insert(header::ACCEPT, BOTH);
    Ok(form)
}

fn not_acceptable(header: &str) -> Problem {
    let detail = format!("the answer has a form that the request does not accept; send the header `Accept: {header}`");
    Problem::new(StatusCode::NOT_ACCEPTABLE, "not-acceptable", detail)
}

/// The two forms, as a header accepts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Accepted {
    json: bool,
    stream: bool,
}

impl Accepted {
    fn of(headers: &HeaderMap) -> Self {
        let values = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
        let ranges: Vec<(String, bool)> = values.flat_map(|value| value.split(',')).filter_map(range).collect();
        // Without the header every form is accepted.
        let accepts = |kind: &str, group: &str| {
            let exact = ranges.iter().find(|(range, _)| range == kind);
            let exact = exact.or_else(|| ranges.iter().find(|(range, _)| range == group));
            exact.or_else(|| ranges.iter().find(|(range, _)| range == "*/*")).map_or(ranges.is_empty(), |(_, is)| *is)
        };
        Self { json: accepts("application/json", "application/*"), stream: accepts("text/event-stream", "text/*") }
    }
}

/// Returns a media range and `false` if its quality is zero.
fn range(entry: &str) -> Option<(String, bool)> {
    let mut parts = entry.split(';').map(str::trim);
    let range = parts.next().filter(|range| !range.is_empty())?.to_ascii_lowercase();
    // A lone star is how some clients write `*/*`.
    let range = if range == "*" { "*/*".to_owned() } else { range };
    let quality = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    Some((range, quality.and_then(|quality| quality.parse::<f32>().ok()).is_none_or(|quality| quality > 0.0)))
}

/// Returns the id of a request whose answer is converted.
pub(super) fn request_id(form: AnswerForm, body: &[u8]) -> Value {
    #[derive(serde::Deserialize)]
    struct Message {
        #[serde(default)]
        id: Value,
    }
    let message = (form == AnswerForm::Json).then(|| serde_json::from_slice::<Message>(body).ok()).flatten();
    message.map(|message| message.id).unwrap_or_default()
}

/// Returns `true` if an answer is an event stream.
pub(super) fn is_stream(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/event-stream"))
}

/// Converts an answer to JSON: of an event stream, the response to the request. A message of the server that needs an
/// answer of the client ends the request with an error, because only a stream carries both.
pub(super) async fn as_json(response: Response, id: Value) -> Response {
    if !is_stream(&response) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Some(message) = response_of(body, &id).await else {
        let detail = "the answer ended before it was complete; repeat the request";
        return Problem::new(StatusCode::BAD_GATEWAY, "incomplete-answer", detail).into_response();
    };
    parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    parts.headers.remove(header::CONTENT_LENGTH);
    parts.headers.remove(header::TRANSFER_ENCODING);
    Response::from_parts(parts, Body::from(message.to_string()))
}

/// Reads a stream up to the response.
async fn response_of(body: Body, id: &Value) -> Option<Value> {
    let (mut stream, mut read, mut begin) = (body.into_data_stream(), Vec::new(), 0);
    while let Some(Ok(bytes)) = stream.next().await {
        read.extend_from_slice(&bytes);
        while let Some(end) = read[begin..].iter().position(|byte| *byte == b'\n') {
            let line = &read[begin..begin + end];
            begin += end + 1;
            if let Some(message) = line.strip_prefix(b"data:").and_then(|data| answer_in(data, id)) {
                return Some(message);
            }
        }
        if read.len() > MAX_ANSWER {
            return None;
        }
    }
    None
}

/// Returns the response that a line of data holds. The SDK writes each message on one line.
fn answer_in(data: &[u8], id: &Value) -> Option<Value> {
    let message: Value = serde_json::from_slice(data).ok()?;
    if message.get("result").is_some() || message.get("error").is_some() {
        return Some(message);
    }
    let asks = message.get("method").is_some() && message.get("id").is_some();
    asks.then(|| {
        let text = "the call has to ask the client, which needs an event stream; send the header \
                    `Accept: application/json, text/event-stream`";
        json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32600, "message": text } })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn negotiated(method: &Method, values: &[&'static str]) -> Result<AnswerForm, u16> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::ACCEPT, HeaderValue::from_static(value));
        }
        negotiate(method, &mut headers).map_err(|problem| problem.status().as_u16())
    }

    #[test]
    fn a_range_includes_what_it_covers() {
        for values in [
            &[][..],
            &["application/json, text/event-stream"],
            &["text/event-stream", "application/json"],
            &["*/*"],
            &["*"],
            &["text/html, */*;q=0.1"],
            &["application/*, text/*"],
            &["Application/JSON; charset=utf-8, Text/Event-Stream"],
            &["text/event-stream"],
            &["application/json;q=0, */*"],
        ] {
            assert_eq!(negotiated(&Method::POST, values), Ok(AnswerForm::Any), "{values:?}");
            assert_eq!(negotiated(&Method::GET, values), Ok(AnswerForm::Any), "{values:?}");
        }
        for values in [&["application/json"][..], &["application/*"], &["*/*, text/event-stream;q=0"]] {
            assert_eq!(negotiated(&Method::POST, values), Ok(AnswerForm::Json), "{values:?}");
            assert_eq!(negotiated(&Method::GET, values), Err(406), "{values:?}");
        }
        for values in [&["text/html"][..], &["application/xml;q=1"], &["*/*;q=0"]] {
            assert_eq!(negotiated(&Method::POST, values), Err(406), "{values:?}");
        }
        assert_eq!(negotiated(&Method::DELETE, &["application/json"]), Ok(AnswerForm::Any));
    }

    async fn converted(body: &'static str) -> (StatusCode, Value) {
        let response = Response::builder().header(header::CONTENT_TYPE, "text/event-stream").body(Body::from(body));
        let response = as_json(response.unwrap(), json!(7)).await;
        let status = response.status();
        let bytes = axum::body::to_bytes(response.into_body(), MAX_ANSWER).await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap())
    }

    #[tokio::test]
    async fn the_response_within_a_stream_is_the_json_answer() {
        let progress = "id: 0\nretry: 3000\ndata:\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n\
                        data: {\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{}}\n\n";
        assert_eq!(converted(progress).await.1["id"], 4);
        let asks = "data: {\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"elicitation/create\"}\n\n";
        let (_, asked) = converted(asks).await;
        assert!(asked["error"]["message"].as_str().unwrap().contains("Accept") && asked["id"] == 7, "{asked}");
        assert_eq!(converted("data: {\n\n").await.0, StatusCode::BAD_GATEWAY);
    }
}
