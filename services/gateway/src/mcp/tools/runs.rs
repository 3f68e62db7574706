//! Forecasts: ask, list, read, resolve, cancel; what was spent, and what became of the events.

use domain::access::AccessScope::{Admin, Publish, Read};
use domain::{JobId, RunId};
use operations::OperationError;
use operations::Page;
use operations::outcomes::{self, Outcome, OutcomeRecorded, OutcomeWithdrawal, OutcomeWithdrawn};
use operations::pages::{self, ArchivedPage, Citation};
use operations::progress::Look;
use operations::questions::{self, Ask};
use operations::runs::{self, Cancel, Cancelled, RelatedRunItem, RunCallItem, RunItem, RunPhase, RunQuery, RunStatus};
use operations::spend::{self, Spending};
use operations::summary::{self, Summary, SummaryQuery};
use operations::threshold::{self, ThresholdQuery};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::mcp::resources::report_uri;
use crate::mcp::tasks::Work;
use crate::mcp::tool::{About, Argument, Effect, Fault, Items, McpCall, McpReply, NoInput, Tool};
use crate::mcp::waiting;

pub(super) fn all() -> Vec<Tool> {
    let ask = About {
        name: "ask",
        title: "Ask a question",
        description: "Asks a question about the future, waits for the forecast, and returns it with its reasoning. Costs money and takes minutes.",
        scopes: &[Publish, Read],
        effect: Effect::Adds,
        open_world: true,
    };
    let get = About {
        name: "get_forecast",
        title: "Read a forecast",
        description: "The state of a run, and its forecast if it is made; with `atMost`, also the probability that the number or date is at most this threshold.",
        ..About::READS
    };
    let resolve = About {
        name: "resolve_question",
        title: "Record an outcome",
        description: "Records the outcome of a run's question, from which calibration is computed. A different second outcome corrects the first.",
        scopes: &[Admin],
        effect: Effect::Changes,
        open_world: false,
    };
    let withdraw = About {
        name: "withdraw_outcome",
        title: "Withdraw an outcome",
        description: "Withdraws the outcome of a run's question that was recorded by mistake: the question is open again. The history keeps it.",
        scopes: &[Admin],
        effect: Effect::Changes,
        open_world: false,
    };
    let list = About {
        name: "list_runs",
        title: "List runs",
        description: "The tenant's runs, newest first, with state and probability. `next` is the cursor of the next page.",
        ..About::READS
    };
    let related = About {
        name: "list_related_runs",
        title: "List runs of the same question",
        description: "Earlier and later runs with the question of a run or about its market, newest first, with probability and outcome.",
        ..About::READS
    };
    let calls = About {
        name: "list_run_calls",
        title: "List the model calls of a run",
        description: "The model calls of a run in the order of their begin, at most 500, each with its worker, step, state and charge.",
        ..About::READS
    };
    let page = About {
        name: "read_page",
        title: "Read a cited page",
        description: "The text of a page that a run cites, as the fleet read it; with `finding`, around its quote.",
        ..About::READS
    };
    let cancel = About {
        name: "cancel_run",
        title: "Cancel a run",
        description: "Cancels a run, so that it spends no more; with `forecast`, it ends with a forecast from the evidence found so far.",
        scopes: &[Admin],
        effect: Effect::Changes,
        open_world: false,
    };
    let spend = About {
        name: "get_spending",
        title: "Read the spending",
        description: "The tenant's daily budget and what was spent of it, newest day first, the calls of today by worker and model, the last 7 days by worker, and what budgets refused.",
        ..About::READS
    };
    let summary = About {
        name: "get_summary",
        title: "Read the summary",
        description: "What became of the tenant's events of the last days, by kind, what they cost, and which calls budgets refused.",
        ..About::READS
    };
    let waits = "Waits for the forecast; true if absent. Otherwise the run is returned at once, and get_forecast reads its forecast later.";
    let wait = json!({ "type": "boolean", "description": waits });
    let run = || {
        let schema = json!({ "type": "string", "description": "Id of the run (UUID)." });
        Argument { name: "runId", schema, is_required: true }
    };
    let hash = json!({ "type": "string", "description": "`contentHash` of a source: SHA-256 in hex." });
    let hash = Argument { name: "hash", schema: hash, is_required: true };
    vec![
        ask.with_argument(&Argument { name: "wait", schema: wait, is_required: false }, asked),
        list.handled_by(list_runs),
        related.handled_by(list_related_runs),
        calls.handled_by(list_run_calls),
        page.with_argument(&hash, read_page),
        get.handled_by(get_forecast),
        cancel.with_argument(&run(), cancel_run),
        resolve.with_argument(&run(), resolve_question),
        withdraw.with_argument(&run(), withdraw_outcome),
        spend.handled_by(get_spending),
        summary.handled_by(get_summary),
    ]
}

async fn asked(call: McpCall, wait: Option<bool>, ask: Ask) -> Result<McpReply<RunStatus>, Fault> {
    let job = questions::ask(call.cx(), ask, None).await?.job;
    let run = RunId::for_event(job);
    if !wait.unwrap_or(true) {
        let message = "the question is stored; get_forecast reads its forecast later".to_owned();
        return Ok(McpReply::Output(RunStatus::without_forecast(run, RunPhase::Queued, message)));
    }
    if call.wants_task() {
        return Ok(McpReply::Started(Work::Question { job }));
    }
    if let Some(status) = waiting::wait(&call, || look(&call, job)).await? {
        return Ok(McpReply::Output(status));
    }
    let message = "the forecast was not made in time; the run continues, so call get_forecast later".to_owned();
    Ok(McpReply::Output(RunStatus { message, ..named(questions::status(call.cx(), job).await?) }))
}

pub(super) async fn look(call: &McpCall, job: JobId) -> Result<Look<RunStatus>, OperationError> {
    Ok(match questions::look(call.cx(), job).await? {
        Look::Done(status) => Look::Done(named(status)),
        working => working,
    })
}

/// Names the report by its address as a resource.
fn named(status: RunStatus) -> RunStatus {
    RunStatus { report: status.report.as_deref().map(report_uri), ..status }
}

/// Names a run.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct RunInput {
    /// Id of the run (UUID).
    run_id: String,
}

/// Names a run, and a threshold.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct ForecastInput {
    /// Id of the run (UUID).
    run_id: String,
    /// Threshold of a number, in the unit of the question, or of a date (a day is meant to its end in UTC).
    #[serde(default)]
    #[schema(max_length = 100)]
    at_most: Option<String>,
}

async fn get_forecast(call: McpCall, input: ForecastInput) -> Result<RunStatus, Fault> {
    let run = parsed(&input.run_id)?;
    let status = named(runs::status(call.cx(), run).await?);
    let Some(at_most) = input.at_most else { return Ok(status) };
    let threshold = threshold::probability(call.cx(), run, &ThresholdQuery { at_most }).await?;
    Ok(RunStatus { threshold: Some(threshold), ..status })
}

async fn list_runs(call: McpCall, query: RunQuery) -> Result<Page<RunItem>, Fault> {
    Ok(runs::list(call.cx(), &query).await?)
}

async fn list_related_runs(call: McpCall, input: RunInput) -> Result<Items<RelatedRunItem>, Fault> {
    Ok(Items { items: runs::related(call.cx(), parsed(&input.run_id)?).await? })
}

async fn list_run_calls(call: McpCall, input: RunInput) -> Result<Items<RunCallItem>, Fault> {
    Ok(Items { items: runs::calls(call.cx(), parsed(&input.run_id)?).await? })
}

async fn read_page(call: McpCall, hash: String, citation: Citation) -> Result<McpReply<ArchivedPage>, Fault> {
    Ok(McpReply::Output(pages::show(call.cx(), &hash, &citation).await?))
}

async fn cancel_run(call: McpCall, run_id: String, wanted: Cancel) -> Result<McpReply<Cancelled>, Fault> {
    Ok(McpReply::Output(runs::cancel(call.cx(), parsed(&run_id)?, wanted).await?))
}

async fn get_spending(call: McpCall, NoInput {}: NoInput) -> Result<Spending, Fault> {
    Ok(spend::show(call.cx()).await?)
}

async fn get_summary(call: McpCall, query: SummaryQuery) -> Result<Summary, Fault> {
    Ok(summary::show(call.cx(), &query).await?)
}

async fn resolve_question(call: McpCall, run_id: String, outcome: Outcome) -> Result<McpReply<OutcomeRecorded>, Fault> {
    Ok(McpReply::Output(outcomes::record(call.cx(), parsed(&run_id)?, outcome).await?))
}

async fn withdraw_outcome(
    call: McpCall,
    run_id: String,
    wanted: OutcomeWithdrawal,
) -> Result<McpReply<OutcomeWithdrawn>, Fault> {
    Ok(McpReply::Output(outcomes::withdraw(call.cx(), parsed(&run_id)?, wanted).await?))
}

fn parsed(run: &str) -> Result<RunId, OperationError> {
    run.parse().map_err(|_| OperationError::no_run())
}
