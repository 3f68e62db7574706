//! Assembles the chunks of a stream to the body of a completion.

use serde_json::{Map, Value, json};

use super::super::reading::{Assemble, Progress};
use super::super::sse::Event;
use super::super::{append, text_of};

#[derive(Default)]
pub(super) struct Assembler {
    /// `id` and `model`, of the first chunk that has them.
    head: Map<String, Value>,
    message: Map<String, Value>,
    calls: Vec<Call>,
    details: Vec<Map<String, Value>>,
    has_choice: bool,
    finish: Option<Value>,
    usage: Value,
    error: Option<Value>,
    done: bool,
    /// The last chunk had the usage and no choice, as the closing one has.
    closed: bool,
}

/// A call whose arguments arrive in pieces.
#[derive(Default)]
struct Call {
    index: Option<u64>,
    members: Map<String, Value>,
    name: String,
    /// Text, or a value that a vendor sent whole.
    arguments: Value,
}

impl Assemble for Assembler {
    fn add(&mut self, event: &Event) {
        self.done |= event.is_done();
        let Some(chunk) = event.object() else { return };
        if chunk.get("error").is_some_and(|error| !error.is_null()) {
            self.error.get_or_insert(chunk);
            return;
        }
        for name in ["id", "model"] {
            if let (Some(value), false) = (chunk.get(name), self.head.contains_key(name)) {
                self.head.insert(name.to_owned(), value.clone());
            }
        }
        self.add_usage(&chunk["usage"]);
        self.add_usage(&chunk["x_groq"]["usage"]);
        self.closed = chunk["usage"].is_object() && chunk["choices"].as_array().is_none_or(Vec::is_empty);
        for choice in chunk["choices"].as_array().into_iter().flatten() {
            self.add_choice(choice);
        }
    }

    /// Not every vendor sends the closing marker, a reason, or the usage after the last choice; one of them ends a
    /// reply.
    fn progress(&self) -> Progress {
        let complete = self.done || self.finish.is_some() || self.error.is_some() || (self.has_choice && self.closed);
        let awaits_usage = self.finish.is_some() && !self.done && self.error.is_none() && !self.usage.is_object();
        // A usage before the end of the reply is one so far.
        Progress { complete, begun: self.has_choice, counted: false, awaits_usage }
    }

    fn end(self: Box<Self>) -> (Value, Option<Value>) {
        let Self { mut head, mut message, calls, details, has_choice, finish, usage, error, .. } = *self;
        if !calls.is_empty() {
            message.insert("tool_calls".to_owned(), calls.into_iter().map(Call::body).collect());
        }
        if !details.is_empty() {
            message.insert("reasoning_details".to_owned(), details.into_iter().map(Value::Object).collect());
        }
        let choices = if has_choice { json!([{ "finish_reason": finish, "message": message }]) } else { json!([]) };
        head.insert("choices".to_owned(), choices);
        head.insert("usage".to_owned(), usage);
        (Value::Object(head), error)
    }
}

impl Assembler {
    /// Keeps the latest usage.
    fn add_usage(&mut self, usage: &Value) {
        if usage.as_object().is_some_and(|members| !members.is_empty()) {
            self.usage = usage.clone();
        }
    }

    fn add_choice(&mut self, choice: &Value) {
        self.has_choice = true;
        // Moonshot reports the usage within the choice.
        self.add_usage(&choice["usage"]);
        if let Some(reason) = choice["finish_reason"].as_str().filter(|reason| !reason.is_empty()) {
            self.finish = Some(reason.into());
        }
        // Some providers send the whole reply in one chunk, in the member of a reply that is not streamed.
        let delta = if choice["delta"].is_object() { &choice["delta"] } else { &choice["message"] };
        for name in ["reasoning", "reasoning_content", "refusal"] {
            if let Some(piece) = delta[name].as_str().filter(|piece| !piece.is_empty()) {
                append(&mut self.message, name, piece);
            }
        }
        if let Some(extra) = delta.get("extra_content").filter(|extra| !extra.is_null()) {
            self.message.insert("extra_content".to_owned(), extra.clone());
        }
        self.add_content(&delta["content"]);
        for call in [&delta["tool_calls"], &delta["function_call"]] {
            match call {
                Value::Array(pieces) => pieces.iter().for_each(|piece| self.add_call(piece)),
                Value::Object(_) => self.add_call(call),
                _ => {}
            }
        }
        delta["reasoning_details"].as_array().into_iter().flatten().for_each(|piece| self.add_detail(piece));
    }

    /// Content comes as texts, as lists of parts (Mistral while it thinks), or as both.
    fn add_content(&mut self, piece: &Value) {
        match (self.message.get_mut("content"), piece) {
            (Some(Value::Array(parts)), Value::Array(more)) => parts.extend(more.iter().cloned()),
            (Some(Value::Array(parts)), Value::String(text)) if !text.is_empty() => parts.push(text_part(text)),
            (Some(content), Value::Array(more)) => {
                let before = text_part(content.as_str().unwrap_or_default());
                *content = std::iter::once(before).chain(more.iter().cloned()).collect();
            }
            (None, Value::Array(_)) => drop(self.message.insert("content".to_owned(), piece.clone())),
            (_, Value::String(text)) if !text.is_empty() => append(&mut self.message, "content", text),
            _ => {}
        }
    }

    /// Pieces of one call share an index, or an id where no index is sent. Some providers send every call with index 0
    /// (Google), so a piece that begins its own call does not continue the one at its index; others count the pieces,
    /// so a piece without an id and a name at a new index continues the last call (Nebius).
    fn add_call(&mut self, piece: &Value) {
        let index = piece["index"].as_u64();
        let id = text_of(&piece["id"]);
        let last = self.calls.len().checked_sub(1);
        let at = match (index, id) {
            (Some(_), _) => self.calls.iter().rposition(|call| call.index == index),
            (None, Some(id)) => self.calls.iter().rposition(|call| call.id() == Some(id)),
            (None, None) => last,
        };
        let begins_none = id.is_none() && text_of(&function(piece)["name"]).is_none();
        let at = at.or(last.filter(|at| begins_none && self.calls[*at].progress() != ArgumentsProgress::Complete));
        let at = at.filter(|at| !self.calls[*at].ends_before(piece)).unwrap_or_else(|| {
            self.calls.push(Call { index, arguments: Value::Null, ..Call::default() });
            self.calls.len() - 1
        });
        self.calls[at].add(piece);
    }

    /// Pieces of one detail share an index and a type.
    fn add_detail(&mut self, piece: &Value) {
        let Some(members) = piece.as_object() else { return };
        let same = |one: &&mut Map<String, Value>| {
            members.contains_key("index") && ["index", "type"].iter().all(|name| one.get(*name) == members.get(*name))
        };
        let Some(known) = self.details.iter_mut().rev().find(same) else {
            return self.details.push(members.clone());
        };
        for (name, value) in members {
            match (name.as_str(), value) {
                ("text" | "summary" | "data", Value::String(piece)) => append(known, name, piece),
                (_, Value::Null) => {}
                _ => drop(known.insert(name.clone(), value.clone())),
            }
        }
    }
}

impl Call {
    fn id(&self) -> Option<&str> {
        self.members.get("id").and_then(text_of)
    }

    /// Returns `true` if a piece at the same place begins another call: it has another id or the name of another tool,
    /// or no id and arguments of its own after complete ones. Some providers send another id with every piece of one
    /// call, so a piece that continues incomplete arguments does not begin a call.
    fn ends_before(&self, piece: &Value) -> bool {
        let function = function(piece);
        let named = text_of(&function["name"]).is_some();
        let arguments = &function["arguments"];
        let changes = self.id().zip(text_of(&piece["id"])).map(|(known, sent)| known != sent);
        if changes == Some(false) {
            // Some providers give all calls one id, others send the name after the arguments.
            let is_other =
                !self.name.is_empty() && function["name"].as_str().is_some_and(|name| named && name != self.name);
            return is_other && self.progress() == ArgumentsProgress::Complete;
        }
        if changes.is_none() && !named {
            return false;
        }
        match (changes, self.progress()) {
            (Some(true), ArgumentsProgress::Complete) => true,
            (Some(true), ArgumentsProgress::Empty) => named,
            (Some(true), ArgumentsProgress::Begun) => {
                named && arguments.as_str().is_none_or(|text| text.trim_start().starts_with('{'))
            }
            (None, ArgumentsProgress::Complete) => !matches!(arguments.as_str(), Some("") | None),
            _ => false,
        }
    }

    fn progress(&self) -> ArgumentsProgress {
        match &self.arguments {
            Value::Null => ArgumentsProgress::Empty,
            Value::String(text) if text.trim().is_empty() => ArgumentsProgress::Empty,
            Value::String(text) if !is_object(text) => ArgumentsProgress::Begun,
            _ => ArgumentsProgress::Complete,
        }
    }

    fn add(&mut self, piece: &Value) {
        let function = function(piece);
        for name in ["id", "extra_content"] {
            if let Some(value) = piece.get(name).filter(|value| !value.is_null() && *value != "") {
                self.members.insert(name.to_owned(), value.clone());
            }
        }
        if self.name.is_empty() {
            function["name"].as_str().unwrap_or_default().clone_into(&mut self.name);
        }
        match (&mut self.arguments, &function["arguments"]) {
            (_, Value::Null) => {}
            // The last piece of some providers repeats the whole arguments; two objects in a row are never one.
            (Value::String(text), Value::String(piece)) if is_object(piece) && is_object(text) => {
                text.clone_from(piece);
            }
            // Some servers send the arguments so far with each piece. No object begins with the beginning of itself.
            (Value::String(text), Value::String(piece))
                if text.starts_with('{') && piece.starts_with(text.as_str()) =>
            {
                text.clone_from(piece);
            }
            (Value::String(text), Value::String(piece)) => text.push_str(piece),
            (arguments, piece) => *arguments = piece.clone(),
        }
    }

    fn body(self) -> Value {
        let Self { mut members, name, arguments, .. } = self;
        members.insert("function".to_owned(), json!({ "name": name, "arguments": arguments }));
        Value::Object(members)
    }
}

/// How far the arguments of a call got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ArgumentsProgress {
    Empty,
    Begun,
    Complete,
}

/// Returns the function of a call or of a piece of one; some providers leave out the envelope.
fn function(piece: &Value) -> &Value {
    if piece["function"].is_object() { &piece["function"] } else { piece }
}

fn is_object(text: &str) -> bool {
    // The cheap check spares parsing the same text with each of its pieces.
    text.trim_start().starts_with('{')
        && text.trim_end().ends_with('}')
        && serde_json::from_str::<Map<String, Value>>(text).is_ok()
}

fn text_part(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}
