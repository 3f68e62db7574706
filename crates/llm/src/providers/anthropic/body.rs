//! A request in Anthropic's format. It borrows everything: a request is written to bytes once and never built as a tree.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Value, json};

use crate::{Block, Message, Request, Role, Tool, ToolChoice};

/// The body of `POST /v1/messages`.
#[derive(Serialize)]
pub(super) struct Body<'a> {
    model: &'a str,
    max_tokens: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<[System<'a>; 1]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<ToolDeclaration<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    messages: Vec<Turn<'a>>,
}

impl<'a> Body<'a> {
    pub(super) fn from_request(model: &'a str, request: &'a Request) -> Self {
        let mark = request.cache_prefix.then_some(CacheControl::Ephemeral);
        let last = request.tools.len().saturating_sub(1);
        let declaration = |(index, tool): (usize, &'a Tool)| ToolDeclaration {
            name: &tool.name,
            description: &tool.description,
            input_schema: &tool.input_schema,
            cache_control: mark.filter(|_| index == last),
        };
        Self {
            model,
            max_tokens: request.max_tokens,
            system: (!request.system.is_empty())
                .then(|| [System { kind: "text", text: &request.system, cache_control: mark }]),
            tools: request.tools.iter().enumerate().map(declaration).collect(),
            tool_choice: (!request.tools.is_empty()).then(|| tool_choice(&request.tool_choice)),
            temperature: request.temperature,
            messages: request.messages.iter().map(|message| turn(message)).collect(),
        }
    }
}

/// Ends a prefix that the provider caches, including the block with this mark.
#[derive(Clone, Copy, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum CacheControl {
    Ephemeral,
}

#[derive(Serialize)]
struct System<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<CacheControl>,
}

#[derive(Serialize)]
struct ToolDeclaration<'a> {
    name: &'a str,
    description: &'a str,
    input_schema: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<CacheControl>,
}

#[derive(Serialize)]
struct Turn<'a> {
    role: &'static str,
    content: Vec<Content<'a>>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Content<'a> {
    Text { text: &'a str },
    Thinking { thinking: &'a str, signature: &'a str },
    ToolUse { id: &'a str, name: &'a str, input: Cow<'a, Value> },
    ToolResult { tool_use_id: &'a str, content: &'a str, is_error: bool },
}

fn turn(message: &Message) -> Turn<'_> {
    let role = match message.role {
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    Turn { role, content: message.blocks.iter().map(content).collect() }
}

fn content(block: &Block) -> Content<'_> {
    match block {
        Block::Text { text } => Content::Text { text },
        Block::Thinking { thinking, signature } => Content::Thinking { thinking, signature },
        Block::ToolUse { id, name, input } if input.is_object() => {
            Content::ToolUse { id, name, input: Cow::Borrowed(input) }
        }
        // The API accepts objects only. Other input is wrapped, so that the model sees what it wrote.
        Block::ToolUse { id, name, input } => {
            Content::ToolUse { id, name, input: Cow::Owned(json!({ "unreadable": input })) }
        }
        Block::ToolResult { tool_use_id, content, is_error } => {
            Content::ToolResult { tool_use_id, content, is_error: *is_error }
        }
    }
}

fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!({ "type": "auto" }),
        ToolChoice::Any => json!({ "type": "any" }),
        ToolChoice::None => json!({ "type": "none" }),
        ToolChoice::Tool(name) => json!({ "type": "tool", "name": name }),
    }
}
