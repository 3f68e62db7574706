//! `auspex watch --run RUN`: one run until it is done, each step with what is spent and what is left.

use std::process::ExitCode;

use anyhow::Context as _;
use domain::RunId;
use serde_json::json;
use store::{Runs, Store};

use crate::ask::progress::of_run;
use crate::publish::LOOK;
use crate::{Context, output, show};

/// Follows it to its end.
///
/// # Errors
/// When there is no such run, or Postgres cannot be reached.
pub(super) async fn follow(run: RunId, context: &Context) -> anyhow::Result<ExitCode> {
    let store = context.store().await?;
    let mut ticks = tokio::time::interval(LOOK);
    let mut last = String::new();
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            _ = tokio::signal::ctrl_c() => return Ok(ExitCode::SUCCESS),
        }
        if let Some(code) = look(&store, run, (&mut last, context)).await? {
            return Ok(code);
        }
    }
}

/// One look; the exit code if it is done.
async fn look(store: &Store, run: RunId, (last, context): (&mut String, &Context)) -> anyhow::Result<Option<ExitCode>> {
    let state = store.load(run).await?.with_context(|| format!("there is no run {run}; see `auspex show`"))?;
    let step = of_run(&state);
    if step != *last {
        if context.json {
            let left = state.run.budget.saturating_sub(state.spent);
            let told = json!({
                "run": run, "phase": state.phase, "iteration": state.iteration, "answered": state.answers.len(),
                "asked": state.questions.len(), "spent_micro_usd": state.spent.0, "left_micro_usd": left.0,
            });
            output::json(&told)?;
        } else {
            output::line(&step)?;
        }
        *last = step;
    }
    if let Some(ending) = &state.ended {
        show::ending(ending, context)?;
        return Ok(Some(show::exit_of(ending)));
    }
    match store.forecast(run).await? {
        Some(made) => {
            show::forecast(&made, context)?;
            Ok(Some(ExitCode::SUCCESS))
        }
        None => Ok(None),
    }
}
