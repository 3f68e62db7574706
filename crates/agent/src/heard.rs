//! A reply as it may go back to the provider: whatever a model says, the next request must be one that providers take. Pure.

use std::collections::BTreeSet;

use llm::{Block, Reply};
use serde_json::{Value, json};

/// Characters of one text of the model that stay in the conversation; an honest answer is shorter, and every turn pays for
/// all of it again.
const TEXT: usize = 20_000;
/// Characters of a thought. A longer one is left out whole: a thought that was cut no longer fits its seal.
const THOUGHT: usize = 100_000;
/// Calls of one turn that are answered at all.
const USES: usize = 64;
/// Bytes of one call's arguments; the largest honest ones are a report of sixty findings.
const INPUT: usize = 128 * 1024;

/// What was heard.
pub(crate) struct Heard {
    /// The model's turn, for the conversation.
    pub(crate) blocks: Vec<Block>,
    /// Its calls, in order.
    pub(crate) uses: Vec<Use>,
    /// Its words.
    pub(crate) text: String,
}

/// A call that was asked for.
pub(crate) struct Use {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) input: Value,
    /// It cannot be executed, whatever the tools say.
    pub(crate) unfit: Option<String>,
}

/// Hears a reply. `ids` are those of the conversation so far: providers want every one to be different.
pub(crate) fn heard(reply: &Reply, turn: u32, ids: &mut BTreeSet<String>) -> Heard {
    let mut heard = Heard { blocks: Vec::new(), uses: Vec::new(), text: String::new() };
    for block in &reply.blocks {
        match block {
            Block::Text { text } if text.trim().is_empty() => {}
            Block::Text { text } => heard.say(cut(text, TEXT)),
            Block::Thinking { thinking, .. } if thinking.chars().nth(THOUGHT).is_some() => {}
            Block::Thinking { .. } => heard.blocks.push(block.clone()),
            Block::ToolUse { id, name, input } if heard.uses.len() < USES => {
                let id = unique(id, (turn, heard.uses.len()), ids);
                heard.take(id, name, input);
            }
            // A result out of a model's mouth is nonsense; calls beyond the limit are not even refused one by one.
            Block::ToolUse { .. } | Block::ToolResult { .. } => {}
        }
    }
    heard
}

impl Heard {
    fn say(&mut self, text: String) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(&text);
        self.blocks.push(Block::text(text));
    }

    fn take(&mut self, id: String, name: &str, input: &Value) {
        let size = input.to_string().len();
        let unfit = if !is_name(name) {
            Some("That is no tool's name: letters, digits, '-' and '_' only, at most 64.".to_owned())
        } else if size > INPUT {
            Some(format!("The arguments are {size} bytes long; at most {INPUT} are read."))
        } else {
            None
        };
        let shown_name = if is_name(name) { name } else { "unreadable" };
        let shown_input = match input {
            _ if size > INPUT => json!({"unreadable": format!("{size} bytes")}),
            Value::Object(_) => input.clone(),
            other => json!({"unreadable": other}),
        };
        self.blocks.push(Block::ToolUse { id: id.clone(), name: shown_name.to_owned(), input: shown_input });
        let input = if unfit.is_some() { Value::Null } else { input.clone() };
        self.uses.push(Use { id, name: shown_name.to_owned(), input, unfit });
    }
}

/// What every provider takes as a tool's name.
fn is_name(name: &str) -> bool {
    (1..=64).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

fn unique(id: &str, (turn, place): (u32, usize), ids: &mut BTreeSet<String>) -> String {
    let usable = is_name(id) && !ids.contains(id);
    let mut id = if usable { id.to_owned() } else { format!("call_{turn}_{place}") };
    while !ids.insert(id.clone()) {
        id.push('_');
    }
    id
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}\n[cut: {end} of {} bytes]", &text[..end], text.len()),
    }
}
