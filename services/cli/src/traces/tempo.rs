//! Reads traces from Tempo over its HTTP API: a search by TraceQL, then each trace as OTLP JSON.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use anyhow::{Context as _, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use reqwest::header::ACCEPT;
use serde::Deserialize;
use serde_json::Value;
use telemetry::http::{ClientConfig, client};
use url::Url;

use super::Span;

/// Attributes by which spans refer to an event, a job or a run.
const NAMES: [&str; 3] = ["job", "auspex.event.id", "messaging.message.id"];
/// Maximum number of traces that are read, including linked ones.
const MAX_TRACES: usize = 50;
/// Time limit of one request; a user waits for the result.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Time in which traces are searched, in seconds since 1970.
#[derive(Debug, Clone, Copy)]
pub struct Period {
    /// Begin of the span.
    pub start: i64,
    /// End of the span.
    pub end: i64,
}

/// Reads every trace in which one of `needles` is the trace id or an attribute's value, and the traces that those link
/// to.
///
/// # Errors
/// When Tempo cannot be reached, refuses a request, or answers in another format.
pub async fn fetch(tempo: &Url, needles: &[String], period: Period) -> anyhow::Result<Vec<Span>> {
    let reader = Reader::new(tempo, period)?;
    let mut open = VecDeque::new();
    for needle in needles {
        if is_trace_id(needle) { open.push_back(needle.clone()) } else { open.extend(reader.search(needle).await?) }
    }
    let (mut seen, mut spans) = (BTreeSet::new(), Vec::new());
    while let Some(trace) = open.pop_front() {
        if seen.len() == MAX_TRACES || !seen.insert(trace.clone()) {
            continue;
        }
        let of_trace = reader.trace(&trace).await?;
        open.extend(of_trace.iter().flat_map(|span| span.links.iter().map(|(trace, _)| trace.clone())));
        spans.extend(of_trace);
    }
    Ok(spans)
}

/// Tempo's API, for a period.
pub(super) struct Reader<'a> {
    http: reqwest::Client,
    tempo: &'a Url,
    period: Period,
}

impl<'a> Reader<'a> {
    pub(super) fn new(tempo: &'a Url, period: Period) -> anyhow::Result<Self> {
        Ok(Self { http: client(ClientConfig { timeout: TIMEOUT, ..ClientConfig::default() })?, tempo, period })
    }

    /// Returns the answer to a search by TraceQL for at most `limit` traces; `None` if Tempo has no such path.
    pub(super) async fn query(&self, query: &str, limit: usize) -> anyhow::Result<Option<Value>> {
        let mut url = self.address(&["api", "search"])?;
        let Period { start, end } = self.period;
        url.query_pairs_mut()
            .append_pair("q", query)
            .append_pair("limit", &limit.to_string())
            // Spans per trace, of those that match: 3 by default, and 100 at most by default.
            .append_pair("spss", "100")
            // Without both Tempo searches only what it has not yet moved to its object store.
            .append_pair("start", &start.to_string())
            .append_pair("end", &end.to_string());
        self.get(url).await
    }

    /// Returns the ids of the traces with a span that names `needle`.
    async fn search(&self, needle: &str) -> anyhow::Result<Vec<String>> {
        let text = Value::from(needle);
        let any = NAMES.map(|name| format!("span.{name} = {text}")).join(" || ");
        let found = self.query(&format!("{{ {any} }}"), 20).await?.unwrap_or_default();
        let ids = found["traces"].as_array().into_iter().flatten().filter_map(|trace| trace["traceID"].as_str());
        // Tempo removes leading zeros.
        Ok(ids.map(|id| format!("{id:0>32}")).collect())
    }

    /// Returns the spans of a trace; none if Tempo does not have it.
    async fn trace(&self, id: &str) -> anyhow::Result<Vec<Span>> {
        let url = self.address(&["api", "traces", id])?;
        let Some(answer) = self.get(url.clone()).await? else { return Ok(Vec::new()) };
        parse(answer).with_context(|| format!("{url} did not answer with OTLP JSON"))
    }

    async fn get(&self, url: Url) -> anyhow::Result<Option<Value>> {
        let asked = self.http.get(url.clone()).header(ACCEPT, "application/json").send().await;
        let answer = asked.with_context(|| format!("cannot reach Tempo at {}; check --tempo", self.tempo))?;
        match answer.status().as_u16() {
            200 => Ok(Some(answer.json().await.with_context(|| format!("{url} did not answer with JSON"))?)),
            404 => Ok(None),
            status => bail!("Tempo answered {status} to {url}: {}", answer.text().await.unwrap_or_default()),
        }
    }

    fn address(&self, path: &[&str]) -> anyhow::Result<Url> {
        let mut url = self.tempo.clone();
        let segments = url.path_segments_mut();
        segments.map_err(|()| anyhow::anyhow!("--tempo must be an http URL"))?.pop_if_empty().extend(path);
        Ok(url)
    }
}

fn is_trace_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The part of OTLP JSON that a span tree needs. Tempo writes `batches`, or `resourceSpans` in later versions.
#[derive(Deserialize)]
struct Trace {
    #[serde(alias = "batches", rename = "resourceSpans")]
    groups: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Group {
    #[serde(default)]
    resource: Resource,
    #[serde(alias = "instrumentationLibrarySpans")]
    scope_spans: Vec<ScopeSpans>,
}

#[derive(Deserialize, Default)]
struct Resource {
    #[serde(default)]
    attributes: Vec<Attribute>,
}

#[derive(Deserialize)]
struct ScopeSpans {
    spans: Vec<JsonSpan>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct JsonSpan {
    trace_id: String,
    span_id: String,
    #[serde(default)]
    parent_span_id: String,
    name: String,
    start_time_unix_nano: String,
    end_time_unix_nano: String,
    #[serde(default)]
    attributes: Vec<Attribute>,
    #[serde(default)]
    links: Vec<JsonLink>,
    #[serde(default)]
    status: Status,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct JsonLink {
    trace_id: String,
    span_id: String,
}

#[derive(Deserialize, Default)]
struct Status {
    #[serde(default)]
    code: Value,
    #[serde(default)]
    message: String,
}

#[derive(Deserialize)]
pub(super) struct Attribute {
    key: String,
    #[serde(default)]
    value: Value,
}

fn parse(mut answer: Value) -> anyhow::Result<Vec<Span>> {
    // The second version of the API has one more level.
    if let Some(inner) = answer.get_mut("trace") {
        answer = inner.take();
    }
    let trace: Trace = serde_json::from_value(answer)?;
    let mut spans = Vec::new();
    for Group { resource, scope_spans } in trace.groups {
        let service = texts(resource.attributes).remove("service.name").unwrap_or_default();
        for span in scope_spans.into_iter().flat_map(|scope| scope.spans) {
            spans.push(one(span, &service)?);
        }
    }
    Ok(spans)
}

fn one(span: JsonSpan, service: &str) -> anyhow::Result<Span> {
    let failed = span.status.code == 2 || span.status.code == "STATUS_CODE_ERROR";
    let links = span.links.iter().map(|link| Ok((hex(&link.trace_id)?, hex(&link.span_id)?)));
    Ok(Span {
        trace: hex(&span.trace_id)?,
        span: hex(&span.span_id)?,
        parent: hex(&span.parent_span_id)?,
        name: span.name,
        service: service.to_owned(),
        start_ns: span.start_time_unix_nano.parse()?,
        end_ns: span.end_time_unix_nano.parse()?,
        error: failed.then_some(span.status.message),
        links: links.collect::<anyhow::Result<_>>()?,
        attributes: texts(span.attributes),
    })
}

pub(super) fn texts(attributes: Vec<Attribute>) -> BTreeMap<String, String> {
    attributes.into_iter().map(|Attribute { key, value }| (key, text(&value))).collect()
}

/// Converts an `AnyValue`: an object with one member, e.g. `{"intValue":"7"}`.
fn text(value: &Value) -> String {
    match value.as_object().and_then(|object| object.values().next()) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Object(array)) => {
            let values = array.get("values").and_then(Value::as_array);
            values.into_iter().flatten().map(text).collect::<Vec<_>>().join(", ")
        }
        Some(other) => other.to_string(),
        None => String::new(),
    }
}

/// Returns an id in hex. OTLP JSON has ids in hex; Tempo writes them in base64, as protobuf's JSON does.
fn hex(id: &str) -> anyhow::Result<String> {
    if matches!(id.len(), 0 | 16 | 32) && id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(id.to_ascii_lowercase());
    }
    let bytes = BASE64.decode(id).with_context(|| format!("{id:?} is not an id of a trace or span"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
#[path = "tempo_test.rs"]
mod tests;
