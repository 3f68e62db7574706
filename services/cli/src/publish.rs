//! `auspex publish`: publishes events from files, waits for each confirmation and explains each refusal.

mod reading;
mod remote;
mod report;
mod sending;
mod waiting;

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use domain::{Event, Tenant};
use runtime::client::Client;

use crate::door::{Door, HttpClient, OnBehalf};
use crate::dry_run::DryRun;
use crate::formats::{FormatName, Options, Place};
use crate::{Context, output};
pub use report::PublishReport;
pub(crate) use report::waiting_bar;
pub(crate) use sending::publish_one;
pub use sending::{PublishOutcome, Taken, Traces, message};
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
    /// Tenant of events that name none [default: default, or that of the token].
    #[arg(long)]
    tenant: Option<String>,
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
    let tenant = args.tenant.as_deref().map(Tenant::parse).transpose().context("--tenant")?.unwrap_or_default();
    let options = Options { tenant, no_crowd: args.no_crowd };
    let traces = Traces::start(context);
    let mut sink = Sink::open(&args, context).await?;
    let report = publish(&args, options, &mut sink).await;
    traces.finish().await;
    let mut report = report?;
    match sink {
        Sink::Stream(client) => client.close().await,
        Sink::DryRun(dry_run) => report.estimate = Some(dry_run.finish(context).await),
        Sink::Gateway(_) => {}
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
enum Sink {
    /// Counts the events and sends none.
    DryRun(Box<DryRun>),
    /// Publishes them to the stream.
    Stream(Box<Client>),
    /// Publishes them over HTTP.
    Gateway(HttpClient),
}

impl Sink {
    async fn open(args: &Args, context: &Context) -> anyhow::Result<Self> {
        if args.dry_run {
            return Ok(Self::DryRun(Box::new(DryRun::start(context)?)));
        }
        if context.api.is_none() {
            return Ok(Self::Stream(Box::new(context.client().await?)));
        }
        ensure!(
            !args.wait,
            "--wait needs a direct connection: set AUSPEX_POSTGRES_URL and AUSPEX_NATS_URL, and unset AUSPEX_URL"
        );
        match Door::open(context, OnBehalf { tenant: args.tenant.as_deref(), ..OnBehalf::default() }).await? {
            Door::Http(http) => Ok(Self::Gateway(http)),
            Door::Direct(_) => bail!("there is no gateway"),
        }
    }

    /// Maximum events that are sent together.
    fn at_once(&self) -> usize {
        match self {
            Self::Gateway(_) => remote::MAX_LINES,
            Self::DryRun(_) | Self::Stream(_) => sending::MAX_IN_FLIGHT,
        }
    }

    async fn send(&mut self, events: Vec<(Place, Event)>) -> anyhow::Result<Vec<PublishOutcome>> {
        match self {
            Self::Gateway(http) => remote::send(http, events).await,
            Self::Stream(client) => Ok(sending::send(client, events).await),
            Self::DryRun(dry_run) => {
                events.iter().for_each(|(_, event)| dry_run.add(event));
                let outcome = |(place, event)| PublishOutcome { place, event, answer: None };
                Ok(events.into_iter().map(outcome).collect())
            }
        }
    }
}

async fn publish(args: &Args, options: Options, sink: &mut Sink) -> anyhow::Result<PublishReport> {
    let mut input = reading::start(&args.files, args.format, options, args.limit)?;
    let bar = report::bar(input.bytes);
    let mut report = PublishReport { dry_run: args.dry_run, ..PublishReport::default() };
    let mut chunk = Vec::new();
    while input.records.recv_many(&mut chunk, sink.at_once()).await > 0 {
        let read = report.count_read(chunk.drain(..), &bar);
        for outcome in sink.send(read).await? {
            report.add(outcome);
        }
        bar.set_message(report.progress());
    }
    bar.finish_and_clear();
    Ok(report)
}

async fn wait(args: &Args, context: &Context, report: &PublishReport) -> anyhow::Result<WaitResult> {
    let store = context.store().await?;
    let bar = report::waiting_bar(report.jobs.len());
    let waiting = Waiting::new(store, report.jobs.clone());
    let result = waiting.until(args.timeout, |settled| bar.set_position(settled)).await?;
    bar.finish_and_clear();
    Ok(result)
}
