//! Bytes of a page to its main content as Markdown, with what the page says about itself. Pure, and bounded: nesting
//! is cut before a parser sees it, because HTML parsers are quadratic in it.

mod cache;
mod dates;
mod markdown;
mod nesting;

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use cache::Extractions;
pub use dates::parse as parse_date;

use crate::{Page, charset};

/// What was read from a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extracted {
    /// Title, may be empty.
    pub title: String,
    /// Author, may be empty.
    pub author: String,
    /// As the page says it, may be empty; [`parse_date`] reads it.
    pub published: String,
    /// Site or publisher, may be empty.
    pub site: String,
    /// Language, may be empty.
    pub language: String,
    /// The main content.
    pub markdown: String,
    /// Absolute addresses it links to, at most [`MAX_LINKS`].
    pub links: Vec<String>,
}

/// Out-links kept of a page.
pub const MAX_LINKS: usize = 50;

/// A page that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    /// The parser did not end in time; it is left to die on its own thread.
    #[error("reading it took longer than {0:?}")]
    Timeout(Duration),
    /// The parser gave up or panicked.
    #[error("it could not be parsed")]
    Broken,
    /// Parsed, but nothing was left.
    #[error("it holds no text")]
    Empty,
}

/// Reads a page. CPU-bound: see [`extract_within`].
pub fn extract(page: &Page) -> Result<Extracted, Unreadable> {
    let text = charset::decode(&page.body, &page.content_type);
    let extracted = if is_html(&page.content_type, &text) {
        markdown::from_html(&nesting::cap(&text), page.url.as_str())?
    } else {
        Extracted { markdown: text.trim().to_owned(), ..Extracted::default() }
    };
    if extracted.markdown.is_empty() { Err(Unreadable::Empty) } else { Ok(extracted) }
}

/// Reads a page on a blocking thread, within `limit` of wall clock.
pub async fn extract_within(page: Page, limit: Duration) -> Result<Extracted, Unreadable> {
    let work = tokio::task::spawn_blocking(move || extract(&page));
    match tokio::time::timeout(limit, work).await {
        Ok(Ok(result)) => result,
        Ok(Err(_panic)) => Err(Unreadable::Broken),
        Err(_) => Err(Unreadable::Timeout(limit)),
    }
}

fn is_html(content_type: &str, text: &str) -> bool {
    let head: String = text.trim_start().chars().take(200).collect::<String>().to_ascii_lowercase();
    content_type.contains("html")
        || head.starts_with("<!doctype html")
        || head.contains("<html")
        || head.contains("<body")
}

#[cfg(test)]
mod tests;
