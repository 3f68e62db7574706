//! The audit trail of a task, and its log events, which keep the names of the systems that Auspex replaces.
//!
//! I/O: writes lines of the audit trail before the outcome.

use domain::effect::{AuditLine, subject_label};
use domain::port::PortError;
use domain::research::Ending;
use domain::{ClaimStatus, Effect, JobId, MicroUsd, Research, ResearchTask, Subject, Time};
use futures::FutureExt;
use futures::future::BoxFuture;
use tools::workspace::{Todo, TodoState};
use worker::look_up::Cache;

/// Name of the worker in audit lines and budgets.
pub(crate) const WORKER: &str = "researcher";
/// Maximum length of an audit line's subject in characters.
const MAX_SUBJECT_CHARS: usize = 500;

/// Maximum length of a query in a log line in characters.
const MAX_QUERY_CHARS: usize = 200;

/// Writes audit lines before the outcome, because a bundle takes many minutes.
pub trait Trail: Send + Sync + 'static {
    /// Writes the line with this ordinal among those of its kind. Writing the same line again has no effect.
    fn note<'a>(&'a self, ordinal: usize, line: &'a AuditLine) -> BoxFuture<'a, Result<(), PortError>>;
}

impl Trail for store::audit::PgAudit {
    fn note<'a>(&'a self, ordinal: usize, line: &'a AuditLine) -> BoxFuture<'a, Result<(), PortError>> {
        self.note(ordinal, line).boxed()
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
    pub(crate) fn triggered(&self, trigger: Trigger) {
        let (job, tenant, kind, query) = (self.job, &self.task.tenant, kind(self.task), query(self.task));
        let Trigger { confidence_score, threshold } = trigger;
        if self.is_by_hand() {
            tracing::info!(event = "RESEARCHER_MANUAL_RUN_START", %job, %tenant, kind, query, confidence_score, threshold, "research started by hand");
        } else {
            tracing::info!(event = "RESEARCHER_TRIGGERED", %job, %tenant, kind, query, confidence_score, threshold, "research started");
        }
    }

    /// Logs complete or partial research and its duration.
    pub(crate) fn completed(&self, research: &Research, from: Time, to: Time) {
        let (job, query, notes) = (self.job, query(self.task), NoteCounts::from_research(research));
        if self.is_by_hand() {
            let (findings, sources) = (research.findings.len(), research.sources.len());
            tracing::info!(
                event = "RESEARCHER_MANUAL_RUN",
                %job,
                query,
                confidence_score = research.confidence,
                notes_created = notes.created,
                notes_stored = notes.stored,
                notes_failed = notes.failed,
                findings,
                sources,
                "research started by hand finished"
            );
        }
        Cache::Research.count(research.from_cache);
        // The collector keeps the traces of expensive tasks by this attribute.
        let cost = i64::try_from(research.cost.0).unwrap_or(i64::MAX);
        telemetry::propagate::set_attribute(&tracing::Span::current(), "auspex.task.cost.micro_usd", cost);
        let (ending, error) = match &research.ending {
            Ending::Complete => ("complete", None),
            Ending::Partial(reason) => ("partial", Some(reason)),
            Ending::Failed(reason) => ("failed", Some(reason)),
        };
        tracing::info!(
            event = "RESEARCHER_COMPLETED",
            %job,
            query,
            ending,
            error,
            confidence_score = research.confidence,
            notes_created = notes.created,
            notes_stored = notes.stored,
            notes_failed = notes.failed,
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

/// The cause of research: how well memory answered, and from which confidence on it would have sufficed.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Trigger {
    /// Confidence of memory's answer, 0 to 1; `None` if memory was not asked.
    pub(crate) confidence_score: Option<f64>,
    /// Confidence from which memory's answer suffices, 0 to 1.
    pub(crate) threshold: Option<f64>,
}

/// Findings as notes: the writer stores those that are supported, unless the filter removes them. Its own log event
/// `RESEARCHER_NOTES_STORED` counts the stored ones.
struct NoteCounts {
    created: usize,
    stored: usize,
    failed: usize,
}

impl NoteCounts {
    fn from_research(research: &Research) -> Self {
        let created = if research.from_cache { 0 } else { research.findings.len() };
        let is_supported = |finding: &&domain::Finding| finding.status == ClaimStatus::Supported;
        let stored = if created == 0 { 0 } else { research.findings.iter().filter(is_supported).count() };
        Self { created, stored, failed: created - stored }
    }
}

/// Logs an attempt that failed.
pub(crate) fn failed(task: &ResearchTask, job: JobId, chain: &[String]) {
    let (kind, query) = (kind(task), query(task));
    tracing::warn!(event = "RESEARCHER_ERROR", %job, kind, query, error = chain.join(": "), "research attempt failed");
}

/// Returns the subject of the research, cut at [`MAX_QUERY_CHARS`].
fn query(task: &ResearchTask) -> String {
    subject_label(task).chars().take(MAX_QUERY_CHARS).collect()
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
