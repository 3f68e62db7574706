//! Reads a reply in the format of Responses.

use serde_json::Value;

use super::super::{Reported, arguments, count, usage_of};
use crate::{Block, LlmError, ModelReply, StopReason, Usage};

pub(super) fn reply(body: &Value, assumed: Usage) -> Result<ModelReply, LlmError> {
    let reported = usage(body);
    let stop = stop(body);
    // A model may answer nothing, which is billed: asking again would pay again, so it is a reply.
    let may_be_empty = reported.is_some() || matches!(stop, StopReason::Refusal | StopReason::MaxTokens);
    let output = body["output"].as_array().filter(|output| may_be_empty || !output.is_empty());
    let output = output
        .ok_or_else(|| LlmError::Garbled { reason: "`output` is not a list of items".to_owned(), usage: reported })?;
    Ok(super::super::reply(body, output.iter().flat_map(blocks).collect(), stop, reported.unwrap_or(assumed)))
}

/// Items of other kinds belong to tools that the provider runs, which are never requested.
fn blocks(item: &Value) -> Vec<Block> {
    let text = |name: &str| item[name].as_str().unwrap_or_default().to_owned();
    match item["type"].as_str().unwrap_or_default() {
        "message" => {
            let parts = item["content"].as_array().into_iter().flatten();
            let parts = parts.filter(|part| part["type"] == "output_text").filter_map(|part| part["text"].as_str());
            parts.map(Block::text).collect()
        }
        "reasoning" => reasoning(item),
        "compaction" => vec![Block::Opaque { item: item.clone(), origin: String::new() }],
        "function_call" => vec![Block::ToolUse {
            id: if text("call_id").is_empty() { text("id") } else { text("call_id") },
            name: text("name"),
            input: arguments(&item["arguments"]),
        }],
        _ => Vec::new(),
    }
}

/// Returns the text of the reasoning or of its summary, for people, and the item, for the provider.
fn reasoning(item: &Value) -> Vec<Block> {
    let parts = |name: &str| item[name].as_array().filter(|parts| !parts.is_empty());
    let texts = parts("content").or_else(|| parts("summary")).into_iter().flatten();
    let thinking: String = texts.filter_map(|part| part["text"].as_str()).collect();
    let shown =
        (!thinking.is_empty()).then(|| Block::Thinking { thinking, signature: String::new(), origin: String::new() });
    shown.into_iter().chain([Block::Opaque { item: item.clone(), origin: String::new() }]).collect()
}

fn stop(body: &Value) -> StopReason {
    let output = || body["output"].as_array().into_iter().flatten();
    let mut parts = output().flat_map(|item| item["content"].as_array().into_iter().flatten());
    let status = body["status"].as_str().unwrap_or_default();
    match body["incomplete_details"]["reason"].as_str().unwrap_or_default() {
        _ if parts.any(|part| part["type"] == "refusal") => StopReason::Refusal,
        "content_filter" => StopReason::Refusal,
        "max_output_tokens" => StopReason::MaxTokens,
        _ if status != "completed" => StopReason::Other(status.to_owned()),
        _ if output().any(|item| item["type"] == "function_call") => StopReason::ToolUse,
        _ => StopReason::EndTurn,
    }
}

pub(super) fn usage(body: &Value) -> Option<Usage> {
    let usage = usage_of(body)?;
    let details = &usage["input_tokens_details"];
    let reported = Reported {
        prompt: count(&usage["input_tokens"]),
        output: count(&usage["output_tokens"]),
        cache_read: count(&details["cached_tokens"]),
        cache_write: count(&details["cache_write_tokens"]),
    };
    Some(reported.usage())
}
