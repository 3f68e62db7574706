//! Assembles the events of a stream to the body of a message.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::super::append;
use super::super::reading::{Assemble, Progress};
use super::super::sse::Event;

#[derive(Default)]
pub(super) struct Assembler {
    message: Map<String, Value>,
    blocks: BTreeMap<u64, Map<String, Value>>,
    /// Arguments of calls as text, by the place of the block.
    arguments: BTreeMap<u64, String>,
    /// Place of the latest block, for events without an index.
    latest: Option<u64>,
    /// Places of blocks whose index another block had before: some providers send every block with index 0.
    moved: BTreeMap<u64, u64>,
    error: Option<Value>,
    complete: bool,
    /// The reason for the end of the reply was reported, which only the last event follows.
    stopped: bool,
    /// The totals of the whole reply were reported.
    counted: bool,
}

impl Assemble for Assembler {
    fn add(&mut self, event: &Event) {
        let Some(mut data) = event.object() else { return };
        let kind = data["type"].as_str().unwrap_or(&event.name).to_owned();
        match kind.as_str() {
            "message_start" => {
                if let Value::Object(message) = data["message"].take() {
                    self.message = message;
                }
            }
            "content_block_start" => {
                let next = || self.latest.map_or(0, |latest| latest.saturating_add(1));
                let index = data["index"].as_u64().unwrap_or_else(next);
                if let Value::Object(block) = data["content_block"].take() {
                    self.start(index, block);
                }
            }
            "content_block_delta" => {
                let place = data["index"].as_u64().map(|index| *self.moved.get(&index).unwrap_or(&index));
                self.add_delta(place.or(self.latest).unwrap_or_default(), &data["delta"]);
            }
            "message_delta" => self.add_totals(&data),
            "message_stop" => self.complete = true,
            "error" => {
                self.error = Some(data);
                self.complete = true;
            }
            _ => {}
        }
    }

    /// `message_start` reports the prompt, and `message_delta` the whole reply, before the last event, which some
    /// providers do not send.
    fn progress(&self) -> Progress {
        let begun = !self.message.is_empty();
        let awaits_usage = self.stopped && !self.complete && !self.counted;
        Progress { complete: self.complete || self.stopped, begun, counted: self.counted, awaits_usage }
    }

    fn end(self: Box<Self>) -> (Value, Option<Value>) {
        let Self { mut message, mut blocks, arguments, error, .. } = *self;
        for (index, text) in arguments {
            // A provider that sends the whole arguments at the start of the block may send an empty piece after them.
            if let Some(block) = blocks.get_mut(&index).filter(|_| !text.trim().is_empty()) {
                block.insert("input".to_owned(), Value::String(text));
            }
        }
        if !message.is_empty() {
            message.insert("content".to_owned(), blocks.into_values().collect());
        }
        (Value::Object(message), error)
    }
}

impl Assembler {
    /// Starts a block at its index, or behind all others if another block has that index.
    fn start(&mut self, index: u64, block: Map<String, Value>) {
        let is_other =
            |known: &Map<String, Value>| known.get("type") != block.get("type") || known.get("id") != block.get("id");
        let is_taken = self.blocks.get(&index).is_some_and(is_other);
        let place = match self.blocks.last_key_value() {
            Some((last, _)) if is_taken => last.saturating_add(1),
            _ => index,
        };
        if is_taken {
            self.moved.insert(index, place);
        }
        self.blocks.insert(place, block);
        self.latest = Some(place);
    }

    fn add_delta(&mut self, index: u64, delta: &Value) {
        // A text without the start of its block is a text.
        if let (false, true) = (self.blocks.contains_key(&index), delta["text"].is_string()) {
            let text = [("type", "text"), ("text", "")].map(|(name, value)| (name.to_owned(), Value::from(value)));
            self.blocks.insert(index, text.into_iter().collect());
        }
        let Some(block) = self.blocks.get_mut(&index) else { return };
        if let Some(piece) = delta["partial_json"].as_str() {
            self.arguments.entry(index).or_default().push_str(piece);
        }
        // `text_delta`, `thinking_delta`, `signature_delta` and `compaction_delta` name the member that they extend.
        for name in ["text", "thinking", "signature", "content"] {
            if let Some(piece) = delta[name].as_str() {
                append(block, name, piece);
            }
        }
    }

    /// Adds the stop reason and the usage. Counts are totals so far: the later one replaces the earlier one.
    fn add_totals(&mut self, data: &Value) {
        let present = |value: &Value| -> Map<String, Value> {
            let members = value.as_object().into_iter().flatten();
            members.filter(|(_, value)| !value.is_null()).map(|(name, value)| (name.clone(), value.clone())).collect()
        };
        self.message.extend(present(&data["delta"]));
        self.stopped |= data["delta"]["stop_reason"].is_string();
        let counts = present(&data["usage"]);
        self.counted |= counts.contains_key("output_tokens") && data["delta"]["stop_reason"].is_string();
        match self.message.get_mut("usage").and_then(Value::as_object_mut) {
            Some(usage) => usage.extend(counts),
            None => drop(self.message.insert("usage".to_owned(), Value::Object(counts))),
        }
    }
}
