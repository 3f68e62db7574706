//! A rule's reply within a loop.

use serde_json::Value;

/// One step of a loop: text, tool calls, or both. Without calls the loop ends.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RuleReply {
    /// Text; may be empty if there are calls.
    pub text: String,
    /// Tool calls in order.
    pub calls: Vec<ToolCall>,
}

/// A tool call. The wire format assigns its id.
#[derive(Debug, Clone, PartialEq)]
pub struct ToolCall {
    /// Name of the tool.
    pub name: String,
    /// Arguments as an object.
    pub input: Value,
}

impl RuleReply {
    /// Creates a text reply, which ends the loop.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), calls: Vec::new() }
    }

    /// Creates a reply with one call and no text.
    pub fn call(name: impl Into<String>, input: Value) -> Self {
        Self::default().and(name, input)
    }

    /// Adds a tool call.
    #[must_use]
    pub fn and(mut self, name: impl Into<String>, input: Value) -> Self {
        self.calls.push(ToolCall { name: name.into(), input });
        self
    }
}
