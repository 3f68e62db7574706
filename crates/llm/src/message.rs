//! Provider-neutral requests and replies.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A complete request to a model, including the conversation so far. A thousand requests may wait at once, most of them
/// turns of loops over the same tools, so their common parts are shared: a clone copies pointers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The system prompt; may be empty.
    pub system: Arc<str>,
    /// The conversation; the first and the last message are the user's.
    pub messages: Vec<Arc<Message>>,
    /// Tools that the model may call.
    pub tools: Arc<[Tool]>,
    /// Rule for calling tools.
    pub tool_choice: ToolChoice,
    /// Maximum number of tokens in the answer, including thinking. It bounds the cost of the call, so it is never
    /// unlimited.
    pub max_tokens: u32,
    /// Upper limit of the tokens that a plan adds to `max_tokens` for thinking; the profile's own allowance if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_thinking: Option<u32>,
    /// Sampling temperature, 0 to 1; the provider's default if absent.
    pub temperature: Option<f64>,
    /// Asks the provider to cache the system prompt, the tools and a conversation that grows, which the next request
    /// repeats.
    pub cache_prefix: bool,
}

impl Request {
    /// Creates a request with a system prompt, one user message and a limit of 4,096 answer tokens.
    pub fn new(system: impl Into<Arc<str>>, user: impl Into<String>) -> Self {
        Self {
            system: system.into(),
            messages: vec![Arc::new(Message::user(user))],
            max_tokens: 4096,
            ..Self::default()
        }
    }

    /// Sets the maximum number of tokens in the answer.
    #[must_use]
    pub fn with_max_tokens(mut self, max_tokens: u32) -> Self {
        self.max_tokens = max_tokens;
        self
    }

    /// Sets the sampling temperature.
    #[must_use]
    pub fn with_temperature(mut self, temperature: f64) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// Sets the tools that the model may call.
    #[must_use]
    pub fn with_tools(mut self, tools: impl Into<Arc<[Tool]>>) -> Self {
        self.tools = tools.into();
        self
    }

    /// Marks the system prompt and the tools for the provider's cache.
    #[must_use]
    pub fn cached(mut self) -> Self {
        self.cache_prefix = true;
        self
    }
}

/// Author of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The application, including results of tools.
    User,
    /// The model.
    Assistant,
}

impl Role {
    /// Returns the name that every wire format uses.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

/// One turn of the conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Author of the turn.
    pub role: Role,
    /// Content in order.
    pub blocks: Vec<Block>,
}

impl Message {
    /// Creates a user message from a text.
    pub fn user(text: impl Into<String>) -> Self {
        Self { role: Role::User, blocks: vec![Block::text(text)] }
    }

    /// Creates a message of the model from a text.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self { role: Role::Assistant, blocks: vec![Block::text(text)] }
    }

    /// Creates a message from a reply. All blocks are sent back unchanged, including thinking.
    pub fn reply(reply: &ModelReply) -> Self {
        Self { role: Role::Assistant, blocks: reply.blocks.clone() }
    }

    /// Creates a message from the tool results of one turn.
    pub fn results(results: Vec<Block>) -> Self {
        Self { role: Role::User, blocks: results }
    }
}

/// A content block of a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum Block {
    /// A block of plain text.
    Text {
        /// Text as the author wrote it.
        text: String,
    },
    /// Reasoning of the model. It is sent back to the same model unchanged and is neither shown nor parsed.
    Thinking {
        /// The reasoning text.
        thinking: String,
        /// The provider's signature of the text; may be empty. In chat completions, which have none, the member of the
        /// message in which the text is sent back (`reasoning_content`, `reasoning`, `content`).
        #[serde(default)]
        signature: String,
        /// Provider that wrote the block; another provider cannot verify it and never receives it.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        origin: String,
    },
    /// An item that only its provider can read: redacted thinking (Anthropic), an encrypted reasoning item (Responses),
    /// `reasoning_details` (chat completions). It is sent back to the same provider unchanged.
    Opaque {
        /// The item as received.
        item: Value,
        /// Provider that wrote the item.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        origin: String,
    },
    /// A tool call.
    ToolUse {
        /// Id of the call, repeated by its result.
        id: String,
        /// Name of the called tool.
        name: String,
        /// Arguments: usually an object, a string if the provider sent text that is not JSON.
        input: Value,
    },
    /// The result of a tool call.
    ToolResult {
        /// Id of the call.
        tool_use_id: String,
        /// The result as text, or as JSON if it is data.
        content: String,
        /// Set if `content` describes an error.
        #[serde(default)]
        is_error: bool,
    },
}

impl Block {
    /// Creates a text block.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// Creates the result of a successful tool call.
    pub fn result(tool_use_id: impl Into<String>, content: impl Into<String>) -> Self {
        Self::ToolResult { tool_use_id: tool_use_id.into(), content: content.into(), is_error: false }
    }

    /// Creates the result of a failed tool call.
    pub fn failure(tool_use_id: impl Into<String>, content: impl Into<String>) -> Self {
        Self::ToolResult { tool_use_id: tool_use_id.into(), content: content.into(), is_error: true }
    }
}

/// A tool that the model may call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Name of the tool, which must match `[a-zA-Z0-9_-]{1,64}`.
    pub name: String,
    /// Purpose and conditions of use, written for the model.
    pub description: String,
    /// JSON Schema of the arguments, which are an object.
    pub input_schema: Value,
}

/// Rule for calling tools.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolChoice {
    /// The model decides.
    #[default]
    Auto,
    /// The model must call a tool.
    Any,
    /// The model must not call a tool, although earlier turns may have.
    None,
    /// The model must call this tool.
    Tool(String),
}

/// A model's reply.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelReply {
    /// Content in order.
    pub blocks: Vec<Block>,
    /// Reason for the end of the reply.
    pub stop: StopReason,
    /// Tokens that the provider will bill.
    pub usage: Usage,
    /// Name of the answering model, as reported by the provider.
    pub model: String,
    /// Id of the reply at the provider.
    pub id: String,
}

impl ModelReply {
    /// Joins all text blocks with line breaks.
    pub fn text(&self) -> String {
        let texts = self.blocks.iter().filter_map(|block| match block {
            Block::Text { text } => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// Iterates over the tool calls: id, name, arguments.
    pub fn tool_uses(&self) -> impl Iterator<Item = (&str, &str, &Value)> {
        self.blocks.iter().filter_map(|block| match block {
            Block::ToolUse { id, name, input } => Some((id.as_str(), name.as_str(), input)),
            _ => None,
        })
    }
}

/// Reason for the end of a reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// The reply is complete.
    EndTurn,
    /// The model waits for the results of tools.
    ToolUse,
    /// `max_tokens` was reached, so the reply is cut off.
    MaxTokens,
    /// The model declined, or a content filter of the provider stopped the reply.
    Refusal,
    /// The provider paused a long turn; the same conversation with this reply at its end continues it.
    Paused,
    /// Another reason, with the provider's name for it.
    Other(String),
}

impl StopReason {
    /// Returns the name for spans and metrics.
    pub fn name(&self) -> &str {
        match self {
            Self::EndTurn => "stop",
            Self::ToolUse => "tool_call",
            Self::MaxTokens => "length",
            Self::Refusal => "refusal",
            Self::Paused => "pause",
            Self::Other(name) => name,
        }
    }
}

/// Token counts of one call. The four kinds do not overlap; the sum of input, cache read and cache write is the prompt.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Prompt tokens at the full price.
    pub input: u64,
    /// Answer tokens, including thinking.
    pub output: u64,
    /// Prompt tokens read from the provider's cache.
    pub cache_read: u64,
    /// Prompt tokens written to the provider's cache.
    pub cache_write: u64,
    /// The part of `cache_write` that is kept for an hour, which has its own price.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cache_write_1h: u64,
}

impl Usage {
    /// Returns the number of prompt tokens, cached or not.
    pub fn prompt(&self) -> u64 {
        self.input.saturating_add(self.cache_read).saturating_add(self.cache_write)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}
