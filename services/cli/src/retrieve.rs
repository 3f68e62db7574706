//! `auspex retrieve "…"`: searches memory and requests research if the confidence is too low.
//!
//! The search calls no model. Without `--wait` a research request is published after the search, and a publishing error
//! does not fail the command.

mod answer;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use domain::event::RetrievalMiss;
use domain::{Event, Tenant, Time, miss};
use store::{Memory, Store};

use crate::publish::{POLL_INTERVAL, find_dead_letter, parse_timeout, publish_one};
use crate::{Context, output};
use answer::{Answer, Research};

/// Command-line arguments of `auspex retrieve`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Text to search for.
    query: String,
    /// Maximum number of notes and research results answer.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    max_results: u32,
    /// Purpose of the query, passed to the researcher.
    #[arg(long, default_value = "")]
    context: String,
    /// Maximum sources that the research reads [default: RESEARCHER_MAX_SOURCES].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=20))]
    max_sources: Option<u32>,
    /// Research the query even if memory answers it, and store the result.
    #[arg(long)]
    research: bool,
    /// Research nothing, even if the confidence is low.
    #[arg(long, conflicts_with = "research")]
    only_memory: bool,
    /// Wait for the research and search again.
    #[arg(long)]
    wait: bool,
    /// Maximum time to wait.
    #[arg(long, default_value = "10m", value_parser = parse_timeout)]
    timeout: Duration,
    /// Tenant to account the work to.
    #[arg(long, default_value = "default")]
    tenant: String,
}

/// Searches memory. Exit code 3 if the research was dead-lettered, 4 on timeout.
///
/// # Errors
/// When Postgres cannot be reached or the environment is invalid.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let tenant = Tenant::parse(&args.tenant).context("--tenant")?;
    let store = context.store().await?;
    let known = store.retrieve(&tenant, &args.query, args.max_results).await?;
    let Some(event) = event(&args, tenant, known.confidence, context) else {
        Answer { known: &known, research: Research::None }.print(context)?;
        return Ok(ExitCode::SUCCESS);
    };
    if !args.wait {
        let published = publish(&event, context).await;
        let research = published
            .as_ref()
            .map_or_else(|error| Research::Failed(format!("{error:#}")), |()| Research::Requested(&event));
        Answer { known: &known, research }.print(context)?;
        return Ok(ExitCode::SUCCESS);
    }
    publish(&event, context).await.context("the research request was not published")?;
    output::note(&format!("confidence {:.2}; researching as event {}", known.confidence, event.id.as_str()));
    let end = follow(&store, &event, args.timeout).await?;
    let known = store.retrieve(&event.tenant, &args.query, args.max_results).await?;
    Answer { known: &known, research: Research::Done(&event) }.print(context)?;
    Ok(end)
}

/// Returns the research request: always with `--research`, otherwise if the confidence is too low and just-in-time
/// research is enabled.
fn event(args: &Args, tenant: Tenant, confidence: f64, context: &Context) -> Option<Event> {
    let settings = context.memory;
    let max_sources = args.max_sources.unwrap_or(settings.max_sources).clamp(1, 20);
    let now: Time = context.clock.now();
    let miss = RetrievalMiss {
        query: args.query.clone(),
        score: confidence,
        threshold: settings.threshold,
        context: args.context.clone(),
        max_sources,
    };
    if args.research {
        return Some(miss::explicit_request_event(tenant, miss, now));
    }
    let unsure = confidence < settings.threshold && !args.query.trim().is_empty();
    (settings.enabled && unsure && !args.only_memory).then(|| miss::miss_event(tenant, miss, now))
}

async fn publish(event: &Event, context: &Context) -> anyhow::Result<()> {
    // Applies the checks that an external event gets.
    let event = Event::try_from(proto::v1::Event::from(event))?;
    publish_one(&event, "retrieve", context).await
}

async fn follow(store: &Store, event: &Event, timeout: Duration) -> anyhow::Result<ExitCode> {
    let end = Instant::now() + timeout;
    let mut ticks = tokio::time::interval(POLL_INTERVAL);
    loop {
        ticks.tick().await;
        let view = store.event(event.job()).await?;
        // The classification is also a result and arrives first.
        if view.as_ref().is_some_and(|view| view.results.iter().any(|(kind, _)| kind == "research")) {
            return Ok(ExitCode::SUCCESS);
        }
        if let Some(letter) = find_dead_letter(store, event.job(), view.as_ref()).await? {
            let (reason, id) = (letter.errors.join(": "), letter.id);
            output::print_error(&format!("the research was dead-lettered: {reason}\nsee `auspex dead show {id}`"));
            return Ok(ExitCode::from(output::INCOMPLETE));
        }
        if Instant::now() >= end {
            output::print_error(&format!("no research within {} s; it continues", timeout.as_secs()));
            return Ok(ExitCode::from(output::TIMED_OUT));
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use domain::EventKind;
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
        event(&args, Tenant::default(), confidence, &context)
    }

    #[test]
    fn research_is_requested_only_for_a_low_confidence() {
        let Some(EventKind::RetrievalMiss(missed)) = asked(&["--max-sources", "3"], 0.49, &[]).map(|event| event.kind)
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
    fn an_explicit_request_is_always_researched() {
        let event = asked(&["--research"], 0.99, &[("RESEARCHER_ENABLED", "false")]).unwrap();
        assert_eq!(event.source, miss::BY_HAND_SOURCE);
    }
}
