//! Research macros: look the subject up, follow its parents, read pages, and answer with JSON of the macro's schema.
//! Every value comes from a tool result or from the parameters; what is unknown stays null or absent.
//!
//! The first answer to some tasks lacks a required field, so that the correction of invalid answers is exercised.

mod facts;
mod fill;

use serde_json::{Map, Value, json};

use super::RuleReply;
use super::research::seen::{self, ConversationCalls};
use facts::Facts;

/// Maximum number of entities whose group is requested.
const MAX_GROUPS: usize = 6;
/// Number of pages read.
const MAX_PAGES: usize = 2;
/// Words before the schema in the system prompt of a macro.
const SCHEMA: &str = "JSON Schema `";
/// Words of the request for a correction.
const CORRECTION: &str = "what is wrong with it";
/// First word of the message that ends a loop.
const STOP: &str = "Stop: ";

/// A macro's task.
struct Task<'a> {
    messages: &'a [Value],
    tools: &'a [Value],
    parameters: Map<String, Value>,
}

/// Returns the schema of the answer, if the system prompt is that of a macro.
pub(crate) fn schema<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Value> {
    let after = |text: &'a str| text.split_once(SCHEMA).map(|(_, rest)| rest);
    let rest = texts.filter_map(after).next()?;
    let start = rest.find('{')?;
    serde_json::Deserializer::from_str(&rest[start..]).into_iter().next()?.ok()
}

/// Returns the next step.
pub(crate) fn next(messages: &[Value], tools: &[Value], schema: &Value) -> RuleReply {
    let task = seen::task(messages).unwrap_or_default();
    let parameters = task["parameters"].as_object().cloned().unwrap_or_default();
    let task = Task { messages, tools, parameters };
    let seen = ConversationCalls::parse(messages);
    let facts = Facts::new(&task.parameters, &seen);
    if !task.is_stopped() {
        let step = task.step(&seen, &facts);
        if !step.calls.is_empty() {
            return step;
        }
    }
    let answer = fill::answer(schema, &facts);
    RuleReply::text(if task.slips() { without_a_required_field(schema, answer) } else { answer }.to_string())
}

impl Task<'_> {
    fn offers(&self, tool: &str) -> bool {
        self.tools.iter().any(|offered| offered["name"] == tool)
    }

    /// Returns true if the newest message asks for the answer.
    fn is_stopped(&self) -> bool {
        self.newest().any(|text| text.starts_with(STOP) || text.contains(CORRECTION))
    }

    /// Returns true for a task of which the first answer is invalid: one of three, by a checksum of the parameters.
    fn slips(&self) -> bool {
        let text = Value::Object(self.parameters.clone()).to_string();
        let sum: usize = text.bytes().map(usize::from).sum();
        sum.is_multiple_of(3) && !self.newest().any(|text| text.contains(CORRECTION))
    }

    /// Returns the texts of the newest message.
    fn newest(&self) -> impl Iterator<Item = &str> {
        let blocks = self.messages.last().and_then(|message| message["content"].as_array());
        blocks.into_iter().flatten().filter_map(|block| block["text"].as_str())
    }

    /// Returns the calls of this turn; none if everything is known that the tools can tell.
    fn step(&self, seen: &ConversationCalls, facts: &Facts<'_>) -> RuleReply {
        let mut reply = RuleReply::default();
        if seen.is_empty() {
            return self.first_calls();
        }
        if self.offers("lei_relationships") {
            let asked = |lei: &str| seen.inputs("lei_relationships").any(|input| input["lei"] == lei);
            let left = MAX_GROUPS.saturating_sub(seen.called("lei_relationships"));
            for lei in facts.group_leis().into_iter().filter(|lei| !asked(lei)).take(left) {
                reply = reply.and("lei_relationships", json!({"lei": lei}));
            }
        }
        if self.offers("fetch_page") && seen.called("fetch_page") == 0 {
            let sources = seen.hits().into_iter().filter_map(|hit| hit["source"].as_str()).take(MAX_PAGES);
            reply = sources.fold(reply, |reply, source| reply.and("fetch_page", json!({"url": source})));
        }
        reply
    }

    fn first_calls(&self) -> RuleReply {
        let (lei, name) = (facts::lei_of(&self.parameters), facts::name_of(&self.parameters));
        let mut reply = RuleReply::default();
        match (lei, name) {
            (Some(lei), _) if self.offers("lookup_lei") => reply = reply.and("lookup_lei", json!({"lei": lei})),
            (None, Some(name)) if self.offers("lookup_lei") => reply = reply.and("lookup_lei", json!({"name": name})),
            _ => {}
        }
        match name {
            Some(name) if self.offers("web_search") => reply.and("web_search", json!({"query": name})),
            _ => reply,
        }
    }
}

/// Removes the first required field.
fn without_a_required_field(schema: &Value, mut answer: Value) -> Value {
    if let (Some(required), Some(fields)) = (schema["required"][0].as_str(), answer.as_object_mut()) {
        fields.remove(required);
    }
    answer
}

#[cfg(test)]
mod tests;
