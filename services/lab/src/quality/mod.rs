//! `lab quality`: evaluates every capability on a set with known answers and prints the figures of peers beside ours.
//!
//! The scorer of a set computes our score. Scores of peers are quoted from the README of the data folder. The speed of
//! a peer is measured in the same run if the peer is installed, because only a ratio measured on one machine at one
//! time is comparable.

mod peers;
mod published;
mod sets;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use local_servers::{Postgres, PostgresOptions};
use serde_json::Value;

use sets::{SETS, Set};

/// Command-line options of `lab quality`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder with the sets, their scorers, and a README.md whose table has the figures of peers.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Run only these capabilities, e.g. --only tokens,json.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Folder for the answers; a temporary folder by default.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Python interpreter for the scorers and the peers.
    #[arg(long, default_value = "python3")]
    python: PathBuf,
}

/// Absolute paths of one run: scorers run in other folders.
struct Paths {
    data: PathBuf,
    out: PathBuf,
    python: PathBuf,
    /// Path of this binary.
    lab: PathBuf,
    /// The `auspex` binary beside it, for the commands that prepare a set.
    auspex: PathBuf,
    postgres_url: String,
}

/// Runs every set that the data folder contains and prints results as they arrive.
///
/// # Errors
/// If a binary or Postgres does not start, or an evaluation or a scorer fails. The remaining sets run first.
pub async fn run(args: Args) -> Result<()> {
    let temporary = tempfile::tempdir()?;
    let postgres = Postgres::start(PostgresOptions::default()).await.context("starting Postgres")?;
    let out = args.out.as_deref().unwrap_or(temporary.path());
    let paths = Paths::new(&args.data, out, args.python, postgres.url())?;
    let readme = std::fs::read_to_string(paths.data.join("README.md")).unwrap_or_default();
    let is_wanted = |set: &&Set| args.only.is_empty() || args.only.iter().any(|name| name == set.capability);
    let mut failed = Vec::new();
    for set in SETS.iter().filter(is_wanted) {
        println!("\n== {} ({})", set.row, set.capability);
        if !paths.data.join(set.input).exists() {
            println!("not run: the data folder has no {}", set.input);
        } else if let Err(error) = measure(&paths, set) {
            println!("FAILED: {error:#}");
            failed.push(set.row);
        }
        published::print(&readme, set.row);
    }
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
}

fn measure(paths: &Paths, set: &Set) -> Result<()> {
    for preparation in set.before {
        paths.run(&paths.auspex, set, preparation)?;
    }
    let report = paths.run(&paths.lab, set, &["eval", "--json", set.capability, "{in}", "{out}"])?;
    let report: Value = serde_json::from_str(report.trim()).context("parsing the report of `lab eval --json`")?;
    print_report(&report);
    let scorer = set.scorer.iter().map(|word| paths.fill(word, set));
    let score = stdout_of(Command::new(&paths.python).args(scorer)).context("running the scorer of the set")?;
    println!("scorer:\n{}", indented(&score));
    let rate = report["per_second"].as_f64().unwrap_or(0.0);
    set.peers.iter().for_each(|peer| peer.print(paths, set, rate));
    Ok(())
}

/// Prints the rows, the rate and the other figures of an evaluation.
fn print_report(report: &Value) {
    let refused = report["refused"].as_array().map_or(0, Vec::len);
    let (items, rate) = (report["items"].as_str().unwrap_or("rows"), report["per_second"].as_f64().unwrap_or(0.0));
    println!("ours: {} {items}, {refused} refused, {rate:.0} {items}/s", report["done"]);
    for (name, value) in report["figures"].as_object().into_iter().flatten() {
        println!("  {name} {value}");
    }
}

impl Paths {
    fn new(data: &Path, out: &Path, python: PathBuf, postgres_url: String) -> Result<Self> {
        std::fs::create_dir_all(out).with_context(|| format!("creating {}", out.display()))?;
        let absolute = |path: &Path| std::fs::canonicalize(path).with_context(|| format!("no {}", path.display()));
        let lab = std::env::current_exe()?;
        let auspex = absolute(&lab.with_file_name("auspex")).context("build it first: cargo build --release -p cli")?;
        Ok(Self { data: absolute(data)?, out: absolute(out)?, python, lab, auspex, postgres_url })
    }

    /// Replaces `{in}`, `{out}` and `{data}` by the paths of the set.
    fn fill(&self, word: &str, set: &Set) -> String {
        word.replace("{in}", &self.data.join(set.input).display().to_string())
            .replace("{out}", &self.out.join(set.output).display().to_string())
            .replace("{data}", &self.data.display().to_string())
    }

    /// Runs one of our binaries and returns its standard output. Exit code 3 (rows refused) is not a failure: the
    /// report lists the rows and the scorer counts them.
    fn run(&self, binary: &Path, set: &Set, words: &[&str]) -> Result<String> {
        let words: Vec<String> = words.iter().map(|word| self.fill(word, set)).collect();
        let output = Command::new(binary).args(&words).env("AUSPEX_POSTGRES_URL", &self.postgres_url).output()?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        ensure!(matches!(output.status.code(), Some(0 | 3)), "{} {}: {stderr}", binary.display(), words.join(" "));
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Runs a command and returns its standard output, or an error with its standard error.
fn stdout_of(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("running {}", command.get_program().display()))?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr).trim());
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn indented(text: &str) -> String {
    text.trim_end().lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}
