//! The slowest deliveries and HTTP requests: the way from a panel of latencies to a trace.

use anyhow::Context as _;
use serde_json::Value;
use url::Url;

use super::tempo::{Period, Reader};
use super::tree::duration;
use super::{Span, tempo};

/// Traces that Tempo returns per search. It returns the newest ones, not the slowest.
const PAGE: usize = 100;
/// Searches after which the list may be incomplete. Each one asks only for spans that are slower than those found
/// before.
const MAX_SEARCHES: usize = 10;

/// Which operations are listed.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// Number of operations.
    pub count: usize,
    /// Name of the service; `None` for all.
    pub service: Option<String>,
    /// Route template of the gateway; `None` for all, and for deliveries.
    pub route: Option<String>,
}

/// Returns the slowest operations of `spans`, slowest first: deliveries, and requests that the gateway answered. Their
/// parts, such as model calls, are left out, because `auspex trace` shows them below the operation.
pub fn slowest(spans: Vec<Span>, wanted: &Wanted) -> Vec<Span> {
    let mut found: Vec<Span> = spans.into_iter().filter(|span| is_wanted(span, wanted)).collect();
    found.sort_by(|one, other| {
        took(other).cmp(&took(one)).then_with(|| (&one.trace, &one.span).cmp(&(&other.trace, &other.span)))
    });
    // Two searches may have returned the same span.
    found.dedup_by(|one, other| (&one.trace, &one.span) == (&other.trace, &other.span));
    found.truncate(wanted.count);
    found
}

fn is_wanted(span: &Span, wanted: &Wanted) -> bool {
    let value = |name: &str| span.attributes.get(name).map(String::as_str);
    let is_operation = value("messaging.operation.name") == Some("process") || value("http.route").is_some();
    is_operation
        && wanted.service.as_ref().is_none_or(|service| span.service == *service)
        && wanted.route.as_ref().is_none_or(|route| value("http.route") == Some(route))
}

fn took(span: &Span) -> u64 {
    span.end_ns.saturating_sub(span.start_ns)
}

/// Returns the slowest operations that Tempo has in a period, and false if there may be slower ones.
///
/// # Errors
/// When Tempo cannot be reached, refuses a search, or answers in another format.
pub async fn in_tempo(tempo: &Url, wanted: &Wanted, period: Period) -> anyhow::Result<(Vec<Span>, bool)> {
    let reader = Reader::new(tempo, period)?;
    let (mut best, mut floor) = (Vec::new(), 0);
    for _ in 0..MAX_SEARCHES {
        let answer = reader.query(&query(wanted, floor), PAGE).await?.unwrap_or_default();
        let traces = answer["traces"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut is_cut = traces.len() >= PAGE;
        for trace in traces {
            let (spans, matched) =
                operations(trace).with_context(|| format!("Tempo answered with an unknown form: {trace}"))?;
            is_cut |= matched > spans.len();
            best.extend(spans);
        }
        best = slowest(best, wanted);
        if !is_cut {
            return Ok((best, true));
        }
        // Only slower ones than the last of the list would change it.
        let last = wanted.count.checked_sub(1).and_then(|index| best.get(index));
        floor = last.map_or(0, took) + 1;
    }
    Ok((best, false))
}

/// The search for operations of at least `floor` nanoseconds.
fn query(wanted: &Wanted, floor: u64) -> String {
    let mut query = String::from("{ (span.messaging.operation.name = \"process\" || span.http.route != nil)");
    for (name, value) in [("resource.service.name", &wanted.service), ("span.http.route", &wanted.route)] {
        if let Some(value) = value {
            // A JSON string is a valid string of TraceQL.
            query.push_str(&format!(" && {name} = {}", Value::from(value.as_str())));
        }
    }
    query
        + &format!(
            " && duration >= {floor}ns }} | select(name, resource.service.name, span.messaging.operation.name, span.http.route)"
        )
}

/// Returns the spans of a trace that matched the search, and how many matched: Tempo leaves some out of a trace with
/// many.
fn operations(trace: &Value) -> anyhow::Result<(Vec<Span>, usize)> {
    let id = trace["traceID"].as_str().context("no traceID")?;
    // A single span set has this name in versions before 2.2.
    let sets = trace["spanSets"].as_array().cloned().unwrap_or_else(|| vec![trace["spanSet"].clone()]);
    let matched: u64 = sets.iter().filter_map(|set| set["matched"].as_u64()).sum();
    let spans = sets.iter().flat_map(|set| set["spans"].as_array().into_iter().flatten());
    let spans = spans.map(|span| operation(span, id)).collect::<anyhow::Result<Vec<Span>>>()?;
    Ok((spans, usize::try_from(matched).unwrap_or(usize::MAX)))
}

fn operation(span: &Value, trace: &str) -> anyhow::Result<Span> {
    let number = |name: &str| -> anyhow::Result<u64> {
        span[name].as_str().with_context(|| format!("a span has no {name}"))?.parse().context("not a number")
    };
    let mut attributes = tempo::texts(serde_json::from_value(span["attributes"].clone()).unwrap_or_default());
    let start_ns = number("startTimeUnixNano")?;
    Ok(Span {
        // Tempo removes leading zeros.
        trace: format!("{trace:0>32}"),
        span: span["spanID"].as_str().context("a span has no spanID")?.to_owned(),
        name: span["name"].as_str().map(str::to_owned).or_else(|| attributes.remove("name")).unwrap_or_default(),
        service: attributes.remove("service.name").unwrap_or_default(),
        start_ns,
        end_ns: start_ns.saturating_add(number("durationNanos")?),
        attributes,
        ..Span::default()
    })
}

/// Renders one line per operation: duration, start, service, name and trace id.
pub fn lines(spans: &[Span]) -> Vec<String> {
    let start = |span: &Span| {
        let start = i64::try_from(span.start_ns).map(chrono::DateTime::from_timestamp_nanos);
        start.map_or_else(|_| "?".to_owned(), |at| at.format("%F %T UTC").to_string())
    };
    let line = |span: &Span| {
        format!("{:>9}  {}  {} {}  {}", duration(took(span)), start(span), span.service, span.name, span.trace)
    };
    spans.iter().map(line).collect()
}

#[cfg(test)]
#[path = "slowest_test.rs"]
mod tests;
