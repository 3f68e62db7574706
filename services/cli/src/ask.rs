//! `auspex ask "…"`: asks one question, prints its progress and its forecast.

pub(crate) mod progress;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail};
use domain::{Event, JobId, MicroUsd, RunId, Tenant};
use operations::events::EventAccepted;
use operations::questions::Ask;
use tokio::time::{Instant, timeout_at};

use crate::asking::Asking;
use crate::door::{Door, ServerEvents};
use crate::dry_run::{self, DryRun};
use crate::publish::parse_timeout;
use crate::show::{RunFollower, RunView};
use crate::{Context, output};
use progress::{Progress, describe_run};

/// Interval of the questions whether a run has begun.
const INTERVAL: Duration = Duration::from_secs(1);

/// Command-line arguments of `auspex ask`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Question about the future. The kind of its answer is recognised from the text unless it is stated.
    question: String,
    #[command(flatten)]
    asking: Asking,
    /// Event id; asking again with the same id starts no new run.
    #[arg(long)]
    id: Option<String>,
    /// Not urgent: model calls may be made in batches, at a lower price where the provider has them. Each batch takes
    /// up to a day.
    #[arg(long)]
    not_urgent: bool,
    /// Estimate the cost from earlier forecasts without asking.
    #[arg(long)]
    dry_run: bool,
    /// Print all findings, the rounds, the costs by worker and the budgets as well.
    #[arg(long, short)]
    verbose: bool,
    /// Maximum time to wait.
    #[arg(long, default_value = "10m", value_parser = parse_timeout)]
    timeout: Duration,
}

/// Asks the question and waits for its forecast. Exit code 3 if the run was cancelled, or if the forecast waits for its
/// review or was not approved; 4 on timeout and after Ctrl-C, both of which leave the run going.
///
/// # Errors
/// When the question is refused or the gateway cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let question = args.question();
    // Checked here as well, so that a mistake in the arguments is reported without a fleet.
    let event = question.clone().event("ask", Tenant::default(), context.clock.now())?;
    if args.dry_run {
        return estimate(&event, context).await;
    }
    let door = Door::open(context)?;
    let accepted = door.ask(&question).await.context("the question was not published")?;
    let asked = AcceptedRun::new(&door, accepted, "forecast")?;
    asked.announce(question.budget_micro_usd.map(MicroUsd), context);
    match asked.ended_within(args.timeout, context).await? {
        Some(view) => Ok(view.end(context, args.verbose)?.unwrap_or(ExitCode::FAILURE)),
        None => Ok(ExitCode::from(output::TIMED_OUT)),
    }
}

impl Args {
    fn question(&self) -> Ask {
        Ask { id: self.id.clone(), urgent: Some(!self.not_urgent), ..self.asking.ask(&self.question) }
    }
}

/// Prints what the question is expected to cost. Nothing is published.
pub(crate) async fn estimate(event: &Event, context: &Context) -> anyhow::Result<ExitCode> {
    let mut dry_run = DryRun::start(context)?;
    dry_run.add(event);
    let estimate = dry_run.finish(context).await;
    context.print(&estimate, dry_run::lines)?;
    Ok(ExitCode::SUCCESS)
}

/// A question or a report that the gateway has accepted.
pub(crate) struct AcceptedRun<'a> {
    /// Door of the gateway that has accepted it.
    pub(crate) door: &'a Door,
    /// Run that the event starts.
    pub(crate) run: RunId,
    /// Job of the event.
    pub(crate) job: JobId,
    /// What is waited for: a forecast or a report.
    pub(crate) what: &'static str,
}

impl<'a> AcceptedRun<'a> {
    /// Takes the gateway's answer.
    ///
    /// # Errors
    /// The answer names no run.
    pub(crate) fn new(door: &'a Door, accepted: EventAccepted, what: &'static str) -> anyhow::Result<Self> {
        let run = accepted.run.unwrap_or_default().parse().with_context(|| format!("the run of the {what}"))?;
        Ok(Self { door, run, job: accepted.job, what })
    }

    /// Names the run and its limit.
    pub(crate) fn announce(&self, budget: Option<MicroUsd>, context: &Context) {
        let limit = budget.map_or("AUSPEX_BUDGET_RUN ($20 by default)".to_owned(), |limit| limit.to_string());
        context.remark(&format!("run {}; it costs at most {limit}", self.run));
    }

    /// Prints the progress and returns the run when it has ended. `None` after the time and after Ctrl-C, with a
    /// message that the run continues.
    pub(crate) async fn ended_within(&self, limit: Duration, context: &Context) -> anyhow::Result<Option<RunView>> {
        let mut progress = Progress::new(context.json);
        let (run, what) = (self.run, self.what);
        let left = |seconds: Option<u64>| {
            let late = seconds.map(|seconds| format!("no {what} within {seconds} s; ")).unwrap_or_default();
            format!("{late}run {run} continues: `auspex show {run}` prints its state, `auspex cancel {run}` stops it")
        };
        let text = tokio::select! {
            ended = timeout_at(Instant::now() + limit, self.ended(&mut progress)) => match ended {
                Ok(view) => return view.map(Some),
                Err(_) => left(Some(limit.as_secs())),
            },
            interrupted = tokio::signal::ctrl_c() => {
                interrupted?;
                left(None)
            }
        };
        progress.done();
        output::report_failure(&text, context.json);
        Ok(None)
    }

    /// Follows the run until it has ended.
    async fn ended(&self, progress: &mut Progress) -> anyhow::Result<RunView> {
        let mut follower = RunFollower::new(self.door, self.run, self.begun(progress).await?);
        loop {
            let view = follower.next().await?;
            progress.step(&describe_run(&view));
            if view.has_ended() {
                progress.done();
                return Ok(view);
            }
        }
    }

    /// Waits until the run has begun. A question that starts no run is an error.
    async fn begun(&self, progress: &mut Progress) -> anyhow::Result<ServerEvents<'_>> {
        let run = self.run.to_string();
        let mut ticks = tokio::time::interval(INTERVAL);
        loop {
            ticks.tick().await;
            match self.door.events(&["v1", "runs", &run, "events"], None).await {
                Ok(states) => return Ok(states),
                Err(error) if error.kind() == "not-found" => {}
                Err(error) => return Err(error.into()),
            }
            progress.step(match self.door.event(self.job).await?.classification {
                Some(made) if made.run_id.is_empty() => bail!("not forecast: {}", made.reason),
                Some(_) => "decomposing the question",
                None => "published, waiting for the classifier",
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse_arguments;

    fn asked(line: &[&str]) -> anyhow::Result<Event> {
        let args: Args = parse_arguments(line)?;
        Ok(args.question().event("ask", Tenant::default(), domain::Time::UNIX_EPOCH)?)
    }

    #[test]
    fn options_become_the_question_and_invalid_input_is_refused() {
        let event =
            asked(&["Will it rain?", "--closes", "2026-12-17", "--market-price", "0.4", "--budget", "0.50"]).unwrap();
        let domain::EventKind::Question(question) = &event.kind else { panic!("another kind") };
        assert_eq!(question.closes.unwrap().to_rfc3339(), "2026-12-17T00:00:00+00:00");
        assert_eq!(event.budget, Some(domain::MicroUsd(500_000)));
        assert!(asked(&[" "]).unwrap_err().to_string().contains("question"));
        assert!(asked(&["Will it rain?", "--closes", "soon"]).is_err());
    }
}
