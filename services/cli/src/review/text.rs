//! Results of macros, and reviewed forecasts, as text.

use domain::MicroUsd;
use operations::reviews::{EditOperation, LeiCheckItem, ReviewItem, ReviewedView};
use serde_json::Value;

/// Formats a result in a list.
pub(super) fn list_line(item: &ReviewItem) -> String {
    let valid = if item.schema_valid { "" } else { "  invalid data" };
    let by = item.decided_by.as_ref().map(|by| format!("  by {by}")).unwrap_or_default();
    let expires = item.expires_at.filter(|_| item.result_state == "pending");
    let expires = expires.map(|at| format!("  expires {}", at.format("%F %T"))).unwrap_or_default();
    let ReviewItem { result_id, result_state: state, macro_name, macro_version, at, .. } = item;
    format!("{result_id}  {}  {state:<8} {macro_name} {macro_version}{valid}{by}{expires}", at.format("%F %T"))
}

/// Formats a result with all that a reviewer needs.
pub(super) fn lines(shown: &ReviewedView) -> Vec<String> {
    let is_approved = shown.review.as_ref().is_some_and(|review| review.approved);
    let mut lines = heading(shown);
    section(
        &mut lines,
        "parameters",
        shown.params.iter().map(|(name, value)| format!("{name} = {}", rounded(value))).collect(),
    );
    section(&mut lines, "data", json_lines(&shown.data));
    let violations = shown.validation_errors.iter().filter(|_| !is_approved);
    let violations = violations.map(|violation| format!("{:?}: {}", violation.path, violation.problem));
    section(&mut lines, "violations of the schema", violations.collect());
    section(&mut lines, "degraded", shown.lacks.clone());
    section(&mut lines, "LEI checks", shown.lei_checks.iter().map(lei_line).collect());
    let edits = shown.review.iter().flat_map(|review| review.edits_made.iter().map(edit_line));
    section(&mut lines, "edits", edits.collect());
    let (title, verbs) = match is_approved {
        true => ("verbs", &shown.verbs),
        false => ("suggested verbs, not approved", &shown.suggested_verbs),
    };
    section(&mut lines, title, verbs.clone());
    section(&mut lines, "sources", shown.sources.iter().map(|page| format!("{}  {}", page.url, page.title)).collect());
    if let Some(execution) = &shown.execution {
        let at = execution.at.map(|at| format!(" at {}", at.format("%F %T"))).unwrap_or_default();
        let by = execution.by.as_deref().unwrap_or_default();
        let title = format!("answer of the executor, requested by {by}{at}");
        section(&mut lines, &title, execution.answer.as_ref().map(json_lines).unwrap_or_default());
    }
    lines
}

/// Formats what follows from a decision about a result. `state` is that of its session.
pub(super) fn consequence(shown: &ReviewedView, state: &str, is_approved: bool) -> String {
    match (&shown.run, is_approved) {
        (None, _) => format!("the session is now {state}"),
        (Some(run), true) => format!("the forecast of run {run} is published"),
        (Some(run), false) => format!("the forecast of run {run} is not published, and the asker gets the reason"),
    }
}

fn heading(shown: &ReviewedView) -> Vec<String> {
    let made = format!("{} at {}", MicroUsd(shown.cost_micro_usd), shown.at.format("%F %T"));
    let origin = match &shown.run {
        Some(run) => format!("forecast  of run {run}, {made}; `auspex show --report {run}`"),
        None => format!("macro     {} {}, {made}", shown.macro_name, shown.macro_version),
    };
    let mut lines = vec![
        format!("result    {}, {}", shown.result_id, shown.result_state),
        origin,
        format!("session   {}, {}, version {}", shown.session_id, shown.state, shown.session_version),
        format!("digest    {}", shown.digest),
    ];
    if let Some(at) = shown.expires_at.filter(|_| shown.review.is_none()) {
        lines.push(format!("expires   {}", at.format("%F %T")));
    }
    if let Some(review) = &shown.review {
        let reason = if review.reason.is_empty() { String::new() } else { format!(": {}", review.reason) };
        lines.push(format!("review    by {} at {}{reason}", review.by, review.at.format("%F %T")));
    }
    lines
}

/// Adds a title and its indented lines, unless there are none.
fn section(lines: &mut Vec<String>, title: &str, content: Vec<String>) {
    if !content.is_empty() {
        lines.push(title.to_owned());
        lines.extend(content.into_iter().map(|line| format!("    {line}")));
    }
}

fn json_lines(value: &Value) -> Vec<String> {
    format!("{:#}", rounded(value)).lines().map(str::to_owned).collect()
}

/// Rounds numbers to four decimals for a person; JSON output has all digits.
fn rounded(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let number = number.as_f64().unwrap_or_default();
            Value::from((number * 10_000.0).round() / 10_000.0)
        }
        Value::Array(items) => items.iter().map(rounded).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), rounded(value))).collect(),
        other => other.clone(),
    }
}

fn lei_line(check: &LeiCheckItem) -> String {
    let status = match check.status.as_str() {
        "not_found" => "not found at GLEIF",
        "bad_checksum" => "wrong check digits",
        "unverified" => "unverified, GLEIF did not answer",
        other => other,
    };
    let note = if check.note.is_empty() { String::new() } else { format!("  {}", check.note) };
    format!("{}  {status}  {}{note}", check.lei, check.path)
}

fn edit_line(edit: &EditOperation) -> String {
    let text = |old: &Option<Value>| old.as_ref().map(ToString::to_string).unwrap_or_default();
    match edit {
        EditOperation::Add { path, value } => format!("{path}: added {value}"),
        EditOperation::Replace { path, old, value } => format!("{path}: {} replaced by {value}", text(old)),
        EditOperation::Remove { path, old } => format!("{path}: {} removed", text(old)),
    }
}
