//! Assembles the events of a stream to a response. The last event contains the whole response.

use serde_json::{Value, json};

use super::super::reading::{Assemble, Progress};
use super::super::sse::Event;

#[derive(Default)]
pub(super) struct Assembler {
    response: Value,
    /// Complete items, for providers whose last event leaves out the output.
    items: Vec<Value>,
    error: Option<Value>,
    complete: bool,
    begun: bool,
}

impl Assemble for Assembler {
    fn add(&mut self, event: &Event) {
        let Some(mut data) = event.object() else { return };
        let kind = data["type"].as_str().unwrap_or(&event.name).to_owned();
        match kind.as_str() {
            "error" => {
                let error = if data["error"].is_object() { data } else { json!({ "error": data }) };
                self.error = Some(error);
                self.complete = true;
                return;
            }
            "response.output_item.added" => self.begun = true,
            "response.output_item.done" => self.items.push(data["item"].take()),
            "response.completed" | "response.incomplete" | "response.failed" => self.complete = true,
            _ => {}
        }
        let response = data["response"].take();
        if response.is_object() {
            self.response = response;
        }
    }

    /// Only the last event reports the usage.
    fn progress(&self) -> Progress {
        let counted = self.complete && self.response["usage"].is_object();
        Progress { complete: self.complete, begun: self.begun, counted, awaits_usage: false }
    }

    fn end(self: Box<Self>) -> (Value, Option<Value>) {
        let Self { mut response, items, error, .. } = *self;
        if response["output"].as_array().is_none_or(Vec::is_empty) && response.is_object() {
            response["output"] = Value::Array(items);
        }
        (response, error)
    }
}
