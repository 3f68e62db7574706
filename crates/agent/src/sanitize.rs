//! Sanitises a model's reply, so that providers accept the next request after any reply. Pure.

use std::collections::BTreeSet;

use llm::{Block, ModelReply};
use serde_json::{Value, json};

/// Maximum characters of one text in the conversation; legitimate answers are shorter, and every turn pays for the
/// whole conversation again.
const MAX_TEXT_CHARS: usize = 20_000;
/// Maximum characters of a thinking block. Longer ones are dropped, because a truncated block does not match its
/// signature.
const MAX_THINKING_CHARS: usize = 100_000;
/// Maximum bytes of an item that only its provider can read. Longer ones are dropped, because a part of one is
/// unreadable. The encrypted form of the longest thinking block is shorter.
const MAX_OPAQUE_BYTES: usize = 256 * 1024;
/// Maximum number of calls per turn that receive a result.
const MAX_CALLS: usize = 64;
/// Maximum bytes of one call's arguments; the largest legitimate ones are a report of sixty findings.
const MAX_INPUT_BYTES: usize = 128 * 1024;

/// A sanitised reply.
pub(crate) struct SanitizedReply {
    /// The model's turn for the conversation.
    pub(crate) blocks: Vec<Block>,
    /// The requested calls in order.
    pub(crate) requested: Vec<RequestedCall>,
    /// The model's text.
    pub(crate) text: String,
}

/// A requested call.
pub(crate) struct RequestedCall {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) input: Value,
    /// `true` if the call cannot be executed.
    pub(crate) unfit: Option<String>,
}

/// Sanitises a reply. `ids` are the call ids of the conversation so far; providers require distinct ids.
pub(crate) fn sanitize(reply: &ModelReply, turn: u32, ids: &mut BTreeSet<String>) -> SanitizedReply {
    let mut received = SanitizedReply { blocks: Vec::new(), requested: Vec::new(), text: String::new() };
    for block in &reply.blocks {
        match block {
            Block::Text { text } if text.trim().is_empty() => {}
            Block::Text { text } => received.add_text(cut(text, MAX_TEXT_CHARS)),
            Block::Thinking { thinking, .. } if thinking.chars().nth(MAX_THINKING_CHARS).is_some() => {}
            Block::Opaque { item, .. } if item.to_string().len() > MAX_OPAQUE_BYTES => {}
            Block::Thinking { .. } | Block::Opaque { .. } => received.blocks.push(block.clone()),
            Block::ToolUse { id, name, input } if received.requested.len() < MAX_CALLS => {
                let id = unique(id, turn, received.requested.len(), ids);
                received.add_call(id, name, input);
            }
            // A tool result in a model's reply is invalid; calls beyond the limit are dropped without individual
            // refusals.
            Block::ToolUse { .. } | Block::ToolResult { .. } => {}
        }
    }
    received
}

impl SanitizedReply {
    fn add_text(&mut self, text: String) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(&text);
        self.blocks.push(Block::text(text));
    }

    fn add_call(&mut self, id: String, name: &str, input: &Value) {
        let size = input.to_string().len();
        let unfit = if !is_name(name) {
            Some("That is no tool's name: letters, digits, '-' and '_' only, at most 64.".to_owned())
        } else if size > MAX_INPUT_BYTES {
            Some(format!("The arguments are {size} bytes long; at most {MAX_INPUT_BYTES} are read."))
        } else {
            None
        };
        let shown_name = if is_name(name) { name } else { "unreadable" };
        let shown_input = match input {
            _ if size > MAX_INPUT_BYTES => json!({"unreadable": format!("{size} bytes")}),
            Value::Object(_) => input.clone(),
            other => json!({"unreadable": other}),
        };
        self.blocks.push(Block::ToolUse { id: id.clone(), name: shown_name.to_owned(), input: shown_input });
        let input = if unfit.is_some() { Value::Null } else { input.clone() };
        self.requested.push(RequestedCall { id, name: shown_name.to_owned(), input, unfit });
    }
}

/// Returns `true` for tool names that every provider accepts.
fn is_name(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

fn unique(id: &str, turn: u32, index: usize, ids: &mut BTreeSet<String>) -> String {
    let usable = is_name(id) && !ids.contains(id);
    let mut id = if usable { id.to_owned() } else { format!("call_{turn}_{index}") };
    while !ids.insert(id.clone()) {
        id.push('_');
    }
    id
}

fn cut(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}\n[cut: {end} of {} bytes]", &text[..end], text.len()),
    }
}
