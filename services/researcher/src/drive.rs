//! Drives the machine: asks the model, executes the tools, remembers every step. A crash or a redelivery replays what is
//! remembered and goes on where it stopped.
//!
//! I/O: the loop's shell: asks the model and calls the tools that the pure machine names.

use agent::{Action, Broken, Call as ToolCall, Given, Limits, Run, ToolResult};
use domain::port::PortError;
use domain::research::Ending;
use domain::{Clock, MicroUsd};
use fleet::{AskError, Call};
use futures::future::join_all;
use llm::Request;
use runtime::Failure;
use store::Memory;
use web::Web;

use crate::desk::Desk;
use crate::notebook::Notes;
use crate::{goal, tools};

/// How a loop ended and what its own calls cost (reading pages is counted in the notebook).
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Driven {
    /// For the research.
    pub(crate) ending: Ending,
    /// All model calls, those inside tools included.
    pub(crate) cost: MicroUsd,
    /// Turns of the loop.
    pub(crate) turns: u32,
}

/// Runs the loop to its end. What was found stands in the desk's notebook.
pub(crate) async fn drive<M: Memory, W: Web>(
    desk: &mut Desk<M, W>,
    limits: Limits,
    clock: &dyn Clock,
) -> Result<Driven, Failure> {
    let goal = goal::of(desk)?;
    let mut run = Run::new(goal, limits, desk.task.started);
    let end = loop {
        match run.next(clock.now()) {
            Action::CallModel(request) => ask(desk, &mut run, *request).await?,
            Action::CallTools(calls) => act(desk, &mut run, calls).await?,
            Action::Done(end) => break end,
        }
    };
    let cost = run.spent() + desk.notebook.cost();
    Ok(Driven { ending: ending(&end, desk.notebook.report().is_some()), cost, turns: run.turns() })
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

async fn act<M: Memory, W: Web>(desk: &mut Desk<M, W>, run: &mut Run, calls: Vec<ToolCall>) -> Result<(), Failure> {
    *desk.pages.get_mut() = desk.notebook.pages();
    let results = join_all(calls.iter().map(|call| execute(desk, call))).await;
    let mut given = Vec::with_capacity(calls.len());
    for (call, result) in calls.iter().zip(results) {
        let result = result?;
        desk.notebook.absorb(&call.name, &result.notes);
        given.push(Given { ordinal: call.ordinal, content: result.content, is_error: result.is_error });
    }
    run.tools_answered(&given);
    Ok(())
}

/// One call, or what it gave when it was made before.
async fn execute<M: Memory, W: Web>(desk: &Desk<M, W>, call: &ToolCall) -> Result<ToolResult<Notes>, Failure> {
    // The answer is a pure function of the notebook: there is nothing to remember.
    if call.name == tools::ANSWER {
        return work(desk, call).await;
    }
    let step = desk.task.step(&format!("call-{}", call.ordinal), format!("{} {}", call.name, call.input).as_bytes());
    if let Some(result) = desk.kit.steps.recall(&step).await?.and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
        return Ok(result);
    }
    let result = work(desk, call).await?;
    let bytes = serde_json::to_vec(&result).map_err(Failure::reject)?;
    // Another attempt may have been faster: the first value stands for both.
    let stands = desk.kit.steps.remember(&step, bytes).await?;
    Ok(serde_json::from_slice(&stands).unwrap_or(result))
}

async fn work<M: Memory, W: Web>(desk: &Desk<M, W>, call: &ToolCall) -> Result<ToolResult<Notes>, Failure> {
    let limit = desk.kit.config.tool_time;
    let work = desk.kit.tools.call(desk, &call.name, &call.input);
    match tokio::time::timeout(limit, work).await {
        Ok(result) => result.map_err(failure),
        Err(_) => Ok(ToolResult {
            content: format!("{} took longer than {limit:?}", call.name),
            is_error: true,
            notes: Notes::default(),
        }),
    }
}

/// Our own machinery failed: its error says what to do about it.
fn failure(broken: Broken) -> Failure {
    let source = match broken.source.downcast::<PortError>() {
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
