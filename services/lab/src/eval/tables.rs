//! `lab eval tables`: whole tables of documents as rows of cells, and the cell that a question asks for, found in code
//! by the words of its row and its column, or with `--model` read by a model as in the researcher.

use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

use extraction::{Document, Table};
use serde::{Deserialize, Serialize};
use tools::notebook::Claim;

use super::documents::{Documents, rows_file};
use super::page_reader::{self, AskedRow};
use super::{Answers, EvalReport, Files, Line, lines};

/// Tokens that the researcher's reader gets by default.
const READER_TOKENS: usize = 2_500;
/// Length of the beginning by which words are compared, in characters.
const STEM_CHARS: usize = 6;

/// Command-line options of `lab eval tables`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    /// Write all tables of each document (rows of `id`, `document`; `grids.ndjson` in a folder) instead of cells.
    #[arg(long)]
    grids: bool,
    /// Folder of the documents that the rows name. Default: the folders above the rows.
    #[arg(long)]
    documents: Option<PathBuf>,
    /// Let a model name the cell, with the prompts, the schema and the checks of the researcher. Without
    /// AUSPEX_MODEL_BASE_URL or a key that is the offline model.
    #[arg(long, conflicts_with = "grids")]
    model: bool,
}

#[derive(Debug, Deserialize)]
struct Row {
    id: String,
    document: String,
    #[serde(default)]
    question: String,
}

impl Row {
    fn asked<'a>(&'a self, place: &'a str) -> AskedRow<'a> {
        AskedRow { place, id: &self.id, document: &self.document, question: &self.question }
    }
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Answer<'a> {
    Grid { id: &'a str, text: String },
    Cell { id: &'a str, claims: Vec<Cell> },
}

#[derive(Debug, Clone, Default, PartialEq, Serialize)]
struct Cell {
    text: String,
    quote: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    row: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    column: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    value: String,
}

/// Answers each row of an NDJSON file (`id`, `document`, `question`), or of `cells.ndjson` in a folder.
pub(super) async fn run(args: &Args) -> anyhow::Result<EvalReport> {
    let file = rows_file(&args.files.input, if args.grids { "grids.ndjson" } else { "cells.ndjson" });
    let (rows, refused) = lines::<Row>(&file)?;
    let mut report = EvalReport::new("tables", if args.grids { "grids" } else { "cells" });
    report.refused = refused;
    let mut documents = Documents::new(args.documents.as_deref(), &file);
    let mut answers = Answers::create(&args.files.output)?;
    if args.model {
        // A claim of the reader states row, column and value in its text and its quote.
        let asked = rows.iter().map(|Line { place, row }| row.asked(place));
        for (id, claims) in page_reader::by_model(asked, &mut documents, READER_TOKENS, &mut report).await? {
            let cell = |claim: Claim| Cell { text: claim.text, quote: claim.quote, ..Cell::default() };
            answers.json(&Answer::Cell { id, claims: claims.into_iter().map(cell).collect() })?;
        }
        answers.finish()?;
        return Ok(report);
    }
    for Line { place, row } in &rows {
        match documents.document(&row.document) {
            Ok(document) if args.grids => {
                let text =
                    report.time(1, || document.tables.iter().map(Table::markdown).collect::<Vec<_>>().join("\n"));
                answers.json(&Answer::Grid { id: &row.id, text })?;
            }
            Ok(document) => {
                let cell = report.time(1, || cell(document, &row.question));
                answers.json(&Answer::Cell { id: &row.id, claims: cell.into_iter().collect() })?;
            }
            Err(error) => report.refuse(place, format!("{error:#}")),
        }
    }
    answers.finish()?;
    Ok(report)
}

/// Returns the cell whose row and column share the most words with the question, rare words first. `None` if no row or
/// no column shares one.
fn cell(document: &Document, question: &str) -> Option<Cell> {
    let asked = stems(question);
    let rows = document.tables.iter().flat_map(|table| &table.rows);
    let mut counts: HashMap<String, f64> = HashMap::new();
    for stem in rows.flat_map(|row| stems(&row.join(" "))) {
        *counts.entry(stem).or_default() += 1.0;
    }
    let weight =
        |text: &str| stems(text).intersection(&asked).map(|stem| 1.0 / counts.get(stem).unwrap_or(&1.0)).sum::<f64>();
    let mut best: Option<(f64, Cell)> = None;
    for table in &document.tables {
        let Some((header, body)) = table.rows.split_first() else { continue };
        let columns: Vec<f64> = header.iter().map(|cell| weight(cell)).collect();
        for row in body {
            let label = |at: &usize| !row[*at].is_empty() && weight(&row[*at]) > 0.0;
            let Some(labelled) = (0..row.len()).find(label) else { continue };
            let value = (0..row.len()).filter(|at| *at != labelled && !row[*at].is_empty());
            let Some(column) = value.max_by(|a, b| columns[*a].total_cmp(&columns[*b]).then(b.cmp(a))) else {
                continue;
            };
            let score = weight(&row[labelled]) + columns[column];
            if (columns[column] > 0.0 || row.len() == 2) && best.as_ref().is_none_or(|(known, _)| score > *known) {
                best = Some((score, made(&row[labelled], &header[column], &row[column])));
            }
        }
    }
    best.map(|(_, cell)| cell)
}

fn made(row: &str, column: &str, value: &str) -> Cell {
    let text = format!("{row}, {column}: {value}");
    Cell {
        quote: format!("{row} {value}"),
        text,
        row: row.to_owned(),
        column: column.to_owned(),
        value: value.to_owned(),
    }
}

fn stems(text: &str) -> BTreeSet<String> {
    let words = retrieval::text::words(text).map(str::to_lowercase);
    words.filter(|word| word.chars().count() > 1).map(|word| word.chars().take(STEM_CHARS).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn tables_and_the_cell_of_a_question_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let html = "<p>The dues of the harbours of the coast, as the board of the union published them.</p><table>\
                    <tr><th>Harbour<th>2025<th>2026<tr><td>Ober<td>40<td>44<tr><td>Unter<td>50<td>55</table>";
        std::fs::write(folder.path().join("a.html"), html).unwrap();
        let row = r#"{"id": "1", "document": "a.html", "question": "What were the dues of Unter in 2026?"}"#;
        std::fs::write(folder.path().join("cells.ndjson"), row).unwrap();
        std::fs::write(folder.path().join("grids.ndjson"), row).unwrap();
        let answer = async |grids| {
            let output = folder.path().join("out.ndjson");
            let files = Files { input: folder.path().to_owned(), output: output.clone() };
            let report = run(&Args { files, grids, documents: None, model: false }).await.unwrap();
            assert_eq!((report.done, report.refused.len()), (1, 0), "{:?}", report.refused);
            serde_json::from_str::<serde_json::Value>(&std::fs::read_to_string(output).unwrap()).unwrap()
        };
        let cells = answer(false).await;
        let claim = &cells["claims"][0];
        assert_eq!((&claim["row"], &claim["column"], &claim["value"]), (&"Unter".into(), &"2026".into(), &"55".into()));
        assert!(answer(true).await["text"].as_str().unwrap().contains("| Ober | 40 | 44 |"));
    }
}
