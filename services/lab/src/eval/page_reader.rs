//! Reads documents with a model as the researcher's quarantined reader does: the same choice of passages, prompts,
//! schema and checks of quotes and cells.

use std::time::Instant;

use anyhow::Context as _;
use domain::{Clock, Source, Tier, Time};
use extraction::Document;
use futures::{StreamExt, TryStreamExt, stream};
use runtime::clock::SystemClock;
use tools::notebook::Claim;
use tools::reading::{self, CheckedClaims, Excerpt, ExtractedClaims, PageQuestion, Untrusted};
use tools::session::ReadRequest;
use worker::Prompts;

use super::EvalReport;
use super::documents::Documents;
use super::model::{self, Judge};

/// Concurrent model calls.
const CONCURRENT_CALLS: usize = 4;
/// Characters of English per token.
const CHARS_PER_TOKEN: usize = 4;

/// One question about a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct AskedRow<'a> {
    /// Place of the row, for messages.
    pub(super) place: &'a str,
    pub(super) id: &'a str,
    /// Path of the document.
    pub(super) document: &'a str,
    pub(super) question: &'a str,
}

/// A question with what the reader gets of its document.
struct Reading<'a> {
    row: AskedRow<'a>,
    excerpt: Excerpt,
    whole: Untrusted,
    title: String,
    published: Option<Time>,
}

impl<'a> Reading<'a> {
    /// Chooses what the reader gets of a document: at most `tokens` tokens.
    fn new(row: AskedRow<'a>, document: &Document, tokens: usize) -> Self {
        let whole = Untrusted::new(document.reading_text());
        let wanted = ReadRequest {
            max_chars: tokens * CHARS_PER_TOKEN,
            page_ends: document.page_ends.clone(),
            ..ReadRequest::default()
        };
        Self {
            row,
            excerpt: Excerpt::choose(&whole, &wanted, row.question),
            whole,
            title: document.title.clone(),
            published: extraction::dates::parse(&document.published),
        }
    }

    fn source(&self) -> Source {
        Source {
            id: "s1".to_owned(),
            url: self.row.document.to_owned(),
            title: self.title.clone(),
            publisher: String::new(),
            published_at: self.published,
            fetched_at: Time::UNIX_EPOCH,
            tier: Tier::Other,
            tier_reason: String::new(),
            content_hash: String::new(),
        }
    }
}

/// Lets the model read the rows' documents, at most `tokens` tokens of each, and returns the accepted claims by the id
/// of the row. Rows without a document or a usable reply are refused in the report. Without a configured model the
/// offline model reads.
///
/// # Errors
/// If the model cannot be called.
pub(super) async fn by_model<'a>(
    rows: impl Iterator<Item = AskedRow<'a>>,
    documents: &mut Documents,
    tokens: usize,
    report: &mut EvalReport,
) -> anyhow::Result<Vec<(&'a str, Vec<Claim>)>> {
    let mut readings = Vec::new();
    for row in rows {
        match documents.document(row.document) {
            Ok(document) => readings.push(Reading::new(row, document, tokens)),
            Err(error) => report.refuse(row.place, format!("{error:#}")),
        }
    }
    let (judge, prompts) = (Judge::connect().await?, Prompts::builtin("researcher")?);
    let start = Instant::now();
    let calls = stream::iter(readings.iter().enumerate()).map(|(n, reading)| ask(&judge, &prompts, n, reading));
    let read: Vec<Option<Vec<Claim>>> = calls.buffered(CONCURRENT_CALLS).try_collect().await?;
    report.timed(read.len(), start.elapsed());
    judge.close().await?;
    let mut answered = Vec::new();
    for (reading, claims) in readings.iter().zip(read) {
        match claims {
            Some(claims) => answered.push((reading.row.id, claims)),
            None => report.refuse(reading.row.place, "the model gave no usable reply"),
        }
    }
    Ok(answered)
}

async fn ask(judge: &Judge, prompts: &Prompts, n: usize, reading: &Reading<'_>) -> anyhow::Result<Option<Vec<Claim>>> {
    let source = reading.source();
    let asked = PageQuestion {
        question: reading.row.question.to_owned(),
        today: SystemClock.now().date_naive().to_string(),
        ..PageQuestion::default()
    };
    let render = |input: serde_json::Value| model::request(prompts, reading::PROMPTS, &input);
    let request = reading.excerpt.request(&asked, &source, render)?;
    let checked = |extracted: ExtractedClaims| -> Result<CheckedClaims, Vec<String>> {
        Ok(reading.excerpt.checked(&extracted, &source, &reading.whole))
    };
    let answered = judge.answer(n, &reading::schema(), request, checked).await;
    let answered = answered.with_context(|| format!("reading {}", reading.row.document))?;
    Ok(answered.map(|checked| checked.claims))
}
