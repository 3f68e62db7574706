//! Documents that are no pages: plain text, Markdown, JSON, tables, XML and feeds. Each is read as what it is: lines
//! stay lines, a table stays a table, numbers are copied, and markup inside strings becomes text.

mod csv;
mod feed;
mod json;
mod markdown;
pub(crate) mod xml;

use crate::html::is_invisible;
use crate::{Document, DocumentKind, dates};

/// Maximum bytes of text.
const MAX_TEXT: usize = 8 * 1024 * 1024;
/// Maximum length of a title in characters.
const MAX_TITLE_CHARS: usize = 300;

/// Reads a text of a kind.
pub(crate) fn read(text: &str, kind: DocumentKind) -> Document {
    match kind {
        DocumentKind::Markdown => markdown(text),
        DocumentKind::Json => feed::of_json(text).unwrap_or_else(|| json::document(text)),
        DocumentKind::JsonLines => plain(&json::lines(text)),
        DocumentKind::Csv => csv::document(text).unwrap_or_else(|| plain(text)),
        DocumentKind::Xml => feed::of_xml(text).unwrap_or_else(|| plain(&xml::lines(text))),
        _ => plain(text),
    }
}

/// Creates a document from plain text. Characters without a glyph are left out, as from pages.
pub(crate) fn plain(text: &str) -> Document {
    let text: String = text.chars().filter(|c| !is_invisible(*c)).collect();
    let text = text.trim().to_owned();
    Document { markdown: text.clone(), text, ..Document::default() }
}

/// Reads Markdown: the text as it is, without what its readers do not see, with the title and the date of its front
/// matter or its first heading.
fn markdown(text: &str) -> Document {
    let mut document = plain(&markdown::as_shown(text));
    let front = document
        .text
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---"))
        .map(|(front, _)| front.to_owned());
    let field = |name: &str| {
        let lines = front.as_deref().unwrap_or_default().lines();
        lines
            .filter_map(|line| line.split_once(':'))
            .find(|(key, _)| key.trim().eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim().trim_matches(['"', '\'']).to_owned())
    };
    let mut in_code = false;
    let heading = document.text.lines().find_map(|line| {
        in_code ^= line.trim_start().starts_with("```");
        line.strip_prefix("# ").filter(|_| !in_code).map(|title| title.trim_matches(['#', ' ']).to_owned())
    });
    document.published =
        field("date").and_then(|date| dates::normal(&date, dates::DateStyle::UNKNOWN)).unwrap_or_default();
    document.title = short(&field("title").or(heading).unwrap_or_default());
    document
}

/// Returns a title of limited length on one line.
pub(crate) fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().filter(|c| !is_invisible(*c)).take(MAX_TITLE_CHARS).collect()
}

/// Converts markup inside another document to text; a text without markup stays as it is.
fn unmarked(text: &str) -> String {
    let is_markup = text
        .match_indices('<')
        .any(|(at, _)| text[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!')));
    let has_reference = text.contains('&') && text.contains(';');
    if is_markup && text.contains('>') || has_reference { crate::html::fragment(text) } else { text.to_owned() }
}

#[cfg(test)]
mod tests;
