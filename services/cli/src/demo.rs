//! `auspex demo`: runs the examples through a fresh local fleet, prints a summary, and stops the fleet.
//!
//! It runs the same commands that a user would type, as child processes: `up`, `publish … --wait`, `summary`, `trace`.

mod closing;

use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context as _, ensure};
use tokio::process::Command;

use crate::private_fleet::{Launched, Setup, connect_store};
use crate::up::OfflineProfile;
use crate::{Context, output, summary};
use closing::Closing;

/// Command-line arguments of `auspex demo`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Directory of event files (NDJSON); each file is published.
    #[arg(long, default_value = "examples/events")]
    events: PathBuf,
    /// Pages, tokens and records of the offline world.
    #[arg(long, default_value = "examples/corpus")]
    corpus: PathBuf,
    /// Directory of the fleet; its previous content is deleted.
    #[arg(long, default_value = ".auspex/demo")]
    dir: PathBuf,
    /// Provider that the offline world imitates.
    #[arg(long, value_enum, env = "AUSPEX_OFFLINE_PROFILE", default_value_t)]
    offline_profile: OfflineProfile,
    /// Also show the trace of one forecast as a tree.
    #[arg(long)]
    trace: bool,
    /// Keep the fleet running after the summary, with a link to the console, until Ctrl-C.
    #[arg(long)]
    stay: bool,
    /// Search memory by vectors too, with the local embedder: 91 MB are fetched once.
    #[arg(long)]
    embeddings: bool,
    /// Start the machine's Chromium, with which the gateway prints reports as PDF.
    #[arg(long)]
    browser: bool,
}

/// Runs the demo. Exit code 0 if every event is accounted for, dead letters included, and the provider rejected no
/// call.
///
/// # Errors
/// When the fleet does not start or one of the commands cannot be run.
pub async fn run(args: Args, _context: &Context) -> anyhow::Result<ExitCode> {
    let files = event_files(&args.events)?;
    // `auspex up` reads it, and so does the offline world.
    let profile = args.offline_profile.name().to_owned();
    // The look-ups of the examples are published for their research.
    let asks = ("RESEARCHER_ENABLED".to_owned(), "true".to_owned());
    let env = [("AUSPEX_OFFLINE_PROFILE".to_owned(), profile), asks].into();
    let setup = Setup {
        dir: args.dir,
        offline: true,
        corpus: Some(args.corpus),
        env,
        embeddings: args.embeddings,
        browser: args.browser,
        ..Setup::default()
    };
    let fleet = Launched::launch(&setup)?;
    let home = fleet.home().to_owned();
    // An interruption during start-up also stops in order what has been started.
    let done = tokio::select! {
        done = work(&fleet, &files, args.trace) => done,
        stopped = tokio::signal::ctrl_c() => stopped.map(|()| Done::default()).map_err(Into::into),
    };
    if args.stay && done.as_ref().is_ok_and(|done| done.is_summed) {
        stay(&home).await?;
    }
    output::note("Stopping the fleet.");
    fleet.stop().await?;
    let done = done?;
    // Workers export their last spans when they end, so the trace is complete only now.
    let is_shown = match &done.traced {
        Some(event) => show_trace(&home, event).await?,
        None => true,
    };
    Ok(if done.is_accounted && is_shown { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Result of the demo's work.
#[derive(Debug, Default)]
struct Done {
    is_accounted: bool,
    /// The summary was printed.
    is_summed: bool,
    /// Event whose trace is shown.
    traced: Option<String>,
}

async fn work(fleet: &Launched, files: &[PathBuf], trace: bool) -> anyhow::Result<Done> {
    let file = fleet.wait_until_up().await?;
    output::note("The fleet is up.");
    let home = fleet.home();
    let begun = Instant::now();
    let mut publish = vec!["publish".to_owned(), "--wait".to_owned()];
    publish.extend(files.iter().map(|file| file.display().to_string()));
    let published = auspex(home, &publish).await?;
    output::note(&format!("Published and answered in {:.1} s.\n", begun.elapsed().as_secs_f64()));
    let summed = auspex(home, &["summary".to_owned()]).await?;
    let rejected = match &file.offline_url {
        Some(world) => summary::read_invoice(world).await?.rejected,
        None => 0,
    };
    let store = connect_store(&file).await?;
    let closing = Closing::read(&store).await?;
    output::line("")?;
    if rejected > 0 {
        let invoice = fleet.folder().join("invoice.ndjson");
        output::line(&format!("The provider rejected {rejected} calls: see `reason` in {}.", invoice.display()))?;
    }
    closing.lines().iter().try_for_each(|line| output::line(line))?;
    let traced = if trace { Some(closing::traced(&store, &fleet.folder()).await?) } else { None };
    store.close_pool().await;
    output::note(&format!("Reports and logs are kept in {}.", fleet.folder().display()));
    let is_accounted = is_fine(published, &closing) && is_fine(summed, &closing) && closing.open == 0;
    Ok(Done { is_accounted: is_accounted && rejected == 0, is_summed: true, traced })
}

/// Prints a link to the console, and waits for Ctrl-C.
async fn stay(home: &Path) -> anyhow::Result<()> {
    output::line("\nThe fleet stays up. Open the console:")?;
    auspex(home, &["console".to_owned()]).await?;
    output::note("Ctrl-C stops the fleet.");
    Ok(tokio::signal::ctrl_c().await?)
}

/// Returns true if a command succeeded, or was incomplete only because of dead letters.
fn is_fine(code: Option<i32>, closing: &Closing) -> bool {
    code == Some(0) || (code == Some(output::INCOMPLETE.into()) && closing.dead > 0)
}

async fn show_trace(home: &Path, event: &str) -> anyhow::Result<bool> {
    output::note(&format!("\nTrace of {event}, from the publisher to the report:"));
    let spans = home.join(".auspex/spans.ndjson").display().to_string();
    let code = auspex(home, &["trace", event, "--spans", &spans].map(ToOwned::to_owned)).await?;
    Ok(code == Some(0))
}

/// Returns the `.ndjson` files of the directory, sorted by name.
fn event_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read {}: run this in the repository checkout", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "ndjson") {
            files.push(path.canonicalize()?);
        }
    }
    files.sort();
    ensure!(!files.is_empty(), "{} contains no .ndjson file", folder.display());
    Ok(files)
}

/// Runs an `auspex` command in the fleet's directory; returns its exit code, or `None` if a signal ended it.
async fn auspex(home: &Path, arguments: &[String]) -> anyhow::Result<Option<i32>> {
    let status = Command::new(std::env::current_exe()?)
        .args(arguments)
        .env_remove("AUSPEX_URL")
        .env_remove("AUSPEX_TOKEN")
        .current_dir(home)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .status()
        .await
        .with_context(|| format!("running auspex {}", arguments.join(" ")))?;
    Ok(status.code())
}
