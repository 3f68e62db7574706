//! A request in the format of Responses. It borrows the conversation: a request is written to bytes once and never
//! built as a tree.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::super::Draft;
use super::super::functions::{call_arguments, choice, parameters, result_text};
use super::super::tool_request::{ToolRequest, head, is_own, merge_thinking};
use crate::strict::Subset;
use crate::{Block, Message, Tool, ToolChoice};

/// The body of `POST /responses`.
#[derive(Serialize)]
pub(super) struct Body<'a> {
    /// Everything except the conversation and the tools.
    #[serde(flatten, serialize_with = "crate::ordered::members")]
    head: Map<String, Value>,
    #[serde(skip_serializing_if = "str::is_empty")]
    instructions: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<Declaration<'a>>,
    input: Vec<Item<'a>>,
}

impl<'a> Body<'a> {
    pub(super) fn new(draft: &Draft<'a>) -> Self {
        let tool_request = ToolRequest::new(draft, Subset::AllRequired);
        let request = draft.request;
        let mut input: Vec<Item<'a>> =
            request.messages.iter().flat_map(|message| items(draft.provider, message)).collect();
        input.extend(tool_request.words().map(|words| Item::text("user", words.to_owned())));
        Self {
            head: members(draft, &tool_request),
            instructions: &request.system,
            tools: tool_request.tools(request).iter().map(|tool| declaration(tool, draft.plan.strict_tools)).collect(),
            input,
        }
    }
}

fn members(draft: &Draft<'_>, tool_request: &ToolRequest<'_>) -> Map<String, Value> {
    let mut head = head(draft, tool_request, "max_output_tokens", tool_choice);
    head.insert("store".to_owned(), false.into());
    if draft.plan.encrypted_reasoning {
        head.insert("include".to_owned(), json!(["reasoning.encrypted_content"]));
    }
    if let ToolRequest::Schema { tool, schema } = tool_request {
        let format = json!({ "type": "json_schema", "name": tool.name, "schema": schema, "strict": true });
        head.insert("text".to_owned(), json!({ "format": format }));
    }
    merge_thinking(&mut head, draft.plan);
    head
}

#[derive(Serialize)]
struct Declaration<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    name: &'a str,
    description: &'a str,
    #[serde(serialize_with = "crate::ordered::schema")]
    parameters: Cow<'a, Value>,
    /// Always sent: the provider's default changes the schema.
    strict: bool,
}

fn declaration(tool: &Tool, is_strict: bool) -> Declaration<'_> {
    let (parameters, strict) = parameters(tool, is_strict);
    Declaration { kind: "function", name: &tool.name, description: &tool.description, parameters, strict }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Item<'a> {
    Text {
        role: &'static str,
        content: Cow<'a, str>,
    },
    Call {
        #[serde(rename = "type")]
        kind: &'static str,
        call_id: &'a str,
        name: &'a str,
        /// JSON, serialised to a string.
        arguments: Cow<'a, str>,
    },
    Output {
        #[serde(rename = "type")]
        kind: &'static str,
        call_id: &'a str,
        output: Cow<'a, str>,
    },
    /// An item of the provider, unchanged.
    Opaque(&'a Value),
}

impl<'a> Item<'a> {
    fn text(role: &'static str, content: impl Into<Cow<'a, str>>) -> Self {
        Self::Text { role, content: content.into() }
    }
}

fn items<'a>(provider: &str, message: &'a Message) -> Vec<Item<'a>> {
    message.blocks.iter().filter_map(|block| item(provider, message.role.name(), block)).collect()
}

fn item<'a>(provider: &str, role: &'static str, block: &'a Block) -> Option<Item<'a>> {
    Some(match block {
        Block::Text { text } if text.is_empty() => return None,
        Block::Text { text } => Item::text(role, text.as_str()),
        // The text of reasoning is part of its encrypted item.
        Block::Thinking { .. } => return None,
        Block::Opaque { item, origin } => {
            return (is_own(origin, provider) && is_readable(item)).then_some(Item::Opaque(item));
        }
        Block::ToolUse { id, name, input } => {
            Item::Call { kind: "function_call", call_id: id, name, arguments: call_arguments(input) }
        }
        Block::ToolResult { tool_use_id, content, is_error } => {
            let output = result_text(content, *is_error);
            Item::Output { kind: "function_call_output", call_id: tool_use_id, output }
        }
    })
}

/// Returns `true` for items that the provider understands without having stored them.
fn is_readable(item: &Value) -> bool {
    let has_content = item["content"].as_array().is_some_and(|content| !content.is_empty());
    matches!(item["type"].as_str(), Some("reasoning" | "compaction"))
        && (item["encrypted_content"].is_string() || has_content)
}

fn tool_choice(wanted: &ToolChoice) -> Value {
    choice(wanted, |name| json!({ "type": "function", "name": name }))
}
