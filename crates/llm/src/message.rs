//! What is asked and what is answered, in no provider's words.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One question to a model, whole: models remember nothing. A thousand of them wait at once, most of them turns of loops
/// over the same tools, so what they have in common is shared: a clone copies pointers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The system prompt; may be empty.
    pub system: Arc<str>,
    /// The conversation; the first and the last are the user's.
    pub messages: Vec<Arc<Message>>,
    /// Tools that the model may call.
    pub tools: Arc<[Tool]>,
    /// Whether it must.
    pub tool_choice: ToolChoice,
    /// Tokens of answer at most, thinking included. Part of what a call can cost, so never unbounded.
    pub max_tokens: u32,
    /// 0 to 1; the provider's own default where absent.
    pub temperature: Option<f64>,
    /// System prompt and tools come again soon: ask the provider to cache them, where it can.
    pub cache_prefix: bool,
}

impl Request {
    /// A request with a system prompt and one user message; 4,096 tokens of answer.
    pub fn new(system: impl Into<Arc<str>>, user: impl Into<String>) -> Self {
        Self {
            system: system.into(),
            messages: vec![Arc::new(Message::user(user))],
            max_tokens: 4096,
            ..Self::default()
        }
    }

    /// With that many tokens of answer at most.
    #[must_use]
    pub fn with_max_tokens(mut self, max_tokens: u32) -> Self {
        self.max_tokens = max_tokens;
        self
    }

    /// With a temperature.
    #[must_use]
    pub fn with_temperature(mut self, temperature: f64) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// With tools that the model may call.
    #[must_use]
    pub fn with_tools(mut self, tools: impl Into<Arc<[Tool]>>) -> Self {
        self.tools = tools.into();
        self
    }

    /// With the system prompt and the tools marked for the provider's cache.
    #[must_use]
    pub fn cached(mut self) -> Self {
        self.cache_prefix = true;
        self
    }
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// We, and the results of tools.
    User,
    /// The model.
    Assistant,
}

/// One turn of the conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said, in order.
    pub blocks: Vec<Block>,
}

impl Message {
    /// The user says.
    pub fn user(text: impl Into<String>) -> Self {
        Self { role: Role::User, blocks: vec![Block::text(text)] }
    }

    /// The model said, in words.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self { role: Role::Assistant, blocks: vec![Block::text(text)] }
    }

    /// The model said, as it came; it goes back unchanged, thinking included.
    pub fn reply(reply: &Reply) -> Self {
        Self { role: Role::Assistant, blocks: reply.blocks.clone() }
    }

    /// The results of tools, all of one turn together.
    pub fn results(results: Vec<Block>) -> Self {
        Self { role: Role::User, blocks: results }
    }
}

/// One piece of a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "type")]
pub enum Block {
    /// Words.
    Text {
        /// The words.
        text: String,
    },
    /// What the model thought aloud; it goes back to the same model unchanged and is never shown or parsed.
    Thinking {
        /// The thoughts.
        thinking: String,
        /// The provider's seal on them, may be empty.
        #[serde(default)]
        signature: String,
    },
    /// The model calls a tool.
    ToolUse {
        /// The call's id; its result names it.
        id: String,
        /// Which tool.
        name: String,
        /// Its arguments. Usually an object; a string where the provider sent text that is no JSON.
        input: Value,
    },
    /// What the tool answered.
    ToolResult {
        /// The call's id.
        tool_use_id: String,
        /// The answer as text (JSON where it is data).
        content: String,
        /// It is an error's description.
        #[serde(default)]
        is_error: bool,
    },
}

impl Block {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// A tool's answer.
    pub fn result(tool_use_id: impl Into<String>, content: impl Into<String>) -> Self {
        Self::ToolResult { tool_use_id: tool_use_id.into(), content: content.into(), is_error: false }
    }

    /// A tool's error.
    pub fn failure(tool_use_id: impl Into<String>, content: impl Into<String>) -> Self {
        Self::ToolResult { tool_use_id: tool_use_id.into(), content: content.into(), is_error: true }
    }
}

/// A tool that the model may call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// `[a-zA-Z0-9_-]{1,64}`.
    pub name: String,
    /// What it does and when to use it; for the model.
    pub description: String,
    /// JSON Schema of its arguments, an object.
    pub input_schema: Value,
}

/// Whether the model must call a tool.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolChoice {
    /// As it likes.
    #[default]
    Auto,
    /// One of them.
    Any,
    /// None of them, though earlier turns may have.
    None,
    /// This one.
    Tool(String),
}

/// What the model answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reply {
    /// What was said, in order.
    pub blocks: Vec<Block>,
    /// Why it stopped.
    pub stop: StopReason,
    /// Tokens, as the provider will bill them.
    pub usage: Usage,
    /// The model that answered, by its own name.
    pub model: String,
    /// The provider's id of the answer.
    pub id: String,
}

impl Reply {
    /// All words, joined by line breaks.
    pub fn text(&self) -> String {
        let words = self.blocks.iter().filter_map(|block| match block {
            Block::Text { text } => Some(text.as_str()),
            _ => None,
        });
        words.collect::<Vec<_>>().join("\n")
    }

    /// The calls of tools: id, name, arguments.
    pub fn tool_uses(&self) -> impl Iterator<Item = (&str, &str, &Value)> {
        self.blocks.iter().filter_map(|block| match block {
            Block::ToolUse { id, name, input } => Some((id.as_str(), name.as_str(), input)),
            _ => None,
        })
    }
}

/// Why a model stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// It was done.
    EndTurn,
    /// It waits for tools.
    ToolUse,
    /// `max_tokens` was reached: the answer is cut off.
    MaxTokens,
    /// It declined.
    Refusal,
    /// Something else, in the provider's word.
    Other(String),
}

impl StopReason {
    /// For spans and metrics.
    pub fn name(&self) -> &str {
        match self {
            Self::EndTurn => "stop",
            Self::ToolUse => "tool_call",
            Self::MaxTokens => "length",
            Self::Refusal => "refusal",
            Self::Other(name) => name,
        }
    }
}

/// Tokens of one call. The four kinds do not overlap: the sum of the first, third and fourth is what was read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Read at the full price.
    pub input: u64,
    /// Written, thinking included.
    pub output: u64,
    /// Read from the provider's cache.
    pub cache_read: u64,
    /// Read and written to the provider's cache.
    pub cache_write: u64,
}
