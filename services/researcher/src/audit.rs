//! The audit trail's line for one task, and the log events that people know from the systems that this one replaces.

use domain::effect::{AuditLine, subject_label};
use domain::research::Ending;
use domain::{Effect, JobId, Research, ResearchTask, Time};

use crate::shelf::Mark;
use crate::todo::Todo;

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

/// A todo of a bundle is settled.
pub(crate) fn todo(task: &ResearchTask, job: JobId, (todo, mark): (&Todo, &Mark), research: &Research) -> AuditLine {
    let reason = (!mark.reason.is_empty()).then(|| mark.reason.clone());
    AuditLine {
        job,
        event: task.event_job,
        tenant: task.tenant.clone(),
        worker: WORKER.to_owned(),
        action: format!("todo_{}", mark.status.name()),
        subject: todo.id.chars().take(500).collect(),
        from_cache: None,
        tools: research.tools_used.clone(),
        cost: research.cost,
        errors: reason.into_iter().collect(),
        at: research.made_at,
    }
}

/// Work begins that costs money. By hand it has a name of its own.
pub(crate) fn triggered(task: &ResearchTask, job: JobId) {
    let (tenant, kind) = (&task.tenant, kind(task));
    if by_hand(task) {
        tracing::info!(event = "RESEARCHER_MANUAL_RUN_START", %job, %tenant, kind, "research begins by hand");
    } else {
        tracing::info!(event = "RESEARCHER_TRIGGERED", %job, %tenant, kind, "research begins");
    }
}

fn by_hand(task: &ResearchTask) -> bool {
    task.reason == domain::miss::BY_HAND_REASON
}

/// It is done, be it in full or in part.
pub(crate) fn completed(task: &ResearchTask, research: &Research, job: JobId, (from, to): (Time, Time)) {
    if by_hand(task) {
        let (findings, sources) = (research.findings.len(), research.sources.len());
        tracing::info!(event = "RESEARCHER_MANUAL_RUN", %job, findings, sources, "research by hand is done");
    }
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
        left_out = research.left_out.len(),
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
