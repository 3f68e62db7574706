//! `make bench-quality`: every `auspex eval` over a folder of sets, judged by the sets' own scorers, beside what peers reach.

use std::path::PathBuf;

use clap::Parser;
use tests::quality::{self, Bench};

/// Measures quality on sets with known answers.
#[derive(Parser)]
struct Args {
    /// The folder with the sets, each with its scorer, and a README.md whose table has the peers' figures.
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Only these capabilities, e.g. --only tokens,json.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Where the answers go; a temporary folder if it is not given.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The interpreter of the scorers.
    #[arg(long, default_value = "python3")]
    python: PathBuf,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let Args { data, only, out, python } = Args::parse();
    let temporary = tempfile::tempdir()?;
    let out = out.unwrap_or_else(|| temporary.path().to_owned());
    let auspex = std::env::current_exe()?.with_file_name("auspex");
    quality::run(&Bench { data, out, python, auspex }, &only).await
}
