//! `auspex cancel RUN`: ends a run early, with or without a forecast.

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use domain::RunId;
use domain::run::{Cancellation, RunState};
use proto::cancellation::closing_message;
use serde_json::json;
use store::runs::CancelOutcome;

use crate::{Context, output};

/// Command-line arguments of `auspex cancel`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Run id (UUID), as printed by `ask`, `show` and `schedule list`.
    run: RunId,
    /// Make a forecast from the evidence found so far; without this flag there is none.
    #[arg(long)]
    forecast: bool,
    /// Reason, recorded in the result and in the audit trail.
    #[arg(long, default_value = "")]
    reason: String,
    /// Name of the person who cancels.
    #[arg(long, env = "USER", default_value = "")]
    by: String,
}

/// Cancels the run. Research that has not started is skipped, no worker reserves further money for the run (with
/// `--forecast`: no researcher does), and unused reservations are released when their calls return. Exit code 3 if
/// there was nothing to cancel.
///
/// A run that has not begun can be cancelled as well: it ends when its question arrives.
///
/// # Errors
/// When Postgres cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let store = context.store().await?;
    let cancellation = Cancellation {
        by: args.by.chars().take(200).collect(),
        reason: args.reason.chars().take(1_000).collect(),
        at: context.clock.now(),
        forecast: args.forecast,
    };
    let (outcome, state) = store.cancel(args.run, &cancellation, closing_message).await?;
    match (outcome, state) {
        (CancelOutcome::Moved | CancelOutcome::Unknown, _) => {
            bail!("run {} changed during each attempt to cancel it; try again in a moment", args.run)
        }
        (outcome, Some(state)) => report(&state, outcome, &cancellation, context),
        (outcome, None) => report_early(args.run, outcome, context),
    }
}

/// Reports the cancellation of a run that is not in the store. The id may be wrong, so the text asks to check it.
fn report_early(run: RunId, outcome: CancelOutcome, context: &Context) -> anyhow::Result<ExitCode> {
    let (word, line) = match outcome {
        CancelOutcome::AlreadyCancelled => ("before", "already cancelled; it had not begun"),
        _ => ("early", "cancelled before it began; nothing is researched when its question arrives (check the id)"),
    };
    if context.json {
        output::json(&json!({ "run": run, "stopped": word, "spent_micro_usd": 0 }))?;
    } else {
        output::line(&format!("run {run}: {line}")).context("standard output")?;
    }
    Ok(output::complete_if(matches!(outcome, CancelOutcome::CancelledEarly)))
}

fn report(
    state: &RunState,
    outcome: CancelOutcome,
    cancellation: &Cancellation,
    context: &Context,
) -> anyhow::Result<ExitCode> {
    let (word, line) = match outcome {
        CancelOutcome::Cancelled if cancellation.forecast => {
            ("deciding", format!("cancelled; its forecast follows, see `auspex watch --run {}`", state.run.id))
        }
        CancelOutcome::Cancelled => ("ended", "cancelled without a forecast".to_owned()),
        CancelOutcome::AlreadyCancelled => {
            ("before", "already cancelled; without --forecast it ends at once".to_owned())
        }
        _ => ("done", format!("already done, see `auspex show {}`", state.run.id)),
    };
    if context.json {
        output::json(&json!({ "run": state.run.id, "stopped": word, "spent_micro_usd": state.spent.0 }))?;
    } else {
        output::line(&format!("run {}: {line}", state.run.id)).context("standard output")?;
        let unused = state.run.budget.saturating_sub(state.spent);
        output::line(&format!("spent {} of {}; {unused} unspent", state.spent, state.run.budget))?;
    }
    Ok(output::complete_if(matches!(outcome, CancelOutcome::Cancelled)))
}
