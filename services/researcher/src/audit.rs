//! The audit trail's line for one task, and the log events that people know from the systems that this one replaces.

use domain::effect::{AuditLine, subject_label};
use domain::research::Ending;
use domain::{Effect, JobId, Research, ResearchTask, Time};

/// Who writes the line.
pub(crate) const WORKER: &str = "researcher";

/// What was done for a task.
pub(crate) fn line(task: &ResearchTask, job: JobId, action: &str, research: &Research) -> Effect {
    let errors = match &research.ending {
        Ending::Complete => Vec::new(),
        Ending::Partial(reason) | Ending::Failed(reason) => vec![reason.clone()],
    };
    Effect::Audited(Box::new(AuditLine {
        job,
        event: task.event_job,
        tenant: task.tenant.clone(),
        worker: WORKER.to_owned(),
        action: action.to_owned(),
        subject: subject_label(task).chars().take(500).collect(),
        from_cache: Some(research.from_cache),
        tools: research.tools_used.clone(),
        cost: research.cost,
        errors,
        at: research.made_at,
    }))
}

/// Work begins that costs money.
pub(crate) fn triggered(task: &ResearchTask, job: JobId) {
    tracing::info!(event = "RESEARCHER_TRIGGERED", %job, tenant = %task.tenant, kind = kind(task), "research begins");
}

/// It is done, be it in full or in part.
pub(crate) fn completed(research: &Research, job: JobId, (from, to): (Time, Time)) {
    let ending = match &research.ending {
        Ending::Complete => "complete",
        Ending::Partial(_) => "partial",
        Ending::Failed(_) => "failed",
    };
    tracing::info!(
        event = "RESEARCHER_COMPLETED",
        %job,
        ending,
        from_cache = research.from_cache,
        findings = research.findings.len(),
        sources = research.sources.len(),
        cost_micro_usd = research.cost.0,
        duration_ms = (to - from).num_milliseconds(),
        "research is done"
    );
}

/// It could not be done now.
pub(crate) fn failed(job: JobId, chain: &[String]) {
    tracing::warn!(event = "RESEARCHER_ERROR", %job, error = chain.join(": "), "research is interrupted");
}

fn kind(task: &ResearchTask) -> &'static str {
    match &task.subject {
        domain::Subject::Identifier { .. } => "identifier",
        domain::Subject::Question { .. } => "question",
        domain::Subject::Miss { .. } => "miss",
        domain::Subject::Bundle { .. } => "bundle",
        domain::Subject::Macro(_) => "macro",
    }
}
