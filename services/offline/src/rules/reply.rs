//! What a rule says in a loop.

use serde_json::Value;

/// A step of a loop: words, tool calls, or both. Without calls the loop is over.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RuleReply {
    /// What is said; may be empty if there are calls.
    pub text: String,
    /// The tools to call, in order.
    pub calls: Vec<ToolCall>,
}

/// One call of a tool. Its id is made by the wire format.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// The tool.
    pub name: String,
    /// Its arguments, an object.
    pub input: Value,
}

impl RuleReply {
    /// Words only: the loop ends.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), calls: Vec::new() }
    }

    /// One call, without words.
    pub fn call(name: impl Into<String>, input: Value) -> Self {
        Self::default().and(name, input)
    }

    /// One more call.
    #[must_use]
    pub fn and(mut self, name: impl Into<String>, input: Value) -> Self {
        self.calls.push(ToolCall { name: name.into(), input });
        self
    }
}
