//! The audit trail of a task, and its log events, which keep the names of the systems that Auspex replaces.
//!
//! I/O: writes lines of the audit trail before the outcome.

use domain::effect::{AuditLine, subject_label};
use domain::port::PortError;
use domain::research::Ending;
use domain::{Effect, JobId, MicroUsd, Research, ResearchTask, Subject, Time};
use futures::FutureExt;
use futures::future::BoxFuture;
use tools::workspace::{Todo, TodoState};

/// Name of the worker in audit lines and budgets.
pub(crate) const WORKER: &str = "researcher";
/// Maximum length of an audit line's subject in characters.
const MAX_SUBJECT_CHARS: usize = 500;

/// Writes audit lines before the outcome, because a bundle takes many minutes.
pub trait Trail: Send + Sync + 'static {
    /// Writes the line with this ordinal among those of its kind. Writing the same line again has no effect.
    fn note<'a>(&'a self, ordinal: usize, line: &'a AuditLine) -> BoxFuture<'a, Result<(), PortError>>;
}

impl Trail for store::Store {
    fn note<'a>(&'a self, ordinal: usize, line: &'a AuditLine) -> BoxFuture<'a, Result<(), PortError>> {
        self.note_audit(ordinal, line).boxed()
    }
}

/// Audits one task.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TaskAudit<'a> {
    pub(crate) task: &'a ResearchTask,
    pub(crate) job: JobId,
}

/// The end of a macro's task.
#[derive(Debug)]
pub(crate) struct MacroAudit<'a> {
    /// Outcome of the task: `macro` or `refused`.
    pub(crate) action: &'static str,
    /// Names of the tools that were called.
    pub(crate) tools: &'a [String],
    pub(crate) cost: MicroUsd,
    /// Reason of a refusal, or violations of the schema.
    pub(crate) errors: Vec<String>,
    pub(crate) at: Time,
}

impl TaskAudit<'_> {
    /// Returns the audit line of the outcome.
    pub(crate) fn line(&self, action: &str, research: &Research) -> Effect {
        let errors = match &research.ending {
            Ending::Complete => Vec::new(),
            Ending::Partial(reason) | Ending::Failed(reason) => vec![reason.clone()],
        };
        let from_cache = Some(research.from_cache);
        Effect::Audited(Box::new(AuditLine {
            from_cache,
            errors,
            ..self.audit_line(action.to_owned(), &subject_label(self.task), research)
        }))
    }

    /// Returns the audit line of a finished todo.
    pub(crate) fn todo(&self, todo: &Todo, state: &TodoState, research: &Research) -> AuditLine {
        let reason = (!state.reason.is_empty()).then(|| state.reason.clone());
        let action = format!("todo_{}", state.status.name());
        AuditLine { errors: reason.into_iter().collect(), ..self.audit_line(action, &todo.id, research) }
    }

    /// Returns the audit line of an executed or refused macro.
    pub(crate) fn macro_line(&self, audit: MacroAudit<'_>) -> Effect {
        let MacroAudit { action, tools, cost, errors, at } = audit;
        Effect::Audited(Box::new(AuditLine {
            job: self.job,
            event: self.task.event_job,
            tenant: self.task.tenant.clone(),
            worker: WORKER.to_owned(),
            action: action.to_owned(),
            subject: subject_label(self.task).chars().take(MAX_SUBJECT_CHARS).collect(),
            from_cache: None,
            tools: tools.to_vec(),
            cost,
            errors,
            at,
        }))
    }

    fn audit_line(&self, action: String, subject: &str, research: &Research) -> AuditLine {
        AuditLine {
            job: self.job,
            event: self.task.event_job,
            tenant: self.task.tenant.clone(),
            worker: WORKER.to_owned(),
            action,
            subject: subject.chars().take(MAX_SUBJECT_CHARS).collect(),
            from_cache: None,
            tools: research.tools_used.clone(),
            cost: research.cost,
            errors: Vec::new(),
            at: research.made_at,
        }
    }

    /// Logs the start of metered work; a task started by hand has an event of its own.
    pub(crate) fn triggered(&self) {
        let (job, tenant, kind) = (self.job, &self.task.tenant, kind(self.task));
        if self.is_by_hand() {
            tracing::info!(event = "RESEARCHER_MANUAL_RUN_START", %job, %tenant, kind, "research started by hand");
        } else {
            tracing::info!(event = "RESEARCHER_TRIGGERED", %job, %tenant, kind, "research started");
        }
    }

    /// Logs complete or partial research and its duration.
    pub(crate) fn completed(&self, research: &Research, from: Time, to: Time) {
        let job = self.job;
        if self.is_by_hand() {
            let (findings, sources) = (research.findings.len(), research.sources.len());
            tracing::info!(event = "RESEARCHER_MANUAL_RUN", %job, findings, sources, "research started by hand finished");
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
            "research finished"
        );
    }

    fn is_by_hand(&self) -> bool {
        self.task.reason == domain::miss::BY_HAND_REASON
    }
}

/// Logs an attempt that failed.
pub(crate) fn failed(job: JobId, chain: &[String]) {
    tracing::warn!(event = "RESEARCHER_ERROR", %job, error = chain.join(": "), "research attempt failed");
}

fn kind(task: &ResearchTask) -> &'static str {
    match &task.subject {
        Subject::Identifier { .. } => "identifier",
        Subject::Question { .. } => "question",
        Subject::Miss { .. } => "miss",
        Subject::Bundle { .. } => "bundle",
        Subject::Macro(_) => "macro",
    }
}
