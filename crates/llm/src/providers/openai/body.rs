//! A request in OpenAI's words. It borrows what it can: a request is written once, as bytes, and never built as a tree.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Value, json};
use url::Url;

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
    tools: Vec<Function<Declared<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_choice: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f64>,
    messages: Vec<Said<'a>>,
}

impl<'a> Body<'a> {
    /// What `model` at `base` is asked.
    pub(super) fn of((base, model): (&Url, &'a str), request: &'a Request) -> Self {
        // OpenAI's own newer models refuse the old name, and other servers know only that one.
        let newer = base.host_str() == Some("api.openai.com");
        let system = (!request.system.is_empty()).then(|| Said::System { content: &request.system });
        Self {
            model,
            max_tokens: (!newer).then_some(request.max_tokens),
            max_completion_tokens: newer.then_some(request.max_tokens),
            tools: request.tools.iter().map(declared).collect(),
            tool_choice: (!request.tools.is_empty()).then(|| tool_choice(&request.tool_choice)),
            temperature: request.temperature,
            messages: system.into_iter().chain(request.messages.iter().flat_map(|message| turn(message))).collect(),
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
struct Declared<'a> {
    name: &'a str,
    description: &'a str,
    parameters: &'a Value,
}

#[derive(Serialize)]
#[serde(tag = "role", rename_all = "snake_case")]
enum Said<'a> {
    System {
        content: &'a str,
    },
    User {
        content: String,
    },
    Assistant {
        content: Option<String>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        tool_calls: Vec<Called<'a>>,
    },
    Tool {
        tool_call_id: &'a str,
        content: Cow<'a, str>,
    },
}

#[derive(Serialize)]
struct Called<'a> {
    id: &'a str,
    #[serde(flatten)]
    call: Function<Call<'a>>,
}

#[derive(Serialize)]
struct Call<'a> {
    name: &'a str,
    /// JSON as text.
    arguments: Cow<'a, str>,
}

fn declared(tool: &Tool) -> Function<Declared<'_>> {
    Function::new(Declared { name: &tool.name, description: &tool.description, parameters: &tool.input_schema })
}

fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!("auto"),
        ToolChoice::Any => json!("required"),
        ToolChoice::None => json!("none"),
        ToolChoice::Tool(name) => json!({ "type": "function", "function": { "name": name } }),
    }
}

/// One turn of ours is several messages here: every tool's result is one of its own, before the user's words.
fn turn(message: &Message) -> Vec<Said<'_>> {
    match message.role {
        Role::Assistant => vec![assistant(&message.blocks)],
        Role::User => {
            let mut out: Vec<Said<'_>> = message.blocks.iter().filter_map(result).collect();
            out.extend(words(&message.blocks).map(|content| Said::User { content }));
            out
        }
    }
}

fn assistant(blocks: &[Block]) -> Said<'_> {
    Said::Assistant { content: words(blocks), tool_calls: blocks.iter().filter_map(called).collect() }
}

fn words(blocks: &[Block]) -> Option<String> {
    let texts: Vec<&str> = blocks
        .iter()
        .filter_map(|block| match block {
            Block::Text { text } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

fn called(block: &Block) -> Option<Called<'_>> {
    let Block::ToolUse { id, name, input } = block else { return None };
    // What was no JSON is a string here already and goes back as it came.
    let arguments = input.as_str().map_or_else(|| Cow::Owned(input.to_string()), Cow::Borrowed);
    Some(Called { id, call: Function::new(Call { name, arguments }) })
}

/// This wire has no mark for a tool's error, so it is said in words.
fn result(block: &Block) -> Option<Said<'_>> {
    let Block::ToolResult { tool_use_id, content, is_error } = block else { return None };
    let content = if *is_error { Cow::Owned(format!("ERROR: {content}")) } else { Cow::Borrowed(content.as_str()) };
    Some(Said::Tool { tool_call_id: tool_use_id, content })
}
