//! What each source says to each finding, judged apart from the loop: a call without tools that sees quotes and statements
//! and nothing else. Where nothing usable comes back, the answer's own word about its sources stands.
//!
//! I/O: asks the model, at most once for each kind of question: do the sources of a finding agree, does what was believed
//! before still hold, does an event refute what is known?

use domain::MicroUsd;
use llm::Request;
use research::judge::{self, Answer, Stances, Statement};
use runtime::Failure;
use serde_json::json;
use worker::paid::structured_checked;
use worker::{AskError, Call};

use crate::desk::Desk;

/// Twelve statements with six pieces of evidence each, a short line for every pair.
const MAX_TOKENS: u32 = 4_000;

/// The stances, and what judging them cost. `step` names the question among those of one job.
pub(crate) async fn judged<M: Send + Sync, W: Send + Sync>(
    desk: &Desk<M, W>,
    step: &str,
    asked: &[Statement],
) -> Result<(Stances, MicroUsd), Failure> {
    if asked.is_empty() {
        return Ok((Stances::new(), MicroUsd::ZERO));
    }
    let read = |answer: Answer| judge::stances(asked, answer);
    match structured_checked(desk.kit.asks.as_ref(), call(desk, step, asked)?, &desk.kit.stances, read).await {
        Ok(answered) => Ok((answered.value, answered.cost)),
        Err(AskError::Unusable { cost, .. }) => Ok((Stances::new(), cost)),
        Err(AskError::Denied { .. } | AskError::Rejected { .. }) => Ok((Stances::new(), MicroUsd::ZERO)),
        Err(error) => Err(error.into()),
    }
}

fn call<M, W>(desk: &Desk<M, W>, step: &str, asked: &[Statement]) -> Result<Call, Failure> {
    let task = &desk.task;
    let render = |name: &str| desk.kit.prompts.render(name, json!({ "input": asked })).map_err(Failure::reject);
    let request = Request::new(render("judge_stances_system.md")?, render("judge_stances.md")?);
    Ok(Call {
        job: task.job,
        tenant: task.tenant.clone(),
        step: format!("{}{step}", task.prefix),
        request: request.with_max_tokens(MAX_TOKENS).cached(),
        budgets: task.budgets.clone(),
        deadline: task.deadline,
    })
}
