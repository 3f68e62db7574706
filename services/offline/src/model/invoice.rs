//! The invoice: every model call, recorded when its work is done, regardless of the delivery of the reply.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Context;
use serde::{Deserialize, Serialize};

/// One line of the invoice.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The caller's request id (`x-client-request-id` or `x-request-id`), or `anonymous-<n>`.
    pub request_id: String,
    /// Route of the request: `anthropic` or `openai`.
    pub route: String,
    /// The requested model name.
    pub model: String,
    /// The forced tool, `loop` or `text`; empty if the call was refused before parsing.
    pub task: String,
    /// SHA-256 prefix of the request's text: equal fingerprints denote a repeated call.
    pub fingerprint: String,
    /// Input tokens neither read from the cache nor written to it.
    pub input_tokens: u64,
    /// Tokens read from the cache.
    pub cache_read_tokens: u64,
    /// Tokens written to the cache.
    pub cache_write_tokens: u64,
    /// The part of them that is kept for one hour.
    #[serde(default)]
    pub cache_write_1h_tokens: u64,
    /// Number of output tokens, with thinking.
    pub output_tokens: u64,
    /// Output tokens that are thinking.
    #[serde(default)]
    pub thinking_tokens: u64,
    /// Cost in micro-dollars.
    pub cost_micro_usd: u64,
    /// `answered`, `rejected` by a rule of the provider, or the name of the fault mode.
    pub status: String,
    /// Message of a rejection.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// `true` if the work was done and is charged.
    pub charged: bool,
}

/// Totals of the invoice.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Number of requests.
    pub calls: u64,
    /// Number of charged requests.
    pub charged_calls: u64,
    /// Charged requests with distinct texts; `charged_calls − distinct_calls` were repeated.
    pub distinct_calls: u64,
    /// Total cost in micro-dollars.
    pub cost_micro_usd: u64,
    /// Input tokens of all kinds.
    pub input_tokens: u64,
    /// Input tokens read from the cache.
    pub cache_read_tokens: u64,
    /// Number of output tokens.
    pub output_tokens: u64,
    /// Requests by status.
    pub by_status: BTreeMap<String, u64>,
    /// Charged requests by task.
    pub by_task: BTreeMap<String, u64>,
    /// Cost in micro-dollars by task.
    pub cost_by_task: BTreeMap<String, u64>,
}

/// The lines of the invoice.
#[derive(Debug, Default)]
pub(crate) struct Invoice(Mutex<Book>);

#[derive(Debug, Default)]
struct Book {
    lines: Vec<Line>,
    by_request: HashMap<String, Vec<usize>>,
    fingerprints: HashSet<String>,
    /// Number of streams in progress by request.
    streaming: HashMap<String, usize>,
    totals: Totals,
    file: Option<File>,
}

impl Invoice {
    /// Opens an invoice that continues the file, or one in memory.
    pub(crate) fn open(file: Option<&Path>) -> anyhow::Result<Self> {
        let mut book = Book::default();
        if let Some(path) = file {
            let mut options = File::options();
            let file = options.read(true).append(true).create(true).open(path);
            let file = file.with_context(|| format!("cannot open the invoice {}", path.display()))?;
            for text in BufReader::new(&file).lines() {
                // A line truncated by a kill is ignored; its rest must not join the next line.
                match serde_json::from_str(&text?) {
                    Ok(line) => book.add(line),
                    Err(_) => writeln!(&file)?,
                }
            }
            book.file = Some(file);
        }
        Ok(Self(Mutex::new(book)))
    }

    /// Adds a call. The line reaches the operating system before this returns, so a kill does not lose it.
    pub(crate) fn record(&self, line: Line) {
        let mut book = self.book();
        if let Some(file) = &mut book.file {
            let text = serde_json::to_string(&line).unwrap_or_default();
            if let Err(error) = writeln!(file, "{text}") {
                tracing::error!(%error, "the invoice file cannot be written; the bill in memory goes on");
            }
        }
        book.add(line);
    }

    /// Notes that a reply is being streamed, which is charged when its stream ends.
    pub(super) fn begin(&self, request_id: &str) {
        *self.book().streaming.entry(request_id.to_owned()).or_default() += 1;
    }

    /// Adds the call of a stream that has ended. Its line comes first: a look-up that found neither would report that
    /// the call never arrived.
    pub(super) fn end(&self, line: Line) {
        let request_id = line.request_id.clone();
        self.record(line);
        if let Entry::Occupied(mut streams) = self.book().streaming.entry(request_id) {
            *streams.get_mut() -= 1;
            if *streams.get() == 0 {
                streams.remove();
            }
        }
    }

    /// Returns `true` while a reply to the request is being streamed.
    pub(crate) fn is_streaming(&self, request_id: &str) -> bool {
        self.book().streaming.contains_key(request_id)
    }

    /// Returns an id for a request without one.
    pub(crate) fn anonymous(&self) -> String {
        format!("anonymous-{}", self.book().lines.len() + 1)
    }

    /// Returns the totals.
    pub(crate) fn totals(&self) -> Totals {
        self.book().totals.clone()
    }

    /// Returns all lines in order.
    pub(crate) fn lines(&self) -> Vec<Line> {
        self.book().lines.clone()
    }

    /// Returns the lines of a request; empty if it was never received.
    pub(crate) fn lines_of(&self, request_id: &str) -> Vec<Line> {
        let book = self.book();
        let numbers = book.by_request.get(request_id).map_or(&[][..], Vec::as_slice);
        numbers.iter().map(|number| book.lines[*number].clone()).collect()
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        // Each change is a push and some additions, which cannot panic halfway except when memory is exhausted.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Book {
    fn add(&mut self, line: Line) {
        let totals = &mut self.totals;
        totals.calls += 1;
        *totals.by_status.entry(line.status.clone()).or_default() += 1;
        if line.charged {
            totals.charged_calls += 1;
            totals.cost_micro_usd += line.cost_micro_usd;
            totals.input_tokens += line.input_tokens + line.cache_read_tokens + line.cache_write_tokens;
            totals.cache_read_tokens += line.cache_read_tokens;
            totals.output_tokens += line.output_tokens;
            *totals.by_task.entry(line.task.clone()).or_default() += 1;
            *totals.cost_by_task.entry(line.task.clone()).or_default() += line.cost_micro_usd;
            totals.distinct_calls += u64::from(self.fingerprints.insert(line.fingerprint.clone()));
        }
        self.by_request.entry(line.request_id.clone()).or_default().push(self.lines.len());
        self.lines.push(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(id: &str, cost: u64, charged: bool) -> Line {
        Line {
            request_id: id.into(),
            route: "anthropic".into(),
            model: "m".into(),
            task: "t".into(),
            fingerprint: "f".into(),
            input_tokens: 3,
            output_tokens: 1,
            cost_micro_usd: cost,
            status: if charged { "answered" } else { "overloaded" }.into(),
            charged,
            ..Line::default()
        }
    }

    #[test]
    fn the_bill_survives_a_restart_and_a_torn_last_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("invoice.ndjson");
        let invoice = Invoice::open(Some(&path)).unwrap();
        invoice.record(line("a", 5, true));
        invoice.record(line("a", 7, true));
        invoice.record(line("b", 0, false));
        let before = invoice.totals();
        drop(invoice);
        File::options().append(true).open(&path).unwrap().write_all(b"{\"request_id\":\"c\"").unwrap();
        let again = Invoice::open(Some(&path)).unwrap();
        assert_eq!(again.totals(), before);
        assert_eq!((before.calls, before.charged_calls, before.distinct_calls, before.cost_micro_usd), (3, 2, 1, 12));
        assert_eq!(again.lines_of("a").len(), 2);
        assert!(again.lines_of("c").is_empty());
    }
}
