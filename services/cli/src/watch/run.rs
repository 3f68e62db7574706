//! `auspex watch --run RUN`: follows one run until it is done, with the money spent and left at each step.

use std::process::ExitCode;

use anyhow::Context as _;
use domain::RunId;
use domain::run::RunState;
use serde_json::json;
use store::{Runs, Store};

use crate::ask::progress::describe_run;
use crate::publish::POLL_INTERVAL;
use crate::{Context, output, show};

/// Follows the run to its end.
///
/// # Errors
/// When the run does not exist, or Postgres cannot be reached.
pub(super) async fn follow(run: RunId, context: &Context) -> anyhow::Result<ExitCode> {
    let store = context.store().await?;
    let mut ticks = tokio::time::interval(POLL_INTERVAL);
    let mut last = String::new();
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            _ = tokio::signal::ctrl_c() => return Ok(ExitCode::SUCCESS),
        }
        if let Some(code) = poll(&store, run, &mut last, context).await? {
            return Ok(code);
        }
    }
}

/// Polls once and prints a new step; returns the exit code if the run is done.
async fn poll(store: &Store, run: RunId, last: &mut String, context: &Context) -> anyhow::Result<Option<ExitCode>> {
    let state =
        store.runs().load(run).await?.with_context(|| format!("run {run} does not exist; see `auspex show`"))?;
    print_step(&state, last, context)?;
    if let Some(ending) = &state.ended {
        show::ending(ending, context)?;
        return Ok(Some(show::ending_exit_code(ending)));
    }
    if let Some(pending) = show::pending_review(store, &state).await? {
        show::waiting_review(&pending, context)?;
        return Ok(Some(ExitCode::from(output::INCOMPLETE)));
    }
    match store.forecasts().published(run).await? {
        Some(made) => {
            show::forecast(&made, context)?;
            Ok(Some(ExitCode::SUCCESS))
        }
        None => Ok(None),
    }
}

/// Prints the state of a run if it differs from the last one.
pub(super) fn print_step(state: &RunState, last: &mut String, context: &Context) -> anyhow::Result<()> {
    let step = describe_run(state);
    if step != *last {
        if context.json {
            let left = state.run.budget.saturating_sub(state.spent);
            let progress = json!({
                "run": state.run.id, "phase": state.phase, "iteration": state.iteration, "answered": state.answers.len(),
                "asked": state.questions.len(), "spent_micro_usd": state.spent.0, "left_micro_usd": left.0,
            });
            output::json(&progress)?;
        } else {
            output::line(&step)?;
        }
        *last = step;
    }
    Ok(())
}
