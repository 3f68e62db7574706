//! A request in Anthropic's format. It borrows the conversation: a request is written to bytes once and never built as
//! a tree.

use std::borrow::Cow;
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::super::Draft;
use super::super::openai::Member;
use super::super::tool_request::{ToolRequest, ends_with_user, head, is_own, merge_thinking};
use crate::strict::Subset;
use crate::{Block, CacheTtl, Message, Role, ToolChoice};

/// The body of `POST /v1/messages`.
#[derive(Serialize)]
pub(super) struct Body<'a> {
    /// Everything except the conversation and the tools.
    #[serde(flatten, serialize_with = "crate::ordered::members")]
    head: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<[System<'a>; 1]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tools: Vec<ToolDeclaration<'a>>,
    messages: Vec<Turn<'a>>,
}

impl<'a> Body<'a> {
    pub(super) fn new(draft: &Draft<'a>) -> Self {
        let request = draft.request;
        let tool_request = ToolRequest::new(draft, Subset::Optional);
        let mark = draft.plan.cache.map(CacheControl::new);
        let tools = tool_request.tools(request);
        let last = tools.len().saturating_sub(1);
        let declarations = tools.iter().enumerate().map(|(index, tool)| ToolDeclaration {
            name: &tool.name,
            description: &tool.description,
            input_schema: &tool.input_schema,
            cache_control: mark.filter(|_| index == last),
        });
        Self {
            head: members(draft, &tool_request),
            system: (!request.system.is_empty())
                .then(|| [System { kind: "text", text: &request.system, cache_control: mark }]),
            tools: declarations.collect(),
            messages: turns(draft, tool_request.words(), mark),
        }
    }
}

fn members(draft: &Draft<'_>, tool_request: &ToolRequest<'_>) -> Map<String, Value> {
    let mut head = head(draft, tool_request, "max_tokens", tool_choice);
    if let ToolRequest::Schema { schema, .. } = tool_request {
        let format = json!({ "format": { "type": "json_schema", "schema": schema } });
        head.insert("output_config".to_owned(), format);
    }
    merge_thinking(&mut head, draft.plan);
    head
}

/// Ends a prefix that the provider caches, including the block with this mark.
#[derive(Clone, Copy, Serialize)]
struct CacheControl {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl: Option<&'static str>,
}

impl CacheControl {
    fn new(ttl: CacheTtl) -> Self {
        Self { kind: "ephemeral", ttl: (ttl == CacheTtl::Hour1).then_some("1h") }
    }
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
    #[serde(serialize_with = "crate::ordered::schema")]
    input_schema: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_control: Option<CacheControl>,
}

#[derive(Serialize)]
struct Turn<'a> {
    role: &'static str,
    content: Vec<Item<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Item<'a> {
    /// An item of the provider, unchanged.
    Opaque(&'a Value),
    Own {
        #[serde(flatten)]
        content: Content<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        cache_control: Option<CacheControl>,
    },
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Content<'a> {
    Text { text: Cow<'a, str> },
    Thinking { thinking: &'a str, signature: &'a str },
    ToolUse { id: Cow<'a, str>, name: &'a str, input: Cow<'a, Value> },
    ToolResult { tool_use_id: Cow<'a, str>, content: &'a str, is_error: bool },
}

/// Converts the conversation. The growing conversation of a tool loop is cached up to its end: the last message is
/// marked, and so is the user's message before it, up to which the previous request was marked.
fn turns<'a>(draft: &Draft<'a>, words: Option<&str>, mark: Option<CacheControl>) -> Vec<Turn<'a>> {
    let messages = &draft.request.messages;
    let mut turns: Vec<Turn<'a>> = messages.iter().map(|message| turn(draft, message)).collect();
    if let Some(mark) = mark.filter(|_| messages.len() > 1) {
        for index in marked(messages) {
            mark_last(&mut turns[index], mark);
        }
    }
    if let Some(text) = words {
        let sentence = Item::Own { content: Content::Text { text: Cow::Owned(text.to_owned()) }, cache_control: None };
        match turns.last_mut().filter(|_| ends_with_user(messages)) {
            Some(last) => last.content.push(sentence),
            None => turns.push(Turn { role: "user", content: vec![sentence] }),
        }
    }
    alternating(turns)
}

/// Removes turns without content, which providers refuse, and joins those of one role that then follow each other.
fn alternating(turns: Vec<Turn<'_>>) -> Vec<Turn<'_>> {
    let mut joined: Vec<Turn<'_>> = Vec::with_capacity(turns.len());
    for turn in turns.into_iter().filter(|turn| !turn.content.is_empty()) {
        match joined.last_mut().filter(|last| last.role == turn.role) {
            Some(last) => last.content.extend(turn.content),
            None => joined.push(turn),
        }
    }
    joined
}

/// Returns the positions of the last message and of the user's message before it.
fn marked(messages: &[Arc<Message>]) -> impl Iterator<Item = usize> {
    let last = messages.len().saturating_sub(1);
    let before = messages[..last].iter().rposition(|message| message.role == Role::User);
    std::iter::once(last).chain(before)
}

/// Marks the last block that may have a mark; thinking may not.
fn mark_last(turn: &mut Turn<'_>, mark: CacheControl) {
    let markable = turn.content.iter_mut().rev().find_map(|item| match item {
        Item::Own { content, cache_control } if !matches!(content, Content::Thinking { .. }) => Some(cache_control),
        _ => None,
    });
    if let Some(cache_control) = markable {
        *cache_control = Some(mark);
    }
}

fn turn<'a>(draft: &Draft<'a>, message: &'a Message) -> Turn<'a> {
    let content = message.blocks.iter().filter_map(|block| item(draft, block)).collect();
    Turn { role: message.role.name(), content }
}

fn item<'a>(draft: &Draft<'a>, block: &'a Block) -> Option<Item<'a>> {
    let content = match block {
        Block::Opaque { item, origin } => {
            let readable = is_own(origin, draft.provider) && item["type"].is_string() && item["type"] != "reasoning";
            return readable.then_some(Item::Opaque(item));
        }
        Block::Text { text } if text.trim().is_empty() => return None,
        Block::Text { text } => Content::Text { text: Cow::Borrowed(text) },
        Block::Thinking { thinking, signature, origin } => {
            // Anthropic verifies signatures. Other providers of this format have none.
            let verifiable = draft.provider != "anthropic" || !signature.is_empty();
            if !is_own(origin, draft.provider) || !verifiable || Member::from_signature(signature).is_some() {
                return None;
            }
            Content::Thinking { thinking, signature }
        }
        Block::ToolUse { id, name, input } if input.is_object() => {
            Content::ToolUse { id: call_id(id), name, input: Cow::Borrowed(input) }
        }
        // The API accepts objects only. Other input is wrapped, so that the model sees what it wrote.
        Block::ToolUse { id, name, input } => {
            Content::ToolUse { id: call_id(id), name, input: Cow::Owned(json!({ "unreadable": input })) }
        }
        Block::ToolResult { tool_use_id, content, is_error } => {
            // The API refuses an error without content.
            let content = if *is_error && content.is_empty() { "error" } else { content };
            Content::ToolResult { tool_use_id: call_id(tool_use_id), content, is_error: *is_error }
        }
    };
    Some(Item::Own { content, cache_control: None })
}

/// Returns the id of a call in the characters that the API accepts; ids of other providers have dots and colons (Kimi).
fn call_id(id: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if id.chars().all(is_plain) {
        return Cow::Borrowed(id);
    }
    Cow::Owned(id.chars().map(|c| if is_plain(c) { c } else { '_' }).collect())
}

fn tool_choice(choice: &ToolChoice) -> Value {
    match choice {
        ToolChoice::Auto => json!({ "type": "auto" }),
        ToolChoice::Any => json!({ "type": "any" }),
        ToolChoice::None => json!({ "type": "none" }),
        ToolChoice::Tool(name) => json!({ "type": "tool", "name": name }),
    }
}
