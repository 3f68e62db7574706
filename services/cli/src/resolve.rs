//! `auspex resolve`: what questions came to, by hand, by file, or as the market itself decided. Saying it twice changes nothing; a
//! correction keeps what it corrects.

mod csv;
mod file;
mod market;
mod report;
mod said;
mod target;

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use domain::{Tenant, Time};
use store::Store;
use store::outcomes::{Origin, Outcome, Question, Resolution};

use crate::formats::Refusal;
use crate::{Context, output};
use file::Line;
use report::{Report, Told};
pub use said::{moment, past, value};
use target::{Decided, Target};

/// Resolutions of a file that are recorded together.
const AT_ONCE: usize = 200;

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// One question a line, as JSON or as CSV with a header: `run`, `event` or `market`, `outcome`, and if known `resolved_at`,
    /// `because`. Rows of ForecastBench count, too.
    Rows,
    /// Markets as Polymarket and Manifold publish them, and Polymarket's `market_resolved` messages.
    Market,
}

/// `auspex resolve`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// The run (UUID), or the event that asked (its publisher's id).
    #[arg(value_name = "RUN", required_unless_present = "file", conflicts_with = "file")]
    target: Option<String>,
    /// yes, no, or a number from 0 (NO) to 1 (YES). Without it: what was said so far.
    #[arg(value_name = "OUTCOME", conflicts_with = "file")]
    outcome: Option<String>,
    /// Many at once, or - for standard input.
    #[arg(long, value_name = "FILE")]
    file: Option<String>,
    /// What the file holds.
    #[arg(long, value_enum, default_value = "rows", requires = "file")]
    format: FormatName,
    /// When the world decided, e.g. 2026-03-31 or 2026-03-31T18:00:00Z [default: what was said before, else now].
    #[arg(long, value_name = "TIME", value_parser = moment)]
    at: Option<Time>,
    /// Who says so, or why it is corrected.
    #[arg(long, default_value = "")]
    because: String,
    /// Whose questions they are.
    #[arg(long, default_value = "default")]
    tenant: String,
}

/// Records it. Exit code 3 if a line was refused.
///
/// # Errors
/// When there is no such run, the outcome is none, a file cannot be read, or Postgres cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let tenant = Tenant::parse(&args.tenant).context("--tenant")?;
    if let Some(at) = args.at {
        said::past(at, context.clock.now()).map_err(anyhow::Error::msg).context("--at")?;
    }
    let said = args.outcome.as_deref().map(value).transpose().map_err(anyhow::Error::msg)?;
    if let Some(file) = &args.file {
        let lines = file::read(file, args.format, context.clock.now())?;
        let store = ready(context).await?;
        return many(&store, lines, (&args, &tenant, context)).await;
    }
    let target = Target::named(args.target.as_deref().unwrap_or_default());
    let store = ready(context).await?;
    match said {
        Some(value) => one(&store, &target, value, (&args, &tenant, context)).await,
        None => history(&store, &target, (&tenant, context)).await,
    }
}

/// An older fleet has no table for it yet; a schema that only grows can be brought up to date under it.
async fn ready(context: &Context) -> anyhow::Result<Store> {
    let store = context.store().await?;
    store.migrate().await.context("the tables cannot be brought up to date")?;
    Ok(store)
}

async fn one(
    store: &Store,
    target: &Target,
    value: f64,
    (args, tenant, context): (&Args, &Tenant, &Context),
) -> anyhow::Result<ExitCode> {
    let questions =
        target::questions(store, tenant, target, &Decided::Value(value)).await?.map_err(anyhow::Error::msg)?;
    if questions.is_empty() {
        bail!("{target} was never asked about by tenant {tenant}; `auspex show` lists the newest runs");
    }
    let resolution = |(question, value): (Question, f64)| Resolution {
        question,
        value,
        resolved_at: args.at,
        learned_at: context.clock.now(),
        origin: Origin::Hand,
        because: args.because.clone(),
    };
    let resolutions: Vec<Resolution> = questions.into_iter().map(resolution).collect();
    let mut report = Report::default();
    report.record(store, resolutions).await?;
    report.print(context.json)?;
    Ok(ExitCode::SUCCESS)
}

async fn many(
    store: &Store,
    lines: Vec<Result<Line, Refusal>>,
    (args, tenant, context): (&Args, &Tenant, &Context),
) -> anyhow::Result<ExitCode> {
    let origin = if args.format == FormatName::Market { Origin::Market } else { Origin::File };
    let mut report = Report::default();
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
                    .push(line.refusal(format!("{} was never asked about by tenant {tenant}; {mend}", line.target)));
            }
            Ok(questions) => ready.extend(questions.into_iter().map(|(question, value)| Resolution {
                question,
                value,
                resolved_at: line.resolved_at.or(args.at),
                learned_at: context.clock.now(),
                origin,
                because: if line.because.is_empty() { args.because.clone() } else { line.because.clone() },
            })),
        }
        if ready.len() >= AT_ONCE {
            report.record(store, std::mem::take(&mut ready)).await?;
        }
    }
    report.record(store, ready).await?;
    report.print(context.json)?;
    Ok(output::complete_if(report.refused.is_empty()))
}

/// What was said so far, newest first.
async fn history(store: &Store, target: &Target, (tenant, context): (&Tenant, &Context)) -> anyhow::Result<ExitCode> {
    let questions =
        target::questions(store, tenant, target, &Decided::Value(0.0)).await?.map_err(anyhow::Error::msg)?;
    if questions.is_empty() {
        bail!("{target} was never asked about by tenant {tenant}; `auspex show` lists the newest runs");
    }
    for (question, _) in questions {
        let outcomes: Vec<Outcome> = store.outcomes_of(&question.tenant, &question.key).await?;
        if outcomes.is_empty() && !context.json {
            output::line(&format!("{}  no outcome yet; auspex resolve {target} yes|no|0.3", question.text))?;
        }
        for outcome in outcomes {
            let told = Told::of(&question, &outcome);
            if context.json { output::json(&told)? } else { output::line(&told.to_string())? }
        }
    }
    Ok(ExitCode::SUCCESS)
}
