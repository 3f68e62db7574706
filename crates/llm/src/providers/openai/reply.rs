//! Reads a reply in OpenAI's format, with the variants of its vendors.

use serde_json::{Value, json};

use super::super::{Reported, arguments, count, text_of, usage_of};
use super::Member;
use crate::{Block, LlmError, ModelReply, StopReason, Usage};

/// Reads a reply. `assumed` is its usage if the body states none.
pub(super) fn reply(body: &Value, assumed: Usage) -> Result<ModelReply, LlmError> {
    let reported = usage(body);
    let choice = &body["choices"][0];
    if !choice.is_object() {
        return Err(LlmError::Garbled { reason: "`choices` is empty".to_owned(), usage: reported });
    }
    let message = &choice["message"];
    let mut blocks = content(message);
    blocks.extend(calls(message).flat_map(tool_use));
    let stop = stop(choice["finish_reason"].as_str().unwrap_or_default(), message, &blocks);
    Ok(super::super::reply(body, blocks, stop, reported.unwrap_or(assumed)))
}

/// Returns the calls of a message: a list, a single call, or the member that the format had before it.
fn calls(message: &Value) -> impl Iterator<Item = &Value> {
    let list = |value: &'_ Value| value.as_array().is_some_and(|calls| !calls.is_empty());
    let sent = &message["tool_calls"];
    let sent = if list(sent) || sent.is_object() { sent } else { &message["function_call"] };
    let single = sent.is_object().then_some(sent);
    let calls = sent.as_array().into_iter().flatten().chain(single);
    calls.filter(|call| call["function"].is_object() || text_of(&call["name"]).is_some())
}

/// Returns the reasoning and the text of a message.
fn content(message: &Value) -> Vec<Block> {
    let mut blocks: Vec<Block> = reasoning(message).into_iter().collect();
    for name in ["reasoning_details", "extra_content"] {
        if let Some(value) = message.get(name).filter(|value| !is_empty(value)) {
            let mut item = json!({});
            item[name] = value.clone();
            blocks.push(Block::Opaque { item, origin: String::new() });
        }
    }
    match &message["content"] {
        Value::String(text) if !text.is_empty() => blocks.push(Block::text(text)),
        Value::Array(parts) => blocks.extend(parts.iter().filter_map(part)),
        _ => {}
    }
    blocks
}

fn is_empty(value: &Value) -> bool {
    value.is_null() || value.as_array().is_some_and(Vec::is_empty)
}

/// Returns the reasoning outside the content. OpenRouter sends the same text in two members.
fn reasoning(message: &Value) -> Option<Block> {
    let has_details = message["reasoning_details"].as_array().is_some_and(|details| !details.is_empty());
    for member in [Member::ReasoningContent, Member::Reasoning] {
        if let Some(text) = message[member.name()].as_str().filter(|text| !text.is_empty()) {
            // The details hold the text too, and they are what is sent back.
            return Some(thinking(text, if has_details { "" } else { member.name() }));
        }
    }
    let details = message["reasoning_details"].as_array()?.iter();
    let text: String = details.filter_map(|one| text_of(&one["text"]).or_else(|| text_of(&one["summary"]))).collect();
    (!text.is_empty()).then(|| thinking(&text, ""))
}

fn thinking(text: &str, signature: &str) -> Block {
    Block::Thinking { thinking: text.to_owned(), signature: signature.to_owned(), origin: String::new() }
}

/// Reads a part of a list (Mistral): a text, or thinking that is a list of texts itself.
fn part(value: &Value) -> Option<Block> {
    match value["type"].as_str()? {
        "text" => text_of(&value["text"]).map(Block::text),
        "thinking" => {
            let inside: String = match &value["thinking"] {
                Value::String(text) => text.clone(),
                inside => inside.as_array()?.iter().filter_map(|one| one["text"].as_str()).collect(),
            };
            (!inside.is_empty()).then(|| thinking(&inside, ""))
        }
        _ => None,
    }
}

/// Returns the call, after the members that the provider needs back with it.
fn tool_use(value: &Value) -> impl Iterator<Item = Block> {
    let function = if value["function"].is_object() { &value["function"] } else { value };
    let extra = value.get("extra_content").filter(|extra| !extra.is_null());
    let extra = extra.map(|extra| json!({ "call": { "extra_content": extra } }));
    let call = Block::ToolUse {
        id: value["id"].as_str().unwrap_or_default().to_owned(),
        name: function["name"].as_str().unwrap_or_default().to_owned(),
        input: arguments(&function["arguments"]),
    };
    extra.map(|item| Block::Opaque { item, origin: String::new() }).into_iter().chain(std::iter::once(call))
}

/// Returns the reason of the end. Some vendors report `stop`, an empty reason or none with tool calls.
fn stop(reason: &str, message: &Value, blocks: &[Block]) -> StopReason {
    if text_of(&message["refusal"]).is_some() {
        return StopReason::Refusal;
    }
    match super::super::stop(reason) {
        StopReason::EndTurn if blocks.iter().any(|block| matches!(block, Block::ToolUse { .. })) => StopReason::ToolUse,
        stop => stop,
    }
}

/// Returns the usage. A total above the sum of its parts contains thinking as well (Google, xAI). Mistral's
/// `num_cached_tokens` is not billed separately.
pub(super) fn usage(body: &Value) -> Option<Usage> {
    let usage = usage_of(body)?;
    let details = &usage["prompt_tokens_details"];
    let prompt = count(&usage["prompt_tokens"]);
    let cached = [&details["cached_tokens"], &usage["cached_tokens"], &usage["prompt_cache_hit_tokens"]];
    let cache_read = cached.into_iter().map(count).find(|tokens| *tokens > 0).unwrap_or(0);
    let output = count(&usage["completion_tokens"]).max(count(&usage["total_tokens"]).saturating_sub(prompt));
    let cache_write = count(&details["cache_write_tokens"]);
    Some(Reported { prompt, output, cache_read, cache_write }.usage())
}
