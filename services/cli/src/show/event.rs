//! An event as text or JSON: input, classification, results, audit trail.

use anyhow::Context as _;
use domain::effect::{AuditLine, subject_label};
use domain::{Evidence, JobId, Time};
use proto::v1;
use serde::Deserialize;
use serde_json::Value;
use store::events::EventView;

use crate::{Context, output};

/// An event as the operation describes it.
#[derive(Debug, Deserialize)]
struct Detail {
    classification: v1::EventClassified,
    received_at: Time,
    answered_at: Option<Time>,
    results: Vec<ResultItem>,
    audit: Vec<AuditLine>,
    evidence: Vec<v1::EvidenceFiltered>,
}

#[derive(Debug, Deserialize)]
struct ResultItem {
    kind: String,
    result: Value,
}

/// Prints the event with its results, its audit trail, and what the evidence filter removed.
pub(super) fn show(job: JobId, detail: Value, context: &Context) -> anyhow::Result<()> {
    if context.json {
        return output::json(&detail);
    }
    if !detail["classification"].is_object() {
        return Ok(unclassified(job, &detail).iter().try_for_each(|line| output::line(line))?);
    }
    let another = "the event of another version";
    let Detail { classification, received_at, answered_at, results, audit, evidence } =
        serde_json::from_value(detail).context(another)?;
    let results = results.into_iter().map(|item| (item.kind, item.result)).collect();
    let classification = classification.try_into().context(another)?;
    let view = EventView { classification, received_at, answered_at, results };
    lines(job, &view, &audit).iter().try_for_each(|line| output::line(line))?;
    for evidence in evidence {
        let evidence = Evidence::try_from(evidence).context(another)?;
        filter_lines(&evidence).iter().try_for_each(|line| output::line(line))?;
    }
    Ok(())
}

/// Describes an event that waits for the classifier, or that the rules found uninteresting.
fn unclassified(job: JobId, detail: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let verdict = &detail["verdict"];
    if verdict.is_null() {
        return vec![format!("job          {job}, {}: it waits for the classifier", text(&detail["state"]))];
    }
    vec![
        format!("event        of kind {}", text(&verdict["kind"])),
        format!("job          {job}, decided {}", text(&detail["received_at"])),
        format!(
            "verdict      not interesting ({:.2}): {}",
            verdict["score"].as_f64().unwrap_or_default(),
            text(&verdict["reason"])
        ),
        format!("digest       sha256 {}", text(&verdict["digest"])),
    ]
}

/// Lists the filter's changes to the evidence of a task; empty if there were none.
fn filter_lines(evidence: &Evidence) -> Vec<String> {
    let mut lines = super::removed::lines(evidence, "    ");
    if !lines.is_empty() {
        lines.insert(0, format!("filtered     {}", subject_label(&evidence.task)));
    }
    lines
}

fn lines(job: JobId, view: &EventView, trail: &[AuditLine]) -> Vec<String> {
    let made = &view.classification;
    let event = &made.event;
    let verdict = if made.interesting { "interesting" } else { "not interesting" };
    let mut lines = vec![
        format!("event        {} ({}) of tenant {}, from {}", event.id, event.kind.name(), event.tenant, event.source),
        format!("job          {job}, received {}", view.received_at.format("%F %T")),
        format!("verdict      {verdict} ({:.2}): {}", made.score, made.reason),
    ];
    lines.extend(made.run.map(|run| format!("run          {run}")));
    lines.extend(made.identifiers.iter().map(|one| format!("identifier   {} {:?}", one.identifier, one.fate)));
    lines.extend(view.results.iter().map(|(kind, body)| {
        let report = body["reportKey"].as_str().map(|key| format!("  {key}")).unwrap_or_default();
        format!("result       {kind}{report}")
    }));
    lines.extend(trail.iter().map(audit));
    lines
}

fn audit(line: &AuditLine) -> String {
    let cached = if line.from_cache == Some(true) { ", from cache" } else { "" };
    let tools = if line.tools.is_empty() { String::new() } else { format!(", {}", line.tools.join(" ")) };
    let errors = if line.errors.is_empty() { String::new() } else { format!("  ✗ {}", line.errors.join("; ")) };
    let at = line.at.format("%T");
    format!("{at}     {:<11} {:<11} {}  {}{cached}{tools}{errors}", line.worker, line.action, line.subject, line.cost)
}
