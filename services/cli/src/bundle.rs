//! `auspex bundle`: exports the inputs of a forecast to a directory, and computes the forecast again from them without
//! the network.
//!
//! Prompts and models can be compared only on the same evidence. A rerun takes the run's answers from the bundle and
//! repeats the forecaster's model calls: from the replies in the bundle (a missing reply is an error that names its
//! step) or, with `--live`, from the configured model.
//!
//! An export is an operator's: memoised replies have no tenant, so no policy of Postgres could limit a gateway to those
//! of one tenant, and its role may not read them.

mod comparison;
mod export;
mod folder;
mod refusing_model;
mod rerun;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use domain::RunId;
use operations::find::IdKind;

use crate::door::Door;
use crate::publish::parse_timeout;
use crate::{Context, output};
pub use comparison::Comparison;
pub use folder::{Bundle, Part, PartKind};

/// Command-line arguments of `auspex bundle`.
#[derive(Debug, Clone, clap::Subcommand)]
pub(crate) enum Args {
    /// For an operator, because the replies of all tenants are in one table: export the inputs of a run's forecast:
    /// question, evidence, pages by hash, model replies.
    Export {
        /// Run: its id, at least the first 6 digits of it, or `last`. A beginning is looked up through the gateway.
        run: String,
        /// Directory of the bundle; must not exist yet.
        folder: PathBuf,
    },
    /// Compute the forecasts of bundles again and compare them; the web is not accessed.
    Rerun(Rerun),
}

/// Command-line arguments of `auspex bundle rerun`.
#[derive(Debug, Clone, clap::Args)]
pub struct Rerun {
    /// Directories of bundles.
    #[arg(required = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Call the configured model (or the offline world) instead of using the bundle's replies.
    #[arg(long)]
    live: bool,
    /// With --live: use the offline world even if a model key is set.
    #[arg(long, requires = "live")]
    offline: bool,
    /// Directory of the private fleet; its previous content is deleted.
    #[arg(long, default_value = ".auspex/rerun")]
    dir: PathBuf,
    /// Maximum time to wait for each forecast.
    #[arg(long, default_value = "5m", value_parser = parse_timeout)]
    timeout: Duration,
}

/// Exports or reruns bundles.
///
/// # Errors
/// When the run or a part of a bundle is missing, a file cannot be read or written, or the fleet does not start.
pub(crate) async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    match args {
        Args::Export { run, folder } => {
            let run = whole_id(&run, context).await?;
            let exported = export::export(&context.store().await?, context.objects_config(), run).await?;
            let id = exported.bundle.write(&folder)?;
            export::print(&exported, &id, &folder, context.json)?;
            Ok(output::complete_if(exported.lost.is_empty()))
        }
        Args::Rerun(args) => rerun::run(&args, context.json).await,
    }
}

async fn whole_id(text: &str, context: &Context) -> anyhow::Result<RunId> {
    if let Ok(run) = text.parse() {
        return Ok(run);
    }
    let door = Door::open(context).with_context(|| format!("{text:?} is not the whole id of a run"))?;
    Ok(RunId(door.id(text, IdKind::Run).await?))
}
