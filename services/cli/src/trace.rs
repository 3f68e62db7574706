//! `auspex trace RUN`: what happened, as a tree.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, bail};
use domain::{EventId, JobId, Kind, RunId, Tenant};
use store::Runs;

use crate::traces::{read, render, select};
use crate::{Context, output};

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
    let needles = needles(&args, context).await?;
    let found = select(read(&file)?, &needles);
    if found.is_empty() {
        bail!(
            "no span in {} mentions {}; spans arrive up to 5 s after the work, and old files are started anew",
            file.display(),
            args.target
        );
    }
    if context.json {
        found.iter().try_for_each(output::json)?;
    } else {
        render(&found).iter().try_for_each(|line| output::line(line))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What spans may call the target: its own name, and the job of its event, which every delivery's span carries.
async fn needles(args: &Args, context: &Context) -> anyhow::Result<Vec<String>> {
    let mut needles = vec![args.target.clone()];
    if let Ok(run) = args.target.parse::<RunId>() {
        // The spans alone may be enough: a trace can be read when the fleet is gone.
        if let Ok(store) = context.store().await
            && let Some(state) = store.load(run).await?
        {
            needles.push(state.run.event_job.to_string());
        }
        return Ok(needles);
    }
    if let Ok(event) = EventId::parse(&args.target) {
        let tenant = Tenant::parse(&args.tenant).context("--tenant")?;
        needles.extend(Kind::NAMES.iter().map(|kind| JobId::of_event(&tenant, kind, &event).to_string()));
    }
    Ok(needles)
}
