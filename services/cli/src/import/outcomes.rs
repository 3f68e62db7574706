//! `auspex import outcomes`: questions that others asked, with what they came to, as the past cases of forecasts to come. The same
//! list again changes nothing.

mod row;

use std::collections::HashSet;
use std::process::ExitCode;

use anyhow::Context as _;
use domain::{Tenant, Time};
use serde::Serialize;
use store::Store;
use store::outcomes::{Origin, Recorded, Resolution};

use crate::formats::{Place, Records, Refusal};
use crate::{Context, input, output};

/// Questions between two signs of life.
const AT_ONCE: usize = 500;

/// `auspex import outcomes`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Args {
    /// Resolved questions, one JSON object a line, or - for standard input. Rows of ForecastBench with `outcome`, or objects with
    /// `id, question, asked_at, outcome, resolved_at` and, if known, `topic, background, closes`.
    #[arg(value_name = "FILE")]
    file: String,
    /// What the list is called; the file's name if it is not given.
    #[arg(long)]
    source: Option<String>,
    /// Whose memory it becomes.
    #[arg(long, default_value = "default")]
    tenant: String,
}

/// What a file holds.
#[derive(Debug, Default)]
pub(crate) struct List {
    /// What can be recorded.
    pub(crate) resolutions: Vec<Resolution>,
    /// Questions without an outcome.
    pub(crate) open: usize,
    /// Lines that are no resolved question.
    pub(crate) refused: Vec<Refusal>,
}

/// The account of one import.
#[derive(Debug, Default, Serialize)]
struct Report {
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
    let read = read((&args.file, &text), &list, (&tenant, context.clock.now()));
    let store = context.store().await?;
    store.migrate().await.context("the tables cannot be brought up to date")?;
    let report = import(&store, read).await?;
    report.print(context.json)?;
    Ok(output::complete_if(report.refused.is_empty()))
}

/// The resolved questions of a file's text. A question that stands in it twice, resolved on two days (a series), is two cases; only
/// the first is the one that a run can have asked.
pub(crate) fn read((file, text): (&str, &str), list: &str, (tenant, now): (&Tenant, Time)) -> List {
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
                read.resolutions.push(Resolution {
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

/// Takes a file's resolved questions into a tenant's memory; answers how many. Lines that are none are said and left out.
///
/// # Errors
/// When the file cannot be read or Postgres cannot be reached.
pub(crate) async fn learn(store: &Store, file: &str, tenant: &Tenant, now: Time) -> anyhow::Result<usize> {
    let text = input::text(file)?;
    let read = read((file, &text), &super::file_name(file), (tenant, now));
    for refusal in &read.refused {
        output::note(&format!("refused  {refusal}"));
    }
    let report = import(store, read).await?;
    Ok(report.new + report.corrected + report.same)
}

async fn import(store: &Store, read: List) -> anyhow::Result<Report> {
    let mut report = Report { open: read.open, refused: read.refused, ..Report::default() };
    for part in read.resolutions.chunks(AT_ONCE) {
        for recorded in store.record_outcomes(part).await? {
            match recorded {
                Recorded::New => report.new += 1,
                Recorded::Same => report.same += 1,
                Recorded::Corrected { .. } => report.corrected += 1,
            }
        }
    }
    Ok(report)
}

impl Report {
    fn print(&self, json: bool) -> anyhow::Result<()> {
        if json {
            return output::json(self);
        }
        let Self { new, corrected, same, open, refused } = self;
        let refusals = refused.len();
        output::line(&format!(
            "{new} new, {corrected} corrected, {same} as they were, {open} still open, {refusals} refused"
        ))?;
        Ok(output::first_of(&[&output::lines(refused)])?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> List {
        let now = crate::resolve::moment("2026-06-01T00:00:00Z").unwrap();
        read(("f", text), "a list", (&Tenant::default(), now))
    }

    #[test]
    fn rows_become_cases_and_open_ones_are_counted() {
        let text = r#"{"qid":"m:1","set":"2026-03-01","source":"m","question":"Will it rain?","freeze_datetime":"2026-02-19T00:00:00+00:00","close":"2026-04-01T00:00:00+00:00","resolution_date":"2026-03-31","outcome":1}
{"qid":"m:1","set":"2026-03-01","source":"m","question":"Will it rain?","freeze_datetime":"2026-02-19T00:00:00+00:00","resolution_date":"2026-05-01","outcome":0}
{"id":"own-1","question":"Will it snow?","asked_at":"2026-02-19","topic":"weather","outcome":"no","resolved_at":"2026-03-01"}
{"id":"own-2","question":"Will it hail?","asked_at":"2026-02-19","outcome":null,"resolved_at":"2026-03-01"}"#;
        let read = of(text);
        assert_eq!((read.open, read.refused.len()), (1, 0), "{:?}", read.refused);
        let keys: Vec<&str> = read.resolutions.iter().map(|one| one.question.key.as_str()).collect();
        assert_eq!(keys, ["question:m:1@2026-03-01", "question:m:1@2026-03-01#2026-05-02", "question:own-1"]);
        let runs: Vec<bool> = read.resolutions.iter().map(|one| one.question.run.is_some()).collect();
        assert_eq!(runs, [true, false, true]);
        assert!(read.resolutions.iter().all(|one| one.resolved_at.is_some_and(|at| at > one.question.asked_at)));
    }

    #[test]
    fn what_is_wrong_is_refused_with_its_line_and_field() {
        let row = r#"{"id":"a","question":"Q?","asked_at":"2026-02-19","outcome":"no","resolved_at":"2026-03-01"}"#;
        for (from, to, told) in [
            ("\"no\"", "\"perhaps\"", "f:1: outcome: \"perhaps\" is no outcome"),
            ("2026-03-01", "soon", "f:1: resolved_at: \"soon\" is no time"),
            ("2026-03-01", "2026-02-01", "f:1: resolved_at: lies before asked_at"),
            ("2026-03-01", "2027-02-01", "f:1: resolved_at: 2027-02-02 00:00:00 lies in the future"),
            ("\"Q?\"", "\"\"", "f:1: question: is missing"),
            ("\"a\"", "\"\"", "f:1: id: is missing"),
            ("{", "[", "f:1: cannot be read"),
        ] {
            let refused = of(&row.replacen(from, to, 1)).refused;
            assert!(refused.len() == 1 && refused[0].to_string().starts_with(told), "{to}: {refused:?}");
        }
    }
}
