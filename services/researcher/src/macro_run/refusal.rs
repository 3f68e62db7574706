//! Requests that have no result: unknown macros, invalid parameters, sessions that wait for a review, research without
//! an answer, dead letters. Pure.

use domain::event::MacroRequest;
use domain::research::Lack;
use domain::{JobId, MacroResult, MicroUsd, ResearchTask, Time};
use proto::events::MacroResearched;
use runtime::Outcome;
use store::Memory;

use crate::audit::{MacroAudit, TaskAudit};
use crate::job::Job;

/// Reason why a request has no result.
#[derive(Debug)]
pub(crate) struct Refusal<'a> {
    pub(crate) reason: &'a str,
    /// Cost of the research until then.
    pub(crate) cost: MicroUsd,
    pub(crate) at: Time,
    /// Replies of the model that the research ended without.
    pub(crate) lacks: Vec<Lack>,
}

/// Returns the outcome of a request that is refused before it costs anything.
pub(crate) fn refused<M: Memory>(job: &Job<'_, M>, request: &MacroRequest, reason: &str) -> Outcome {
    let at = job.attempt.now();
    unanswered(job, request, Refusal { reason, cost: MicroUsd::ZERO, at, lacks: Vec::new() })
}

/// Returns the outcome of research without a usable answer.
pub(super) fn unanswered<M: Memory>(job: &Job<'_, M>, request: &MacroRequest, refusal: Refusal<'_>) -> Outcome {
    tracing::info!(job = %job.attempt.job, name = request.name, reason = refusal.reason, "macro refused");
    outcome(job.audit(), request, refusal).labelled("refused")
}

/// Returns the outcome of a request whose job is dead-lettered.
pub(crate) fn dead_letter(task: &ResearchTask, request: &MacroRequest, job: JobId, refusal: Refusal<'_>) -> Outcome {
    outcome(TaskAudit { task, job }, request, refusal)
}

fn outcome(audit: TaskAudit<'_>, request: &MacroRequest, refusal: Refusal<'_>) -> Outcome {
    let Refusal { reason, cost, at, lacks } = refusal;
    let line =
        audit.macro_line(MacroAudit { action: "refused", tools: &[], cost, errors: vec![reason.to_owned()], at });
    Outcome::none().write(line).emit(MacroResearched {
        task: audit.task.clone(),
        result: MacroResult { cost, lacks, ..MacroResult::not_executed(audit.job, request, at) },
        definition: String::new(),
        refused: Some(reason.to_owned()),
    })
}
