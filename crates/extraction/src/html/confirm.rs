//! What a page's own data confirms: many pages repeat their text in JSON-LD, without anything around it.

use super::dom::Id;

/// Letters of a block at least: shorter ones are in any text.
pub(crate) const SHORTEST: usize = 30;
/// Letters of the beginning and of the end of a block that must occur: the middle may hold a link's title.
const PROBE: usize = 28;
/// The data's text is believed to be the page's if so much of it is found on the page.
const FOUND: f32 = 0.7;
/// Bytes of the data's text at most, and blocks that are looked up in it: a page must not make this quadratic.
const MOST: usize = 100_000;
pub(crate) const MOST_BLOCKS: usize = 2000;
/// Bytes of the data's text at least.
const LEAST: usize = 250;

/// The text that the data repeats, ready to be searched.
pub(crate) struct Body {
    letters: String,
}

impl Body {
    /// Nothing if the text is too short to say anything.
    pub(crate) fn of(text: &str) -> Option<Self> {
        // Some data holds HTML instead of text.
        let letters = letters(&strip_tags(text));
        (LEAST..=MOST).contains(&letters.len()).then_some(Self { letters })
    }

    /// Whether a block's words stand in it.
    pub(crate) fn holds(&self, words: &str) -> bool {
        let words = letters(words);
        let head: String = words.chars().take(PROBE).collect();
        let tail: String = words.chars().skip(words.chars().count().saturating_sub(PROBE)).collect();
        words.chars().count() >= SHORTEST && self.has(&head) && self.has(&tail)
    }

    fn has(&self, part: &str) -> bool {
        memchr::memmem::find(self.letters.as_bytes(), part.as_bytes()).is_some()
    }

    /// Whether the blocks that it holds make up the whole of it.
    pub(crate) fn is_covered(&self, held: &[(Id, usize)]) -> bool {
        held.iter().map(|(_, length)| length).sum::<usize>() as f32 >= FOUND * self.letters.len() as f32
    }
}

/// Letters and digits only, lower case: white space, quotes and dashes differ between page and data.
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
