//! `auspex watch --run RUN`: follows one run until it is done, with the money spent at each step.

use std::process::ExitCode;

use domain::RunId;
use serde_json::json;

use crate::ask::progress::describe_run;
use crate::door::Door;
use crate::show::{RunFollower, RunView};
use crate::{Context, output};

/// Follows the run to its end.
///
/// # Errors
/// When the run does not exist, or the gateway cannot be reached.
pub(super) async fn follow(door: &Door, run: RunId, context: &Context) -> anyhow::Result<ExitCode> {
    let missing = || format!("run {run} does not exist; see `auspex show`");
    let path = run.to_string();
    let states = door.events(&["v1", "runs", &path, "events"], None).await;
    let states = states.map_err(|error| error.or_missing(missing))?;
    let mut follower = RunFollower::new(door, run, states);
    let mut last = String::new();
    loop {
        let view = follower.next().await?;
        print_step(&view, &mut last, context)?;
        if let Some(code) = view.end(context, false)? {
            return Ok(code);
        }
    }
}

/// Prints the state of a run if it differs from the last one.
fn print_step(view: &RunView, last: &mut String, context: &Context) -> anyhow::Result<()> {
    let step = describe_run(view);
    if step == *last {
        return Ok(());
    }
    if context.json {
        let (state, money) = (&view.state, &view.money);
        output::json(&json!({
            "run": state.run.id, "phase": state.phase, "iteration": state.iteration, "answered": state.answers.len(),
            "asked": state.questions.len(), "spent_micro_usd": money.spent_micro_usd,
            "reserved_micro_usd": money.reserved_micro_usd, "limit_micro_usd": money.limit_micro_usd,
        }))?;
    } else {
        output::line(&step)?;
    }
    *last = step;
    Ok(())
}
