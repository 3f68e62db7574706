//! Results of macros, and reviewed forecasts, as text.

use domain::review::{Edit, ResultState, ReviewedResult};
use domain::{LeiCheck, LeiStatus};
use serde_json::Value;
use store::reviews::ReviewLine;

/// Formats a result in a list.
pub(super) fn list_line(line: &ReviewLine) -> String {
    let valid = if line.schema_valid { "" } else { "  invalid data" };
    let by = line.decided_by.as_ref().map(|by| format!("  by {by}")).unwrap_or_default();
    let expires = line.expires_at.filter(|_| line.state == ResultState::Pending);
    let expires = expires.map(|at| format!("  expires {}", at.format("%F %T"))).unwrap_or_default();
    let (made, state) = (line.made_at.format("%F %T"), line.state.name());
    format!("{}  {made}  {state:<8} {} {}{valid}{by}{expires}", line.result, line.name, line.version)
}

/// Formats a result with all that a reviewer needs.
pub(super) fn lines(reviewed: &ReviewedResult) -> Vec<String> {
    let mut lines = heading(reviewed);
    section(&mut lines, "parameters", parameters(reviewed));
    section(&mut lines, "data", json_lines(reviewed.data()));
    let violations =
        reviewed.violations().iter().map(|violation| format!("{:?}: {}", violation.path, violation.problem));
    section(&mut lines, "violations of the schema", violations.collect());
    section(&mut lines, "degraded", reviewed.result.lacks.iter().map(|lack| lack.reason.clone()).collect());
    section(&mut lines, "LEI checks", reviewed.lei_checks().iter().map(lei_line).collect());
    let edits = reviewed.approved().map_or_else(Vec::new, |approved| approved.edits.iter().map(edit_line).collect());
    section(&mut lines, "edits", edits);
    let title = if reviewed.approved().is_some() { "verbs" } else { "suggested verbs, not approved" };
    section(&mut lines, title, reviewed.verbs().to_vec());
    let sources = reviewed.result.sources.iter().map(|source| format!("{}  {}", source.url, source.title));
    section(&mut lines, "sources", sources.collect());
    if let Some(execution) = &reviewed.execution {
        let by = format!("answer of the executor, requested by {} at {}", execution.by, execution.at.format("%F %T"));
        section(&mut lines, &by, json_lines(&execution.answer));
    }
    lines
}

/// Formats what follows from a decision.
pub(super) fn consequence(reviewed: &ReviewedResult) -> String {
    let state = reviewed.session.state.name();
    match &reviewed.forecast {
        None => format!("the session is now {state}"),
        Some(forecast) if reviewed.approved().is_some() => {
            format!("the forecast of run {} is published", forecast.run.id)
        }
        Some(forecast) => {
            format!("the forecast of run {} is not published, and the asker gets the reason", forecast.run.id)
        }
    }
}

fn heading(reviewed: &ReviewedResult) -> Vec<String> {
    let (result, session) = (&reviewed.result, &reviewed.session);
    let made = format!("{} at {}", result.cost, result.at.format("%F %T"));
    let origin = match &reviewed.forecast {
        Some(forecast) => format!("forecast  of run {}, {made}; `auspex show --report {0}`", forecast.run.id),
        None => format!("macro     {} {}, {made}", result.name, result.version),
    };
    let mut lines = vec![
        format!("result    {}, {}", result.id, reviewed.state.name()),
        origin,
        format!("session   {}, {}, version {}", session.id, session.state.name(), session.version),
        format!("digest    {}", reviewed.digest()),
    ];
    if let Some(at) = reviewed.expires_at.filter(|_| reviewed.review.is_none()) {
        lines.push(format!("expires   {}", at.format("%F %T")));
    }
    if let Some(review) = &reviewed.review {
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

fn parameters(reviewed: &ReviewedResult) -> Vec<String> {
    reviewed.result.parameters.iter().map(|(name, value)| format!("{name} = {value}")).collect()
}

fn json_lines(value: &Value) -> Vec<String> {
    format!("{value:#}").lines().map(str::to_owned).collect()
}

fn lei_line(check: &LeiCheck) -> String {
    let status = match check.status {
        LeiStatus::Verified => "verified",
        LeiStatus::NotFound => "not found at GLEIF",
        LeiStatus::BadChecksum => "wrong check digits",
        LeiStatus::Unverified => "unverified, GLEIF did not answer",
    };
    let note = if check.note.is_empty() { String::new() } else { format!("  {}", check.note) };
    format!("{}  {status}  {}{note}", check.lei, check.path)
}

fn edit_line(edit: &Edit) -> String {
    match edit {
        Edit::Add { path, value } => format!("{path}: added {value}"),
        Edit::Replace { path, old, value } => format!("{path}: {old} replaced by {value}"),
        Edit::Remove { path, old } => format!("{path}: {old} removed"),
    }
}
