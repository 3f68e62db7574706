//! A request in OpenAI's format. It borrows what it can: a request is written to bytes once and never built as a tree.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::super::Draft;
use super::super::functions::{choice, parameters};
use super::super::tool_request::{ToolRequest, head, merge_thinking};
use super::messages::{WireMessage, messages};
use crate::strict::Subset;
use crate::{Tool, ToolChoice};

/// The body of `POST /chat/completions`.
#[derive(Serialize)]
pub(super) struct Body<'a> {
    /// Everything except the conversation and the tools.
    #[serde(flatten, serialize_with = "crate::ordered::members")]
    head: Map<String, Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Function<Declaration<'a>>>,
    messages: Vec<WireMessage<'a>>,
}

impl<'a> Body<'a> {
    pub(super) fn new(draft: &Draft<'a>) -> Self {
        let tool_request = ToolRequest::new(draft, Subset::AllRequired);
        let tools = tool_request.tools(draft.request);
        Self {
            head: members(draft, &tool_request),
            tools: tools.iter().map(|tool| declaration(tool, draft.plan.strict_tools)).collect(),
            messages: messages(draft, tool_request.words()),
        }
    }
}

fn members(draft: &Draft<'_>, tool_request: &ToolRequest<'_>) -> Map<String, Value> {
    let plan = draft.plan;
    let limit = if plan.max_completion_tokens { "max_completion_tokens" } else { "max_tokens" };
    let mut head = head(draft, tool_request, limit, tool_choice);
    if plan.stream {
        head.insert("stream_options".to_owned(), json!({ "include_usage": true }));
    }
    if let ToolRequest::Schema { tool, schema } = tool_request {
        let named = json!({ "name": tool.name, "schema": schema, "strict": true });
        head.insert("response_format".to_owned(), json!({ "type": "json_schema", "json_schema": named }));
    }
    merge_thinking(&mut head, plan);
    head
}

/// A function, declared or called: `{"type": "function", "function": …}`.
#[derive(Serialize)]
pub(super) struct Function<T> {
    #[serde(rename = "type")]
    kind: &'static str,
    function: T,
}

impl<T> Function<T> {
    pub(super) fn new(function: T) -> Self {
        Self { kind: "function", function }
    }
}

#[derive(Serialize)]
struct Declaration<'a> {
    name: &'a str,
    description: &'a str,
    #[serde(serialize_with = "crate::ordered::schema")]
    parameters: Cow<'a, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    strict: Option<bool>,
}

fn declaration(tool: &Tool, is_strict: bool) -> Function<Declaration<'_>> {
    let (parameters, strict) = parameters(tool, is_strict);
    let strict = strict.then_some(true);
    Function::new(Declaration { name: &tool.name, description: &tool.description, parameters, strict })
}

fn tool_choice(wanted: &ToolChoice) -> Value {
    choice(wanted, |name| json!({ "type": "function", "function": { "name": name } }))
}
