//! `auspex publish`: publishes events from files, waits for each confirmation and explains each refusal.

mod reading;
mod report;
mod sending;
mod waiting;

use std::process::ExitCode;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use domain::{Event, Tenant};
use operations::formats::{FormatName, Options, Place};

use crate::door::Door;
use crate::dry_run::DryRun;
use crate::whole_number::positive;
use crate::{Context, output};
pub use report::PublishReport;
pub(crate) use report::waiting_bar;
pub use sending::{PublishOutcome, Taken};
pub(crate) use waiting::POLL_INTERVAL;
pub use waiting::{Source, WaitResult, Waiting};

/// Parses the name of a format.
fn format_names() -> impl TypedValueParser<Value = FormatName> {
    let named = FormatName::ALL.map(|format| PossibleValue::new(format.name()).help(format.about()));
    let parse = |name: String| FormatName::ALL.into_iter().find(|format| format.name() == name);
    PossibleValuesParser::new(named).map(move |name| parse(name).unwrap_or(FormatName::Json))
}

/// Command-line arguments of `auspex publish`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Files, or - for standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Format of the files [default: that of the first record of each file].
    #[arg(long, value_parser = format_names())]
    format: Option<FormatName>,
    /// Remove the crowd's price from questions (forecastbench).
    #[arg(long)]
    no_crowd: bool,
    /// Publish at most N events.
    #[arg(long, value_name = "N", value_parser = positive)]
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
    let options = Options { tenant: Tenant::default(), no_crowd: args.no_crowd };
    let mut sink = Sink::open(&args, context)?;
    let mut report = publish(&args, options, &mut sink).await?;
    let result = match &sink {
        Sink::Gateway(door) if args.wait => Some(wait(&args, door, &report).await?),
        _ => None,
    };
    report.waited = result;
    if let Sink::DryRun(dry_run) = sink {
        report.estimate = Some(dry_run.finish(context).await);
    }
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
    /// Publishes them through the gateway.
    Gateway(Door),
}

impl Sink {
    fn open(args: &Args, context: &Context) -> anyhow::Result<Self> {
        match args.dry_run {
            true => Ok(Self::DryRun(Box::new(DryRun::start(context)?))),
            false => Ok(Self::Gateway(Door::open(context)?)),
        }
    }

    async fn send(&mut self, events: Vec<(Place, Event)>) -> anyhow::Result<Vec<PublishOutcome>> {
        match self {
            Self::Gateway(door) => sending::send(door, events).await,
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
    while input.records.recv_many(&mut chunk, sending::MAX_LINES).await > 0 {
        let read = report.count_read(chunk.drain(..), &bar);
        for outcome in sink.send(read).await? {
            report.add(outcome);
        }
        bar.set_message(report.progress());
    }
    bar.finish_and_clear();
    Ok(report)
}

async fn wait(args: &Args, door: &Door, report: &PublishReport) -> anyhow::Result<WaitResult> {
    let bar = report::waiting_bar(report.jobs.len());
    let waiting = Waiting::new(Source::Door(door), report.jobs.clone());
    let result = waiting.until(args.timeout, |settled| bar.set_position(settled)).await?;
    bar.finish_and_clear();
    Ok(result)
}
