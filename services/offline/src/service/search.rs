//! SearXNG's JSON search over the corpus.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use retrieval::corpus::{Match, snippet};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::World;

/// Results per page, as in SearXNG.
const PER_PAGE: usize = 10;

#[derive(Deserialize)]
pub(crate) struct SearchQuery {
    #[serde(default)]
    q: String,
    #[serde(default)]
    format: String,
    #[serde(default)]
    pageno: Option<usize>,
}

/// `GET /searxng/search?q=…&format=json`.
pub(crate) async fn search(State(world): State<Arc<World>>, Query(asked): Query<SearchQuery>) -> Response {
    if asked.format != "json" {
        // SearXNG's answer to a format that is not enabled.
        return (StatusCode::FORBIDDEN, "the offline world searches with format=json only").into_response();
    }
    let ranked = world.corpus.pages.search(&asked.q);
    let skip = asked.pageno.unwrap_or(1).saturating_sub(1).saturating_mul(PER_PAGE);
    let shown = ranked.iter().enumerate().skip(skip).take(PER_PAGE);
    // Small local files are read sequentially; this server has few clients.
    let results: Vec<Value> = shown.map(|(position, found)| result(found, position + 1, &asked.q)).collect();
    let body = json!({
        "query": asked.q,
        "number_of_results": ranked.len(),
        "results": results,
        "answers": [], "corrections": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": [],
    });
    Json(body).into_response()
}

fn result(found: &Match<'_>, position: usize, query: &str) -> Value {
    let document = found.document;
    let published = if document.published.is_empty() { Value::Null } else { json!(document.published) };
    json!({
        "url": document.url,
        "title": document.title,
        "content": snippet(&document.text().unwrap_or_default(), query),
        "publishedDate": published,
        "engine": "offline",
        "engines": ["offline"],
        "positions": [position],
        "score": found.score,
        "category": "general",
        "template": "default.html",
    })
}
