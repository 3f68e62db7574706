//! `auspex retrieve "…"`: what memory knows, how sure that is, and research where it is not sure enough.
//!
//! The look-up asks no model and waits for nobody: a miss is published after the answer stands, and a broker that is away costs
//! the answer nothing.

mod shown;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use domain::event::RetrievalMiss;
use domain::{Event, Tenant, Time, miss};
use store::{Memory, Store};

use crate::publish::{LOOK, duration, given_up, one};
use crate::{Context, output};
use shown::{Asked, Shown};

/// `auspex retrieve`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// What you want to know.
    query: String,
    /// Notes and research shown at most.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    max_results: u32,
    /// Why you ask; the researcher is told.
    #[arg(long, default_value = "")]
    context: String,
    /// Sources that a research reads at most; RESEARCHER_MAX_SOURCES if not given.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=20))]
    max_sources: Option<u32>,
    /// Research it in any case, and store what is found.
    #[arg(long)]
    research: bool,
    /// Research nothing, however unsure memory is.
    #[arg(long, conflicts_with = "research")]
    only_memory: bool,
    /// Wait for the research and look again.
    #[arg(long)]
    wait: bool,
    /// How long to wait at most.
    #[arg(long, default_value = "10m", value_parser = duration)]
    timeout: Duration,
    /// Whom the work is for.
    #[arg(long, default_value = "default")]
    tenant: String,
}

/// Looks up. Exit code 3 if the research died, 4 if the wait was too long.
///
/// # Errors
/// When Postgres cannot be reached or the environment is wrong.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let tenant = Tenant::parse(&args.tenant).context("--tenant")?;
    let store = context.store().await?;
    let known = store.retrieve(&tenant, &args.query, args.max_results).await?;
    let Some(event) = event(&args, (tenant, known.confidence), context) else {
        Shown { known: &known, asked: Asked::Nothing }.print(context)?;
        return Ok(ExitCode::SUCCESS);
    };
    if !args.wait {
        let answer = published(&event, context).await;
        let asked = answer.as_ref().map_or_else(|error| Asked::Unsaid(format!("{error:#}")), |()| Asked::Said(&event));
        Shown { known: &known, asked }.print(context)?;
        return Ok(ExitCode::SUCCESS);
    }
    published(&event, context).await.context("the look-up was not published")?;
    output::note(&format!("memory is {:.2} sure; it is researched as event {}", known.confidence, event.id.as_str()));
    let end = follow(&store, &event, args.timeout).await?;
    let known = store.retrieve(&event.tenant, &args.query, args.max_results).await?;
    Shown { known: &known, asked: Asked::Done(&event) }.print(context)?;
    Ok(end)
}

/// What shall be researched, if anything: by hand in any case, else where memory is not sure enough and just-in-time research is
/// on.
fn event(args: &Args, (tenant, confidence): (Tenant, f64), context: &Context) -> Option<Event> {
    let settings = context.memory;
    let max_sources = args.max_sources.unwrap_or(settings.max_sources).clamp(1, 20);
    let now: Time = context.clock.now();
    if args.research {
        return Some(miss::by_hand(tenant, (&args.query, &args.context), max_sources, now));
    }
    let unsure = confidence < settings.threshold && !args.query.trim().is_empty();
    let missed = || RetrievalMiss {
        query: args.query.clone(),
        score: confidence,
        threshold: settings.threshold,
        context: args.context.clone(),
        max_sources,
    };
    (settings.enabled && unsure && !args.only_memory).then(|| miss::event(tenant, missed(), now))
}

async fn published(event: &Event, context: &Context) -> anyhow::Result<()> {
    // Held against the same checks as an event from outside.
    let event = Event::try_from(proto::v1::Event::from(event))?;
    one(&event, "retrieve", context).await
}

async fn follow(store: &Store, event: &Event, timeout: Duration) -> anyhow::Result<ExitCode> {
    let end = Instant::now() + timeout;
    let mut ticks = tokio::time::interval(LOOK);
    loop {
        ticks.tick().await;
        let view = store.event(event.job()).await?;
        // The classification is a result, too, and comes first.
        if view.as_ref().is_some_and(|view| view.results.iter().any(|(kind, _)| kind == "research")) {
            return Ok(ExitCode::SUCCESS);
        }
        if let Some(letter) = given_up(store, event.job(), view.as_ref()).await? {
            let (reason, id) = (letter.errors.join(": "), letter.id);
            output::complain(&format!("the research was given up: {reason}\nsee `auspex dead show {id}`"));
            return Ok(ExitCode::from(output::INCOMPLETE));
        }
        if Instant::now() >= end {
            output::complain(&format!("no research within {} s; it goes on", timeout.as_secs()));
            return Ok(ExitCode::from(output::TIMED_OUT));
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use domain::Kind;
    use runtime::config::Env;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn asked(line: &[&str], confidence: f64, env: &[(&str, &str)]) -> Option<Event> {
        let args = Line::try_parse_from([&["retrieve", "who runs it?"], line].concat()).unwrap().args;
        let context = Context::new(Env::from_pairs(env.iter().copied()), true).unwrap();
        event(&args, (Tenant::default(), confidence), &context)
    }

    #[test]
    fn only_an_unsure_look_up_is_researched() {
        let Some(Kind::RetrievalMiss(missed)) = asked(&["--max-sources", "3"], 0.49, &[]).map(|event| event.kind)
        else {
            panic!("a miss")
        };
        assert_eq!((missed.score, missed.threshold, missed.max_sources), (0.49, 0.5, 3));
        assert_eq!(asked(&[], 0.5, &[]), None);
        assert_eq!(asked(&["--only-memory"], 0.1, &[]), None);
        assert_eq!(asked(&[], 0.1, &[("RESEARCHER_ENABLED", "false")]), None);
        assert_eq!(asked(&[], 0.3, &[("RESEARCHER_CONFIDENCE_THRESHOLD", "0.2")]), None);
    }

    #[test]
    fn by_hand_it_is_researched_in_any_case() {
        let event = asked(&["--research"], 0.99, &[("RESEARCHER_ENABLED", "false")]).unwrap();
        assert_eq!(event.source, miss::BY_HAND_SOURCE);
    }
}
