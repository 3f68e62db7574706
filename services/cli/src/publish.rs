//! `auspex publish`: publishes events from files, waits for each confirmation and explains each refusal.

mod reading;
mod report;
mod sending;
mod waiting;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use domain::Tenant;
use runtime::client::Client;

use crate::dry_run::DryRun;
use crate::formats::{FormatName, Options};
use crate::{Context, output};
pub use report::PublishReport;
pub(crate) use report::waiting_bar;
pub(crate) use sending::publish_one;
pub use sending::{PublishOutcome, Traces, message};
pub(crate) use waiting::{POLL_INTERVAL, find_dead_letter};
pub use waiting::{WaitResult, Waiting};

/// Command-line arguments of `auspex publish`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Files, or - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Format of the files.
    #[arg(long, value_enum, default_value_t = FormatName::Json)]
    format: FormatName,
    /// Tenant of events that name none.
    #[arg(long, default_value = "default")]
    tenant: String,
    /// Remove the crowd's price from questions (forecastbench).
    #[arg(long)]
    no_crowd: bool,
    /// Publish at most N events.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Read and check the events and estimate their cost from earlier ones, without publishing them.
    #[arg(long)]
    dry_run: bool,
    /// Wait until every published event, with all work it caused, is answered or dead-lettered.
    #[arg(long)]
    wait: bool,
    /// Maximum time to wait.
    #[arg(long, default_value = "10m", value_parser = parse_timeout)]
    timeout: Duration,
}

/// Parses a positive duration such as `90s` or `10m`.
pub(crate) fn parse_timeout(text: &str) -> Result<Duration, String> {
    match runtime::config::parse_duration(text) {
        Ok(Duration::ZERO) => Err("must be longer than 0, e.g. 90s or 10m".to_owned()),
        read => read.map_err(|error| error.to_string()),
    }
}

/// Publishes the events. Exit code 3 if anything was refused or dead-lettered, 4 on timeout.
///
/// # Errors
/// When a file cannot be opened or a server cannot be reached; events published before remain published.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let tenant = Tenant::parse(&args.tenant).context("--tenant")?;
    let options = Options { tenant, no_crowd: args.no_crowd };
    let traces = Traces::start(context);
    let client = if args.dry_run { None } else { Some(context.client().await?) };
    let dry_run = if args.dry_run { Some(DryRun::start(context)?) } else { None };
    let target = Target { client: client.as_ref(), dry_run };
    let report = publish(&args, options, target).await;
    if let Some(client) = client {
        client.close().await;
    }
    traces.finish().await;
    let (mut report, dry_run) = report?;
    if let Some(dry_run) = dry_run {
        report.estimate = Some(dry_run.finish(context).await);
    }
    let result = if args.wait && !args.dry_run { Some(wait(&args, context, &report).await?) } else { None };
    report.waited = result;
    report.print(context.json)?;
    Ok(match result {
        Some(WaitResult { open, .. }) if open > 0 => ExitCode::from(output::TIMED_OUT),
        Some(WaitResult { dead, .. }) if dead > 0 => ExitCode::from(output::INCOMPLETE),
        _ => output::complete_if(report.refused.is_empty()),
    })
}

/// Destination of the events.
struct Target<'a> {
    /// The client that publishes them; `None` for a dry run.
    client: Option<&'a Client>,
    /// Counts them in a dry run.
    dry_run: Option<DryRun>,
}

async fn publish(
    args: &Args,
    options: Options,
    Target { client, mut dry_run }: Target<'_>,
) -> anyhow::Result<(PublishReport, Option<DryRun>)> {
    let mut input = reading::start(&args.files, args.format, options, args.limit)?;
    let bar = report::bar(input.bytes);
    let mut report = PublishReport { dry_run: client.is_none(), ..PublishReport::default() };
    let mut chunk = Vec::new();
    while input.records.recv_many(&mut chunk, sending::MAX_IN_FLIGHT).await > 0 {
        let read = report.count_read(chunk.drain(..), &bar);
        if let Some(dry_run) = &mut dry_run {
            read.iter().for_each(|(_, event)| dry_run.add(event));
        }
        let outcomes = match client {
            Some(client) => sending::send(client, read).await,
            None => read.into_iter().map(|(place, event)| PublishOutcome { place, event, answer: None }).collect(),
        };
        for outcome in outcomes {
            report.add(outcome);
        }
        bar.set_message(report.progress());
    }
    bar.finish_and_clear();
    Ok((report, dry_run))
}

async fn wait(args: &Args, context: &Context, report: &PublishReport) -> anyhow::Result<WaitResult> {
    let store = context.store().await?;
    let bar = report::waiting_bar(report.jobs.len());
    let waiting = Waiting::new(store, report.jobs.clone());
    let result = waiting.until(args.timeout, |settled| bar.set_position(settled)).await?;
    bar.finish_and_clear();
    Ok(result)
}
