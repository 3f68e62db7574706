//! A model request, independent of the wire format. Messages and tools have Anthropic's form, and contents are always a
//! list of blocks, so that rules read one shape.

use serde_json::{Value, json};

/// A model request.
#[derive(Debug)]
pub(crate) struct Conversation {
    /// The requested model name.
    pub(crate) model: String,
    /// Messages, each of the form `{"role", "content": [block]}`.
    pub(crate) messages: Vec<Value>,
    /// Tools, each of the form `{"name", "description", "input_schema"}`.
    pub(crate) tools: Vec<Value>,
    /// Kind of the requested answer.
    pub(crate) wanted: Wanted,
    /// Maximum number of output tokens.
    pub(crate) max_tokens: u64,
    /// All input text in caching order: tools, system, messages.
    pub(crate) segments: Vec<Segment>,
}

/// Kind of the requested answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The named tool must be called.
    Tool(String),
    /// JSON of the named schema, as text.
    Json(String),
    /// Text or tool calls.
    Free,
}

impl Wanted {
    /// Returns the label for the invoice: the task's name, `loop` or `text`.
    pub(crate) fn task(&self, tools: &[Value]) -> String {
        match self {
            Self::Tool(name) | Self::Json(name) => name.clone(),
            Self::Free if tools.is_empty() => "text".to_owned(),
            Self::Free => "loop".to_owned(),
        }
    }
}

/// A segment of the input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Segment {
    /// Text of the segment.
    pub(crate) text: String,
    /// `true` if the caller requests caching up to and including this segment.
    pub(crate) mark: bool,
}

impl Segment {
    /// Creates a segment, marked if its JSON has `cache_control`.
    pub(crate) fn new(text: String, from: &Value) -> Self {
        Self { text, mark: from.get("cache_control").is_some_and(|mark| !mark.is_null()) }
    }
}

/// Returns a message's content as a list of blocks.
pub(crate) fn blocks(content: &Value) -> Vec<Value> {
    match content {
        Value::String(text) => vec![json!({"type": "text", "text": text})],
        Value::Array(blocks) => blocks.clone(),
        _ => Vec::new(),
    }
}

/// Returns the text of a block for token counting.
pub(crate) fn block_text(block: &Value) -> String {
    match block["type"].as_str() {
        Some("text") => block["text"].as_str().unwrap_or_default().to_owned(),
        Some("tool_use") => format!("{}{}", block["name"].as_str().unwrap_or_default(), block["input"]),
        Some("tool_result") => blocks(&block["content"]).iter().map(block_text).collect(),
        _ => block.to_string(),
    }
}

impl Conversation {
    /// Returns the input of a structured request: the fenced JSON block of the newest user message that has one.
    pub(crate) fn input(&self) -> Option<Value> {
        let users = self.messages.iter().rev().filter(|message| message["role"] == "user");
        users
            .flat_map(|message| blocks(&message["content"]).into_iter().rev())
            .find_map(|block| fenced(&block_text(&block)))
    }
}

/// Parses the JSON of the fenced block. JSON strings contain no raw line break, so only a fence at the start of a line closes it.
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
