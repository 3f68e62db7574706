//! A model request, independent of the wire format. Messages and tools have Anthropic's form, and contents are always a
//! list of blocks, so that rules read one shape.

use serde_json::{Value, json};

use super::usage::tokens;
use crate::rules;

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
    /// How the reply is delivered.
    pub(crate) delivery: Delivery,
    /// Whether and how the model thinks.
    pub(crate) thinking: Thinking,
}

/// How the reply is delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Delivery {
    /// Several tool calls in one reply are permitted.
    pub(crate) parallel: bool,
    /// The reply is an event stream.
    pub(crate) stream: bool,
    /// The stream ends with the usage (chat completions) or the reply has encrypted reasoning (Responses).
    pub(crate) extra: bool,
}

/// Whether and how the model thinks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Thinking {
    /// The model thinks in this reply.
    pub(crate) on: bool,
    /// The text of the thinking is left out.
    pub(crate) omitted: bool,
    /// Maximum number of thinking tokens.
    pub(crate) budget: Option<u64>,
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
    /// Returns what is wanted without a forced tool: a single tool is a task if there is a rule for it.
    pub(crate) fn unforced(tools: &[Value]) -> Self {
        match tools {
            [only] => only["name"]
                .as_str()
                .filter(|name| rules::is_task(name))
                .map_or(Self::Free, |name| Self::Tool(name.to_owned())),
            _ => Self::Free,
        }
    }

    /// Returns a forced tool, or an error if it is not declared. `place` is the path of its name in the request.
    pub(crate) fn forced(name: &str, tools: &[Value], place: &str) -> Result<Self, String> {
        if tools.iter().any(|tool| tool["name"] == name) {
            Ok(Self::Tool(name.to_owned()))
        } else {
            Err(format!("{place}: no tool is called {name:?}"))
        }
    }

    /// Returns what is wanted by a schema of the answer; its task follows from its name or from its properties.
    pub(crate) fn by_schema(name: Option<&str>, schema: &Value) -> Self {
        let known = name.filter(|name| rules::is_task(name)).or_else(|| rules::task_of_schema(schema));
        Self::Json(known.or(name).unwrap_or("unnamed").to_owned())
    }

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
    /// Lifetime in the cache, if the caller requests caching up to and including this segment.
    pub(crate) mark: Option<Ttl>,
}

/// Lifetime of a cache entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ttl {
    /// Life of five minutes.
    Minutes5,
    /// Life of one hour.
    Hour1,
}

impl Segment {
    /// Creates a segment, marked if its JSON has `cache_control`.
    pub(crate) fn new(text: String, from: &Value) -> Self {
        Self { text, mark: mark(from) }
    }

    /// Creates a segment without a mark.
    pub(crate) fn plain(text: String) -> Self {
        Self { text, mark: None }
    }
}

/// Returns the lifetime that `cache_control` requests.
pub(crate) fn mark(from: &Value) -> Option<Ttl> {
    let mark = from.get("cache_control").filter(|mark| !mark.is_null())?;
    Some(if mark["ttl"] == "1h" { Ttl::Hour1 } else { Ttl::Minutes5 })
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
    /// Returns the tokens of the prompt.
    pub(crate) fn prompt_tokens(&self) -> u64 {
        tokens(self.segments.iter().map(|segment| segment.text.len()).sum())
    }

    /// Returns the input of a structured request: the fenced JSON block of the newest user message that has one.
    pub(crate) fn input(&self) -> Option<Value> {
        let users = self.messages.iter().rev().filter(|message| message["role"] == "user");
        users
            .flat_map(|message| blocks(&message["content"]).into_iter().rev())
            .find_map(|block| fenced(&block_text(&block)))
    }
}

/// Parses the JSON of the fenced block. JSON strings contain no raw line break, so only a fence at the start of a line
/// closes it.
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
            delivery: Delivery { parallel: true, stream: false, extra: false },
            thinking: Thinking::default(),
        };
        assert_eq!(conversation.input(), Some(json!({"a": 1})));
    }
}
