//! `lab eval reading`: the passages of long documents that concern a question, chosen in code as the researcher chooses
//! what its reader gets. Each chosen paragraph is a claim of its own words, or with `--model` a model reads them as in
//! the researcher.

use std::collections::BTreeMap;
use std::path::PathBuf;

use extraction::Document;
use retrieval::reading::{Wanted, plain, select};
use serde::{Deserialize, Serialize};
use tools::notebook::Claim as NotebookClaim;

use super::documents::{Documents, rows_file};
use super::page_reader::{self, AskedRow};
use super::{Answers, EvalReport, Files, Line, lines};

/// Tokens that the researcher's reader gets by default.
const DEFAULT_TOKENS: usize = 2_500;
/// Maximum number of passages that become claims.
const MAX_PASSAGES: usize = 40;
/// Length range of a claim's quote in characters.
const QUOTE_CHARS: std::ops::RangeInclusive<usize> = 12..=600;
/// Confidence of a claim of a passage that covers the question, and of another one.
const CONFIDENT: f64 = 0.8;
const UNSURE: f64 = 0.3;

/// Command-line options of `lab eval reading`.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    /// Folder of the documents that the rows name. Default: the folders above the rows.
    #[arg(long)]
    documents: Option<PathBuf>,
    /// Tokens to choose of each document.
    #[arg(long, default_value_t = DEFAULT_TOKENS)]
    tokens: usize,
    /// Let a model read, with the prompts, the schema and the checks of the researcher. Without AUSPEX_MODEL_BASE_URL
    /// or a key that is the offline model.
    #[arg(long)]
    model: bool,
}

#[derive(Debug, Deserialize)]
struct Row {
    id: String,
    document: String,
    question: String,
}

impl Row {
    fn asked<'a>(&'a self, place: &'a str) -> AskedRow<'a> {
        AskedRow { place, id: &self.id, document: &self.document, question: &self.question }
    }
}

#[derive(Debug, Serialize)]
struct Answer<'a> {
    id: &'a str,
    claims: Vec<Claim>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
struct Claim {
    text: String,
    quote: String,
    confidence: f64,
}

/// Answers each row of an NDJSON file (`id`, `document`, `question`), or of `questions.ndjson` in a folder.
pub(super) async fn run(args: &Args) -> anyhow::Result<EvalReport> {
    let file = rows_file(&args.files.input, "questions.ndjson");
    let (rows, refused) = lines::<Row>(&file)?;
    let mut report = EvalReport::new("reading", "questions");
    report.refused = refused;
    let mut documents = Documents::new(args.documents.as_deref(), &file);
    let mut answers = Answers::create(&args.files.output)?;
    if args.model {
        let asked = rows.iter().map(|Line { place, row }| row.asked(place));
        for (id, claims) in page_reader::by_model(asked, &mut documents, args.tokens, &mut report).await? {
            let claim = |claim: NotebookClaim| Claim { text: claim.text, quote: claim.quote, confidence: CONFIDENT };
            answers.json(&Answer { id, claims: claims.into_iter().map(claim).collect() })?;
        }
        answers.finish()?;
        return Ok(report);
    }
    let mut chars = 0;
    for Line { place, row } in &rows {
        match documents.document(&row.document) {
            Ok(document) => {
                let claims = report.time(1, || claims(document, &row.question, args.tokens));
                chars += claims.iter().map(|claim| claim.quote.chars().count()).sum::<usize>();
                answers.json(&Answer { id: &row.id, claims })?;
            }
            Err(error) => report.refuse(place, format!("{error:#}")),
        }
    }
    report.figures = BTreeMap::from([("mean_chars", mean(chars, report.done))]);
    answers.finish()?;
    Ok(report)
}

#[expect(clippy::cast_precision_loss, reason = "counts of characters and rows")]
fn mean(sum: usize, count: usize) -> f64 {
    sum as f64 / count.max(1) as f64
}

/// Returns the paragraphs of the chosen passages, best passages first.
fn claims(document: &Document, question: &str, tokens: usize) -> Vec<Claim> {
    let text = document.reading_text();
    let mut parts = select(&text, &document.page_ends, Wanted { question, tokens, offset: None }).parts;
    parts.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.range.start.cmp(&b.range.start)));
    let claims = parts.iter().take(MAX_PASSAGES).flat_map(|part| {
        let confidence = if part.may_answer { CONFIDENT } else { UNSURE };
        let paragraphs = text[part.range.clone()].split('\n').map(plain);
        paragraphs.map(move |quote| Claim { text: quote.clone(), quote, confidence })
    });
    claims.filter(|claim| QUOTE_CHARS.contains(&claim.quote.chars().count())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn rows_name_documents_above_them_and_a_missing_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (set, pages) = (folder.path().join("set"), folder.path().join("pages"));
        std::fs::create_dir_all(&set).unwrap();
        std::fs::create_dir_all(&pages).unwrap();
        let filler =
            "<p>The weather of the region was mild again, as it had been in most of the years before.</p>".repeat(200);
        let html = format!(
            "<article><h1>Report</h1>{filler}<p>The harbour of Ober raised its ferry dues to 40 dollars.</p>{filler}</article>"
        );
        std::fs::write(pages.join("a.html"), html).unwrap();
        let rows = r#"{"id": "1", "document": "pages/a.html", "question": "How high are the ferry dues of Ober?"}
{"id": "2", "document": "pages/b.html", "question": "?"}"#;
        std::fs::write(set.join("questions.ndjson"), rows).unwrap();
        let output = folder.path().join("out.ndjson");
        let files = Files { input: set, output: output.clone() };
        let report = run(&Args { files, documents: None, tokens: 500, model: false }).await.unwrap();
        assert_eq!((report.done, report.refused.len()), (1, 1), "{:?}", report.refused);
        let answer: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(output).unwrap()).unwrap();
        let claims = answer["claims"].as_array().unwrap();
        assert!(claims.iter().any(|claim| claim["quote"].as_str().unwrap().contains("40 dollars")), "{answer:#}");
        assert!(claims.len() < 40, "{}", claims.len());
    }
}
