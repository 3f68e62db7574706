//! Structured answers: the model is forced to call one tool whose arguments are the answer.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::coerce;
use crate::strict::without_nulls;
use crate::{Block, ModelReply, Request, Shape, Tool, ToolChoice, repair};

/// The JSON Schema of an answer, as the tool that carries it. Cheap to clone.
#[derive(Clone)]
pub struct Schema {
    name: String,
    /// One tool, in the form that a request needs.
    tools: Arc<[Tool]>,
    shape: Arc<Shape>,
}

/// The answer does not match the schema, even after repair.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the answer is unusable: {}", errors.join("; "))]
pub struct UnusableReply {
    /// The errors with their paths, written for the model and for people.
    pub errors: Vec<String>,
}

/// Maximum number of errors reported: enough to correct an answer, and few enough that a hostile one cannot fill a
/// prompt.
const MAX_ERRORS: usize = 20;

impl Schema {
    /// Creates a schema. `name` states the task (`classify_transactions`) and is the tool's name. With an invalid
    /// schema every answer is unusable.
    pub fn new(name: &str, description: &str, schema: Value) -> Self {
        let tool = Tool { name: name.to_owned(), description: description.to_owned(), input_schema: schema };
        Self { name: name.to_owned(), tools: Arc::new([tool]), shape: Arc::default() }
    }

    /// Returns the tool's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the request with this tool alone, and forces its call.
    #[must_use]
    pub fn force(&self, mut request: Request) -> Request {
        request.tools = Arc::clone(&self.tools);
        request.tool_choice = ToolChoice::Tool(self.name.clone());
        request
    }

    /// Returns the value of the answer: the tool's arguments, else JSON found in the text. The value is repaired if
    /// necessary and always matches the schema.
    pub fn read(&self, reply: &ModelReply) -> Result<Value, UnusableReply> {
        let call = reply.tool_uses().find(|(_, name, _)| *name == self.name).map(|(_, _, input)| input);
        match call {
            Some(Value::String(text)) => self.read_text(text),
            Some(input) => self.check(input.clone()),
            None => self.read_text(&reply.text()),
        }
    }

    /// Reads the value as [`Schema::read`] does and deserializes it.
    pub fn parse<T: DeserializeOwned>(&self, reply: &ModelReply) -> Result<T, UnusableReply> {
        serde_json::from_value(self.read(reply)?).map_err(|error| UnusableReply { errors: vec![error.to_string()] })
    }

    /// Builds the retry after an unusable answer: the same request, the answer, and its errors. An answer is retried
    /// once.
    #[must_use]
    pub fn ask_again(&self, request: &Request, reply: &ModelReply, errors: &[String]) -> Request {
        let mut again = request.clone();
        let correction = format!(
            "That answer cannot be used. Call the tool `{}` again with arguments that match its schema. Errors:\n- {}",
            self.name,
            errors.join("\n- ")
        );
        again.messages.extend(reply_message(reply).map(Arc::new));
        again.messages.push(Arc::new(correction_message(reply, correction)));
        again
    }

    fn read_text(&self, text: &str) -> Result<Value, UnusableReply> {
        let mut first = None;
        for candidate in repair::candidates(text) {
            match self.check(candidate) {
                Ok(value) => return Ok(value),
                Err(unusable) => first = first.or(Some(unusable)),
            }
        }
        Err(first.unwrap_or_else(|| UnusableReply { errors: vec!["(root): no JSON object was found".to_owned()] }))
    }

    /// A strict schema demands every property, and models write `null` for one that is absent.
    fn check(&self, mut value: Value) -> Result<Value, UnusableReply> {
        let schema = self.tools.first().map_or(&Value::Null, |tool| &tool.input_schema);
        without_nulls(schema, &mut value);
        coerce(schema, &mut value);
        let errors = self.shape.problems(schema, &value, MAX_ERRORS);
        if errors.is_empty() { Ok(value) } else { Err(UnusableReply { errors }) }
    }
}

impl std::fmt::Debug for Schema {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Schema").field(&self.name).finish()
    }
}

/// The reply as a message, or `None` without content: providers refuse an empty message.
fn reply_message(reply: &ModelReply) -> Option<crate::Message> {
    (!reply.blocks.is_empty()).then(|| crate::Message::reply(reply))
}

/// A tool call needs a result with its id; a text is answered with a text.
fn correction_message(reply: &ModelReply, correction: String) -> crate::Message {
    let calls: Vec<Block> = reply.tool_uses().map(|(id, _, _)| Block::failure(id, correction.clone())).collect();
    if calls.is_empty() { crate::Message::user(correction) } else { crate::Message::results(calls) }
}
