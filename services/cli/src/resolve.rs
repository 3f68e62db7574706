//! `auspex resolve`: records the outcomes of questions, from the command line, from a file, or from market records.
//! Recording the same outcome twice changes nothing; a correction keeps the value that it replaces.

mod csv;
mod file;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
mod market;
mod one;
mod outcome;
mod report;
mod target;

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use domain::{Tenant, Time};
use store::Store;
use store::outcomes::{NewOutcome, Origin, StoredOutcome};

use crate::formats::Refusal;
use crate::{Context, output};
use file::Line;
pub use outcome::{check_past, parse_time, parse_value};
use report::{HistoryEntry, ResolveReport};
use target::{Decided, Target};

/// Resolutions per transaction when reading a file.
const RESOLUTIONS_PER_BATCH: usize = 200;

/// Format of a resolution file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// One question per line, as JSON or as CSV with a header: `run`, `event` or `market`, `outcome`, and optionally
    /// `resolved_at`, `because`. Rows of ForecastBench are accepted.
    Rows,
    /// Markets as published by Polymarket and Manifold, and Polymarket's `market_resolved` messages.
    Market,
}

/// Command-line arguments of `auspex resolve`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Run (UUID), or event (publisher's id).
    #[arg(value_name = "RUN", required_unless_present = "file", conflicts_with = "file")]
    target: Option<String>,
    /// Outcome: yes, no, or a number from 0 (NO) to 1 (YES). Without it the recorded outcomes are listed.
    #[arg(value_name = "OUTCOME", conflicts_with = "file")]
    outcome: Option<String>,
    /// File with many outcomes, or - for standard input.
    #[arg(long, value_name = "FILE")]
    file: Option<String>,
    /// Format of the file.
    #[arg(long, value_enum, default_value = "rows", requires = "file")]
    format: FormatName,
    /// Time of the resolution, e.g. 2026-03-31 or 2026-03-31T18:00:00Z [default: the recorded time, else now].
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    at: Option<Time>,
    /// Source of the outcome, or reason of the correction.
    #[arg(long, default_value = "")]
    because: String,
    /// Tenant of the questions [default: default].
    #[arg(long)]
    tenant: Option<String>,
}

/// Records outcomes. Exit code 3 if a line was refused.
///
/// # Errors
/// When the run does not exist, the outcome is invalid, a file cannot be read, or Postgres cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let tenant = args.tenant.as_deref().map(Tenant::parse).transpose().context("--tenant")?.unwrap_or_default();
    if let Some(at) = args.at {
        outcome::check_past(at, context.clock.now()).map_err(anyhow::Error::msg).context("--at")?;
    }
    let value = args.outcome.as_deref().map(parse_value).transpose().map_err(anyhow::Error::msg)?;
    if let Some(file) = &args.file {
        let lines = file::read(file, args.format, context.clock.now())?;
        let store = context.migrated_store().await?;
        return resolve_file(&store, lines, &Recorder { args: &args, tenant: &tenant, context }).await;
    }
    let target = Target::parse(args.target.as_deref().unwrap_or_default());
    match value {
        Some(value) => one::run(&args, &target, value, context).await,
        None => history(&context.migrated_store().await?, &target, &tenant, context).await,
    }
}

/// Options of a recording.
struct Recorder<'a> {
    args: &'a Args,
    tenant: &'a Tenant,
    context: &'a Context,
}

async fn resolve_file(
    store: &Store,
    lines: Vec<Result<Line, Refusal>>,
    recorder: &Recorder<'_>,
) -> anyhow::Result<ExitCode> {
    let Recorder { args, tenant, context } = *recorder;
    let origin = if args.format == FormatName::Market { Origin::Market } else { Origin::File };
    let mut report = ResolveReport::default();
    let mut ready = Vec::new();
    for line in lines {
        let line = match line {
            Ok(line) => line,
            Err(refusal) => {
                report.refused.push(refusal);
                continue;
            }
        };
        match target::questions(store, tenant, &line.target, &line.decided).await? {
            Err(problem) => report.refused.push(line.refusal(problem)),
            Ok(questions) if questions.is_empty() && origin == Origin::Market => report.unasked += 1,
            Ok(questions) if questions.is_empty() => {
                let mend = "check the id and --tenant, or import it as history: auspex import outcomes";
                report
                    .refused
                    .push(line.refusal(format!("tenant {tenant} has no question about {}; {mend}", line.target)));
            }
            Ok(questions) => ready.extend(questions.into_iter().map(|(question, value)| NewOutcome {
                question,
                value,
                resolved_at: line.resolved_at.or(args.at),
                learned_at: context.clock.now(),
                origin,
                because: if line.because.is_empty() { args.because.clone() } else { line.because.clone() },
            })),
        }
        if ready.len() >= RESOLUTIONS_PER_BATCH {
            report.record(store, std::mem::take(&mut ready)).await?;
        }
    }
    report.record(store, ready).await?;
    report.print(context.json)?;
    Ok(output::complete_if(report.refused.is_empty()))
}

/// Prints the recorded outcomes, newest first.
async fn history(store: &Store, target: &Target, tenant: &Tenant, context: &Context) -> anyhow::Result<ExitCode> {
    let questions =
        target::questions(store, tenant, target, &Decided::Value(0.0)).await?.map_err(anyhow::Error::msg)?;
    if questions.is_empty() {
        bail!("tenant {tenant} has no question about {target}; `auspex show` lists the newest runs");
    }
    for (question, _) in questions {
        let outcomes: Vec<StoredOutcome> = store.outcomes().history(&question.tenant, &question.key).await?;
        if outcomes.is_empty() && !context.json {
            output::line(&format!("{}  no outcome yet; auspex resolve {target} yes|no|0.3", question.text))?;
        }
        for outcome in outcomes {
            let entry = HistoryEntry::new(&question, &outcome);
            if context.json { output::json(&entry)? } else { output::line(&entry.to_string())? }
        }
    }
    Ok(ExitCode::SUCCESS)
}
