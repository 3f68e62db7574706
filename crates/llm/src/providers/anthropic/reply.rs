//! Reads a reply in Anthropic's format.

use serde_json::Value;

use super::super::{arguments, count, stop, text_of, usage_of};
use crate::{Block, LlmError, ModelReply, StopReason, Usage};

pub(super) fn reply(body: &Value, assumed: Usage) -> Result<ModelReply, LlmError> {
    let reported = usage(body);
    let stop = stop(body["stop_reason"].as_str().unwrap_or_default());
    // A model may answer nothing, which is billed: asking again would pay again, so it is a reply.
    let may_be_empty = reported.is_some() || matches!(stop, StopReason::Refusal | StopReason::Paused);
    let blocks = match &body["content"] {
        Value::Array(content) => Some(content.iter().filter_map(block).collect()),
        // Some proxies send the text itself, or nothing.
        Value::String(text) => Some(Vec::from_iter(text_of(&body["content"]).map(|_| Block::text(text)))),
        Value::Null if body["stop_reason"].is_string() => Some(Vec::new()),
        _ => None,
    };
    let blocks: Vec<Block> = blocks
        .filter(|blocks| may_be_empty || !blocks.is_empty())
        .ok_or_else(|| LlmError::Garbled { reason: "`content` is not a list of blocks".to_owned(), usage: reported })?;
    Ok(super::super::reply(body, blocks, stop, reported.unwrap_or(assumed)))
}

/// Blocks of other kinds (redacted thinking, tools that the provider runs) are kept for the provider alone.
fn block(value: &Value) -> Option<Block> {
    let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
    Some(match value["type"].as_str()? {
        "text" => Block::Text { text: text("text") },
        "thinking" => {
            Block::Thinking { thinking: text("thinking"), signature: text("signature"), origin: String::new() }
        }
        "tool_use" => Block::ToolUse { id: text("id"), name: text("name"), input: arguments(&value["input"]) },
        _ => Block::Opaque { item: value.clone(), origin: String::new() },
    })
}

/// Returns the usage. `input_tokens` excludes both cache figures, as [`Usage`] does. The totals leave out what
/// compacting the context cost, which is in `iterations`.
pub(super) fn usage(body: &Value) -> Option<Usage> {
    let total = usage_of(body)?;
    let compactions = total["iterations"].as_array().into_iter().flatten();
    let compactions = compactions.filter(|one| one["type"] == "compaction");
    let mut sum = counts(total);
    for one in compactions.map(counts) {
        sum.input += one.input;
        sum.output += one.output;
        sum.cache_read += one.cache_read;
        sum.cache_write += one.cache_write;
        sum.cache_write_1h += one.cache_write_1h;
    }
    Some(sum)
}

fn counts(value: &Value) -> Usage {
    let cache_write = count(&value["cache_creation_input_tokens"]);
    Usage {
        input: count(&value["input_tokens"]),
        output: count(&value["output_tokens"]),
        cache_read: count(&value["cache_read_input_tokens"]),
        cache_write,
        cache_write_1h: count(&value["cache_creation"]["ephemeral_1h_input_tokens"]).min(cache_write),
    }
}
