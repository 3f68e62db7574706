//! An event as text or JSON: input, classification, results, audit trail.

use domain::effect::{AuditLine, subject_label};
use domain::{Evidence, JobId};
use serde_json::json;
use store::reading::EventView;

use crate::{Context, output};

/// An event with its audit trail and evidence.
pub(super) struct EventReport {
    pub(super) job: JobId,
    pub(super) view: EventView,
    pub(super) trail: Vec<AuditLine>,
    pub(super) evidence: Vec<Evidence>,
}

/// Prints the event with its results, its audit trail, and what the evidence filter removed.
pub(super) fn show(report: &EventReport, context: &Context) -> anyhow::Result<()> {
    let EventReport { job, view, trail, evidence } = report;
    if context.json {
        let results: Vec<_> = view.results.iter().map(|(kind, body)| json!({ "kind": kind, "result": body })).collect();
        return output::json(&json!({
            "job": job, "classification": proto::v1::EventClassified::from(&view.classification),
            "received_at": view.received_at, "answered_at": view.answered_at, "results": results, "audit": trail,
            "evidence": evidence.iter().map(proto::v1::EvidenceFiltered::from).collect::<Vec<_>>(),
        }));
    }
    lines(*job, view, trail).iter().try_for_each(|line| output::line(line))?;
    evidence.iter().flat_map(filter_lines).try_for_each(|line| output::line(&line))?;
    Ok(())
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
