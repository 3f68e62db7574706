//! `auspex bundle`: everything that a forecast rested on in one folder, and the forecast made again from it, without the network.
//!
//! What a prompt or a model would have made of the same evidence can be compared only if the evidence is the same. So a rerun takes
//! the run's answers from the bundle and asks the forecaster's questions again: of the bundle's own replies (then a question that
//! it does not hold is an error that names it), or, with `--live`, of the model that is configured now.

mod comparison;
mod export;
mod folder;
mod refuser;
mod rerun;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use domain::RunId;

use crate::publish::duration;
use crate::{Context, output};
pub use comparison::Comparison;
pub use folder::{Bundle, Part, What};

/// `auspex bundle`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Clone, clap::Subcommand)]
enum Verb {
    /// Writes what a run's forecast rested on: question, evidence, pages by hash, model replies.
    Export {
        /// The run.
        run: String,
        /// The bundle's folder; must not exist yet.
        folder: PathBuf,
    },
    /// Makes the forecasts of bundles again and compares; the web is out of reach.
    Rerun(Rerun),
}

/// `auspex bundle rerun`.
#[derive(Debug, Clone, clap::Args)]
pub struct Rerun {
    /// Folders of bundles.
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Asks the configured model (or the offline world) instead of the bundle's replies.
    #[arg(long)]
    live: bool,
    /// With --live: use the offline world although there is a key.
    #[arg(long, requires = "live")]
    offline: bool,
    /// Folder of the fleet that makes them; emptied first.
    #[arg(long, default_value = ".auspex/rerun")]
    dir: PathBuf,
    /// How long to wait for each at most.
    #[arg(long, default_value = "5m", value_parser = duration)]
    timeout: Duration,
}

/// Runs it.
///
/// # Errors
/// When the run or a part of a bundle is missing, a file cannot be read or written, or the fleet does not come up.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    match args.verb {
        Verb::Export { run, folder } => {
            let run: RunId = run.parse().with_context(|| format!("{run:?} is no run; `auspex show` lists them"))?;
            let exported = export::export(&context.store().await?, context.objects_config(), run).await?;
            let id = exported.bundle.write(&folder)?;
            export::told(&exported, (&id, &folder), context.json)?;
            Ok(output::complete_if(exported.lost.is_empty()))
        }
        Verb::Rerun(args) => rerun::run(&args, context.json).await,
    }
}
