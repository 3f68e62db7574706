//! The form of `models/models.json` and of the operator's own profiles. `models/README.md` describes the fields.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::Deserialize;
use serde_json::{Number, Value};

use super::conditions::Condition;
use super::names::NameRule;
use crate::{ApiStyle, BatchOffer};

/// The whole table.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Table {
    #[serde(default)]
    pub(super) providers: Vec<Provider>,
    #[serde(default)]
    pub(super) models: Vec<Facts>,
}

/// A provider and its addresses.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Provider {
    /// Id, such as `anthropic` or `z-ai`.
    pub id: String,
    /// Addresses by wire format.
    pub endpoints: Vec<ProviderEndpoint>,
    /// Its batch endpoint, if it is known to have one.
    #[serde(default)]
    pub(super) batch: Option<BatchFacts>,
}

/// Facts about a provider's batch endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct BatchFacts {
    /// Wire formats whose requests may be sent in batches.
    pub(super) wires: Vec<WireName>,
    #[serde(flatten)]
    pub(super) offer: BatchOffer,
}

/// An address of a provider.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ProviderEndpoint {
    wire: WireName,
    /// Base URL, as in [`crate::Endpoint::base_url`].
    pub base: String,
}

impl ProviderEndpoint {
    /// Returns the wire format at this address.
    pub fn style(&self) -> ApiStyle {
        self.wire.style()
    }
}

/// Name of a wire format in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WireName {
    Anthropic,
    OpenaiChat,
    OpenaiResponses,
}

impl WireName {
    pub(super) fn style(self) -> ApiStyle {
        match self {
            Self::Anthropic => ApiStyle::Anthropic,
            Self::OpenaiChat => ApiStyle::OpenAi,
            Self::OpenaiResponses => ApiStyle::Responses,
        }
    }

    pub(super) fn from_style(style: ApiStyle) -> Self {
        match style {
            ApiStyle::Anthropic => Self::Anthropic,
            ApiStyle::OpenAi => Self::OpenaiChat,
            ApiStyle::Responses => Self::OpenaiResponses,
        }
    }
}

/// The facts about one model.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Facts {
    pub(super) provider: String,
    pub(super) id: String,
    #[serde(default)]
    pub(super) status: String,
    pub(super) shutdown_on: Option<NaiveDate>,
    pub(super) replacement: Option<String>,
    #[serde(rename = "match")]
    pub(super) names: Vec<NameRule>,
    #[serde(default)]
    pub(super) priced_alike: Vec<NameRule>,
    pub(super) context_window: Option<u64>,
    pub(super) max_output: Option<u32>,
    #[serde(default)]
    pub(super) prices: Vec<Period>,
    pub(super) prices_checked: Option<NaiveDate>,
    pub(super) parameters_of: Option<WireName>,
    #[serde(default)]
    pub(super) parameters: Parameters,
    #[serde(default)]
    pub(super) sources: BTreeMap<String, String>,
    pub(super) note: Option<String>,
}

/// Prices of a period, in dollars per million tokens.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Period {
    /// First day of the period; `None` for a period without a known beginning.
    pub(super) from: Option<NaiveDate>,
    /// First day after the period; `None` for a period without a known end.
    pub(super) until: Option<NaiveDate>,
    #[serde(flatten)]
    pub(super) rates: Rates,
    #[serde(default)]
    pub(super) above: Vec<Above>,
}

/// Prices in dollars per million tokens, as written in JSON.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Rates {
    pub(super) input: Number,
    pub(super) output: Number,
    pub(super) cache_read: Option<Number>,
    pub(super) cache_write: Option<Number>,
    pub(super) cache_write_1h: Option<Number>,
}

/// Prices of requests with a prompt of more than `input_tokens` tokens.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Above {
    pub(super) input_tokens: u64,
    #[serde(flatten)]
    pub(super) rates: Rates,
}

/// Rules for the parameters of a request.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct Parameters {
    pub(super) temperature: Temperature,
    pub(super) max_tokens: MaxTokens,
    pub(super) thinking: ThinkingRules,
    pub(super) effort: Option<Control>,
    pub(super) tool_choice: ToolChoiceRules,
    pub(super) structured_output: Option<StructuredOutput>,
}

/// Values of `temperature` that a model accepts; any other value is left out of the request.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct Temperature {
    pub(super) accepts: Accepts,
    pub(super) min: Option<f64>,
    pub(super) max: Option<f64>,
    pub(super) value: Option<f64>,
    pub(super) only_when: Vec<Condition>,
    pub(super) refused_when: Vec<Condition>,
}

/// Values that a model accepts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub(super) enum Accepts {
    /// The values between `min` and `max`.
    #[serde(rename = "range")]
    Range,
    /// Only the number in `value`.
    #[serde(rename = "fixed")]
    Fixed,
    /// The values between `min` and `max` if a condition of `only_when` holds.
    #[serde(rename = "conditional")]
    Conditional,
    /// No value: the parameter itself is refused.
    #[serde(rename = "refused")]
    Refused,
    /// Not stated by any source, so the parameter is not sent.
    #[default]
    #[serde(rename = "unknown", alias = "not listed")]
    Unknown,
}

/// Name and limits of the parameter that limits the reply.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct MaxTokens {
    pub(super) name: BTreeMap<WireName, String>,
    pub(super) min: Option<u32>,
    pub(super) max: Option<u32>,
}

/// Thinking of a model, and the parameters that control it.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct ThinkingRules {
    pub(super) mode: Mode,
    pub(super) controls: Vec<Control>,
}

/// When a model thinks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub(super) enum Mode {
    /// In every reply.
    #[serde(rename = "always")]
    Always,
    /// Unless the request says otherwise.
    #[serde(rename = "on unless disabled")]
    On,
    /// Only if the request asks for it.
    #[serde(rename = "off unless asked")]
    Off,
    /// In no reply; such a model gets no allowance for thinking.
    #[serde(rename = "none")]
    Never,
    /// Not stated by any source; the model gets an allowance, because it may think.
    #[default]
    #[serde(rename = "unknown")]
    Unknown,
}

/// A parameter that controls thinking.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Control {
    pub(super) path: String,
    #[serde(default)]
    pub(super) values: Vec<Value>,
    pub(super) min: Option<i64>,
    pub(super) default: Option<Value>,
    #[serde(default)]
    pub(super) only_when: Vec<Condition>,
}

impl Control {
    /// Returns `true` if the control accepts this word.
    pub(super) fn has(&self, value: &str) -> bool {
        self.values.iter().any(|known| known == value)
    }
}

/// Values of `tool_choice` that a model accepts.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct ToolChoiceRules {
    pub(super) forced: Forced,
}

/// When a model accepts a forced tool call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub(super) enum Forced {
    /// In every request.
    #[serde(rename = "accepted")]
    Accepted,
    /// If it does not think.
    #[serde(rename = "refused while thinking", alias = "refused while thinking.type is enabled")]
    WithoutThinking,
    /// In no request; a schema or a sentence asks for the call instead.
    #[serde(rename = "refused")]
    Refused,
    /// Not stated by any source, and treated as a refusal.
    #[default]
    #[serde(rename = "unknown")]
    Unknown,
}

/// The parameter for answers that match a schema.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct StructuredOutput {
    pub(super) path: String,
    pub(super) values: Vec<String>,
}
