//! `auspex publish`: events from files to the fleet, each confirmed, each refusal explained.

mod reading;
mod report;
mod sending;
mod single;
mod traced;
mod waiting;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use domain::Tenant;
use runtime::client::Client;

use crate::formats::{FormatName, Options};
use crate::{Context, output};
pub use report::Report;
pub(crate) use report::waiting_bar;
pub use sending::{Outcome, message};
pub(crate) use single::{given_up, one};
pub use traced::Traces;
pub(crate) use waiting::LOOK;
use waiting::dead_letters_of;
pub use waiting::{Verdict, Waiting};

/// `auspex publish`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Files, or - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// What they hold.
    #[arg(long, value_enum, default_value_t = FormatName::Json)]
    format: FormatName,
    /// Whom the work is for, where the events do not say.
    #[arg(long, default_value = "default")]
    tenant: String,
    /// Withholds the crowd's price from questions (forecastbench).
    #[arg(long)]
    no_crowd: bool,
    /// Publishes only this many events.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Reads and checks, publishes nothing.
    #[arg(long)]
    dry_run: bool,
    /// Waits until every published event is answered or dead, with all that it caused.
    #[arg(long)]
    wait: bool,
    /// How long to wait at most.
    #[arg(long, default_value = "10m", value_parser = duration)]
    timeout: Duration,
}

/// Reads `90s`, `10m`: how long to wait.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    match runtime::config::parse_duration(text) {
        Ok(Duration::ZERO) => Err("must be longer than nothing, e.g. 90s or 10m".to_owned()),
        read => read.map_err(|error| error.to_string()),
    }
}

/// Publishes. Exit code 3 if anything was refused or died, 4 if the wait was too long.
///
/// # Errors
/// When a file cannot be opened or a server cannot be reached; what was published by then stays so.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let tenant = Tenant::parse(&args.tenant).context("--tenant")?;
    let options = Options { tenant, no_crowd: args.no_crowd };
    let traces = Traces::start(context);
    let client = if args.dry_run { None } else { Some(context.client().await?) };
    let report = publish(&args, options, client.as_ref()).await;
    if let Some(client) = client {
        client.close().await;
    }
    traces.finish().await;
    let mut report = report?;
    let verdict = if args.wait && !args.dry_run { Some(wait(&args, context, &report).await?) } else { None };
    report.waited = verdict;
    report.print(context.json)?;
    Ok(match verdict {
        Some(Verdict { open, .. }) if open > 0 => ExitCode::from(output::TIMED_OUT),
        Some(Verdict { dead, .. }) if dead > 0 => ExitCode::from(output::INCOMPLETE),
        _ => output::complete_if(report.refused.is_empty()),
    })
}

async fn publish(args: &Args, options: Options, client: Option<&Client>) -> anyhow::Result<Report> {
    let mut input = reading::start(&args.files, args.format, options, args.limit)?;
    let bar = report::bar(input.bytes);
    let mut report = Report { dry_run: client.is_none(), ..Report::default() };
    let mut chunk = Vec::new();
    while input.records.recv_many(&mut chunk, sending::AT_ONCE).await > 0 {
        let read = report.take_in(chunk.drain(..), &bar);
        let outcomes = match client {
            Some(client) => sending::send(client, read).await,
            None => read.into_iter().map(|(place, event)| Outcome { place, event, answer: None }).collect(),
        };
        for outcome in outcomes {
            report.add(outcome);
        }
        bar.set_message(report.progress());
    }
    bar.finish_and_clear();
    Ok(report)
}

async fn wait(args: &Args, context: &Context, report: &Report) -> anyhow::Result<Verdict> {
    let store = context.store().await?;
    let bar = report::waiting_bar(report.jobs.len());
    let waiting = Waiting::new(store, report.jobs.clone());
    let verdict = waiting.until(args.timeout, |settled| bar.set_position(settled)).await?;
    bar.finish_and_clear();
    Ok(verdict)
}
