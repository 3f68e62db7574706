//! JSON out of what a model wrote. Pure; the caller validates, and the first candidate that is valid wins.

use serde_json::Value;

/// Longest text that the repair library is given: it is quadratic in places, and no honest answer is longer.
const MAX_REPAIR: usize = 256 * 1024;

/// Deepest nesting that it is given: it recurses, and a process that has overflowed its stack is gone. serde_json, which
/// stops at 128 by itself, reads everything else.
const MAX_NESTING: usize = 100;

/// Everything that the text may mean as JSON, likeliest first: the text itself, a fenced block, the outermost object,
/// and what a repair library makes of it. Lazy: the costly guesses are only made when the cheap ones were no good.
pub fn candidates(text: &str) -> impl Iterator<Item = Value> {
    let direct = std::iter::once_with(move || parse(text)).flatten();
    let fenced = fenced_blocks(text).filter_map(parse);
    let outermost = std::iter::once_with(move || outermost(text).and_then(parse)).flatten();
    let repaired = std::iter::once_with(move || repaired(text)).flatten();
    direct.chain(fenced).chain(outermost).chain(repaired)
}

fn parse(text: &str) -> Option<Value> {
    serde_json::from_str(text.trim()).ok().filter(|value: &Value| value.is_object() || value.is_array())
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

/// Missing quotes, commas and brackets, Python's literals, comments, an end that was cut off.
fn repaired(text: &str) -> Option<Value> {
    let from = fenced_blocks(text).find(|block| block.contains('{')).unwrap_or(text);
    let from = &from[from.find('{')?..];
    if from.len() > MAX_REPAIR || nesting(from) > MAX_NESTING {
        return None;
    }
    let value = llm_json::loads(from, &llm_json::RepairOptions::default()).ok()?;
    (value.is_object() || value.is_array()).then_some(value)
}

/// An upper bound of the nesting: brackets inside strings count too.
fn nesting(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}
