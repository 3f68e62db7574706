//! Thoughts in a text, in the marks of their models.

use super::Part;

/// Opening and closing marks of thoughts, of DeepSeek, Qwen and MiniMax; Google; Mistral; Moonshot; Cohere; ByteDance;
/// and others.
const MARKS: [(&str, &str); 15] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<thoughts>", "</thoughts>"),
    ("<reasoning>", "</reasoning>"),
    ("<reflection>", "</reflection>"),
    ("<mm:think>", "</mm:think>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("\u{25c1}think\u{25b7}", "\u{25c1}/think\u{25b7}"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|channel>thought", "<channel|>"),
    ("<|think|>", "<|/think|>"),
    ("<|thinking|>", "<|/thinking|>"),
];
/// Marks around the answer that follows a thought.
const ANSWER_MARKS: [(&str, &str); 4] = [
    ("<answer>", "</answer>"),
    ("<response>", "</response>"),
    ("<|START_RESPONSE|>", "<|END_RESPONSE|>"),
    ("<|begin_of_solution|>", "<|end_of_solution|>"),
];

/// Separates thoughts at the beginning from the words. A thought has no end if the limit was reached while the model
/// was thinking, and no beginning if the server wrote the opening mark into the prompt.
pub(super) fn split(text: &str) -> Vec<Part> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((thought, after)) = leading(rest) {
        push_thought(&mut out, thought);
        rest = after;
    }
    // A model that thinks again, or within its thought, leaves a closing mark.
    if let Some((thought, after)) = without_opening(rest) {
        push_thought(&mut out, thought);
        rest = after;
    }
    // The words after a thought begin with line breaks that belong to neither.
    let after_thought = rest.len() < text.len();
    let words = if after_thought { answer(rest.trim_start()) } else { rest };
    let (words, later) = later_thought(words);
    push_thought(&mut out, later);
    if !(words.is_empty() || after_thought && words.trim().is_empty()) {
        out.push(Part::Text(words.to_owned()));
    }
    out
}

/// Separates a thought behind the words, with which some models end a reply.
fn later_thought(text: &str) -> (&str, &str) {
    let (open, close) = MARKS[0];
    let inner = text.trim_end().strip_suffix(close);
    match inner.and_then(|inner| inner.rfind(open)).filter(|at| !is_quoted(text, *at)) {
        Some(at) => (text[..at].trim_end(), &text[at + open.len()..text.trim_end().len() - close.len()]),
        None => (text, ""),
    }
}

fn push_thought(out: &mut Vec<Part>, thought: &str) {
    if !thought.trim().is_empty() {
        out.push(Part::Thought(thought.to_owned()));
    }
}

/// Returns the thought with which a text begins, and the rest.
fn leading(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let (rest, close) = MARKS.iter().find_map(|(open, close)| Some((without_mark(text, open)?, *close)))?;
    Some(match find_mark(rest, close) {
        Some(at) => (&rest[..at], &rest[at + close.len()..]),
        None => (rest, ""),
    })
}

/// Splits a thought at its own closing mark; the second part is empty without one.
pub(super) fn closed(thought: &str) -> (&str, &str) {
    without_opening(thought).unwrap_or((thought, ""))
}

/// Returns the thought that only a closing mark ends, and the rest.
fn without_opening(text: &str) -> Option<(&str, &str)> {
    let ends = MARKS.iter().filter_map(|(open, close)| {
        let at = find_mark(text, close)?;
        let is_mention = is_quoted(text, at) || is_within_words(&text[..at], &text[at + close.len()..]);
        (find_mark(&text[..at], open).is_none() && !is_mention).then_some((at, close.len()))
    });
    let (at, length) = ends.min()?;
    Some((&text[..at], &text[at + length..]))
}

/// Returns `true` between words of one line, where only a mention of a mark stands.
fn is_within_words(before: &str, after: &str) -> bool {
    before.ends_with([' ', '(']) && after.starts_with([' ', ')', ',', '.', ';', ':'])
}

fn answer(text: &str) -> &str {
    let inner = ANSWER_MARKS.iter().find_map(|(open, close)| {
        let inner = without_mark(text, open)?.trim();
        Some(inner.strip_suffix(close).unwrap_or(inner).trim())
    });
    inner.unwrap_or(text)
}

fn without_mark<'a>(text: &'a str, mark: &str) -> Option<&'a str> {
    let head = text.get(..mark.len())?;
    head.eq_ignore_ascii_case(mark).then(|| &text[mark.len()..])
}

fn find_mark(text: &str, mark: &str) -> Option<usize> {
    let (bytes, mark) = (text.as_bytes(), mark.as_bytes());
    let is_there = |at: &usize| bytes[*at] == mark[0] && bytes[*at..*at + mark.len()].eq_ignore_ascii_case(mark);
    (0..=bytes.len().checked_sub(mark.len())?).find(is_there)
}

/// Returns `true` if a mark at `at` is a mention: in a code span, in quotes, or in a fenced block.
pub(super) fn is_quoted(text: &str, at: usize) -> bool {
    let before = &text[..at];
    let line = before.rsplit('\n').next().unwrap_or(before);
    let in_span = line.matches('`').count() % 2 == 1 && !line.trim_start().starts_with("```");
    in_span || before.ends_with(['"', '\'', '\u{201c}', '\u{2018}', '\u{ab}']) || before.matches("```").count() % 2 == 1
}
