//! Drives the machine: asks the model, executes the tools, remembers every step. A crash or a redelivery replays what is
//! remembered and goes on where it stopped, on whichever replica.
//!
//! I/O: the loop's shell: asks the model and calls the tools that the pure machine names.

use std::time::Duration;

use agent::{Action, Broken, Call as ToolCall, Given, Limits, Run, ToolResult};
use domain::port::PortError;
use domain::research::Ending;
use domain::{Clock, MicroUsd, Time};
use futures::future::join_all;
use llm::Request;
use runtime::Failure;
use serde::{Deserialize, Serialize};
use store::Memory;
use telemetry::metric;
use web::Web;
use worker::{AskError, Call, ObjectError};

use crate::desk::Desk;
use crate::notebook::Notes;
use crate::{goal, kept, tools};

/// How a loop ended and what it cost.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Driven {
    /// For the research.
    pub(crate) ending: Ending,
    /// All model calls, those inside tools included.
    pub(crate) cost: MicroUsd,
    /// Turns of the loop.
    pub(crate) turns: u32,
}

/// What is remembered of a tool call.
#[derive(Serialize, Deserialize)]
struct Memo {
    result: ToolResult<Notes>,
    /// Time that the loop had worked when the call was done. A replay counts on from it: what was waited for in between
    /// (another replica, a provider's cool-down) is no work, and a replay hits the very bounds that were hit before.
    worked_ms: u64,
}

/// What a call gave, and the time that the loop had worked by then, where that is remembered.
type Done = (ToolResult<Notes>, Option<Duration>);

/// How long the loop has worked.
struct Pace {
    worked: Duration,
    since: Time,
}

/// Runs the loop to its end. What was found stands in the desk's notebook.
pub(crate) async fn drive<M: Memory, W: Web>(
    desk: &mut Desk<M, W>,
    limits: Limits,
    clock: &dyn Clock,
) -> Result<Driven, Failure> {
    let asks = std::sync::Arc::clone(&desk.kit.asks);
    let chars = limits.result_chars;
    let mut run = Run::new(goal::of(desk)?, limits);
    let mut pace = Pace { worked: Duration::ZERO, since: clock.now() };
    let end = loop {
        match run.next(pace.worked, |request| asks.max_cost(request)) {
            Action::CallModel(request) => ask(desk, &mut run, *request).await?,
            Action::CallTools(calls) => {
                let now = || pace.worked + (clock.now() - pace.since).to_std().unwrap_or_default();
                let done = join_all(calls.iter().map(|call| execute(desk, call, (chars, &now)))).await;
                let worked = answered(desk, &mut run, &calls, done)?;
                pace = Pace { worked: worked.unwrap_or(pace.worked), since: clock.now() };
            }
            Action::Done(end) => break end,
        }
    };
    debug_assert!(run.spent() >= desk.notebook.cost(), "what tools cost is part of what the run has spent");
    Ok(Driven { ending: ending(&end, desk.notebook.report().is_some()), cost: run.spent(), turns: run.turns() })
}

async fn ask<M, W>(desk: &Desk<M, W>, run: &mut Run, request: Request) -> Result<(), Failure> {
    let task = &desk.task;
    let call = Call {
        job: task.job,
        tenant: task.tenant.clone(),
        step: format!("{}turn-{}", task.prefix, run.turns() + 1),
        request,
        budgets: task.budgets.clone(),
        deadline: task.deadline,
    };
    match desk.kit.asks.ask(call).await {
        Ok(reply) => run.model_replied(&reply, desk.kit.asks.card().price.cost(&reply.usage)),
        Err(error @ (AskError::Denied { .. } | AskError::Rejected { .. } | AskError::Unusable { .. })) => {
            run.model_denied(&error.to_string());
        }
        Err(error) => return Err(error.into()),
    }
    Ok(())
}

/// Tells the machine and the notebook, in the order of the calls; answers how long the loop has worked, if that is known.
fn answered<M, W>(
    desk: &mut Desk<M, W>,
    run: &mut Run,
    calls: &[ToolCall],
    done: Vec<Result<Done, Failure>>,
) -> Result<Option<Duration>, Failure> {
    let mut given = Vec::with_capacity(calls.len());
    let mut worked = None;
    for (call, done) in calls.iter().zip(done) {
        let (result, at) = done?;
        desk.notebook.absorb(&call.name, &result.notes);
        worked = worked.max(at);
        given.push(Given {
            ordinal: call.ordinal,
            ends: desk.ends(&call.name),
            cost: result.notes.cost,
            content: result.content,
            is_error: result.is_error,
        });
    }
    *desk.pages.get_mut() = desk.notebook.pages();
    run.tools_answered(&given);
    Ok(worked)
}

/// One call, or what it gave when it was made before.
async fn execute<M: Memory, W: Web>(
    desk: &Desk<M, W>,
    call: &ToolCall,
    (chars, worked): (usize, &(dyn Fn() -> Duration + Sync)),
) -> Result<Done, Failure> {
    if tools::is_pure(&call.name) {
        let result = desk.tools().call(desk, &call.name, &call.input).await.map_err(failure)?;
        return Ok((result, None));
    }
    let step = desk.task.step(&format!("call-{}", call.ordinal), format!("{} {}", call.name, call.input).as_bytes());
    let remembered = |bytes: &[u8]| serde_json::from_slice::<Memo>(bytes).ok();
    if let Some(memo) = desk.kit.steps.recall(&step).await?.as_deref().and_then(remembered) {
        return Ok((memo.result, Some(Duration::from_millis(memo.worked_ms))));
    }
    let result = desk.tools().call(desk, &call.name, &call.input).await.map_err(failure)?;
    count(&call.name, &result);
    let result = kept::shortened(desk, result, chars).await;
    let memo = Memo { result, worked_ms: u64::try_from(worked().as_millis()).unwrap_or(u64::MAX) };
    let bytes = serde_json::to_vec(&memo).map_err(Failure::reject)?;
    // Another attempt may have been faster: the first value stands for both.
    let stands = desk.kit.steps.remember(&step, bytes.clone()).await?;
    let memo = if stands == bytes { memo } else { remembered(&stands).unwrap_or(memo) };
    Ok((memo.result, Some(Duration::from_millis(memo.worked_ms))))
}

fn count(tool: &str, result: &ToolResult<Notes>) {
    let outcome = if result.is_error { "error" } else { "ok" };
    let labels =
        [("service", telemetry::service().to_owned()), ("tool", tool.to_owned()), ("outcome", outcome.to_owned())];
    metrics::counter!(metric::TOOL_CALLS, &labels).increment(1);
}

/// Our own machinery failed: its error says what to do about it.
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
        Err(source) => Failure::retry(anyhow::anyhow!(source).context(format!("the tool {} cannot work", broken.tool))),
    }
}

fn ending(end: &agent::Ending, answered: bool) -> Ending {
    match end {
        agent::Ending::Complete { .. } if answered => Ending::Complete,
        agent::Ending::Complete { .. } => Ending::Partial("the model ended without a final answer".to_owned()),
        agent::Ending::Stopped { stop, .. } => Ending::Partial(stop.to_string()),
    }
}
