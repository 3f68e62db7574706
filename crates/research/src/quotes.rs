//! Verification of quotes. A quote must occur word for word; differences of presentation do not count (see
//! [`mod@fold`]), differences of a letter, a figure or a sign do.

mod bounds;
mod context;
mod digits;
mod fold;

pub use context::sentence_before;
pub(crate) use digits::ascii_numerals;
use fold::{Breaks, fold};

/// Minimum length of a quote in letters and signs; a sign of a script that writes a word in one or two counts twice.
/// Shorter ones occur on unrelated pages and prove nothing.
const MIN_QUOTE_CHARS: usize = 12;
/// First code point of scripts that write whole words with one sign.
const DENSE_SCRIPTS: char = '\u{2e80}';

/// Returns true if the text contains the quote. The text may be Markdown: its marks are ignored.
///
/// The quote must begin and end where a word or a number of the text does: `likely to rise` does not occur in
/// `unlikely to rise`, nor `rose by 4.5` in `rose by 4.55`.
pub fn occurs_in(quote: &str, text: &str) -> bool {
    let quote = fold(quote, Breaks::Kept);
    let quote = bounds::trimmed(&quote);
    if length(quote) < MIN_QUOTE_CHARS {
        return false;
    }
    // A hyphen at the end of a line belongs to the word or to the typesetting; only the quote tells which.
    let is_in = |breaks| bounds::contains(&fold(text, breaks), quote);
    is_in(Breaks::Kept) || (fold::has_broken_words(text) && is_in(Breaks::Joined))
}

fn length(text: &str) -> usize {
    text.chars().map(|c| if c >= DENSE_SCRIPTS { 2 } else { 1 }).sum()
}

/// Collapses white space and replaces typographic quotes and dashes by ASCII ones, for storage and display.
pub fn even(text: &str) -> String {
    let plain = |c: char| match c {
        '\u{2018}' | '\u{2019}' => '\'',
        '\u{201c}' | '\u{201d}' => '"',
        '\u{2013}' | '\u{2014}' => '-',
        _ => c,
    };
    text.split_whitespace().map(|word| word.chars().map(plain).collect::<String>()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
