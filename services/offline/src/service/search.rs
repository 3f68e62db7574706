//! SearXNG's JSON search over the corpus.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::World;
use crate::corpus::page::{Document, beside, extension};
use crate::corpus::{bm25, text};

/// Results on a page, as SearXNG has it.
const PER_PAGE: usize = 10;
/// Characters of a snippet.
const SNIPPET: usize = 240;

#[derive(Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    q: String,
    #[serde(default)]
    format: String,
    #[serde(default)]
    pageno: Option<usize>,
}

/// `GET /searxng/search?q=…&format=json`.
pub(crate) async fn search(State(world): State<Arc<World>>, Query(asked): Query<Asked>) -> Response {
    if asked.format != "json" {
        // What SearXNG answers to a format that is not enabled.
        return (StatusCode::FORBIDDEN, "the offline world searches with format=json only").into_response();
    }
    let ranked = world.corpus.index.search(&asked.q);
    let skip = asked.pageno.unwrap_or(1).saturating_sub(1).saturating_mul(PER_PAGE);
    let mut results = Vec::new();
    for (position, (id, score)) in ranked.iter().enumerate().skip(skip).take(PER_PAGE) {
        results.push(result(&world.corpus.documents[*id], *score, position + 1, &asked.q).await);
    }
    let body = json!({
        "query": asked.q,
        "number_of_results": ranked.len(),
        "results": results,
        "answers": [], "corrections": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": [],
    });
    Json(body).into_response()
}

async fn result(document: &Document, score: f64, position: usize, query: &str) -> Value {
    let published = if document.published.is_empty() { Value::Null } else { json!(document.published) };
    json!({
        "url": document.url,
        "title": document.title,
        "content": snippet(&words(document).await, query),
        "publishedDate": published,
        "engine": "offline",
        "engines": ["offline"],
        "positions": [position],
        "score": score,
        "category": "general",
        "template": "default.html",
    })
}

/// The page's words, read again: the index keeps counts only, so that the world stays small.
async fn words(document: &Document) -> String {
    let pdf = extension(&document.file) == "pdf";
    let file = if pdf { beside(&document.file) } else { document.file.clone() };
    let bytes = tokio::fs::read(file).await.unwrap_or_default();
    let source = String::from_utf8_lossy(&bytes);
    if matches!(extension(&document.file), "html" | "htm" | "xml") {
        text::of_html(&source).2
    } else {
        text::of_plain(&source).2
    }
}

/// The sentence with most of the query's words, with what follows it.
fn snippet(words: &str, query: &str) -> String {
    let asked: Vec<String> = bm25::words(query).collect();
    let mut best = (0, 0);
    let mut start = 0;
    for sentence in words.split_inclusive(['.', '!', '?', '\n']) {
        let mut found: Vec<String> = bm25::words(sentence).filter(|word| asked.contains(word)).collect();
        found.sort_unstable();
        found.dedup();
        if found.len() > best.0 {
            best = (found.len(), start);
        }
        start += sentence.len();
    }
    words[best.1..].trim_start().chars().take(SNIPPET).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snippet_begins_with_the_best_sentence() {
        let text = "Welcome. The mint was frozen in May. Nothing else.";
        assert!(snippet(text, "who froze the mint in May").starts_with("The mint"));
        assert!(snippet(text, "zebra").starts_with("Welcome"));
        assert_eq!(snippet("", "x"), "");
    }
}
