//! A request to the model, whichever wire format it came by. Messages and tools are in Anthropic's form, contents always a
//! list of blocks, so that a rule has one shape to read.

use serde_json::{Value, json};

/// One request.
#[derive(Debug)]
pub(crate) struct Conversation {
    /// The model that was asked for.
    pub(crate) model: String,
    /// Messages, each `{"role", "content": [block]}`.
    pub(crate) messages: Vec<Value>,
    /// Tools, each `{"name", "description", "input_schema"}`.
    pub(crate) tools: Vec<Value>,
    /// What kind of answer is asked for.
    pub(crate) wanted: Wanted,
    /// Tokens at most in the answer.
    pub(crate) max_tokens: u64,
    /// All text that goes in, in the order in which it is cached: tools, system, messages.
    pub(crate) segments: Vec<Segment>,
}

/// What kind of answer is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// This tool must be called.
    Tool(String),
    /// JSON of this named schema, as text.
    Json(String),
    /// Words or tools, as the model likes.
    Free,
}

impl Wanted {
    /// For the invoice: the task's name, or `loop`/`text`.
    pub(crate) fn task(&self, tools: &[Value]) -> String {
        match self {
            Self::Tool(name) | Self::Json(name) => name.clone(),
            Self::Free if tools.is_empty() => "text".to_owned(),
            Self::Free => "loop".to_owned(),
        }
    }
}

/// A piece of the input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    /// Its text.
    pub(crate) text: String,
    /// The caller asks to cache everything up to here.
    pub(crate) mark: bool,
}

impl Segment {
    /// A piece, marked if the JSON that it came from has `cache_control`.
    pub(crate) fn of(text: String, from: &Value) -> Self {
        Self { text, mark: from.get("cache_control").is_some_and(|mark| !mark.is_null()) }
    }
}

/// A message's content as a list of blocks.
pub(crate) fn blocks(content: &Value) -> Vec<Value> {
    match content {
        Value::String(text) => vec![json!({"type": "text", "text": text})],
        Value::Array(blocks) => blocks.clone(),
        _ => Vec::new(),
    }
}

/// The text of a block, as it is counted.
pub(crate) fn block_text(block: &Value) -> String {
    match block["type"].as_str() {
        Some("text") => block["text"].as_str().unwrap_or_default().to_owned(),
        Some("tool_use") => format!("{}{}", block["name"].as_str().unwrap_or_default(), block["input"]),
        Some("tool_result") => blocks(&block["content"]).iter().map(block_text).collect(),
        _ => block.to_string(),
    }
}

impl Conversation {
    /// The input of a structured request: the fenced JSON block of the newest user message that has one.
    pub(crate) fn input(&self) -> Option<Value> {
        let users = self.messages.iter().rev().filter(|message| message["role"] == "user");
        users
            .flat_map(|message| blocks(&message["content"]).into_iter().rev())
            .find_map(|block| fenced(&block_text(&block)))
    }
}

/// The JSON of the one fenced block. JSON strings hold no raw line break, so a fence can only close at the start of a line.
fn fenced(text: &str) -> Option<Value> {
    let start = text.find("```json\n")? + "```json\n".len();
    let rest = &text[start..];
    let end = rest.find("\n```")?;
    serde_json::from_str(&rest[..end]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_input_block_may_itself_contain_fences() {
        let input = json!({"text": "see ```json\n{}\n``` here"});
        let message = format!("Do it.\n```json\n{input}\n```\nNow.");
        assert_eq!(fenced(&message), Some(input));
        assert_eq!(fenced("no block"), None);
        assert_eq!(fenced("```json\nnot json\n```"), None);
    }

    #[test]
    fn a_repair_turn_does_not_hide_the_input() {
        let user = |text: &str| json!({"role": "user", "content": [{"type": "text", "text": text}]});
        let conversation = Conversation {
            model: String::new(),
            messages: vec![user("```json\n{\"a\":1}\n```"), user("That did not fit the schema.")],
            tools: vec![],
            wanted: Wanted::Free,
            max_tokens: 1,
            segments: vec![],
        };
        assert_eq!(conversation.input(), Some(json!({"a": 1})));
    }
}
