//! `auspex report "…"`: has a report written, prints its progress and the report.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use domain::deep_report::DEPTHS;
use domain::run::NoForecast;
use domain::{MicroUsd, Profile, RunId, Tenant};
use operations::deep_reports::ReportWanted;
use tokio::time::{Instant, timeout_at};

use crate::ask::{AcceptedRun, estimate};
use crate::asking::{parse_dollars, parse_profile};
use crate::door::Door;
use crate::publish::parse_timeout;
use crate::sources::SourceArgs;
use crate::whole_number::within;
use crate::{Context, output};

/// Interval of the questions whether the report is stored, which follows the end of its run within moments.
const INTERVAL: Duration = Duration::from_millis(500);
/// Minimum time to wait for the report after the end of its run: a run that ends with the timeout has it moments later.
const MIN_WAIT: Duration = Duration::from_secs(10);

/// Command-line arguments of `auspex report`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Question or topic of the report.
    topic: String,
    /// Depth of the research: 1 (one round of up to 4 questions), 2 (8 questions and a round that looks for contrary
    /// evidence), 3 (12 questions, contrary evidence, and a round on gaps).
    #[arg(long, default_value_t = 1, value_parser = within(DEPTHS))]
    depth: u8,
    /// Background information that is already known, and what the report is for.
    #[arg(long, default_value = "")]
    background: String,
    /// Write the report to this file instead of standard output: Markdown, or HTML if its name ends in .html.
    #[arg(long, short, value_name = "FILE", value_parser = parse_output)]
    output: Option<PathBuf>,
    /// Write the report to this file as PDF. The gateway needs a browser: `auspex up --browser`, or AUSPEX_BROWSER_URL.
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pdf: Option<PathBuf>,
    /// Maximum cost in dollars. A report whose budget ends is written from what is there and says what is missing.
    #[arg(long, value_parser = parse_dollars)]
    budget: Option<MicroUsd>,
    /// Strictness of the evidence filter: strict, default, loose.
    #[arg(long, value_parser = parse_profile)]
    profile: Option<Profile>,
    #[command(flatten)]
    sources: SourceArgs,
    /// Event id; asking again with the same id starts no new run.
    #[arg(long)]
    id: Option<String>,
    /// Not urgent: model calls may be made in batches, at a lower price where the provider has them. Each batch takes
    /// up to a day.
    #[arg(long)]
    not_urgent: bool,
    /// Estimate the cost from earlier runs without asking.
    #[arg(long)]
    dry_run: bool,
    /// Maximum time to wait.
    #[arg(long, default_value = "45m", value_parser = parse_timeout)]
    timeout: Duration,
}

/// Accepts names of files whose format is known.
fn parse_output(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("md" | "html") => Ok(path),
        _ => Err("must end in .md or .html".to_owned()),
    }
}

/// Asks for the report and waits for it. Exit code 3 if the run was cancelled, 4 on timeout and after Ctrl-C, both of
/// which leave the run going.
///
/// # Errors
/// When the request is refused, the gateway cannot be reached, or the file cannot be written.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let wanted = args.wanted();
    // Checked here as well, so that a mistake in the arguments is reported without a fleet.
    let event = wanted.clone().event("report", Tenant::default(), context.clock.now())?;
    if args.dry_run {
        return estimate(&event, context).await;
    }
    let door = Door::open(context)?;
    let accepted = door.write_report(&wanted).await.context("the report was not asked for")?;
    let asked = AcceptedRun::new(&door, accepted, "report")?;
    asked.announce(args.budget, context);
    let deadline = Instant::now() + args.timeout;
    let Some(view) = asked.ended_within(args.timeout, context).await? else {
        return Ok(ExitCode::from(output::TIMED_OUT));
    };
    if !matches!(view.state.ended, Some(NoForecast::Reported(_))) {
        return Ok(view.end(context, false)?.unwrap_or(ExitCode::FAILURE));
    }
    let deadline = deadline.max(Instant::now() + MIN_WAIT);
    let Ok(markdown) = timeout_at(deadline, stored(&door, asked.run)).await else {
        let run = asked.run;
        output::report_failure(
            &format!("the report is not stored yet; `auspex show {run} --report` prints it"),
            context.json,
        );
        return Ok(ExitCode::from(output::TIMED_OUT));
    };
    deliver(&asked, markdown?, &args, context).await
}

impl Args {
    fn wanted(&self) -> ReportWanted {
        ReportWanted {
            id: self.id.clone(),
            topic: self.topic.clone(),
            depth: Some(u32::from(self.depth)),
            background: self.background.clone(),
            budget_micro_usd: self.budget.map(|budget| budget.0),
            profile: self.profile.map(|profile| profile.name().to_owned()),
            urgent: Some(!self.not_urgent),
            sources: self.sources.domains(),
        }
    }
}

/// Prints the report, or writes it to the file.
async fn deliver(
    asked: &AcceptedRun<'_>,
    markdown: String,
    args: &Args,
    context: &Context,
) -> anyhow::Result<ExitCode> {
    let run = asked.run;
    let Some(file) = args.output.as_deref().or(args.pdf.as_deref()) else {
        context.print(&serde_json::json!({ "run": run.to_string(), "report": markdown }), |_| [markdown])?;
        return Ok(ExitCode::SUCCESS);
    };
    let is_page = file.extension().is_some_and(|extension| extension == "html");
    let text = match (args.pdf.is_some(), is_page) {
        (true, _) => asked.door.report_pdf(run).await?,
        (false, true) => asked.door.report_page(run).await?.into_bytes(),
        (false, false) => markdown.into_bytes(),
    };
    save(run, file, &text, context)?;
    if !context.json {
        output::line(&format!("run          {run}: `auspex show {run} --report` prints it again"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the report of a run to a file, and prints the name of the file.
///
/// # Errors
/// When the file cannot be written, or standard output is closed.
pub(crate) fn save(run: RunId, file: &Path, report: &[u8], context: &Context) -> anyhow::Result<()> {
    std::fs::write(file, report).with_context(|| format!("the report cannot be written to {}", file.display()))?;
    let file = file.display().to_string();
    context.print(&serde_json::json!({ "run": run.to_string(), "file": file }), |_| [format!("report       {file}")])
}

/// Returns the report once the writer has stored it.
async fn stored(door: &Door, run: RunId) -> anyhow::Result<String> {
    let mut ticks = tokio::time::interval(INTERVAL);
    loop {
        ticks.tick().await;
        match door.report(run).await {
            Err(error) if error.kind() == "not-found" => {}
            answer => return Ok(answer?),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::{AnswerKind, EventKind};

    use super::*;
    use crate::command::parse_arguments;

    fn asked(line: &[&str]) -> anyhow::Result<domain::event::AskedQuestion> {
        let args: Args = parse_arguments(line)?;
        let event = args.wanted().event("i", Tenant::default(), domain::Time::UNIX_EPOCH)?;
        let EventKind::Question(asked) = event.kind else { panic!("another kind") };
        Ok(asked)
    }

    #[test]
    fn depth_and_topic_become_a_question_that_is_answered_by_a_report() {
        let made = asked(&["The ferry strike of Norrby", "--depth", "3", "--deny", "spam.example"]).unwrap();
        assert_eq!(
            (made.kind, made.text.as_str()),
            (Some(AnswerKind::Report { depth: 3 }), "The ferry strike of Norrby")
        );
        assert_eq!(asked(&["Why?"]).unwrap().kind, Some(AnswerKind::Report { depth: 1 }));
        assert!(asked(&["t", "--pdf", "r.pdf"]).is_ok() && asked(&["t", "--pdf", "r.pdf", "-o", "r.md"]).is_err());
        for refused in [&["t", "--depth", "4"][..], &["t", "--depth", "0"], &["t", "-o", "r.pdf"], &[" "], &[]] {
            assert!(asked(refused).is_err(), "{refused:?}");
        }
    }
}
