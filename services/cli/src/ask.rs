//! `auspex ask "…"`: one question, its progress, its forecast.

pub(crate) mod progress;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use domain::{Event, JobId, RunId, Time};
use store::{Runs, Store};

use crate::asking::{Asking, Envelope};
use crate::publish::{LOOK, duration, given_up, one};
use crate::{Context, output, show};
use progress::Progress;

/// `auspex ask`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// The question; best one that is answered by yes or no.
    question: String,
    #[command(flatten)]
    asking: Asking,
    /// Whom the work is for.
    #[arg(long, default_value = "default")]
    tenant: String,
    /// An id of your own; asking again under the same id asks nothing new.
    #[arg(long)]
    id: Option<String>,
    /// How long to wait at most.
    #[arg(long, default_value = "10m", value_parser = duration)]
    timeout: Duration,
}

/// Asks and waits. Exit code 3 if the run was cancelled, 4 if the wait was too long.
///
/// # Errors
/// When the question is refused or a server cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let event = event(&args, context.clock.now())?;
    let store = context.store().await?;
    one(&event, "ask", context).await.context("the question was not published")?;
    follow(&store, &event, (&args, context)).await
}

fn event(args: &Args, now: Time) -> anyhow::Result<Event> {
    let id = match &args.id {
        Some(id) => id.clone(),
        // Asked again later it is another question: the world has moved on.
        None => {
            let [background, criteria] = args.asking.words();
            format!("ask-{}", JobId::named(&[&args.question, background, criteria, &now.to_rfc3339()]))
        }
    };
    let envelope = Envelope { tenant: &args.tenant, id: &id, source: "auspex ask", at: Some(now) };
    args.asking.event(&args.question, envelope)
}

async fn follow(store: &Store, event: &Event, (args, context): (&Args, &Context)) -> anyhow::Result<ExitCode> {
    let (job, run) = (event.job(), RunId::of_event(event.job()));
    let end = Instant::now() + args.timeout;
    let mut progress = Progress::new(context.json);
    let mut ticks = tokio::time::interval(LOOK);
    loop {
        ticks.tick().await;
        if let Some(forecast) = store.forecast(run).await? {
            progress.done();
            show::forecast(&forecast, context)?;
            return Ok(ExitCode::SUCCESS);
        }
        let state = store.load(run).await?;
        if let Some(ending) = state.as_ref().and_then(|state| state.ended.as_ref()) {
            progress.done();
            show::ending(ending, context)?;
            return Ok(show::exit_of(ending));
        }
        let view = store.event(job).await?;
        if let Some(letter) = given_up(store, job, view.as_ref()).await? {
            progress.done();
            let (reason, id) = (letter.errors.join(": "), letter.id);
            bail!("the question was given up ({}): {reason}\nsee `auspex dead show {id}`", letter.class);
        }
        progress.tell(view.as_ref(), state.as_ref());
        if Instant::now() >= end {
            progress.done();
            let late = format!("no forecast within {} s; it goes on, see `auspex show {run}`", args.timeout.as_secs());
            output::fail(&late, context.json);
            return Ok(ExitCode::from(output::TIMED_OUT));
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use domain::{Kind, MicroUsd};

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
    fn the_same_question_later_is_another_and_nonsense_is_refused() {
        let first =
            asked(&["Will it rain?", "--closes", "2026-12-17", "--market-price", "0.4", "--budget", "0.50"]).unwrap();
        assert_eq!(
            first,
            asked(&["Will it rain?", "--closes", "2026-12-17", "--market-price", "0.4", "--budget", "0.50"]).unwrap()
        );
        let Kind::Question(question) = &first.kind else { panic!("another kind") };
        assert_eq!(question.closes.unwrap().to_rfc3339(), "2026-12-17T00:00:00+00:00");
        assert_eq!(first.budget, Some(MicroUsd(500_000)));
        let args = Line::try_parse_from(["ask", "Will it rain?"]).unwrap().args;
        let second = event(&args, Time::from_timestamp(1, 0).unwrap()).unwrap();
        assert_ne!(second.id, event(&args, Time::UNIX_EPOCH).unwrap().id);
        assert!(asked(&[" "]).unwrap_err().to_string().contains("question.text"));
        assert!(asked(&["Will it rain?", "--closes", "soon"]).is_err());
    }
}
