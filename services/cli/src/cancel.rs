//! `auspex cancel RUN`: ends a run early, with or without a forecast.

use std::process::ExitCode;

use domain::{MicroUsd, RunId};
use operations::runs::{Cancel, Cancelled};

use crate::door::{Door, OnBehalf};
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
    /// Name of the person who cancels [default: $USER, or the name of the token].
    #[arg(long)]
    by: Option<String>,
}

/// Cancels the run. Research that has not started is skipped, no worker reserves further money for the run (with
/// `--forecast`: no researcher does), and unused reservations are released when their calls return. Exit code 3 if
/// there was nothing to cancel.
///
/// A run that has not begun can be cancelled as well: it ends when its question arrives.
///
/// # Errors
/// When the fleet cannot be reached, or over HTTP, if the tenant has no such run.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let door = Door::open(context, OnBehalf { by: args.by.as_deref(), ..OnBehalf::default() }).await?;
    match door.cancel(args.run, Cancel { forecast: args.forecast, reason: args.reason }).await {
        Ok(cancelled) => report(&cancelled, context),
        Err(error) if error.kind() == "conflict" => {
            output::report_failure(&format!("{error}; see `auspex show {}`", args.run), context.json);
            Ok(ExitCode::from(output::INCOMPLETE))
        }
        Err(error) => {
            let missing = format!("run {} does not exist; `auspex show` lists the newest runs", args.run);
            Err(error.or_missing(|| missing))
        }
    }
}

fn report(cancelled: &Cancelled, context: &Context) -> anyhow::Result<ExitCode> {
    if context.json {
        output::json(cancelled)?;
    } else {
        lines(cancelled).iter().try_for_each(|line| output::line(line))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn lines(cancelled: &Cancelled) -> Vec<String> {
    let Cancelled { run, forecast, begun, spent_micro_usd, budget_micro_usd } = cancelled;
    let done = match (begun, forecast) {
        // The id may be wrong.
        (false, _) => {
            "cancelled before it began; nothing is researched when its question arrives (check the id)".to_owned()
        }
        (true, true) => format!("cancelled; its forecast follows, see `auspex watch --run {run}`"),
        (true, false) => "cancelled without a forecast".to_owned(),
    };
    let money = budget_micro_usd.map(|budget| {
        let (spent, budget) = (MicroUsd(*spent_micro_usd), MicroUsd(budget));
        format!("spent {spent} of {budget}; {} unspent", budget.saturating_sub(spent))
    });
    [format!("run {run}: {done}")].into_iter().chain(money).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancellation_states_what_follows_and_what_is_unspent() {
        let cancelled = |begun, forecast| Cancelled {
            run: "r".to_owned(),
            forecast,
            begun,
            spent_micro_usd: 250_000,
            budget_micro_usd: begun.then_some(1_000_000),
        };
        assert_eq!(lines(&cancelled(true, false))[1], "spent $0.250000 of $1.000000; $0.750000 unspent");
        assert!(lines(&cancelled(true, true))[0].contains("auspex watch --run r"));
        let early = lines(&cancelled(false, true));
        assert!(early.len() == 1 && early[0].contains("before it began"), "{early:?}");
    }
}
