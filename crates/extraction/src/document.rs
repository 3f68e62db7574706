//! What was read, and why nothing was.

use serde::{Deserialize, Serialize};

/// Out-links kept of a document: nobody follows more, and a page of a million links stays small.
pub const MAX_LINKS: usize = 50;

/// What a page or a file says. Every field but the text may be empty: then the document does not say it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Title, without the site's name.
    pub title: String,
    /// Author or authors, separated by `"; "`.
    pub author: String,
    /// When it was published: a day (`2026-11-22`) or a moment (RFC 3339). [`crate::dates::parse`] reads both.
    pub published: String,
    /// Site or publisher.
    pub site_name: String,
    /// Language tag, lower case (`en`, `pt-br`).
    pub language: String,
    /// The main content as Markdown.
    pub markdown: String,
    /// The main content as plain text, one block a line: what quotes are looked up in.
    pub text: String,
    /// Absolute http(s) addresses that the main content links to, each once, in order, at most [`MAX_LINKS`]. Whether
    /// one may be fetched is the fetcher's decision.
    pub links: Vec<String>,
}

/// A document that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Parsed, but nothing was left.
    #[error("it holds no text")]
    Empty,
    /// A kind of content that cannot be read.
    #[error("it is {0}, which cannot be read")]
    Kind(&'static str),
}

/// Plain text is its own content.
pub(crate) fn plain(text: &str) -> Document {
    let text = text.trim().to_owned();
    Document { markdown: text.clone(), text, ..Document::default() }
}
