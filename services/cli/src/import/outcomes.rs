//! `auspex import outcomes`: imports resolved questions of others as past cases for later forecasts. Importing the same
//! list again changes nothing.

mod row;

use std::collections::HashSet;
use std::process::ExitCode;

use anyhow::Context as _;
use domain::{Tenant, Time};
use operations::formats::{Place, Records, Refusal};
use serde::Serialize;
use store::Store;
use store::outcomes::{NewOutcome, Origin, Recorded};

use crate::{Context, input, output};

/// Questions per transaction.
const QUESTIONS_PER_BATCH: usize = 500;

/// Command-line arguments of `auspex import outcomes`.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Args {
    /// Resolved questions, one JSON object per line, or - for standard input: rows of ForecastBench with `outcome`, or
    /// objects with `id, question, asked_at, outcome, resolved_at` and optionally `topic, background, closes`.
    #[arg(value_name = "FILE")]
    file: String,
    /// Name of the list [default: the file's name].
    #[arg(long)]
    source: Option<String>,
    /// Tenant whose memory receives the questions.
    #[arg(long, default_value = "default")]
    tenant: String,
}

/// Origin of a file's questions.
pub(crate) struct Source<'a> {
    pub(crate) file: &'a str,
    /// Name of the list.
    pub(crate) list: &'a str,
    pub(crate) tenant: &'a Tenant,
    pub(crate) now: Time,
}

/// Content of a file.
#[derive(Debug, Default)]
pub(crate) struct List {
    /// Resolutions to record.
    pub(crate) resolutions: Vec<NewOutcome>,
    /// Number of questions without an outcome.
    pub(crate) open: usize,
    /// Lines that are not resolved questions.
    pub(crate) refused: Vec<Refusal>,
}

/// Counts of one import.
#[derive(Debug, Default, Serialize)]
struct ImportReport {
    new: usize,
    corrected: usize,
    same: usize,
    open: usize,
    refused: Vec<Refusal>,
}

pub(super) async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let tenant = Tenant::parse(&args.tenant).context("--tenant")?;
    let text = input::text(&args.file)?;
    let list = args.source.clone().unwrap_or_else(|| super::file_name(&args.file));
    let source = Source { file: &args.file, list: &list, tenant: &tenant, now: context.clock.now() };
    let read = read(&text, &source);
    let store = context.migrated_store().await?;
    let report = import(&store, read).await?;
    report.print(context.json)?;
    Ok(output::complete_if(report.refused.is_empty()))
}

/// Parses the resolved questions of a file. A question that occurs twice with different resolution days (a series) is
/// two cases; only the first can belong to a run.
pub(crate) fn read(text: &str, source: &Source<'_>) -> List {
    let Source { file, list, tenant, now } = *source;
    let mut read = List::default();
    let mut seen = HashSet::new();
    for record in Records::new(text.as_bytes()).map_while(Result::ok) {
        let place = Place { file: file.to_owned(), line: record.line };
        let row = record
            .text
            .map_err(|error| (String::new(), error.to_string()))
            .and_then(|text| row::read(&text, tenant, now));
        match row {
            Ok(None) => read.open += 1,
            Ok(Some(row::Row { mut question, value, resolved_at })) => {
                if !seen.insert(question.key.clone()) {
                    question.key = format!("{}#{}", question.key, resolved_at.format("%F"));
                    question.run = None;
                }
                let (resolved_at, because) = (Some(resolved_at), list.to_owned());
                read.resolutions.push(NewOutcome {
                    question,
                    value,
                    resolved_at,
                    learned_at: now,
                    origin: Origin::Import,
                    because,
                });
            }
            Err((field, problem)) => {
                read.refused.push(Refusal { file: place.file, line: place.line, id: None, field, problem });
            }
        }
    }
    read
}

/// Imports a file's resolved questions into a tenant's memory and returns their number. Refused lines are printed and
/// skipped.
///
/// # Errors
/// When the file cannot be read or Postgres cannot be reached.
pub(crate) async fn learn(store: &Store, file: &str, tenant: &Tenant, now: Time) -> anyhow::Result<usize> {
    let text = input::text(file)?;
    let read = read(&text, &Source { file, list: &super::file_name(file), tenant, now });
    for refusal in &read.refused {
        output::note(&format!("refused  {refusal}"));
    }
    let report = import(store, read).await?;
    Ok(report.new + report.corrected + report.same)
}

async fn import(store: &Store, read: List) -> anyhow::Result<ImportReport> {
    let mut report = ImportReport { open: read.open, refused: read.refused, ..ImportReport::default() };
    for part in read.resolutions.chunks(QUESTIONS_PER_BATCH) {
        for recorded in store.outcomes().record(part).await? {
            match recorded {
                Recorded::New => report.new += 1,
                Recorded::Same => report.same += 1,
                Recorded::Corrected { .. } => report.corrected += 1,
            }
        }
    }
    Ok(report)
}

impl ImportReport {
    fn print(&self, json: bool) -> anyhow::Result<()> {
        if json {
            return output::json(self);
        }
        let Self { new, corrected, same, open, refused } = self;
        let refusals = refused.len();
        output::line(&format!(
            "{new} new, {corrected} corrected, {same} unchanged, {open} without outcome, {refusals} refused"
        ))?;
        Ok(output::print_first(&[&output::lines(refused)])?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_list(text: &str) -> List {
        let now = crate::resolve::parse_time("2026-06-01T00:00:00Z").unwrap();
        read(text, &Source { file: "f", list: "a list", tenant: &Tenant::default(), now })
    }

    #[test]
    fn rows_become_cases_and_open_questions_are_counted() {
        let text = r#"{"qid":"m:1","set":"2026-03-01","source":"m","question":"Will it rain?","freeze_datetime":"2026-02-19T00:00:00+00:00","close":"2026-04-01T00:00:00+00:00","resolution_date":"2026-03-31","outcome":1}
{"qid":"m:1","set":"2026-03-01","source":"m","question":"Will it rain?","freeze_datetime":"2026-02-19T00:00:00+00:00","resolution_date":"2026-05-01","outcome":0}
{"id":"own-1","question":"Will it snow?","asked_at":"2026-02-19","topic":"weather","outcome":"no","resolved_at":"2026-03-01"}
{"id":"own-2","question":"Will it hail?","asked_at":"2026-02-19","outcome":null,"resolved_at":"2026-03-01"}"#;
        let read = read_list(text);
        assert_eq!((read.open, read.refused.len()), (1, 0), "{:?}", read.refused);
        let keys: Vec<&str> = read.resolutions.iter().map(|one| one.question.key.as_str()).collect();
        assert_eq!(keys, ["question:m:1@2026-03-01", "question:m:1@2026-03-01#2026-05-02", "question:own-1"]);
        let runs: Vec<bool> = read.resolutions.iter().map(|one| one.question.run.is_some()).collect();
        assert_eq!(runs, [true, false, true]);
        assert!(read.resolutions.iter().all(|one| one.resolved_at.is_some_and(|at| at > one.question.asked_at)));
    }

    #[test]
    fn an_invalid_row_is_refused_with_its_line_and_field() {
        let row = r#"{"id":"a","question":"Q?","asked_at":"2026-02-19","outcome":"no","resolved_at":"2026-03-01"}"#;
        for (from, to, expected) in [
            ("\"no\"", "\"perhaps\"", "f:1: outcome: \"perhaps\" is not an outcome"),
            ("2026-03-01", "soon", "f:1: resolved_at: \"soon\" is not a time"),
            ("2026-03-01", "2026-02-01", "f:1: resolved_at: is before asked_at"),
            ("2026-03-01", "2027-02-01", "f:1: resolved_at: 2027-02-02 00:00:00 is in the future"),
            ("\"Q?\"", "\"\"", "f:1: question: is missing"),
            ("\"a\"", "\"\"", "f:1: id: is missing"),
            ("{", "[", "f:1: invalid JSON"),
        ] {
            let refused = read_list(&row.replacen(from, to, 1)).refused;
            assert!(refused.len() == 1 && refused[0].to_string().starts_with(expected), "{to}: {refused:?}");
        }
    }
}
