//! `auspex import tokens`: imports symbols, names and marks of tokens by mint. Importing the same list again changes
//! nothing.

mod row;

use std::io::BufReader;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context as _;
use domain::Time;
use indicatif::{ProgressBar, ProgressStyle};
use operations::formats::{Place, Records, Refusal};
use serde::Serialize;
use store::Store;
use store::memory::{Imported, ListSource, Listed};

use crate::{Context, input, output};

/// Tokens per transaction: some megabytes, far below the statement timeout.
const TOKENS_PER_BATCH: usize = 1_000;

/// Command-line arguments of `auspex import tokens`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Args {
    /// Token list, or - for standard input.
    #[arg(value_name = "FILE")]
    file: String,
    /// Name of the list in the history of its entries [default: the file's name].
    #[arg(long)]
    source: Option<String>,
    /// Time from which the list is valid, e.g. 2026-01-31T00:00:00Z [default: now].
    #[arg(long, value_name = "TIME")]
    at: Option<Time>,
}

/// Counts of one import.
#[derive(Debug, Default, Serialize)]
struct ImportReport {
    created: usize,
    changed: usize,
    same: usize,
    research_ended: usize,
    seconds: f64,
    refused: Vec<Refusal>,
}

pub(super) async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let (listed, refused) = read(&args.file)?;
    let store = context.migrated_store().await?;
    let name = args.source.unwrap_or_else(|| super::file_name(&args.file));
    let source = ListSource { name, at: args.at.unwrap_or_else(|| context.clock.now()) };
    let start = Instant::now();
    let imported = import(&store, &source, &listed).await?;
    let Imported { created, changed, same, ended } = imported;
    let seconds = start.elapsed().as_secs_f64();
    let report = ImportReport { created, changed, same, research_ended: ended, seconds, refused };
    report.print(context.json)?;
    Ok(output::complete_if(report.refused.is_empty()))
}

async fn import(store: &Store, source: &ListSource, listed: &[Listed]) -> anyhow::Result<Imported> {
    let bar = bar(listed.len());
    let mut imported = Imported::default();
    for part in listed.chunks(TOKENS_PER_BATCH) {
        imported += store.memory().import_tokens(source, part).await?;
        bar.inc(part.len() as u64);
    }
    bar.finish_and_clear();
    Ok(imported)
}

/// Reads the whole list before the import, so that a damaged file is found before half of it is imported.
fn read(file: &str) -> anyhow::Result<(Vec<Listed>, Vec<Refusal>)> {
    let reader = input::open(file)?.reader;
    let (mut listed, mut refused) = (Vec::new(), Vec::new());
    for record in Records::new(BufReader::new(reader)) {
        let record = record.with_context(|| format!("cannot read {file}"))?;
        let place = Place { file: file.to_owned(), line: record.line };
        let text = record.text.map_err(|error| error.to_string());
        for row in text.map_or_else(|error| vec![Err((String::new(), error))], |text| row::tokens(&text)) {
            match row {
                Ok(row) => listed.push(row),
                Err((field, problem)) => {
                    refused.push(Refusal { file: place.file.clone(), line: place.line, id: None, field, problem });
                }
            }
        }
    }
    Ok((listed, refused))
}

fn bar(tokens: usize) -> ProgressBar {
    if !output::is_interactive() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} tokens, {per_sec}, {eta} left");
    ProgressBar::new(tokens as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

impl ImportReport {
    fn print(&self, json: bool) -> anyhow::Result<()> {
        if json {
            return output::json(self);
        }
        let Self { created, changed, same, research_ended, seconds, refused } = self;
        output::line(&format!(
            "{created} new, {changed} changed, {same} unchanged, {} refused; {seconds:.2} s",
            refused.len()
        ))?;
        if *research_ended > 0 {
            output::line(&format!(
                "{research_ended} entities lost their good standing: their research was invalidated"
            ))?;
        }
        Ok(output::print_first(&[&output::lines(refused)])?)
    }
}
