//! The research loop: executes the actions of [`agent::AgentRun`], which is a state machine without I/O. Every model
//! call and tool call is a memoised step, so after a crash or a redelivery any replica replays the completed steps and
//! continues.
//!
//! I/O: calls the model and the tools that the state machine names.

pub(crate) mod goal;
pub(crate) mod steps;

use std::sync::Arc;
use std::time::Duration;

use agent::{Action, AgentRun, Broken, CallResult, LoopLimits, Origin, Stop, ToolCall, ToolResult};
use domain::port::PortError;
use domain::research::Ending;
use domain::{Clock, MicroUsd, Time};
use futures::future::join_all;
use llm::{Block, Request};
use runtime::Failure;
use serde::{Deserialize, Serialize};
use telemetry::metric;
use tools::oversized_results::{OversizedResults, READ_RESULT, is_synopsis};
use tools::session::UNREAD_TEXT;
use tools::{Notes, Session, Tools};
use tracing::field::Empty;
use tracing::{Instrument, Span};
use worker::degraded::{self, Cause, Degraded};
use worker::{AskError, ModelClient, ObjectError, Prompts};

use goal::{GoalLimits, LoopTask};
use steps::Steps;

/// Failed attempts of a job after which its loop ends with what it has, if the model's reply is lost once more: a model
/// that is too slow for the deadline of a call never replies.
const MAX_LOST_REPLIES: u32 = 3;

/// Dependencies of the loop.
pub(crate) struct ResearchLoop {
    pub(crate) model: Arc<dyn ModelClient>,
    pub(crate) prompts: Arc<Prompts>,
    pub(crate) steps: Arc<dyn Steps>,
    pub(crate) results: OversizedResults,
    pub(crate) toolboxes: Toolboxes,
    /// Maximum number of output tokens per model call.
    pub(crate) max_tokens: u32,
}

/// The tools by kind of task.
pub(crate) struct Toolboxes {
    /// For one question or entity.
    pub(crate) research: Tools,
    /// For a question as of an earlier day.
    pub(crate) past: Tools,
    /// For research directions.
    pub(crate) bundle: Tools,
    /// For research macros, each of which names those that it uses.
    pub(crate) macros: Tools,
}

/// A kind of task, which determines the tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ToolSet {
    /// One question or entity.
    Research,
    /// A question as of an earlier day.
    Past,
    /// A todo of a bundle.
    Bundle,
    /// A research macro.
    Macro,
}

impl ToolSet {
    /// Returns the tools of research in this session.
    pub(crate) fn for_session(session: &Session) -> Self {
        match (&session.workspace, session.scope.as_of) {
            (Some(_), _) => Self::Bundle,
            (None, Some(_)) => Self::Past,
            (None, None) => Self::Research,
        }
    }
}

impl Toolboxes {
    /// Returns the tools of the set.
    pub(crate) fn get(&self, set: ToolSet) -> &Tools {
        match set {
            ToolSet::Research => &self.research,
            ToolSet::Past => &self.past,
            ToolSet::Bundle => &self.bundle,
            ToolSet::Macro => &self.macros,
        }
    }
}

/// Result of a loop. What it found is in the session's notebook.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LoopOutcome {
    pub(crate) ending: Ending,
    /// Cost of all model calls, those inside tools included.
    pub(crate) cost: MicroUsd,
    pub(crate) turns: u32,
}

/// Stored value of a tool call's step.
#[derive(Serialize, Deserialize)]
struct Memo {
    result: ToolResult<Notes>,
    /// Working time of the loop when the call was done, in milliseconds. A replay continues from it, so waits between
    /// attempts (for a provider's cool-down, say) do not count, and a replay hits the same limits as before.
    worked_ms: u64,
}

impl Memo {
    fn done(self, origin: Origin) -> Done {
        Done { result: self.result, origin, worked: Some(Duration::from_millis(self.worked_ms)) }
    }
}

/// A tool call that was executed, or whose result was stored.
struct Done {
    result: ToolResult<Notes>,
    /// Whose words the result contains.
    origin: Origin,
    /// Working time of the loop at the end of the call, if it was stored.
    worked: Option<Duration>,
}

/// Measures the working time of the loop.
struct Stopwatch<'a> {
    clock: &'a dyn Clock,
    worked: Duration,
    since: Time,
}

impl Stopwatch<'_> {
    fn elapsed(&self) -> Duration {
        self.worked + (self.clock.now() - self.since).to_std().unwrap_or_default()
    }

    /// Continues from the stored working time. A turn whose results were not stored has none: its time counts with the
    /// next stored result, so that a replay sees the same times.
    fn restart(&mut self, worked: Option<Duration>) {
        if let Some(worked) = worked {
            (self.worked, self.since) = (worked, self.clock.now());
        }
    }
}

impl ResearchLoop {
    /// Runs a loop to its end.
    pub(crate) async fn run(
        &self,
        task: &mut LoopTask,
        limits: LoopLimits,
        clock: &dyn Clock,
    ) -> Result<LoopOutcome, Failure> {
        let tools = self.toolboxes.get(task.tools).offered(&task.session);
        let stated = GoalLimits { max_tokens: self.max_tokens, calls: limits.calls };
        let goal = goal::goal(task, &self.prompts, tools, stated)?;
        let (end, run) = self.drive(task, AgentRun::new(goal, limits.clone()), &limits, clock).await?;
        let notebook = &task.session.notebook;
        debug_assert!(run.spent() >= notebook.cost(), "the cost of tools is part of the run's cost");
        Ok(LoopOutcome { ending: ending(&end, notebook.report().is_some()), cost: run.spent(), turns: run.turns() })
    }

    /// Executes the actions of a run until its end. Returns the end and the run, which holds the conversation and the
    /// cost.
    pub(crate) async fn drive(
        &self,
        task: &mut LoopTask,
        mut run: AgentRun,
        limits: &LoopLimits,
        clock: &dyn Clock,
    ) -> Result<(agent::Ending, AgentRun), Failure> {
        let max_chars = limits.result_chars;
        let mut stopwatch = Stopwatch { clock, worked: Duration::ZERO, since: clock.now() };
        let mut cause = None;
        let end = loop {
            match run.next(stopwatch.worked, |request| self.model.max_cost(request)) {
                Action::CallModel(request) => {
                    let denied = self.call_model(task, &mut run, *request).await?;
                    cause = denied.or(cause);
                }
                Action::CallTools(calls) => {
                    let executed = calls.iter().map(|call| self.call_tool(task, call, max_chars, &stopwatch));
                    let done = join_all(executed).await;
                    let worked = apply_results(&mut task.session, &mut run, &calls, done)?;
                    self.declare_opened(task, &mut run, &calls);
                    stopwatch.restart(worked);
                }
                Action::Done(end) => break end,
            }
        };
        if let agent::Ending::Stopped { stop, .. } = &end {
            degraded::count(Degraded::PartialResearch, cause.unwrap_or_else(|| cause_of(stop)));
        }
        Ok((end, run))
    }

    /// Declares the tools that are of use after the newest results: the one that reads long results after a synopsis,
    /// and those that need an id that another tool gave.
    fn declare_opened(&self, task: &LoopTask, run: &mut AgentRun, calls: &[ToolCall]) {
        let Some(newest) = run.messages().last() else { return };
        let has_result = |call: &ToolCall| {
            let is_own = |block: &Block| matches!(block, Block::ToolResult { tool_use_id, is_error, .. } if *tool_use_id == call.id && !is_error);
            newest.blocks.iter().any(is_own)
        };
        let is_short = |block: &Block| matches!(block, Block::ToolResult { content, .. } if is_synopsis(content));
        let mut opened: Vec<&str> = calls
            .iter()
            .filter(|call| has_result(call))
            .flat_map(|call| tools::opened_by(&call.name, task.session.scope.topics))
            .collect();
        opened.extend(newest.blocks.iter().any(is_short).then_some(READ_RESULT));
        for tool in opened.into_iter().filter_map(|name| self.toolboxes.get(task.tools).described(name)) {
            run.declare(&tool);
        }
    }

    /// Calls the model for a turn. Returns the cause if the model cannot be called any more, so that the run ends with
    /// what it has.
    async fn call_model(
        &self,
        task: &LoopTask,
        run: &mut AgentRun,
        request: Request,
    ) -> Result<Option<Cause>, Failure> {
        let call = task.steps.call(&format!("turn-{}", run.turns() + 1), request);
        let error = match self.model.ask(call).await {
            Ok(metered) => {
                run.model_replied(&metered.reply, metered.cost);
                return Ok(None);
            }
            Err(error) => error.unless_later(task.steps.failures, MAX_LOST_REPLIES)?,
        };
        run.model_denied(&error.to_string());
        Ok(Some(Cause::from(&error)))
    }

    /// Executes one tool call, or returns its stored result.
    async fn call_tool(
        &self,
        task: &LoopTask,
        call: &ToolCall,
        max_chars: usize,
        stopwatch: &Stopwatch<'_>,
    ) -> Result<Done, Failure> {
        let tools = self.toolboxes.get(task.tools);
        let origin = tools.origin(&call.name);
        if tools.is_pure(&call.name) {
            return Ok(Done { result: self.execute(task, call).await?, origin, worked: None });
        }
        let input = format!("{} {}", call.name, call.input);
        let step = task.steps.key(&format!("call-{}", call.ordinal), input.as_bytes());
        let parse = |bytes: &[u8]| serde_json::from_slice::<Memo>(bytes).ok();
        if let Some(memo) = self.steps.recall(&step).await?.as_deref().and_then(parse) {
            return Ok(memo.done(origin));
        }
        let mut result = self.execute(task, call).await?;
        count_call(&call.name, &result);
        // An error carries no notes of the tool.
        result.notes.is_unread |= result.is_error && result.content == UNREAD_TEXT;
        let result = self.results.shorten(task.steps.job, result, max_chars).await;
        let worked_ms = u64::try_from(stopwatch.elapsed().as_millis()).unwrap_or(u64::MAX);
        let memo = Memo { result, worked_ms };
        let bytes = serde_json::to_vec(&memo).map_err(Failure::reject)?;
        // A concurrent attempt may have stored a value first; both use the stored one.
        let stored = self.steps.remember(&step, bytes.clone()).await?;
        let memo = if stored == bytes { memo } else { parse(&stored).unwrap_or(memo) };
        Ok(memo.done(origin))
    }

    /// Executes one tool call in its span.
    async fn execute(&self, task: &LoopTask, call: &ToolCall) -> Result<ToolResult<Notes>, Failure> {
        let span = tool_span(call);
        let called = self.toolboxes.get(task.tools).call(&task.session, &call.name, &call.input);
        let result = called.instrument(span.clone()).await;
        if !matches!(&result, Ok(result) if !result.is_error) {
            span.record("otel.status_code", "ERROR");
            span.record("error.type", if result.is_ok() { "tool_error" } else { "unavailable" });
        }
        result.map_err(failure)
    }
}

/// Creates the span of a tool call, by the GenAI conventions. Arguments and results are not recorded.
fn tool_span(call: &ToolCall) -> Span {
    tracing::info_span!(
        target: telemetry::DETAIL,
        "execute_tool",
        otel.name = %format_args!("execute_tool {}", call.name),
        otel.status_code = Empty,
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = call.name,
        gen_ai.tool.call.id = call.id,
        gen_ai.tool.r#type = "function",
        error.type = Empty,
    )
}

/// Passes results to the state machine and the notebook in the order of the calls. Returns the working time of the
/// loop, if stored.
fn apply_results(
    session: &mut Session,
    run: &mut AgentRun,
    calls: &[ToolCall],
    done: Vec<Result<Done, Failure>>,
) -> Result<Option<Duration>, Failure> {
    let mut given = Vec::with_capacity(calls.len());
    let mut worked = None;
    for (call, done) in calls.iter().zip(done) {
        let Done { result, origin, worked: at } = done?;
        session.notebook.absorb(&call.name, origin, &result.notes);
        session.notebook.show(origin, &call.input, &result.content);
        if let Some(requested) =
            call.input["url"].as_str().filter(|_| result.is_error && call.name == tools::FETCH_PAGE)
        {
            session.notebook.page_failed(requested.trim());
        }
        worked = worked.max(at);
        given.push(CallResult {
            ordinal: call.ordinal,
            ends: session.is_ended_by(&call.name),
            cost: result.notes.cost,
            content: result.content,
            is_error: result.is_error,
        });
    }
    session.reset_page_count();
    run.tools_answered(&given);
    Ok(worked)
}

fn count_call(tool: &str, result: &ToolResult<Notes>) {
    let outcome = if result.is_error { "error" } else { "ok" };
    let labels =
        [("service", telemetry::service().to_owned()), ("tool", tool.to_owned()), ("outcome", outcome.to_owned())];
    metrics::counter!(metric::TOOL_CALLS, &labels).increment(1);
}

/// Converts a failure of our own infrastructure; the error's class decides between retry, deferral and rejection.
fn failure(broken: Broken) -> Failure {
    let source = match broken.source.downcast::<PortError>() {
        Ok(error) => return (*error).into(),
        Err(source) => source,
    };
    let source = match source.downcast::<ObjectError>() {
        Ok(error) => return (*error).into(),
        Err(source) => source,
    };
    match source.downcast::<AskError>() {
        Ok(error) => (*error).into(),
        Err(source) => Failure::retry(anyhow::anyhow!(source).context(format!("the tool {} failed", broken.tool))),
    }
}

/// Returns why a loop ended early.
fn cause_of(stop: &Stop) -> Cause {
    match stop {
        Stop::Dollars { .. } | Stop::Unpaid { .. } => Cause::Budget,
        Stop::Refused => Cause::Refusal,
        Stop::Cut => Cause::Unusable,
        Stop::Turns { .. } | Stop::Calls { .. } | Stop::Time { .. } | Stop::Repeats { .. } | Stop::Barren { .. } => {
            Cause::Limit
        }
    }
}

fn ending(end: &agent::Ending, answered: bool) -> Ending {
    match end {
        agent::Ending::Complete { .. } if answered => Ending::Complete,
        agent::Ending::Complete { .. } => Ending::Partial("the model ended without a final answer".to_owned()),
        agent::Ending::Stopped { stop, .. } => Ending::Partial(stop.to_string()),
    }
}
