//! A request in OpenAI's format. It borrows what it can: a request is written to bytes once and never built as a tree.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Value, json};

use super::Endpoint;
use crate::{Block, Message, Request, Role, Tool, ToolChoice};

/// The body of `POST /chat/completions`.
#[derive(Serialize)]
pub(super) struct Body<'a> {
    model: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Function<Declaration<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    messages: Vec<WireMessage<'a>>,
}

impl<'a> Body<'a> {
    pub(super) fn from_request(endpoint: &'a Endpoint, request: &'a Request) -> Self {
        // OpenAI's newer models refuse `max_tokens`, and other servers accept only that name.
        let newer = endpoint.base_url.host_str() == Some("api.openai.com");
        let system = (!request.system.is_empty()).then(|| WireMessage::System { content: &request.system });
        Self {
            model: &endpoint.model,
            max_tokens: (!newer).then_some(request.max_tokens),
            max_completion_tokens: newer.then_some(request.max_tokens),
            tools: request.tools.iter().map(declaration).collect(),
            tool_choice: (!request.tools.is_empty()).then(|| tool_choice(&request.tool_choice)),
            temperature: request.temperature,
            messages: system.into_iter().chain(request.messages.iter().flat_map(|message| convert(message))).collect(),
        }
    }
}

/// A function, declared or called: `{"type": "function", "function": …}`.
#[derive(Serialize)]
struct Function<T> {
    #[serde(rename = "type")]
    kind: &'static str,
    function: T,
}

impl<T> Function<T> {
    fn new(function: T) -> Self {
        Self { kind: "function", function }
    }
}

#[derive(Serialize)]
struct Declaration<'a> {
    name: &'a str,
    description: &'a str,
    parameters: &'a Value,
}

#[derive(Serialize)]
#[serde(tag = "role", rename_all = "snake_case")]
enum WireMessage<'a> {
    System {
        content: &'a str,
    },
    User {
        content: String,
    },
    Assistant {
        content: Option<String>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<ToolCall<'a>>,
    },
    Tool {
        tool_call_id: &'a str,
        content: Cow<'a, str>,
    },
}

#[derive(Serialize)]
struct ToolCall<'a> {
    id: &'a str,
    #[serde(flatten)]
    call: Function<Call<'a>>,
}

#[derive(Serialize)]
struct Call<'a> {
    name: &'a str,
    /// JSON, serialised to a string.
    arguments: Cow<'a, str>,
}

fn declaration(tool: &Tool) -> Function<Declaration<'_>> {
    Function::new(Declaration { name: &tool.name, description: &tool.description, parameters: &tool.input_schema })
}

fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!("auto"),
        ToolChoice::Any => json!("required"),
        ToolChoice::None => json!("none"),
        ToolChoice::Tool(name) => json!({ "type": "function", "function": { "name": name } }),
    }
}

/// Converts a message to one or more: each tool result becomes a separate message before the user's text.
fn convert(message: &Message) -> Vec<WireMessage<'_>> {
    match message.role {
        Role::Assistant => vec![assistant(&message.blocks)],
        Role::User => {
            let mut out: Vec<WireMessage<'_>> = message.blocks.iter().filter_map(tool_result).collect();
            out.extend(join_texts(&message.blocks).map(|content| WireMessage::User { content }));
            out
        }
    }
}

fn assistant(blocks: &[Block]) -> WireMessage<'_> {
    WireMessage::Assistant { content: join_texts(blocks), tool_calls: blocks.iter().filter_map(tool_call).collect() }
}

fn join_texts(blocks: &[Block]) -> Option<String> {
    let texts: Vec<&str> = blocks
        .iter()
        .filter_map(|block| match block {
            Block::Text { text } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

fn tool_call(block: &Block) -> Option<ToolCall<'_>> {
    let Block::ToolUse { id, name, input } = block else { return None };
    // Input that was not JSON is a string and is sent back unchanged.
    let arguments = input.as_str().map_or_else(|| Cow::Owned(input.to_string()), Cow::Borrowed);
    Some(ToolCall { id, call: Function::new(Call { name, arguments }) })
}

/// The format has no field for a tool's error, so the text says it.
fn tool_result(block: &Block) -> Option<WireMessage<'_>> {
    let Block::ToolResult { tool_use_id, content, is_error } = block else { return None };
    let content = if *is_error { Cow::Owned(format!("ERROR: {content}")) } else { Cow::Borrowed(content.as_str()) };
    Some(WireMessage::Tool { tool_call_id: tool_use_id, content })
}
