//! One resolved question, under the names of ForecastBench's prepared rows or under plain ones. Pure.

use domain::event::{AskConfig, AskedQuestion};
use domain::{EventId, Tenant, Time};
use serde::Deserialize;
use serde_json::Value;
use store::outcomes::Question;

use crate::formats::forecastbench::with_current_value;
use crate::resolve::{moment, past, value};

/// A field and what is wrong with it.
type Wrong = (String, String);

/// A resolved question.
pub(super) struct Row {
    pub(super) question: Question,
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

/// `None` for a question that has no outcome yet.
pub(super) fn read(text: &str, tenant: &Tenant, now: Time) -> Result<Option<Row>, Wrong> {
    let unreadable =
        |error: serde_json::Error| (String::new(), format!("cannot be read ({error}); one JSON object a line"));
    let written: Written = serde_json::from_str(text).map_err(unreadable)?;
    let Some(outcome) = written.outcome.as_ref().filter(|outcome| !outcome.is_null()) else { return Ok(None) };
    let outcome = outcome.as_str().map_or_else(|| outcome.to_string(), str::to_owned);
    let value = value(&outcome).map_err(|problem| ("outcome".to_owned(), problem))?;
    let asked_at = begins(&written.asked_at).map_err(|problem| ("asked_at".to_owned(), problem))?;
    let wrong = |problem: String| ("resolved_at".to_owned(), problem);
    let resolved_at = moment(&written.resolved_at).and_then(|at| past(at, now)).map_err(wrong)?;
    if resolved_at < asked_at {
        return Err(wrong(format!(
            "lies before asked_at, {}: such a question teaches nothing",
            asked_at.format("%F %T")
        )));
    }
    let question = question(written, tenant, asked_at)?;
    Ok(Some(Row { question, value, resolved_at }))
}

/// When it was asked: of a day its beginning, so that nothing of that day counts as known.
fn begins(text: &str) -> Result<Time, String> {
    let at = moment(text)?;
    Ok(if text.trim().len() == "2026-03-31".len() { at - chrono::Duration::days(1) } else { at })
}

fn question(written: Written, tenant: &Tenant, asked_at: Time) -> Result<Question, Wrong> {
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
        closes => Some(moment(closes).map_err(|problem| ("closes".to_owned(), problem))?),
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
    };
    Ok(Question::of_event(tenant, &event, &asked, asked_at))
}
