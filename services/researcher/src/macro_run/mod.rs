//! Execution of research macros: parameters, prompt, tool loop, answer, one correction, LEI checks, result.
//!
//! The text of the definition is a memoised step, so a repeated attempt uses the version of the first one, also after
//! the files have changed. Every model call, tool call and GLEIF request is a step as well, and all ids derive from the
//! job.
//!
//! I/O: reads changed definitions, reads the session, runs the loop, calls the model for a correction, asks GLEIF.

mod answer;
mod definitions;
mod execution;
mod refusal;

use std::sync::Arc;

use agent::untrusted::statement;
use agent::{AgentRun, Ending};
use domain::LeiCheck;
use domain::Time;
use domain::effect::Basis;
use domain::event::MacroRequest;
use domain::research::Lack;
use domain::review::{MAX_DATA_BYTES, SessionId};
use runtime::{Failure, Outcome};
use serde_json::{Map, Value, json};
use store::{Memory, Reviews};
use tools::lei::LeiVerifier;
use tools::macros::find_leis;
use web::Web;
use worker::degraded::Degraded;

use crate::audit::Trigger;
use crate::job::{Inquiry, Job};
use crate::research_loop::ToolSet;
use crate::research_loop::goal::{LoopSubject, LoopTask};
use crate::research_loop::steps::Steps;
use definitions::JobAttempt;
use execution::{Executed, Execution};

pub(crate) use definitions::Definitions;
pub use definitions::read_macros;
use refusal::unanswered;
pub(crate) use refusal::{Refusal, dead_letter, refused};

/// Maximum length in characters of a parameter that strangers have influenced.
const MAX_PARAMETER_CHARS: usize = 200;

/// Executes research macros.
pub(crate) struct MacroResearch<W> {
    pub(crate) definitions: Definitions,
    /// Sessions: a macro is not executed while a result waits for its review.
    pub(crate) reviews: Arc<dyn Reviews>,
    pub(crate) verifier: LeiVerifier<W>,
    pub(crate) steps: Arc<dyn Steps>,
}

impl<W: Web> MacroResearch<W> {
    /// Executes the macro of a request. A request that cannot be executed results in a fact with the reason.
    pub(crate) async fn execute<M: Memory>(
        &self,
        job: &Job<'_, M>,
        request: &MacroRequest,
    ) -> Result<Outcome, Failure> {
        if !job.has_begun().await? {
            let session = SessionId::of_request(request, job.task.event_job);
            if let Err(refusal) = self.reviews.execute(&job.task.tenant, session).await? {
                return Ok(refused(job, request, &refusal.to_string()));
            }
        }
        let started = job.started().await?;
        match self.prepare(job, request, started).await? {
            Ok(execution) => self.research(execution).await,
            Err(reason) => Ok(refused(job, request, &reason)),
        }
    }

    /// Returns the macro with its parameters filled in, or the reason why it cannot be executed.
    async fn prepare<'a, M: Memory>(
        &self,
        job: &'a Job<'a, M>,
        request: &'a MacroRequest,
        started: Time,
    ) -> Result<Result<Execution<'a, M>, String>, Failure> {
        let attempt = JobAttempt { job: job.attempt.job, now: job.attempt.now() };
        let definition = match self.definitions.of_job(attempt, &request.name, self.steps.as_ref()).await? {
            Ok(definition) => definition,
            Err(reason) => return Ok(Err(reason)),
        };
        // A row of a batch contains data that another macro has found on the web.
        let given = if job.task.is_foreign { labels(&request.parameters) } else { request.parameters.clone() };
        let parameters = match definition.fill(&given) {
            Ok(parameters) => parameters,
            Err(error) => return Ok(Err(error.to_string())),
        };
        Ok(match definition.prompt(&parameters) {
            Ok(prompt) => Ok(Execution { job, request, definition, parameters, prompt, started }),
            Err(error) => Err(error.to_string()),
        })
    }

    async fn research<M: Memory>(&self, execution: Execution<'_, M>) -> Result<Outcome, Failure> {
        let (job, started) = (execution.job, execution.started);
        job.audit().triggered(Trigger::default());
        let subject = LoopSubject {
            question: execution.question(),
            names_tools: true,
            is_foreign: job.task.is_foreign,
            own_text: execution.definition.description().to_owned(),
            ..LoopSubject::default()
        };
        let (max_pages, urls) = (job.engine.config.max_pages, execution.own_addresses());
        let inquiry = Inquiry { subject, max_pages, urls, ..Inquiry::default() };
        let mut task = LoopTask { tools: ToolSet::Macro, ..job.loop_task(inquiry, started) };
        let limits = job.loop_limits(job.budget(), started);
        let run = AgentRun::new(execution.goal(&task)?, limits.clone());
        let (end, run) = job.engine.research_loop.drive(&mut task, run, &limits, job.attempt.clock.as_ref()).await?;
        let lacks = lacks(&end, &task);
        let text = match end {
            Ending::Stopped { stop, text } if text.is_empty() => {
                let reason = format!("the research ended without an answer: {stop}");
                let (cost, at) = (run.spent(), job.attempt.now());
                return Ok(unanswered(job, execution.request, Refusal { reason: &reason, cost, at, lacks }));
            }
            Ending::Stopped { text, .. } | Ending::Complete { text } => text,
        };
        let (data, correction_cost) = execution.corrected(&task, &run, &text).await?;
        let cost = run.spent() + correction_cost;
        if data.data.to_string().len() > MAX_DATA_BYTES {
            let reason = format!("the answer has more than {MAX_DATA_BYTES} bytes");
            let refusal = Refusal { reason: &reason, cost, at: job.attempt.now(), lacks };
            return Ok(unanswered(job, execution.request, refusal));
        }
        let (lei_checks, basis) = self.verified(&task, &data.data).await?;
        task.session.notebook.add_bases(basis.as_slice());
        Ok(execution.outcome(&task, Executed { data, lei_checks, cost, lacks }))
    }

    /// Returns the checks of the LEIs in the data, and the record of GLEIF's answer. GLEIF is asked once per job.
    async fn verified(&self, task: &LoopTask, data: &Value) -> Result<(Vec<LeiCheck>, Option<Basis>), Failure> {
        let found = find_leis(data);
        if found.is_empty() {
            return Ok((found, None));
        }
        let step = task.steps.key("lei-checks", json!(found).to_string().as_bytes());
        if let Some(stored) = self.steps.recall(&step).await? {
            return serde_json::from_slice(&stored).map_err(Failure::reject);
        }
        let checked = serde_json::to_vec(&self.verifier.verify(found).await).map_err(Failure::reject)?;
        let stored = self.steps.remember(&step, checked).await?;
        serde_json::from_slice(&stored).map_err(Failure::reject)
    }
}

/// Returns the replies of the model that the research ended without. Each has been counted when it was not given.
fn lacks(end: &Ending, task: &LoopTask) -> Vec<Lack> {
    let stopped = matches!(end, Ending::Stopped { .. }).then_some(Degraded::PartialResearch);
    let unread = task.session.notebook.has_unread_text().then_some(Degraded::UnreadPage);
    stopped.into_iter().chain(unread).map(|reason| Lack::new(reason.name())).collect()
}

/// Reduces all texts of parameters to labels.
fn labels(parameters: &Map<String, Value>) -> Map<String, Value> {
    fn label(value: &Value) -> Value {
        match value {
            Value::String(text) => Value::from(statement(text, MAX_PARAMETER_CHARS)),
            Value::Array(entries) => entries.iter().map(label).collect(),
            Value::Object(members) => Value::Object(labels(members)),
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
        }
    }
    parameters.iter().map(|(name, value)| (statement(name, MAX_PARAMETER_CHARS), label(value))).collect()
}
