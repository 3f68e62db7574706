//! `auspex trace RUN`: what happened, as a tree.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use domain::{EventId, JobId, Kind, RunId, Tenant};
use store::Runs;

use crate::traces::{read, render, select};
use crate::{Context, output};

/// How long Postgres is asked for a run's event when no span names the run itself.
const LOOKED_FOR: Duration = Duration::from_secs(6);
/// The same when some do.
const SHOWN_ANYWAY: Duration = Duration::from_secs(1);

/// `auspex trace`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// A run, an event (its publisher's id or its job), or a trace id.
    target: String,
    /// Whose event it is, if it is named by its publisher's id.
    #[arg(long, default_value = "default")]
    tenant: String,
    /// Spans, one JSON object a line; by default those that `auspex up` keeps.
    #[arg(long)]
    spans: Option<PathBuf>,
}

/// Prints the spans of every trace that the target has a part in.
///
/// # Errors
/// When there are no spans, or none of them knows the target.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let file = args.spans.clone().or_else(|| context.spans_file()).context(
        "no local fleet here: `auspex up` keeps spans; name a file with --spans, or look at the collector that OTEL_EXPORTER_OTLP_ENDPOINT names",
    )?;
    let spans = read(&file)?;
    let mut found = select(spans.clone(), &own_names(&args)?);
    // The job of the run's event may name more of its spans; Postgres knows it. A trace can also be read when the fleet is gone.
    let mut unasked = None;
    if let Ok(run) = args.target.parse::<RunId>() {
        // With something to show, nobody waits long for a Postgres that does not answer.
        let patience = if found.is_empty() { LOOKED_FOR } else { SHOWN_ANYWAY };
        let job = tokio::time::timeout(patience, job_of(run, context)).await;
        match job.unwrap_or_else(|_| Err(anyhow::anyhow!("Postgres did not answer within {patience:?}"))) {
            Ok(Some(job)) => found = select(spans, &[args.target.clone(), job]),
            Ok(None) => {}
            Err(error) => unasked = Some(error),
        }
    }
    if found.is_empty() {
        let nothing = anyhow::anyhow!(
            "no span in {} mentions {}; spans arrive up to 5 s after the work, and old files are started anew",
            file.display(),
            args.target
        );
        return Err(match unasked {
            Some(error) => error.context(format!("{nothing}; its event could not be looked up")),
            None => nothing,
        });
    }
    if context.json {
        found.iter().try_for_each(output::json)?;
    } else {
        render(&found).iter().try_for_each(|line| output::line(line))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What spans may call the target as it was named: itself, or the job of the event with that id.
fn own_names(args: &Args) -> anyhow::Result<Vec<String>> {
    let mut names = vec![args.target.clone()];
    if args.target.parse::<RunId>().is_err()
        && let Ok(event) = EventId::parse(&args.target)
    {
        let tenant = Tenant::parse(&args.tenant).context("--tenant")?;
        names.extend(Kind::NAMES.iter().map(|kind| JobId::of_event(&tenant, kind, &event).to_string()));
    }
    Ok(names)
}

/// The job of a run's event, which every delivery's span carries.
async fn job_of(run: RunId, context: &Context) -> anyhow::Result<Option<String>> {
    let state = context.store().await?.load(run).await?;
    Ok(state.map(|state| state.run.event_job.to_string()))
}
