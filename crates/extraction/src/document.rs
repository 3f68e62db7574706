//! Documents and read errors.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::table::{self, Table};

/// Maximum number of links kept per document.
pub const MAX_LINKS: usize = 50;

/// Content of a page or a file. Fields other than the text are empty if the document does not state them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// Title, without the site's name.
    pub title: String,
    /// Author or authors, separated by `"; "`.
    pub author: String,
    /// Publication date: a day (`2026-11-22`) or an instant (RFC 3339). [`crate::dates::parse`] accepts both.
    pub published: String,
    /// Name of the site or publisher.
    pub site_name: String,
    /// Language tag, lower case (`en`, `pt-br`).
    pub language: String,
    /// The main content as Markdown.
    pub markdown: String,
    /// The main content as plain text, one block per line. Quotes are verified against it.
    pub text: String,
    /// Absolute http(s) links of the main content, each once, in order, at most [`MAX_LINKS`]. The fetcher decides
    /// which may be fetched.
    pub links: Vec<String>,
    /// The page hides its text until a script has run; it has no other text. The Markdown says so in its first line.
    #[serde(default)]
    pub revealed: bool,
    /// Data tables, also those outside the main content.
    #[serde(default)]
    pub tables: Vec<Table>,
    /// Byte offset of the end of each page in the Markdown; empty if the document has no pages.
    #[serde(default)]
    pub page_ends: Vec<usize>,
}

impl Document {
    /// Returns the text to read: the Markdown, and behind it the tables that it does not contain.
    pub fn reading_text(&self) -> Cow<'_, str> {
        let tables = table::missing(&self.tables, &self.markdown);
        if tables.is_empty() { Cow::Borrowed(&self.markdown) } else { Cow::Owned(format!("{}{tables}", self.markdown)) }
    }
}

/// Error for a document that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The document contains no text.
    #[error("it contains no text")]
    Empty,
    /// The content is of an unsupported kind.
    #[error("it is {0}, which cannot be read")]
    Kind(&'static str),
}
