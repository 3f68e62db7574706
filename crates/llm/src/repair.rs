//! Extraction of JSON from a model's text. Pure. The caller validates the candidates and uses the first valid one.
//!
//! The repairer is our own: the libraries accept text that is not JSON, or overflow the stack or take more than linear
//! time on hostile text (figures in docs/DEPENDENCIES.md). It reads the text once from start to end, and repeatedly
//! only where the end of a string is missing; repetition and nesting are bounded.
//!
//! Repaired: missing, superfluous and wrong quotes, commas, colons and brackets; comments, fences, calls around JSON,
//! Python's keywords, dots for omitted parts, numbers and strings that were cut off, one level of escaping too many.
//! Refused ([`Unrepairable`]): text that would have to be discarded, a key without a value, control characters, broken
//! `\u` escapes.

mod bare;
mod chars;
mod container;
mod document;
mod quoted;
mod reader;

use serde_json::Value;

/// Maximum length of a text that is repaired, in bytes. No regular answer is longer.
pub const MAX_TEXT_BYTES: usize = 4 * 1024 * 1024;

/// Maximum nesting that is repaired: the parser recurses, and a stack overflow ends the process. serde_json, with its
/// own limit of 128, parses all valid text.
const MAX_DEPTH: usize = 100;

/// The text has no meaning as JSON. Positions count characters from 0.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unrepairable {
    /// A character that is not allowed at its position.
    #[error("{found:?} at character {at} is not expected there")]
    Unexpected {
        /// The character that was found.
        found: char,
        /// Position of the character.
        at: usize,
    },
    /// The text ended before a value began.
    #[error("there is no value in the text")]
    Ended,
    /// More than [`MAX_DEPTH`] nested containers.
    #[error("it is nested deeper than {MAX_DEPTH}")]
    TooDeep,
    /// The text is longer than [`MAX_TEXT_BYTES`].
    #[error("it is longer than {MAX_TEXT_BYTES} bytes")]
    TooLong,
    /// The quotes are so unclear that reading would exceed the budget of repeated reading.
    #[error("its quotes are too tangled")]
    Tangled,
}

/// Returns the value of the whole text. Valid JSON is parsed without repair.
///
/// # Errors
/// [`Unrepairable`] if the text has no value, or more than one.
pub fn repair(text: &str) -> Result<Value, Unrepairable> {
    if let Ok(value) = serde_json::from_str(text) {
        return Ok(value);
    }
    if text.len() > MAX_TEXT_BYTES { Err(Unrepairable::TooLong) } else { document::whole(text) }
}

/// Iterates over the possible meanings of the text, likeliest first: the text itself, a fenced block, the outermost
/// object, and the results of repair. Lazy: repair runs only if the caller refuses the cheap candidates.
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

/// Iterates over the contents of ``` fences, in order.
fn fenced_blocks(text: &str) -> impl Iterator<Item = &str> {
    let inside = text.split("```").skip(1).step_by(2);
    inside.map(|block| block.split_once('\n').map_or(block, |(first, rest)| if is_label(first) { rest } else { block }))
}

fn is_label(line: &str) -> bool {
    line.trim().chars().all(|c| c.is_ascii_alphanumeric())
}

/// Returns the text from the first opening brace to the last closing one.
fn outermost(text: &str) -> Option<&str> {
    let start = text.find('{')?;
    let end = text.rfind('}')?;
    (start < end).then(|| &text[start..=end])
}

/// Repairs the first container in a fence or anywhere, ignoring the text around it, then the whole text.
fn repaired(text: &str) -> impl Iterator<Item = Value> {
    let short = text.len() <= MAX_TEXT_BYTES;
    let leading = std::iter::once_with(move || short.then(|| first_container(text)).flatten()).flatten();
    let whole = std::iter::once_with(move || short.then(|| document::whole(text).ok()).flatten()).flatten();
    leading.chain(whole).filter(is_container)
}

fn first_container(text: &str) -> Option<Value> {
    let from = fenced_blocks(text).find(|block| block.contains('{')).unwrap_or(text);
    let start = from.find('{').or_else(|| from.find('['))?;
    document::leading(&from[start..]).ok().flatten()
}

#[cfg(test)]
#[path = "repair_test.rs"]
mod tests;
