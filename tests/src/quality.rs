//! Every capability on a set with known answers: ours by the set's own scorer, the peers beside it.
//!
//! Peers' scores stand in the data folder's README and are quoted as *published*; their speed is measured in the same run where the
//! peer is installed, because only a ratio on one machine at one time means something.

mod peers;
mod published;
mod sets;

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use local_servers::{Postgres, PostgresOptions};
use serde_json::Value;

use sets::{SETS, Set};

/// What a run needs.
#[derive(Debug)]
pub struct Bench {
    /// The folder with the sets.
    pub data: PathBuf,
    /// Where answers are written.
    pub out: PathBuf,
    /// The interpreter of scorers and peers.
    pub python: PathBuf,
    /// The command that is measured.
    pub auspex: PathBuf,
}

/// Runs what exists, prints as it goes.
///
/// # Errors
/// If the command or a server does not start, or an eval or a scorer fails; whatever can run has run by then.
pub async fn run(bench: &Bench, only: &[String]) -> Result<()> {
    let bench = &bench.absolute()?;
    let postgres = Postgres::start(PostgresOptions::default()).await.context("Postgres, for what reads memory")?;
    let readme = std::fs::read_to_string(bench.data.join("README.md")).unwrap_or_default();
    let known = bench.capabilities()?;
    let mut failed = Vec::new();
    for set in SETS.iter().filter(|set| only.is_empty() || only.iter().any(|name| name == set.capability)) {
        println!("\n== {} ({})", set.row, set.capability);
        if !known.iter().any(|name| name == set.capability) {
            println!("not run: this build has no `auspex eval {}`", set.capability);
        } else if !bench.data.join(set.input).exists() {
            println!("not run: there is no {} in the data folder", set.input);
        } else if let Err(error) = measure(bench, set, &postgres.url()) {
            println!("FAILED: {error:#}");
            failed.push(set.row);
        }
        published::print(&readme, set.row);
    }
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
}

fn measure(bench: &Bench, set: &Set, postgres: &str) -> Result<()> {
    for preparation in set.before {
        let arguments: Vec<String> = preparation.iter().map(|word| bench.filled(word, set)).collect();
        bench.auspex(&arguments, postgres)?;
    }
    let arguments = ["eval", set.capability, "{in}", "{out}", "--json"].map(|word| bench.filled(word, set));
    let report = bench.auspex(&arguments, postgres)?;
    let report: Value = serde_json::from_str(report.trim()).context("the report of `auspex eval --json`")?;
    print_report(&report);
    let scorer: Vec<String> = set.scorer.iter().map(|word| bench.filled(word, set)).collect();
    let scored = output(Command::new(&bench.python).args(&scorer)).context("the set's scorer")?;
    println!("scorer:\n{}", indented(&scored));
    let rate = report["per_second"].as_f64().unwrap_or(0.0);
    set.peers.iter().for_each(|peer| peers::print(bench, set, (peer, rate)));
    Ok(())
}

/// Rows, speed and other figures of an eval.
fn print_report(report: &Value) {
    let refused = report["refused"].as_array().map_or(0, Vec::len);
    let (items, rate) = (report["items"].as_str().unwrap_or("rows"), report["per_second"].as_f64().unwrap_or(0.0));
    println!("ours: {} {items}, {refused} refused, {rate:.0} {items}/s", report["done"]);
    for (name, value) in report["figures"].as_object().into_iter().flatten() {
        println!("  {name} {value}");
    }
}

impl Bench {
    /// The scorers run elsewhere: relative paths would mean something else to them.
    fn absolute(&self) -> Result<Self> {
        std::fs::create_dir_all(&self.out).with_context(|| format!("cannot make {}", self.out.display()))?;
        let whole =
            |path: &PathBuf| std::fs::canonicalize(path).with_context(|| format!("there is no {}", path.display()));
        let auspex = whole(&self.auspex).context("build it first: cargo build --release -p cli")?;
        Ok(Self { data: whole(&self.data)?, out: whole(&self.out)?, python: self.python.clone(), auspex })
    }

    /// `{in}`, `{out}` and `{data}` filled in.
    fn filled(&self, word: &str, set: &Set) -> String {
        word.replace("{in}", &self.data.join(set.input).display().to_string())
            .replace("{out}", &self.out.join(set.output).display().to_string())
            .replace("{data}", &self.data.display().to_string())
    }

    /// What this build can evaluate.
    fn capabilities(&self) -> Result<Vec<String>> {
        let help = output(Command::new(&self.auspex).args(["eval", "--help"]))?;
        let commands = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
        let names =
            commands.take_while(|line| line.starts_with("  ")).filter_map(|line| line.split_whitespace().next());
        Ok(names.map(str::to_owned).collect())
    }

    /// Exit code 3 means that rows were refused; the report says which, and the scorer counts them.
    fn auspex(&self, arguments: &[String], postgres: &str) -> Result<String> {
        let made = Command::new(&self.auspex).args(arguments).env("AUSPEX_POSTGRES_URL", postgres).output()?;
        let complaint = String::from_utf8_lossy(&made.stderr);
        ensure!(matches!(made.status.code(), Some(0 | 3)), "auspex {}: {complaint}", arguments.join(" "));
        Ok(String::from_utf8_lossy(&made.stdout).into_owned())
    }
}

/// What a command says, or why it failed.
fn output(command: &mut Command) -> Result<String> {
    let made = command.output().with_context(|| format!("{} cannot be run", command.get_program().display()))?;
    ensure!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr).trim());
    Ok(String::from_utf8_lossy(&made.stdout).into_owned())
}

fn indented(text: &str) -> String {
    text.trim_end().lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}
