//! JSON out of what a model wrote. Pure; the caller validates, and the first candidate that is valid wins.
//!
//! The repairer is our own, because libraries either guess at everything (and make JSON of what is none) or take more than
//! linear time for hostile text. It reads the text once, front to back, with second looks at strings whose end is missing;
//! those are bounded, and so is nesting. What it mends: quotes, commas, colons and brackets that are missing, superfluous or of the
//! wrong kind, comments, fences, calls around JSON, Python's words, dots for what was left out, numbers and strings that were cut
//! off, a level of escaping too many. What it refuses ([`Unrepairable`]): text that would have to be thrown away, a key without a
//! value, control characters, broken `\u` escapes.

mod bare;
mod chars;
mod container;
mod document;
mod quoted;
mod reader;

use serde_json::Value;

/// Longest text that is repaired, in bytes: no honest answer is longer.
pub const LONGEST: usize = 4 * 1024 * 1024;

/// Deepest nesting that is repaired: reading recurses, and a process that has overflowed its stack is gone. serde_json, which
/// stops at 128 by itself, reads everything that is valid.
const MAX_DEPTH: usize = 100;

/// Text that means nothing as JSON. Places count characters from 0.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unrepairable {
    /// Something stands where it cannot.
    #[error("{found:?} at character {at} is not expected there")]
    Unexpected {
        /// What.
        found: char,
        /// Where.
        at: usize,
    },
    /// The text ended before anything began.
    #[error("there is no value in the text")]
    Ended,
    /// More than [`MAX_DEPTH`] containers in one another.
    #[error("it is nested deeper than {MAX_DEPTH}")]
    TooDeep,
    /// Longer than [`LONGEST`].
    #[error("it is longer than {LONGEST} bytes")]
    TooLong,
    /// Its strings begin and end so unclearly that reading it would not take linear time.
    #[error("its quotes are too tangled")]
    Tangled,
}

/// The value that a whole text means. Valid JSON is left alone.
///
/// # Errors
/// Where no value is meant, or more than one.
pub fn repair(text: &str) -> Result<Value, Unrepairable> {
    if let Ok(value) = serde_json::from_str(text) {
        return Ok(value);
    }
    if text.len() > LONGEST { Err(Unrepairable::TooLong) } else { document::whole(text) }
}

/// Everything that the text may mean as JSON, likeliest first: the text itself, a fenced block, the outermost object,
/// and what repair makes of it. Lazy: the costly guesses are only made when the cheap ones were no good.
pub fn candidates(text: &str) -> impl Iterator<Item = Value> {
    let direct = std::iter::once_with(move || parse(text)).flatten();
    let fenced = fenced_blocks(text).filter_map(parse);
    let outermost = std::iter::once_with(move || outermost(text).and_then(parse)).flatten();
    direct.chain(fenced).chain(outermost).chain(std::iter::once_with(move || repaired(text)).flatten())
}

fn parse(text: &str) -> Option<Value> {
    serde_json::from_str(text.trim()).ok().filter(is_container)
}

fn is_container(value: &Value) -> bool {
    value.is_object() || value.is_array()
}

/// The insides of ``` fences, in order.
fn fenced_blocks(text: &str) -> impl Iterator<Item = &str> {
    let inside = text.split("```").skip(1).step_by(2);
    inside.map(|block| block.split_once('\n').map_or(block, |(first, rest)| if is_label(first) { rest } else { block }))
}

fn is_label(line: &str) -> bool {
    line.trim().chars().all(|c| c.is_ascii_alphanumeric())
}

/// From the first opening brace to the last closing one.
fn outermost(text: &str) -> Option<&str> {
    let start = text.find('{')?;
    let end = text.rfind('}')?;
    (start < end).then(|| &text[start..=end])
}

/// The container that begins first in a fence or anywhere, whatever words stand around it; else what the whole text means.
fn repaired(text: &str) -> impl Iterator<Item = Value> {
    let short = text.len() <= LONGEST;
    let begun = std::iter::once_with(move || short.then(|| begun(text)).flatten()).flatten();
    let whole = std::iter::once_with(move || short.then(|| document::whole(text).ok()).flatten()).flatten();
    begun.chain(whole).filter(is_container)
}

fn begun(text: &str) -> Option<Value> {
    let from = fenced_blocks(text).find(|block| block.contains('{')).unwrap_or(text);
    let start = from.find('{').or_else(|| from.find('['))?;
    document::first(&from[start..]).ok().flatten()
}

#[cfg(test)]
#[path = "repair_test.rs"]
mod tests;
