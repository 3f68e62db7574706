//! An event as text or JSON: input, classification, results, audit trail.

use anyhow::Context as _;
use domain::effect::{AuditLine, subject_label};
use domain::{Classification, Evidence};
use operations::events::{EventDetail, EventResult, QuietVerdict};

use crate::{Context, output};

/// Prints the event with its results, its audit trail, and what the evidence filter removed.
pub(super) fn show(detail: EventDetail, context: &Context) -> anyhow::Result<()> {
    if context.json {
        return output::json(&detail);
    }
    Ok(lines(detail)?.iter().try_for_each(|line| output::line(line))?)
}

fn lines(detail: EventDetail) -> anyhow::Result<Vec<String>> {
    let another = "the event of another version";
    let Some(classification) = detail.classification.clone() else { return Ok(unclassified(&detail)) };
    let mut lines = classified(&classification.try_into().context(another)?, &detail);
    for evidence in detail.evidence {
        lines.extend(filter_lines(&Evidence::try_from(evidence).context(another)?));
    }
    Ok(lines)
}

/// Describes an event that waits for the classifier, or that the rules found uninteresting.
fn unclassified(detail: &EventDetail) -> Vec<String> {
    let job = detail.job;
    let Some(verdict) = &detail.verdict else {
        return vec![format!("job          {job}, {}: it waits for the classifier", detail.state.name())];
    };
    let QuietVerdict { kind, score, reason, digest, .. } = verdict;
    let decided = detail.received_at.map(|at| format!(", decided {}", at.format("%F %T"))).unwrap_or_default();
    vec![
        format!("event        of kind {kind}"),
        format!("job          {job}{decided}"),
        format!("verdict      not interesting ({score:.2}): {reason}"),
        format!("digest       sha256 {digest}"),
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

fn classified(made: &Classification, detail: &EventDetail) -> Vec<String> {
    let event = &made.event;
    let received = detail.received_at.map(|at| format!(", received {}", at.format("%F %T"))).unwrap_or_default();
    let verdict = if made.interesting { "interesting" } else { "not interesting" };
    let mut lines = vec![
        format!("event        {} ({}) of tenant {}, from {}", event.id, event.kind.name(), event.tenant, event.source),
        format!("job          {}{received}", detail.job),
        format!("verdict      {verdict} ({:.2}): {}", made.score, made.reason),
    ];
    lines.extend(made.run.map(|run| format!("run          {run}")));
    lines.extend(made.identifiers.iter().map(|one| format!("identifier   {} {:?}", one.identifier, one.fate)));
    lines.extend(detail.results.iter().map(|EventResult { kind, result }| {
        let report = result["reportKey"].as_str().map(|key| format!("  {key}")).unwrap_or_default();
        format!("result       {kind}{report}")
    }));
    lines.extend(detail.audit.iter().map(audit));
    lines
}

fn audit(line: &AuditLine) -> String {
    let cached = if line.from_cache == Some(true) { ", from cache" } else { "" };
    let tools = if line.tools.is_empty() { String::new() } else { format!(", {}", line.tools.join(" ")) };
    let errors = if line.errors.is_empty() { String::new() } else { format!("  ✗ {}", line.errors.join("; ")) };
    let at = line.at.format("%T");
    format!("{at}     {:<11} {:<11} {}  {}{cached}{tools}{errors}", line.worker, line.action, line.subject, line.cost)
}

#[cfg(test)]
mod tests {
    use domain::{JobId, Time};

    use super::*;

    #[test]
    fn an_event_without_a_classification_waits_or_has_the_verdict_of_the_rules() {
        let pending = EventDetail::pending(JobId(uuid::Uuid::nil()));
        let nil = pending.job;
        assert_eq!(
            lines(pending.clone()).unwrap(),
            [format!("job          {nil}, pending: it waits for the classifier")]
        );
        let (kind, reason, digest) = ("transaction".to_owned(), "small".to_owned(), "0af".to_owned());
        let verdict = QuietVerdict { kind, interesting: false, score: 0.25, reason, group: nil, digest };
        let quiet = EventDetail { verdict: Some(verdict), received_at: Some(Time::UNIX_EPOCH), ..pending };
        let expected = [
            "event        of kind transaction".to_owned(),
            format!("job          {nil}, decided 1970-01-01 00:00:00"),
            "verdict      not interesting (0.25): small".to_owned(),
            "digest       sha256 0af".to_owned(),
        ];
        assert_eq!(lines(quiet).unwrap(), expected);
    }
}
