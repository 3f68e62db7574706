//! Confirmation by structured data: many pages repeat their text in JSON-LD without surroundings.

use super::dom::Id;

/// Minimum letters of a block; shorter ones occur in any text.
pub(crate) const MIN_BLOCK_LETTERS: usize = 30;
/// Letters at the beginning and the end of a block that must occur; the middle may contain a link's title.
const PROBE: usize = 28;
/// Share of the data's text that must be found on the page.
const FOUND: f32 = 0.7;
/// Maximum bytes of the data's text, and maximum number of blocks looked up in it, which bounds quadratic work.
const MAX_DATA_BYTES: usize = 100_000;
pub(crate) const MAX_BLOCKS: usize = 2000;
/// Minimum bytes of the data's text.
const MIN_DATA_BYTES: usize = 250;

/// The text repeated by structured data, prepared for searching.
pub(crate) struct Body {
    letters: String,
}

impl Body {
    /// Prepares the text; `None` if it is too short.
    pub(crate) fn new(text: &str) -> Option<Self> {
        // Some data contains HTML instead of text.
        let letters = letters(&strip_tags(text));
        (MIN_DATA_BYTES..=MAX_DATA_BYTES).contains(&letters.len()).then_some(Self { letters })
    }

    /// Returns `true` if the data contains the block's words.
    pub(crate) fn holds(&self, words: &str) -> bool {
        let words = letters(words);
        let head: String = words.chars().take(PROBE).collect();
        let tail: String = words.chars().skip(words.chars().count().saturating_sub(PROBE)).collect();
        words.chars().count() >= MIN_BLOCK_LETTERS && self.has(&head) && self.has(&tail)
    }

    fn has(&self, part: &str) -> bool {
        memchr::memmem::find(self.letters.as_bytes(), part.as_bytes()).is_some()
    }

    /// Returns `true` if the contained blocks cover the whole text.
    pub(crate) fn is_covered(&self, held: &[(Id, usize)]) -> bool {
        held.iter().map(|(_, length)| length).sum::<usize>() as f32 >= FOUND * self.letters.len() as f32
    }
}

/// Reduces text to lower-case letters and digits: white space, quotes and dashes differ between page and data.
pub(crate) fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn strip_tags(text: &str) -> String {
    let decoded = super::entity::decode(text);
    let mut out = String::with_capacity(decoded.len());
    let mut rest = decoded.as_ref();
    while let Some(open) = rest.find('<') {
        let tag = &rest[open..];
        let is_tag = tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        match tag.find('>').filter(|_| is_tag) {
            Some(close) => {
                out.push_str(&rest[..open]);
                out.push(' ');
                rest = &tag[close + 1..];
            }
            None => {
                out.push_str(&rest[..=open]);
                rest = &tag[1..];
            }
        }
    }
    out.push_str(rest);
    out
}
