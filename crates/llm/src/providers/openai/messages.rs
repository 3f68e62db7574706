//! The conversation in OpenAI's format.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};

use super::super::functions::{call_arguments, result_text};
use super::super::tool_request::{ends_with_user, is_own};
use super::super::{Draft, append};
use super::Member;
use super::body::Function;
use crate::{Block, Message, Role};

#[derive(Serialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub(super) enum WireMessage<'a> {
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
        /// Reasoning in the members in which the provider sent it.
        #[serde(flatten)]
        members: Map<String, Value>,
    },
    Tool {
        tool_call_id: &'a str,
        content: Cow<'a, str>,
    },
}

#[derive(Serialize)]
pub(super) struct ToolCall<'a> {
    id: &'a str,
    #[serde(flatten)]
    call: Function<Call<'a>>,
    /// Members that the provider needs back, such as Google's `extra_content`.
    #[serde(flatten)]
    members: Map<String, Value>,
}

#[derive(Serialize)]
pub(super) struct Call<'a> {
    name: &'a str,
    /// JSON, serialised to a string.
    arguments: Cow<'a, str>,
}

/// Converts the conversation; `words` is a sentence that ends it.
pub(super) fn messages<'a>(draft: &Draft<'a>, words: Option<&str>) -> Vec<WireMessage<'a>> {
    let request = draft.request;
    let system = (!request.system.is_empty()).then(|| WireMessage::System { content: &request.system });
    let mut out: Vec<WireMessage<'a>> = system.into_iter().collect();
    for message in &request.messages {
        match message.role {
            Role::Assistant => out.extend(assistant(draft, message)),
            Role::User => {
                out.extend(message.blocks.iter().filter_map(tool_result));
                out.extend(join_texts(&message.blocks).map(|content| WireMessage::User { content }));
            }
        }
    }
    if let Some(words) = words {
        match out.last_mut().filter(|_| ends_with_user(&request.messages)) {
            Some(WireMessage::User { content }) => {
                content.push('\n');
                content.push_str(words);
            }
            _ => out.push(WireMessage::User { content: words.to_owned() }),
        }
    }
    out
}

/// Returns `None` for a message without text and calls, which providers refuse.
fn assistant<'a>(draft: &Draft<'_>, message: &'a Message) -> Option<WireMessage<'a>> {
    let mut content = join_texts(&message.blocks);
    let (mut members, mut tool_calls, mut call_members) = (Map::new(), Vec::new(), Map::new());
    for block in &message.blocks {
        match block {
            Block::Thinking { thinking, signature, origin } if is_own(origin, draft.provider) => {
                match Member::from_signature(signature) {
                    Some(Member::Content) => {
                        content = Some(format!("<think>{thinking}</think>{}", content.unwrap_or_default()));
                    }
                    Some(member) => append(&mut members, member.name(), thinking),
                    None => {}
                }
            }
            Block::Opaque { item, origin } if is_own(origin, draft.provider) => {
                copy(item, &["reasoning_details", "extra_content"], &mut members);
                copy(&item["call"], &["extra_content"], &mut call_members);
            }
            Block::ToolUse { id, name, input } => {
                let call = Function::new(Call { name, arguments: call_arguments(input) });
                tool_calls.push(ToolCall { id, call, members: std::mem::take(&mut call_members) });
            }
            _ => {}
        }
    }
    let empty = content.is_none() && tool_calls.is_empty();
    (!empty).then_some(WireMessage::Assistant { content, tool_calls, members })
}

fn copy(item: &Value, names: &[&str], members: &mut Map<String, Value>) {
    for name in names {
        if let Some(value) = item.get(*name) {
            members.insert((*name).to_owned(), value.clone());
        }
    }
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

fn tool_result(block: &Block) -> Option<WireMessage<'_>> {
    let Block::ToolResult { tool_use_id, content, is_error } = block else { return None };
    Some(WireMessage::Tool { tool_call_id: tool_use_id, content: result_text(content, *is_error) })
}
