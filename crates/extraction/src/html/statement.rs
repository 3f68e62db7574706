//! The page's `meta` elements.

use super::dom::{Dom, Id};
use super::steps;
use super::tag::Tag;
use super::token::Attr;

/// Name and content of every `meta`, with lower-case names.
#[derive(Debug, Default)]
pub(crate) struct Statements<'d> {
    entries: Vec<(String, &'d str)>,
}

impl<'d> Statements<'d> {
    pub(crate) fn parse(dom: &'d Dom<'_>) -> Self {
        let mut entries = Vec::new();
        for id in (1..dom.len()).filter(|id| dom.tag(*id) == Tag::Meta) {
            let Some(content) = dom.attr(id, Attr::Content).map(str::trim).filter(|content| !content.is_empty()) else {
                continue;
            };
            for attr in [Attr::Property, Attr::Name, Attr::Itemprop, Attr::HttpEquiv] {
                if let Some(name) = dom.attr(id, attr) {
                    entries.push((name.trim().to_ascii_lowercase(), content));
                }
            }
        }
        Self { entries }
    }

    /// Returns the content of the first of `names` that occurs, in the order of `names`.
    pub(crate) fn first(&self, names: &[&str]) -> Option<&'d str> {
        names.iter().find_map(|name| self.all(name).next())
    }

    /// Returns all contents of a name.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &'d str> {
        self.entries.iter().filter(move |(known, _)| known == name).map(|(_, content)| *content)
    }
}

/// Maximum bytes that [`text_of`] reads, sufficient for titles, names and dates.
const MAX_TEXT_BYTES: usize = 2000;

/// Maximum number of nodes that [`text_of`] visits.
const MAX_TEXT_NODES: usize = 300;

/// Returns all text below a node with collapsed white space.
pub(crate) fn text_of(dom: &Dom<'_>, id: Id) -> String {
    let mut text = String::new();
    // Elements without text are limited as well: headings inside headings would otherwise take quadratic time.
    for id in dom.descendants(id).take(MAX_TEXT_NODES) {
        if text.len() > MAX_TEXT_BYTES {
            break;
        }
        steps::add(1);
        match dom.tag(id) {
            Tag::Text if !matches!(dom.tag(dom.parent(id)), Tag::Script | Tag::Style) => text.push_str(dom.text(id)),
            tag if tag.is_block() || tag == Tag::Br => text.push(' '),
            // A raised figure is not part of the number before it.
            Tag::Sup if text.ends_with(|c: char| c.is_ascii_digit()) => text.push(' '),
            _ => {}
        }
    }
    clean(&text)
}

/// Collapses white space to single spaces.
pub(crate) fn clean(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
