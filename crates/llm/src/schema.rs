//! Answers that must have a shape: the model is made to call one tool whose arguments are the answer.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Block, Reply, Request, Shape, Tool, ToolChoice, repair};

/// The shape of an answer, cheap to clone.
#[derive(Clone)]
pub struct Schema {
    name: String,
    /// The one tool, as a request wants it.
    tools: Arc<[Tool]>,
    shape: Arc<Shape>,
}

/// An answer that has not the shape, after repair.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the answer is unusable: {}", errors.join("; "))]
pub struct Unusable {
    /// Every error with its path, for the model to mend and for people to read.
    pub errors: Vec<String>,
}

/// How many errors are told: enough to mend an answer, and a hostile one cannot fill a prompt.
const MAX_ERRORS: usize = 20;

impl Schema {
    /// `name` says the task (`classify_transactions`); it is the tool's name. A schema that is none makes every answer unusable.
    pub fn new(name: &str, description: &str, schema: Value) -> Self {
        let tool = Tool { name: name.to_owned(), description: description.to_owned(), input_schema: schema };
        Self { name: name.to_owned(), tools: Arc::new([tool]), shape: Arc::default() }
    }

    /// The tool's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The request with exactly this tool, forced.
    #[must_use]
    pub fn force(&self, mut request: Request) -> Request {
        request.tools = Arc::clone(&self.tools);
        request.tool_choice = ToolChoice::Tool(self.name.clone());
        request
    }

    /// The answer's value: the tool's arguments, else JSON found in the words; repaired where that is possible,
    /// valid in every case.
    pub fn read(&self, reply: &Reply) -> Result<Value, Unusable> {
        let call = reply.tool_uses().find(|(_, name, _)| *name == self.name).map(|(_, _, input)| input);
        match call {
            Some(Value::String(text)) => self.read_text(text),
            Some(input) => self.check(input.clone()),
            None => self.read_text(&reply.text()),
        }
    }

    /// As [`Schema::read`], into a type.
    pub fn parse<T: DeserializeOwned>(&self, reply: &Reply) -> Result<T, Unusable> {
        serde_json::from_value(self.read(reply)?).map_err(|error| Unusable { errors: vec![error.to_string()] })
    }

    /// The same question again, with the bad answer and its errors: the one retry that an unusable answer gets.
    #[must_use]
    pub fn ask_again(&self, request: &Request, reply: &Reply, errors: &[String]) -> Request {
        let mut again = request.clone();
        let complaint = format!(
            "That answer cannot be used. Call the tool `{}` again with arguments that match its schema. Errors:\n- {}",
            self.name,
            errors.join("\n- ")
        );
        again.messages.extend(quoted(reply).map(Arc::new));
        again.messages.push(Arc::new(answer_to(reply, complaint)));
        again
    }

    fn read_text(&self, text: &str) -> Result<Value, Unusable> {
        let mut first = None;
        for candidate in repair::candidates(text) {
            match self.check(candidate) {
                Ok(value) => return Ok(value),
                Err(unusable) => first = first.or(Some(unusable)),
            }
        }
        Err(first.unwrap_or_else(|| Unusable { errors: vec!["(root): no JSON object was found".to_owned()] }))
    }

    fn check(&self, value: Value) -> Result<Value, Unusable> {
        let schema = self.tools.first().map_or(&Value::Null, |tool| &tool.input_schema);
        let errors = self.shape.problems(schema, &value, MAX_ERRORS);
        if errors.is_empty() { Ok(value) } else { Err(Unusable { errors }) }
    }
}

impl std::fmt::Debug for Schema {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Schema").field(&self.name).finish()
    }
}

/// The bad answer as a turn; an empty turn is refused by providers, so it is left out.
fn quoted(reply: &Reply) -> Option<crate::Message> {
    (!reply.blocks.is_empty()).then(|| crate::Message::reply(reply))
}

/// A called tool must be answered, by its id; words are answered by words.
fn answer_to(reply: &Reply, complaint: String) -> crate::Message {
    let calls: Vec<Block> = reply.tool_uses().map(|(id, _, _)| Block::failure(id, complaint.clone())).collect();
    if calls.is_empty() { crate::Message::user(complaint) } else { crate::Message::results(calls) }
}
