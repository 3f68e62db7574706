//! `auspex demo`: the main job on the examples, from nothing to a summary, and nothing left running.
//!
//! It runs the very commands that a person would type, as children: `up`, `publish … --wait`, `summary`, `trace`.

mod closing;

use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use servers::{Start, Worker};
use tokio::process::Command;

use crate::{Context, output};
use closing::Closing;

/// The first start fetches three servers.
const UP_BY: Duration = Duration::from_secs(300);
/// A worker gets 15 s, a server as many.
const DOWN_BY: Duration = Duration::from_secs(45);
const GLANCE: Duration = Duration::from_millis(50);

/// `auspex demo`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder with files of events (NDJSON), each of which is published.
    #[arg(long, default_value = "examples/events")]
    events: PathBuf,
    /// Pages, tokens and records of the offline world.
    #[arg(long, default_value = "examples/corpus")]
    corpus: PathBuf,
    /// Where the fleet lives; a fresh fleet each time, so the folder is emptied first.
    #[arg(long, default_value = ".auspex/demo")]
    dir: PathBuf,
    /// Also show the trace of a forecast as a tree.
    #[arg(long)]
    trace: bool,
}

/// Runs it. Exit code 0 when every event is accounted for, dead letters included.
///
/// # Errors
/// When the fleet does not come up or one of the commands cannot be run.
pub async fn run(args: Args, _context: &Context) -> anyhow::Result<ExitCode> {
    let files = event_files(&args.events)?;
    let home = fresh(&args.dir)?;
    let up = start_fleet(&home, &args.corpus)?;
    let done = tokio::select! {
        done = work(&up, &home, &files, args.trace) => done,
        stopped = tokio::signal::ctrl_c() => stopped.map(|()| Done::default()).map_err(Into::into),
    };
    output::note("Stopping the fleet.");
    up.stop(DOWN_BY).await?;
    let done = done?;
    // Workers hand in their last spans when they end: only now is the trace whole.
    let is_shown = match &done.traced {
        Some(event) => show_trace(&home, event).await?,
        None => true,
    };
    Ok(if done.is_accounted && is_shown { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// How the work ended.
#[derive(Debug, Default)]
struct Done {
    is_accounted: bool,
    /// The event whose trace is to be shown.
    traced: Option<String>,
}

async fn work(up: &Worker, home: &Path, files: &[PathBuf], trace: bool) -> anyhow::Result<Done> {
    wait_until_up(up, home).await?;
    let begun = Instant::now();
    let mut publish = vec!["publish".to_owned(), "--wait".to_owned()];
    publish.extend(files.iter().map(|file| file.display().to_string()));
    let published = auspex(home, &publish).await?;
    output::note(&format!("Published and answered in {:.1} s.\n", begun.elapsed().as_secs_f64()));
    let summed = auspex(home, &["summary".to_owned()]).await?;
    let store = closing::store(home).await?;
    let closing = Closing::read(&store).await?;
    output::line("")?;
    closing.lines().iter().try_for_each(|line| output::line(line))?;
    let traced = if trace { Some(closing::traced(&store, home).await?) } else { None };
    store.close_pool().await;
    output::note(&format!("Reports and logs stay in {}.", home.join(".auspex").display()));
    Ok(Done { is_accounted: is_fine(published, &closing) && is_fine(summed, &closing) && closing.open == 0, traced })
}

/// A command did all of its work, or it says "incomplete" because of something that is dead, which is an answer.
fn is_fine(code: Option<i32>, closing: &Closing) -> bool {
    code == Some(0) || (code == Some(output::INCOMPLETE.into()) && closing.dead > 0)
}

async fn show_trace(home: &Path, event: &str) -> anyhow::Result<bool> {
    output::note(&format!("\nThe trace of {event}, from the publisher to the report:"));
    let spans = home.join(".auspex/spans.ndjson").display().to_string();
    let code = auspex(home, &["trace", event, "--spans", &spans].map(ToOwned::to_owned)).await?;
    Ok(code == Some(0))
}

/// The files of the folder, by name.
fn event_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read {}: run this in the checkout", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "ndjson") {
            files.push(path.canonicalize()?);
        }
    }
    files.sort();
    ensure!(!files.is_empty(), "{} has no .ndjson file", folder.display());
    Ok(files)
}

/// An empty folder. Only one that an earlier demo has made is emptied.
fn fresh(dir: &Path) -> anyhow::Result<PathBuf> {
    const MARK: &str = "made-by-auspex-demo";
    if dir.exists() {
        ensure!(dir.join(MARK).is_file(), "{} was not made by a demo; choose another with --dir", dir.display());
        std::fs::remove_dir_all(dir).with_context(|| format!("cannot empty {}", dir.display()))?;
    }
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    std::fs::write(dir.join(MARK), "")?;
    Ok(dir.canonicalize()?)
}

fn start_fleet(home: &Path, corpus: &Path) -> anyhow::Result<Worker> {
    let corpus = corpus.canonicalize().with_context(|| format!("there is no folder {}", corpus.display()))?;
    let mut start = Start::new("auspex up", std::env::current_exe()?, home.join("up.log"));
    start.args = ["--json", "up", "--offline", "--dir"].map(ToOwned::to_owned).to_vec();
    start.args.push(home.join(".auspex").display().to_string());
    start.args.extend(["--offline-corpus".to_owned(), corpus.display().to_string()]);
    start.inherit = true;
    // If we are killed, it gets what Ctrl-C would give it and stops everything in order.
    start.end = "TERM";
    output::note(&format!("Starting a fleet in the offline world (its log: {}).", start.log.display()));
    Worker::start(&start)
}

async fn wait_until_up(up: &Worker, home: &Path) -> anyhow::Result<()> {
    let deadline = Instant::now() + UP_BY;
    let mut glance = tokio::time::interval(GLANCE);
    while Instant::now() < deadline {
        glance.tick().await;
        if home.join(".auspex/fleet.json").is_file() {
            output::note("The fleet is up.");
            return Ok(());
        }
        if up.ended()?.is_some() {
            bail!("the fleet did not come up:\n{}", std::fs::read_to_string(up.log()).unwrap_or_default());
        }
    }
    bail!("the fleet was not up after {UP_BY:?}; see {}", up.log().display())
}

/// One of our own commands, in the fleet's folder; its exit code, none if a signal ended it.
async fn auspex(home: &Path, arguments: &[String]) -> anyhow::Result<Option<i32>> {
    let status = Command::new(std::env::current_exe()?)
        .args(arguments)
        .current_dir(home)
        .stdin(Stdio::null())
        .kill_on_drop(true)
        .status()
        .await
        .with_context(|| format!("running auspex {}", arguments.join(" ")))?;
    Ok(status.code())
}
