//! `auspex cancel RUN`: a run comes to its end, with or without a forecast.

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use domain::effect::When;
use domain::run::{Cancellation, NoForecast, RunState};
use domain::{JobId, Outgoing, RunId};
use proto::event::Fact;
use proto::events::{RunAnswered, RunEnded};
use serde_json::json;
use store::Runs;
use store::runs::Stopped;

use crate::{Context, output};

/// A run that moves faster than it can be read moves on its own: more tries than it has rounds.
const TRIES: usize = 20;

/// `auspex cancel`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// The run (UUID), as `ask`, `show` and `schedule list` print it.
    run: RunId,
    /// Still makes a forecast of what was found until now; without this there is none.
    #[arg(long)]
    forecast: bool,
    /// Why; it stands in the result and in the audit trail.
    #[arg(long, default_value = "")]
    reason: String,
    /// Who stops it.
    #[arg(long, env = "USER", default_value = "")]
    by: String,
}

/// Stops it. Research that has not begun is not begun any more, nobody reserves another cent for the run (with `--forecast`: no
/// researcher does), and what was reserved and not used goes back when its call returns. Exit code 3 if there was nothing to stop.
///
/// A run that has not begun is stopped, too: its question is on its way, or being decomposed, and it begins at its end.
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
    for _ in 0..TRIES {
        let Some(state) = store.load(args.run).await? else {
            match store.stop_early(args.run, &cancellation).await? {
                Stopped::Moved => continue,
                stopped => return told_early(args.run, &stopped, context),
            }
        };
        let says = says(&state, &cancellation);
        match store.stop_run((args.run, state.version), &cancellation, &says).await? {
            Stopped::Moved | Stopped::Unknown => {}
            stopped => return told((&state, &stopped), &cancellation, context),
        }
    }
    bail!("run {} moves faster than it can be stopped: try again in a moment", args.run)
}

/// The message that goes with it: the round's release, or the end. Both have one id per run, whoever says them, and the
/// forecaster's relay sends them: the command line needs no right to speak for it.
fn says(state: &RunState, cancellation: &Cancellation) -> Outgoing {
    let (run, tenant) = (state.run.id, state.run.tenant.clone());
    let ending = NoForecast::Cancelled(cancellation.clone());
    let fact: Box<dyn Fact> = if cancellation.forecast {
        Box::new(RunAnswered { run, tenant, iteration: state.iteration })
    } else {
        Box::new(RunEnded { run, tenant, at: cancellation.at, ending })
    };
    Outgoing {
        id: fact.id(JobId(run.0), 0),
        subject: fact.subject(),
        tenant: state.run.tenant.clone(),
        payload: fact.encode().into(),
        traceparent: String::new(),
        when: When::Always,
    }
}

/// There is no run yet, so nothing is known of it: it may be a wrong id, and a person should see that.
fn told_early(run: RunId, stopped: &Stopped, context: &Context) -> anyhow::Result<ExitCode> {
    let (word, line) = match stopped {
        Stopped::Before => ("before", "it is stopped already, before it has begun"),
        _ => ("early", "it has not begun; when its question arrives, nothing is researched for it (is the id right?)"),
    };
    if context.json {
        output::json(&json!({ "run": run, "stopped": word, "spent_micro_usd": 0 }))?;
    } else {
        output::line(&format!("run {run}: {line}")).context("standard output")?;
    }
    Ok(output::complete_if(matches!(stopped, Stopped::Early)))
}

fn told(
    (state, stopped): (&RunState, &Stopped),
    cancellation: &Cancellation,
    context: &Context,
) -> anyhow::Result<ExitCode> {
    let (word, line) = match stopped {
        Stopped::Now if cancellation.forecast => {
            ("deciding", format!("its forecast of what is there follows: `auspex watch --run {}`", state.run.id))
        }
        Stopped::Now => ("ended", "it ends without a forecast".to_owned()),
        Stopped::Before => ("before", "it is stopped already; without --forecast it ends at once".to_owned()),
        _ => ("done", format!("it was done before: see `auspex show {}`", state.run.id)),
    };
    if context.json {
        output::json(&json!({ "run": state.run.id, "stopped": word, "spent_micro_usd": state.spent.0 }))?;
    } else {
        output::line(&format!("run {}: {line}", state.run.id)).context("standard output")?;
        let unused = state.run.budget.saturating_sub(state.spent);
        output::line(&format!("spent {} of {}; {unused} stay unspent", state.spent, state.run.budget))?;
    }
    Ok(output::complete_if(matches!(stopped, Stopped::Now)))
}
