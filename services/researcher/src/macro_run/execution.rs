//! One execution of a macro: its goal, the correction of an invalid answer, and its outcome.
//!
//! I/O: calls the model for a correction.

use std::sync::Arc;

use agent::{AgentRun, Goal, ToolSpec};
use domain::event::MacroRequest;
use domain::research::Lack;
use domain::{Effect, LeiCheck, MacroResult, MicroUsd, Time};
use llm::{Block, Message, Request, Role, ToolChoice};
use proto::events::MacroResearched;
use runtime::{Failure, Outcome};
use serde_json::{Map, Value, json};
use store::Memory;
use tools::addresses;
use tools::macros::{Definition, search_quality};
use worker::AskError;

use super::answer::{self, MacroData};
use crate::audit::MacroAudit;
use crate::job::Job;
use crate::research_loop::ToolSet;
use crate::research_loop::goal::LoopTask;

/// One execution: a macro with checked parameters.
pub(super) struct Execution<'a, M> {
    pub(super) job: &'a Job<'a, M>,
    pub(super) request: &'a MacroRequest,
    pub(super) definition: Arc<Definition>,
    /// Parameters with defaults filled in.
    pub(super) parameters: Map<String, Value>,
    pub(super) prompt: String,
    /// Start of the first attempt.
    pub(super) started: Time,
}

/// The end of an execution.
pub(super) struct Executed {
    pub(super) data: MacroData,
    pub(super) lei_checks: Vec<LeiCheck>,
    pub(super) cost: MicroUsd,
    pub(super) lacks: Vec<Lack>,
}

impl<M: Memory> Execution<'_, M> {
    /// Returns the question for the reader of pages, which extracts the claims that bear on it.
    pub(super) fn question(&self) -> String {
        format!("{} Parameters: {}", self.definition.description(), json!(self.parameters))
    }

    /// Returns the addresses that may be fetched from the start: those of the definition's own text, and those of the
    /// parameters unless strangers have influenced them.
    pub(super) fn own_addresses(&self) -> Vec<String> {
        let mut found = addresses::in_text(self.definition.source());
        if !self.job.task.is_foreign {
            found.extend(addresses::in_text(&json!(self.parameters).to_string()));
            // A template may complete an address with a parameter.
            found.extend(addresses::in_text(&self.prompt));
        }
        found
    }

    /// Returns the goal of the loop: the definition's prompts and tools, and the task as data.
    pub(super) fn goal(&self, task: &LoopTask) -> Result<Goal, Failure> {
        let research_loop = &self.job.engine.research_loop;
        let input = json!({
            "macro": self.definition.name(),
            "parameters": self.parameters,
            "today": self.started.date_naive().to_string(),
            "maxSources": task.session.scope.max_pages,
        });
        let data = research_loop.prompts.render("macro.md", json!({"input": input})).map_err(Failure::reject)?;
        let offered = research_loop.toolboxes.get(ToolSet::Macro).offered(&task.session);
        let tools: Vec<ToolSpec> =
            offered.iter().filter(|tool| self.definition.tools().contains(&tool.name)).cloned().collect();
        Ok(Goal {
            system: self.definition.system().into(),
            task: format!("{}\n\n{data}", self.prompt),
            tools: tools.into(),
            answer_tool: None,
            max_tokens: research_loop.max_tokens,
        })
    }

    /// Returns the data of the model's answer and the cost of the correction. An invalid answer is corrected once by
    /// the model, which sees its errors.
    pub(super) async fn corrected(
        &self,
        task: &LoopTask,
        run: &AgentRun,
        text: &str,
    ) -> Result<(MacroData, MicroUsd), Failure> {
        let first = MacroData::read(&self.definition, text);
        if first.is_valid() {
            return Ok((first, MicroUsd::ZERO));
        }
        let call = task.steps.call("macro-correction", self.correction(task, run, (text, &first))?);
        match self.job.engine.research_loop.model.ask(call).await {
            Ok(metered) => {
                let second = MacroData::read(&self.definition, &metered.reply.text());
                Ok((first.corrected_by(second), metered.cost))
            }
            Err(error @ (AskError::Busy { .. } | AskError::Blocked { .. } | AskError::Port(_))) => Err(error.into()),
            Err(error) => {
                tracing::warn!(job = %self.job.attempt.job, error = %error, "no correction of an invalid answer");
                Ok((first, error.cost()))
            }
        }
    }

    /// Returns the request for the correction: the conversation, the invalid answer and its errors.
    fn correction(
        &self,
        task: &LoopTask,
        run: &AgentRun,
        (text, first): (&str, &MacroData),
    ) -> Result<Request, Failure> {
        let input = json!({"answer": text, "errors": first.violations});
        let prompts = &self.job.engine.research_loop.prompts;
        let correction = prompts.render("macro_correction.md", json!({"input": input})).map_err(Failure::reject)?;
        let goal = self.goal(task)?;
        let mut messages = run.messages().to_vec();
        // The answer is quoted and not repeated as a turn of the model: some providers accept its turns only with their
        // thinking.
        match messages.last_mut() {
            Some(last) if last.role == Role::User => Arc::make_mut(last).blocks.push(Block::text(correction)),
            _ => messages.push(Arc::new(Message::user(correction))),
        }
        Ok(Request {
            system: goal.system,
            messages,
            tool_choice: if goal.tools.is_empty() { ToolChoice::Auto } else { ToolChoice::None },
            tools: goal.tools,
            max_tokens: goal.max_tokens,
            max_thinking: None,
            temperature: None,
            cache_prefix: true,
        })
    }

    /// Returns the outcome that emits the result.
    pub(super) fn outcome(self, task: &LoopTask, executed: Executed) -> Outcome {
        let Self { job, definition, parameters, started, .. } = self;
        let Executed { data: MacroData { data, violations }, lei_checks, cost, lacks } = executed;
        let notebook = &task.session.notebook;
        let suggested_verbs = definition.verbs(&data, &lei_checks).unwrap_or_else(|error| {
            tracing::info!(job = %job.attempt.job, error = %error, "no verbs can be rendered from the data");
            Vec::new()
        });
        let errors = violations.iter().map(|violation| format!("{}: {}", violation.path, violation.problem)).collect();
        let audit = MacroAudit { action: "macro", tools: notebook.tools(), cost, errors, at: started };
        let result = MacroResult {
            id: job.attempt.job,
            name: definition.name().to_owned(),
            version: definition.version().to_owned(),
            parameters,
            search_quality: search_quality(&data),
            schema_valid: violations.is_empty(),
            validation_errors: violations,
            review: definition.review(),
            suggested_verbs,
            sources: answer::sources(notebook),
            lei_checks,
            cost,
            at: started,
            lacks,
            data,
        };
        let mut outcome = Outcome::none().labelled("macro").write(job.audit().macro_line(audit));
        if !notebook.bases().is_empty() {
            outcome = outcome.write(Effect::RestedOn(notebook.bases().to_vec()));
        }
        let requests = notebook.requests().iter().cloned();
        let outcome = requests.fold(outcome, |outcome, request| outcome.emit(job.requested(request)));
        let definition = definition.source().to_owned();
        outcome.emit(MacroResearched { task: job.task.clone(), result, definition, refused: None })
    }
}
