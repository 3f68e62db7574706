//! `auspex retrieve "…"`: searches memory, and with `--research` requests research if the confidence is too low.
//!
//! The search calls no model.

mod answer;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use domain::JobId;
use operations::memory::{Retrieve, RetrieveQuery, Retrieved};
use operations::settlement::{EventJobs, EventState};

use crate::door::{Door, DoorError};
use crate::publish::{POLL_INTERVAL, parse_timeout};
use crate::sources::SourceArgs;
use crate::whole_number::within;
use crate::{Context, output};

/// Command-line arguments of `auspex retrieve`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Text to search for.
    query: String,
    /// Maximum number of notes and research results in the answer.
    #[arg(long, default_value_t = 5, value_parser = within(1_u32..=100))]
    max_results: u32,
    /// Purpose of the query, passed to the researcher.
    #[arg(long, default_value = "")]
    context: String,
    /// Maximum sources that the research reads [default: RESEARCHER_MAX_SOURCES].
    #[arg(long, value_parser = within(1_u32..=20))]
    max_sources: Option<u32>,
    /// Research what memory does not answer, and store the result. Costs money.
    #[arg(long)]
    research: bool,
    /// Research the query even if memory answers it. Costs money.
    #[arg(long)]
    fresh: bool,
    #[command(flatten)]
    sources: SourceArgs,
    /// Wait for the research and search again.
    #[arg(long)]
    wait: bool,
    /// Maximum time to wait.
    #[arg(long, default_value = "10m", value_parser = parse_timeout)]
    timeout: Duration,
}

/// Searches memory, which is free. Exit code 3 if the research was dead-lettered, 4 on timeout.
///
/// # Errors
/// When the fleet cannot be reached, or an option or the environment is invalid.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let door = Door::open(context)?;
    let query = RetrieveQuery { query: args.query.clone(), max_results: Some(args.max_results) };
    if !args.research && !args.fresh {
        answer::print(&door.retrieve(&query).await?, context)?;
        return Ok(ExitCode::SUCCESS);
    }
    let known = door.retrieve_or_research(args.wanted()).await.map_err(unsearched)?;
    match known.research.clone().filter(|_| args.wait) {
        None => {
            answer::print(&known, context)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(job) => {
            output::note(&format!("confidence {:.2}; researching as job {job}", known.confidence));
            let end = follow(&door, job.parse().context("the job of the research")?, args.timeout).await?;
            let known = Retrieved { research: Some(job), ..door.retrieve(&query).await? };
            answer::print_researched(&known, context)?;
            Ok(end)
        }
    }
}

fn unsearched(error: DoorError) -> anyhow::Error {
    let is_scope = error.kind() == "missing-scope";
    let error = anyhow::Error::from(error);
    if is_scope { error.context("a look-up without --research needs the scope `read` only") } else { error }
}

impl Args {
    fn wanted(&self) -> Retrieve {
        Retrieve {
            query: self.query.clone(),
            max_results: Some(self.max_results),
            context: self.context.clone(),
            max_sources: self.max_sources,
            research: self.research,
            fresh: self.fresh,
            sources: self.sources.domains(),
        }
    }
}

async fn follow(door: &Door, job: JobId, timeout: Duration) -> anyhow::Result<ExitCode> {
    let (jobs, end) = (EventJobs { jobs: vec![job.0] }, Instant::now() + timeout);
    let mut ticks = tokio::time::interval(POLL_INTERVAL);
    loop {
        ticks.tick().await;
        match door.settlement(&jobs).await?.first().map(|event| event.state) {
            Some(EventState::Settled) => return Ok(ExitCode::SUCCESS),
            Some(EventState::Dead) => {
                output::print_error("the research was dead-lettered; `auspex dead list` says why");
                return Ok(ExitCode::from(output::INCOMPLETE));
            }
            _ if Instant::now() >= end => {
                let seconds = timeout.as_secs();
                output::print_error(&format!("no research within {seconds} s; it continues (see `auspex dead list`)"));
                return Ok(ExitCode::from(output::TIMED_OUT));
            }
            _ => {}
        }
    }
}
