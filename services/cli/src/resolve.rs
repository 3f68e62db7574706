//! `auspex resolve`: records the outcomes of questions, from the command line, from a file, or from market records.
//! Recording the same outcome twice changes nothing; a correction keeps the value that it replaces.

mod csv;
mod file;
#[cfg(feature = "fuzzing")]
pub(crate) mod fuzzing;
mod market;
mod outcome;
mod poll;
mod report;

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use domain::Time;
use operations::find::IdKind;
use operations::formats::Refusal;
use operations::outcomes::{LineRecorded, MAX_OUTCOMES, OutcomeBatch, OutcomeLine, OutcomeWithdrawal, SubjectQuery};
use uuid::Uuid;

use crate::door::Door;
use crate::{Context, output};
use file::Line;
pub use outcome::{check_past, parse_time, parse_value};
use report::ResolveReport;

/// Format of a resolution file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// One question per line, as JSON or as CSV with a header: `run`, `event` or `market`, `outcome` (or `answer`: an
    /// option, a number or a date), and optionally `resolved_at`, `because`. Rows of ForecastBench are accepted.
    Rows,
    /// Markets as published by Polymarket and Manifold, and Polymarket's `market_resolved` messages.
    Market,
}

/// Command-line arguments of `auspex resolve`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Run (its id, at least the first 6 digits of it, or `last`), or event (publisher's id).
    #[arg(value_name = "RUN", required_unless_present_any = ["file", "poll"], conflicts_with_all = ["file", "poll"])]
    target: Option<String>,
    /// Outcome: yes, no, or a number from 0 (NO) to 1 (YES); for a question of another kind its option, number or date,
    /// or void if the condition did not hold. Without it the recorded outcomes are listed.
    #[arg(value_name = "OUTCOME", conflicts_with_all = ["file", "poll"])]
    outcome: Option<String>,
    /// File with many outcomes, or - for standard input.
    #[arg(long, value_name = "FILE")]
    file: Option<String>,
    /// Format of the file.
    #[arg(long, value_enum, default_value = "rows", requires = "file")]
    format: FormatName,
    /// Reads the outcomes of open questions with a known market from Polymarket, Kalshi, Manifold and Metaculus. A
    /// market that is open or resolved to neither is left, with the reason.
    #[arg(long, conflicts_with = "file")]
    poll: bool,
    /// Newest forecasts that `--poll` looks at.
    #[arg(long, value_name = "N", default_value_t = 1_000, requires = "poll")]
    most: usize,
    /// Withdraws the recorded outcome, which was a mistake: the question is open again and counts in no score.
    #[arg(long, conflicts_with_all = ["outcome", "file", "poll", "at"])]
    withdraw: bool,
    /// Time of the resolution, e.g. 2026-03-31 or 2026-03-31T18:00:00Z [default: the recorded time, else now].
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    at: Option<Time>,
    /// Source of the outcome, or reason of the correction or withdrawal.
    #[arg(long, default_value = "")]
    because: String,
}

/// Records outcomes, or lists the recorded ones. Exit code 3 if a line was refused.
///
/// # Errors
/// When the run does not exist, the outcome is invalid, a file cannot be read, or the gateway cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    if let Some(at) = args.at {
        outcome::check_past(at, context.clock.now()).map_err(anyhow::Error::msg).context("--at")?;
    }
    if let Some(file) = &args.file {
        let lines = file::read(file, args.format, context.clock.now())?;
        return resolve_file(&Door::open(context)?, lines, (&args, context)).await;
    }
    if args.poll {
        return poll::run(args.most, context).await;
    }
    let (door, target) = (Door::open(context)?, args.target.as_deref().unwrap_or_default());
    match &args.outcome {
        None if args.withdraw => withdraw(&door, target, (&args, context)).await,
        Some(outcome) => one(&door, outcome, (&args, context)).await,
        None => history(&door, target, context).await,
    }
}

/// Returns the outcome of a run, or of an event, named by its publisher's id.
async fn line_about(door: &Door, target: &str) -> anyhow::Result<OutcomeLine> {
    let run = match Uuid::parse_str(target) {
        Ok(run) => Some(run),
        Err(_) if door.find(target, Some(IdKind::Run)).await?.is_empty() => None,
        Err(_) => Some(door.id(target, IdKind::Run).await?),
    };
    let event = run.is_none().then(|| target.to_owned());
    Ok(OutcomeLine { run, event, ..OutcomeLine::default() })
}

/// Records the outcome of one run, or of the run of one event.
async fn one(door: &Door, outcome: &str, (args, context): (&Args, &Context)) -> anyhow::Result<ExitCode> {
    let target = args.target.as_deref().unwrap_or_default();
    let because = args.because.clone();
    let about = line_about(door, target).await?;
    // The gateway knows the kind of the question: `yes` may be an option of it.
    let line = OutcomeLine { answer: Some(outcome.to_owned()), resolved_at: args.at, because, ..about };
    let recorded = door.record_outcomes(&OutcomeBatch { origin: None, outcomes: vec![line] }).await?;
    let mut report = ResolveReport::default();
    for LineRecorded { questions, refused } in recorded.outcomes {
        if let Some(problem) = refused {
            bail!("{problem}");
        }
        if questions.is_empty() {
            bail!("{}", no_question(target));
        }
        for question in questions {
            if context.json {
                output::json(&question)?;
            }
            report.add(question);
        }
    }
    if !context.json {
        report.print(false)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Withdraws the outcomes of the questions about a run or an event.
async fn withdraw(door: &Door, target: &str, (args, context): (&Args, &Context)) -> anyhow::Result<ExitCode> {
    let OutcomeLine { run, event, .. } = line_about(door, target).await?;
    let query = SubjectQuery { run, event, market: None };
    let histories = door.outcomes(&query).await.map_err(|error| error.or_missing(|| no_question(target)))?;
    let wanted = OutcomeWithdrawal { because: args.because.clone() };
    let mut is_any = false;
    for run in histories.iter().filter_map(|question| question.run) {
        let answer = door.withdraw_outcome(run, &wanted).await?;
        is_any |= answer.withdrawn;
        match (context.json, answer.withdrawn) {
            (true, _) => output::json(&answer)?,
            (false, true) => output::line(&format!("the outcome of run {run} is withdrawn"))?,
            (false, false) => output::line(&format!("run {run} has no outcome to withdraw"))?,
        }
    }
    Ok(output::complete_if(is_any))
}

fn no_question(target: &str) -> String {
    format!("the token's tenant has no question about {target}; `auspex show` lists the newest runs")
}

async fn resolve_file(
    door: &Door,
    lines: Vec<Result<Line, Refusal>>,
    (args, context): (&Args, &Context),
) -> anyhow::Result<ExitCode> {
    let is_market = args.format == FormatName::Market;
    let origin = Some(if is_market { "market" } else { "file" }.to_owned());
    let mut report = ResolveReport::default();
    let mut ready: Vec<Line> = Vec::new();
    for line in lines {
        match line {
            Ok(line) => ready.push(line),
            Err(refusal) => report.refused.push(refusal),
        }
    }
    for part in ready.chunks(MAX_OUTCOMES) {
        let outcomes = part.iter().map(|line| line.outcome(args)).collect();
        let recorded = door.record_outcomes(&OutcomeBatch { origin: origin.clone(), outcomes }).await?;
        for (line, LineRecorded { questions, refused }) in part.iter().zip(recorded.outcomes) {
            match refused {
                Some(problem) => report.refused.push(line.refusal(problem)),
                None if questions.is_empty() && is_market => report.unasked += 1,
                None if questions.is_empty() => report.refused.push(line.refusal(line.unknown())),
                None => questions.into_iter().for_each(|question| report.add(question)),
            }
        }
    }
    report.print(context.json)?;
    Ok(output::complete_if(report.refused.is_empty()))
}

/// Prints the recorded outcomes, newest first.
async fn history(door: &Door, target: &str, context: &Context) -> anyhow::Result<ExitCode> {
    let OutcomeLine { run, event, .. } = line_about(door, target).await?;
    let query = SubjectQuery { run, event, market: None };
    let histories = door.outcomes(&query).await.map_err(|error| error.or_missing(|| no_question(target)))?;
    for question in histories {
        context.print(&question, |question| match question.outcomes.as_slice() {
            [] => vec![format!("{}  no outcome yet; auspex resolve {target} yes|no|0.3", question.question)],
            outcomes => outcomes.iter().map(report::history_line).collect(),
        })?;
    }
    Ok(ExitCode::SUCCESS)
}
