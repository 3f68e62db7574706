//! Report of recorded outcomes.

use std::fmt;

use domain::{RunId, Time};
use operations::formats::Refusal;
use operations::outcomes::{OutcomeEntry, QuestionRecorded};
use serde::Serialize;
use serde_json::Value;

use crate::output;

/// Counts and corrections of one `auspex resolve`.
#[derive(Debug, Default, Serialize)]
pub(super) struct ResolveReport {
    /// Questions without an earlier outcome.
    new: usize,
    /// Questions with the same outcome already recorded.
    same: usize,
    /// Questions with a different outcome recorded before.
    corrected: Vec<Correction>,
    /// Markets without a question.
    pub(super) unasked: usize,
    /// Refused lines of the file.
    pub(super) refused: Vec<Refusal>,
}

/// A corrected outcome.
#[derive(Debug, Serialize)]
struct Correction {
    key: String,
    run: Option<RunId>,
    was: Value,
    was_at: Time,
    is: Value,
}

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, was, was_at, is, .. } = self;
        write!(f, "{key}: was {} ({}), is {}", text(was), was_at.format("%F"), text(is))
    }
}

impl ResolveReport {
    /// Counts what was recorded for a question.
    pub(super) fn add(&mut self, question: QuestionRecorded) {
        let QuestionRecorded { key, run, outcome, answer, recorded } = question;
        let was = shown(recorded.replaced, recorded.replaced_answer);
        match (was, shown(outcome, answer), recorded.replaced_at) {
            (Some(was), Some(is), Some(was_at)) => self.corrected.push(Correction { key, run, was, was_at, is }),
            _ if recorded.recorded == "same" => self.same += 1,
            _ => self.new += 1,
        }
    }

    /// Prints the report.
    pub(super) fn print(&self, json: bool) -> anyhow::Result<()> {
        if json {
            return output::json(self);
        }
        let Self { new, same, corrected, unasked, refused } = self;
        output::line(&format!(
            "{new} recorded, {} corrected, {same} unchanged, {} refused",
            corrected.len(),
            refused.len()
        ))?;
        if *unasked > 0 {
            output::line(&format!("{unasked} markets without a question"))?;
        }
        Ok(output::print_first(&[&output::lines(corrected), &output::lines(refused)])?)
    }
}

/// Formats a recorded outcome.
pub(super) fn history_line(entry: &OutcomeEntry) -> String {
    let OutcomeEntry { value, answer, resolved_at, learned_at, retired_at, withdrawn, origin, because } = entry;
    let because = if because.is_empty() { String::new() } else { format!(" ({because})") };
    let how = match withdrawn.as_deref() {
        None => "corrected".to_owned(),
        Some("") => "withdrawn".to_owned(),
        Some(reason) => format!("withdrawn because “{reason}”"),
    };
    let retired = retired_at.map(|at| format!(", {how} {}", at.format("%F %R"))).unwrap_or_default();
    let (resolved, learned) = (resolved_at.format("%F %R"), learned_at.format("%F %R"));
    let outcome = shown(*value, answer.clone()).map(|outcome| text(&outcome)).unwrap_or_default();
    format!("{outcome:<4} resolved {resolved}, recorded {learned} by {origin}{because}{retired}")
}

/// Returns what was recorded: the value of YES, or the answer.
fn shown(value: Option<f64>, answer: Option<String>) -> Option<Value> {
    value.map(Value::from).or(answer.map(Value::from))
}

fn text(outcome: &Value) -> String {
    outcome.as_f64().map_or_else(|| outcome.as_str().unwrap_or_default().to_owned(), word)
}

#[expect(clippy::float_cmp, reason = "only exactly 1 and exactly 0 are printed as words")]
fn word(value: f64) -> String {
    if value == 1.0 {
        "YES".to_owned()
    } else if value == 0.0 {
        "NO".to_owned()
    } else {
        format!("{value:.2}")
    }
}
