//! An event for the terminal: what came in, what was decided, what was done.

use domain::effect::{AuditLine, subject_label};
use domain::{Evidence, JobId};
use serde_json::json;
use store::reading::EventView;

use crate::{Context, output};

/// The event with its results, its audit trail, and what the filter took out of its evidence.
pub(super) fn show(
    (job, view): (JobId, &EventView),
    (trail, evidence): (&[AuditLine], &[Evidence]),
    context: &Context,
) -> anyhow::Result<()> {
    if context.json {
        let results: Vec<_> = view.results.iter().map(|(kind, body)| json!({ "kind": kind, "result": body })).collect();
        return output::json(&json!({
            "job": job, "classification": proto::v1::EventClassified::from(&view.classification),
            "received_at": view.received_at, "answered_at": view.answered_at, "results": results, "audit": trail,
            "evidence": evidence.iter().map(proto::v1::EvidenceFiltered::from).collect::<Vec<_>>(),
        }));
    }
    lines(job, view, trail).iter().try_for_each(|line| output::line(line))?;
    evidence.iter().flat_map(of_task).try_for_each(|line| output::line(&line))?;
    Ok(())
}

/// What the filter did to the evidence of a task; nothing where it did nothing.
fn of_task(evidence: &Evidence) -> Vec<String> {
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
        format!("job          {job}, taken in {}", view.received_at.format("%F %T")),
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
