//! OpenAI's format of open models (`<|channel|>analysis<|message|>…<|end|>`), whole, or without the marks that a server
//! removes.

use serde_json::Value;

use super::Part;

const START: &str = "<|start|>";
const CHANNEL: &str = "<|channel|>";
const MESSAGE: &str = "<|message|>";
/// Marks that end a message.
const ENDS: [&str; 4] = ["<|end|>", "<|call|>", "<|return|>", START];

/// Splits a text into its messages. Returns `None` if it is not in this format.
pub(super) fn segments(text: &str) -> Option<Vec<Part>> {
    let start = text.trim_start();
    if [CHANNEL, START, MESSAGE].iter().any(|mark| start.starts_with(mark)) && start.contains(MESSAGE) {
        return Some(marked(start));
    }
    if let Some(at) = text.find(CHANNEL).filter(|at| is_header(&text[*at..]) && !super::thoughts::is_quoted(text, *at))
    {
        // The first message lost its header.
        let words = text[..at].trim_end().trim_end_matches("<|start|>assistant").trim_end_matches("<|end|>");
        let words = words.trim_end_matches("assistant").trim();
        let words = (!words.is_empty()).then(|| Part::Text(words.to_owned()));
        return Some(words.into_iter().chain(marked(&text[at..])).collect());
    }
    bare(start)
}

fn is_header(text: &str) -> bool {
    let name = text[CHANNEL.len()..].trim_start();
    ["analysis", "final", "commentary"].iter().any(|channel| name.starts_with(channel)) && text.contains(MESSAGE)
}

fn marked(text: &str) -> Vec<Part> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((header, after)) = rest.split_once(MESSAGE) {
        let end = ENDS.iter().filter_map(|mark| Some((after.find(mark)?, *mark))).min_by_key(|(at, _)| *at);
        let (content, next) = match end {
            Some((at, START)) => (&after[..at], &after[at..]),
            Some((at, mark)) => (&after[..at], &after[at + mark.len()..]),
            None => (after, ""),
        };
        out.extend(message(header, content));
        rest = next;
    }
    // Words after the last message, whose header is missing.
    let words = rest.trim();
    if !words.is_empty() && !words.starts_with("<|") {
        out.push(Part::Text(words.to_owned()));
    }
    out
}

/// Returns the call as its model wrote it.
pub(super) fn written(name: &str, arguments: &Value) -> String {
    format!("<|channel|>commentary to={name}<|message|>{arguments}")
}

fn message(header: &str, content: &str) -> Option<Part> {
    if let Some((_, recipient)) = header.split_once("to=") {
        let name = recipient.split(|c: char| c.is_whitespace() || c == '<').next().unwrap_or_default();
        let arguments = serde_json::from_str(content.trim()).unwrap_or_else(|_| Value::from(content.trim()));
        return (!name.is_empty()).then(|| Part::Call { name: name.to_owned(), arguments });
    }
    if content.trim().is_empty() {
        return None;
    }
    let channel = header.rsplit(CHANNEL).next().unwrap_or_default().trim();
    Some(if channel.starts_with("analysis") {
        Part::Thought(content.to_owned())
    } else {
        Part::Text(content.trim().to_owned())
    })
}

/// Reads a text whose marks were removed: `analysis` thought `assistantfinal` answer, or
/// `assistantcommentary to=functions.x json` call, or the call alone.
fn bare(text: &str) -> Option<Vec<Part>> {
    let call = |header: &str| {
        let begin = header.find('{').filter(|begin| header[..*begin].contains("to="))?;
        message(&header[..begin], &header[begin..])
    };
    let commentary = text.strip_prefix("assistant").unwrap_or(text).strip_prefix("commentary to=");
    if commentary.is_some_and(|recipient| recipient.starts_with("functions.")) {
        return call(text).map(|call| vec![call]);
    }
    let rest = text.strip_prefix("analysis")?;
    let end = ["assistantfinal", "assistantcommentary"].into_iter().filter_map(|mark| Some((rest.find(mark)?, mark)));
    let (at, mark) = end.min()?;
    let (thought, after) = (&rest[..at], &rest[at + mark.len()..]);
    let thought = (!thought.trim().is_empty()).then(|| Part::Thought(thought.to_owned()));
    let next = if mark == "assistantfinal" {
        Some(Part::Text(after.trim_start().to_owned())).filter(|_| !after.trim().is_empty())
    } else {
        Some(call(after)?)
    };
    Some(thought.into_iter().chain(next).collect())
}
