//! One resolved question, with the field names of ForecastBench's prepared rows or plain ones. Pure.

use domain::event::{AskConfig, AskedQuestion};
use domain::{EventId, Tenant, Time};
use operations::formats::with_current_value;
use serde::Deserialize;
use serde_json::Value;
use store::outcomes::TrackedQuestion;

use crate::resolve::{check_past, parse_time, parse_value};

/// Name of an invalid field, and the problem.
type FieldError = (String, String);

/// A resolved question.
pub(super) struct Row {
    pub(super) question: TrackedQuestion,
    pub(super) value: f64,
    pub(super) resolved_at: Time,
}

#[derive(Deserialize)]
struct Written {
    #[serde(default, alias = "qid")]
    id: String,
    #[serde(default)]
    set: String,
    #[serde(default, alias = "source")]
    topic: String,
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    question: String,
    #[serde(default)]
    background: String,
    #[serde(default, alias = "freeze_datetime")]
    asked_at: String,
    #[serde(default, alias = "close")]
    closes: String,
    #[serde(default)]
    freeze_value: Option<Value>,
    #[serde(default, alias = "resolution_date")]
    resolved_at: String,
    #[serde(default, alias = "resolved_to")]
    outcome: Option<Value>,
}

/// Parses a row; returns `None` for a question without an outcome.
pub(super) fn read(text: &str, tenant: &Tenant, now: Time) -> Result<Option<Row>, FieldError> {
    let unreadable =
        |error: serde_json::Error| (String::new(), format!("invalid JSON ({error}); expected one object per line"));
    let written: Written = serde_json::from_str(text).map_err(unreadable)?;
    let Some(outcome) = written.outcome.as_ref().filter(|outcome| !outcome.is_null()) else { return Ok(None) };
    let outcome = outcome.as_str().map_or_else(|| outcome.to_string(), str::to_owned);
    let value = parse_value(&outcome).map_err(|problem| ("outcome".to_owned(), problem))?;
    let asked_at = start_of(&written.asked_at).map_err(|problem| ("asked_at".to_owned(), problem))?;
    let wrong = |problem: String| ("resolved_at".to_owned(), problem);
    let resolved_at = parse_time(&written.resolved_at).and_then(|at| check_past(at, now)).map_err(wrong)?;
    if resolved_at < asked_at {
        return Err(wrong(format!(
            "is before asked_at, {}; such a question cannot serve as a check_past case",
            asked_at.format("%F %T")
        )));
    }
    let question = question(written, tenant, asked_at)?;
    Ok(Some(Row { question, value, resolved_at }))
}

/// Parses the time of the question. A day means its start, so that nothing published on that day counts as known.
fn start_of(text: &str) -> Result<Time, String> {
    let at = parse_time(text)?;
    Ok(if text.trim().len() == "2026-03-31".len() { at - chrono::Duration::days(1) } else { at })
}

fn question(written: Written, tenant: &Tenant, asked_at: Time) -> Result<TrackedQuestion, FieldError> {
    let missing = |field: &str| (field.to_owned(), "is missing".to_owned());
    if written.question.trim().is_empty() {
        return Err(missing("question"));
    }
    if written.id.is_empty() {
        return Err(missing("id"));
    }
    let id = if written.set.is_empty() { written.id } else { format!("{}@{}", written.id, written.set) };
    let event = EventId::parse(&id).map_err(|error| ("id".to_owned(), error.to_string()))?;
    let closes = match written.closes.trim() {
        "" | "N/A" => None,
        closes => Some(parse_time(closes).map_err(|problem| ("closes".to_owned(), problem))?),
    };
    let is_series = written.kind == "dataset";
    let asked = AskedQuestion {
        text: written.question,
        background: with_current_value(&written.background, written.freeze_value.as_ref().filter(|_| is_series), ""),
        resolution_criteria: String::new(),
        closes,
        market: None,
        config: AskConfig::default(),
        topic: written.topic,
        kind: None,
    };
    Ok(TrackedQuestion::of_event(tenant, &event, &asked, asked_at))
}
