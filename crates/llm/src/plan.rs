//! The plan of a request: which optional parameters are sent to a model, and with which values. A profile makes the
//! plan ([`crate::profile`]), a wire format writes it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Amount of thinking before an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Thinking {
    /// The provider's own default: nothing about thinking is sent.
    #[default]
    Default,
    /// As little as the model allows.
    Off,
    /// Low effort, or at most 4,096 tokens where the model takes a number.
    Low,
    /// Medium effort, or at most 8,192 tokens where the model takes a number.
    Medium,
    /// High effort, or at most 16,384 tokens where the model takes a number.
    High,
}

impl Thinking {
    /// Returns the name in settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Off => "off",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

impl std::fmt::Display for Thinking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Thinking {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let all = [Self::Default, Self::Off, Self::Low, Self::Medium, Self::High];
        all.into_iter()
            .find(|level| level.name() == text)
            .ok_or_else(|| format!("{text:?} is not a thinking level; use `default`, `off`, `low`, `medium` or `high`"))
    }
}

/// An optional part of a request that a provider may refuse and that a repeated request can leave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parameter {
    /// `temperature`.
    Temperature,
    /// A forced tool call; without it the model is asked for the call in words.
    ForcedTool,
    /// A JSON Schema for the answer; without it the model is asked for a tool call in words.
    AnswerSchema,
    /// Strict validation of tool arguments by the provider.
    StrictTools,
    /// The control of thinking (`thinking`, `reasoning_effort`, `reasoning`, `output_config.effort`).
    Thinking,
    /// Marks for the provider's prompt cache (`cache_control`).
    CacheControl,
    /// `max_completion_tokens`; without it the older `max_tokens` is sent.
    MaxCompletionTokens,
    /// `stream: true`; without it the reply arrives in one piece.
    Stream,
    /// `include: ["reasoning.encrypted_content"]` (Responses); without it no reasoning can be sent back.
    EncryptedReasoning,
}

impl Parameter {
    /// All parameters, in the order of their declaration.
    pub const ALL: [Self; 9] = [
        Self::Temperature,
        Self::ForcedTool,
        Self::AnswerSchema,
        Self::StrictTools,
        Self::Thinking,
        Self::CacheControl,
        Self::MaxCompletionTokens,
        Self::Stream,
        Self::EncryptedReasoning,
    ];

    /// Returns the name in logs and in the fleet's shared memory.
    pub fn name(self) -> &'static str {
        match self {
            Self::Temperature => "temperature",
            Self::ForcedTool => "forced_tool",
            Self::AnswerSchema => "answer_schema",
            Self::StrictTools => "strict_tools",
            Self::Thinking => "thinking",
            Self::CacheControl => "cache_control",
            Self::MaxCompletionTokens => "max_completion_tokens",
            Self::Stream => "stream",
            Self::EncryptedReasoning => "encrypted_reasoning",
        }
    }
}

/// Parameters that the provider has refused. They are left out of every further request.
pub type Refused = BTreeSet<Parameter>;

/// The way in which the model is made to call one given tool, or none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AnswerMode {
    /// The request's tool choice is sent.
    ForcedTool,
    /// The tool's schema is the schema of the answer, which is a text of JSON. Only for requests with one tool.
    JsonSchema,
    /// No tool choice is sent, and a sentence at the end of the last user message asks for the call.
    #[default]
    Asked,
}

/// Lifetime of an entry in the provider's prompt cache.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CacheTtl {
    /// Five minutes, the default of Anthropic.
    #[default]
    Minutes5,
    /// One hour, at a higher price for writing.
    Hour1,
}

/// The optional parts of one request. Every field holds what is sent.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// Maximum number of tokens of the reply: the answer and the allowance for thinking.
    pub max_tokens: u32,
    /// Name of that limit in chat completions: `max_completion_tokens` instead of `max_tokens`.
    pub max_completion_tokens: bool,
    /// Sampling temperature; `None` if the model refuses the wished value.
    pub temperature: Option<f64>,
    /// Form in which a forced tool call is requested.
    pub answer: AnswerMode,
    /// Sends `strict: true` with tool schemas (chat completions and Responses).
    pub strict_tools: bool,
    /// Sends cache marks (Anthropic) with this lifetime.
    pub cache: Option<CacheTtl>,
    /// Requests an event stream.
    pub stream: bool,
    /// Asks for encrypted reasoning items (Responses), which the next request sends back.
    pub encrypted_reasoning: bool,
    /// Members of the body that control thinking, such as `thinking`, `output_config` or `reasoning_effort`.
    pub thinking: Map<String, Value>,
}
