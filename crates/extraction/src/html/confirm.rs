//! Confirmation by structured data: many pages repeat their text in JSON-LD without surroundings.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::dom::Id;
use super::steps;

/// Minimum letters of a block; shorter ones occur in any text.
pub(crate) const MIN_BLOCK_LETTERS: usize = 30;
/// Letters at the beginning and the end of a block that must occur; the middle may contain a link's title.
const PROBE: usize = 28;
/// Share of the data's text that must be found on the page.
const FOUND: f32 = 0.7;
/// Maximum bytes of the data's text, which bounds the memory of its index.
const MAX_DATA_BYTES: usize = 100_000;
/// Maximum number of blocks looked up in it.
pub(crate) const MAX_BLOCKS: usize = 2000;
/// Minimum bytes of the data's text.
const MIN_DATA_BYTES: usize = 250;

/// The text repeated by structured data, as the set of all its parts of [`PROBE`] letters. Building the set and looking
/// a block up are linear in the text and in the block.
pub(crate) struct Body {
    length: usize,
    /// Hashes of the parts. Two parts of the same hash would have to be looked for, and would only keep a block.
    parts: HashSet<u64>,
}

impl Body {
    /// Prepares the text; `None` if it is too short.
    pub(crate) fn new(text: &str) -> Option<Self> {
        // Some data contains HTML instead of text.
        let letters = letters(&strip_tags(text));
        (MIN_DATA_BYTES..=MAX_DATA_BYTES).contains(&letters.len()).then(|| Self::of_letters(&letters))
    }

    fn of_letters(letters: &str) -> Self {
        let starts: Vec<usize> = letters.char_indices().map(|(at, _)| at).chain([letters.len()]).collect();
        let part = |ends: &[usize]| hash(&letters[ends[0]..ends[ends.len() - 1]]);
        steps::add(PROBE * starts.len());
        Self { length: letters.len(), parts: starts.windows(PROBE + 1).map(part).collect() }
    }

    /// Returns `true` if the data contains the block's words.
    pub(crate) fn holds(&self, words: &str) -> bool {
        let words = letters(words);
        let head: String = words.chars().take(PROBE).collect();
        let tail: String = words.chars().skip(words.chars().count().saturating_sub(PROBE)).collect();
        words.chars().count() >= MIN_BLOCK_LETTERS && self.has(&head) && self.has(&tail)
    }

    /// Returns `true` if the text contains these [`PROBE`] letters.
    fn has(&self, part: &str) -> bool {
        steps::add(part.len());
        self.parts.contains(&hash(part))
    }

    /// Returns `true` if the contained blocks cover the whole text.
    pub(crate) fn is_covered(&self, held: &[(Id, usize)]) -> bool {
        held.iter().map(|(_, length)| length).sum::<usize>() as f32 >= FOUND * self.length as f32
    }
}

fn hash(part: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    part.hash(&mut hasher);
    hasher.finish()
}

/// Reduces text to lower-case letters and digits: white space, quotes and dashes differ between page and data.
pub(crate) fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Removes tags. Every search for an end starts after the previous one, so the work is linear.
fn strip_tags(text: &str) -> String {
    let decoded = super::entity::decode(text);
    let mut out = String::with_capacity(decoded.len());
    let mut rest = decoded.as_ref();
    while let Some(open) = rest.find('<') {
        let tag = &rest[open..];
        if !tag[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') {
            out.push_str(&rest[..=open]);
            rest = &tag[1..];
            continue;
        }
        let close = tag.find('>');
        steps::add(close.unwrap_or(tag.len()));
        // Without an end this is not a tag, and nothing after it is one.
        let Some(close) = close else { break };
        out.push_str(&rest[..open]);
        out.push(' ');
        rest = &tag[close + 1..];
    }
    out.push_str(rest);
    out
}
