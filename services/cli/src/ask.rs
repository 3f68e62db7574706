//! `auspex ask "…"`: asks one question, prints its progress and its forecast.

pub(crate) mod progress;
mod remote;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use domain::{Event, JobId, RunId, Time};
use store::{Runs, Store};

use crate::asking::{Asking, Envelope, not_urgent};
use crate::dry_run::DryRun;
use crate::publish::{POLL_INTERVAL, find_dead_letter, parse_timeout, publish_one};
use crate::{Context, output, show};
use progress::Progress;

/// Tenant without `--tenant`.
const DEFAULT_TENANT: &str = "default";

/// Command-line arguments of `auspex ask`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Question that yes or no answers; one for a number, a choice or a time is refused, except with --propose.
    question: String,
    #[command(flatten)]
    asking: Asking,
    /// Tenant to account the work to [default: default].
    #[arg(long)]
    tenant: Option<String>,
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
    /// Maximum time to wait.
    #[arg(long, default_value = "10m", value_parser = parse_timeout)]
    timeout: Duration,
}

/// Publishes the question and waits for its forecast. Exit code 3 if the run was cancelled, or if the forecast waits
/// for its review or was not approved; 4 on timeout.
///
/// # Errors
/// When the question is refused or a server cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let event = event(&args, context.clock.now())?;
    if args.dry_run {
        return estimate(&event, context).await;
    }
    if context.api.is_some() {
        return remote::run(&args, context).await;
    }
    let store = context.store().await?;
    publish_one(&event, "ask", context).await.context("the question was not published")?;
    follow(&store, &event, &args, context).await
}

/// Prints what the question is expected to cost. Nothing is published.
async fn estimate(event: &Event, context: &Context) -> anyhow::Result<ExitCode> {
    let mut dry_run = DryRun::start(context)?;
    dry_run.add(event);
    let estimate = dry_run.finish(context).await;
    if context.json {
        output::json(&estimate)?;
    } else {
        estimate.lines().iter().try_for_each(|line| output::line(line))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn event(args: &Args, now: Time) -> anyhow::Result<Event> {
    let id = match &args.id {
        Some(id) => id.clone(),
        // The time is part of the id: the same question asked later is a new question.
        None => {
            let [background, criteria] = args.asking.context_parts();
            format!("ask-{}", JobId::named(&[&args.question, background, criteria, &now.to_rfc3339()]))
        }
    };
    let envelope = Envelope {
        tenant: args.tenant.as_deref().unwrap_or(DEFAULT_TENANT),
        id: &id,
        source: "auspex ask",
        at: Some(now),
    };
    let event = args.asking.event(&args.question, envelope)?;
    Ok(if args.not_urgent { not_urgent(event) } else { event })
}

async fn follow(store: &Store, event: &Event, args: &Args, context: &Context) -> anyhow::Result<ExitCode> {
    let (job, run) = (event.job(), RunId::for_event(event.job()));
    let end = Instant::now() + args.timeout;
    let mut progress = Progress::new(context.json);
    let mut ticks = tokio::time::interval(POLL_INTERVAL);
    loop {
        ticks.tick().await;
        if let Some(forecast) = store.forecasts().published(run).await? {
            progress.done();
            show::forecast(&forecast, context)?;
            return Ok(ExitCode::SUCCESS);
        }
        let state = store.runs().load(run).await?;
        if let Some(ending) = state.as_ref().and_then(|state| state.ended.as_ref()) {
            progress.done();
            show::ending(ending, context)?;
            return Ok(show::ending_exit_code(ending));
        }
        if let Some(state) = &state
            && let Some(pending) = show::pending_review(store, state).await?
        {
            progress.done();
            show::waiting_review(&pending, context)?;
            return Ok(ExitCode::from(output::INCOMPLETE));
        }
        let view = store.events().load(job).await?;
        if let Some(letter) = find_dead_letter(store, job, view.as_ref()).await? {
            progress.done();
            let (reason, id) = (letter.errors.join(": "), letter.id);
            bail!("the question was dead-lettered ({}): {reason}\nsee `auspex dead show {id}`", letter.class);
        }
        progress.update(view.as_ref(), state.as_ref());
        if Instant::now() >= end {
            progress.done();
            let seconds = args.timeout.as_secs();
            let late = format!("no forecast within {seconds} s; the run continues, see `auspex show {run}`");
            output::report_failure(&late, context.json);
            return Ok(ExitCode::from(output::TIMED_OUT));
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use domain::{EventKind, MicroUsd};

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn asked(line: &[&str]) -> anyhow::Result<Event> {
        let args = Line::try_parse_from([&["ask"], line].concat())?.args;
        event(&args, Time::UNIX_EPOCH)
    }

    #[test]
    fn the_same_question_later_gets_another_id_and_invalid_input_is_refused() {
        let first =
            asked(&["Will it rain?", "--closes", "2026-12-17", "--market-price", "0.4", "--budget", "0.50"]).unwrap();
        assert_eq!(
            first,
            asked(&["Will it rain?", "--closes", "2026-12-17", "--market-price", "0.4", "--budget", "0.50"]).unwrap()
        );
        let EventKind::Question(question) = &first.kind else { panic!("another kind") };
        assert_eq!(question.closes.unwrap().to_rfc3339(), "2026-12-17T00:00:00+00:00");
        assert_eq!(first.budget, Some(MicroUsd(500_000)));
        let args = Line::try_parse_from(["ask", "Will it rain?"]).unwrap().args;
        let second = event(&args, Time::from_timestamp(1, 0).unwrap()).unwrap();
        assert_ne!(second.id, event(&args, Time::UNIX_EPOCH).unwrap().id);
        assert!(asked(&[" "]).unwrap_err().to_string().contains("question.text"));
        assert!(asked(&["Will it rain?", "--closes", "soon"]).is_err());
    }
}
