//! `auspex cancel RUN`: ends a run early, with or without a forecast.

use std::process::ExitCode;

use domain::RunId;
use operations::find::IdKind;
use operations::runs::{Cancel, Cancelled};

use crate::door::Door;
use crate::{Context, money, output};

/// Command-line arguments of `auspex cancel`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Run: its id, at least the first 6 digits of it, or `last`.
    run: String,
    /// Make a forecast from the evidence found so far; without this flag there is none.
    #[arg(long)]
    forecast: bool,
    /// Reason, recorded in the result and in the audit trail.
    #[arg(long, default_value = "")]
    reason: String,
}

/// Cancels the run. Research that has not started is skipped, no worker reserves further money for the run (with
/// `--forecast`: no researcher does), and unused reservations are released when their calls return. Exit code 3 if
/// there was nothing to cancel.
///
/// A run whose question waits for its turn can be cancelled as well: it ends when its question arrives.
///
/// # Errors
/// When the gateway cannot be reached, or the tenant has no such run.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let door = Door::open(context)?;
    let run = RunId(door.id(&args.run, IdKind::Run).await?);
    match door.cancel(run, Cancel { forecast: args.forecast, reason: args.reason }).await {
        Ok(cancelled) => {
            context.print(&cancelled, lines)?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) if error.kind() == "conflict" => {
            output::report_failure(&format!("{error}; see `auspex show {run}`"), context.json);
            Ok(ExitCode::from(output::INCOMPLETE))
        }
        Err(error) => {
            let missing = format!("run {run} does not exist; `auspex show` lists the newest runs");
            Err(error.or_missing(|| missing))
        }
    }
}

fn lines(cancelled: &Cancelled) -> Vec<String> {
    let Cancelled { run, forecast, begun, money } = cancelled;
    let done = match (begun, forecast) {
        (false, _) => "cancelled before it began; nothing is researched when its question arrives".to_owned(),
        (true, true) => format!("cancelled; its forecast follows, see `auspex watch --run {run}`"),
        (true, false) => "cancelled without a forecast".to_owned(),
    };
    let money = begun.then(|| money::line(money));
    [format!("run {run}: {done}")].into_iter().chain(money).collect()
}

#[cfg(test)]
mod tests {
    use operations::runs::RunMoney;

    use super::*;

    #[test]
    fn a_cancellation_states_what_follows_and_what_is_unspent() {
        let money = RunMoney { spent_micro_usd: 250_000, reserved_micro_usd: 0, limit_micro_usd: 1_000_000 };
        let cancelled = |begun, forecast| Cancelled { run: "r".to_owned(), forecast, begun, money };
        assert_eq!(lines(&cancelled(true, false))[1], "$0.250000 spent of $1.000000");
        assert!(lines(&cancelled(true, true))[0].contains("auspex watch --run r"));
        let early = lines(&cancelled(false, true));
        assert!(early.len() == 1 && early[0].contains("before it began"), "{early:?}");
    }
}
