//! The providers whose rules the world enforces: their models, what they refuse, and how they say so.
//!
//! Each provider is a module with a list of rules per wire format. A rule is a pure function of the request; the first
//! refusal is the answer.

mod check;
mod claude;
mod deepseek;
mod gpt;
mod minimax;
mod models;
mod price;
mod refusal;
mod seal;

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

pub(crate) use models::{Served, Thinks};
pub use price::Prices;
pub(crate) use refusal::{Refusal, overloaded};
pub(crate) use seal::{FUNCTION_CALL, Seal, call_id, is_sealed, reasoning_id};

/// Text of a paused turn, which the caller sends back to continue.
pub(crate) const PAUSE: &str = "[offline-1] The offline model pauses here; send this turn back to continue it.";

/// The provider that the world imitates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Profile {
    /// No provider: every model name, no rules beyond the wire format.
    #[default]
    Generic,
    /// MiniMax on the Anthropic wire.
    Minimax,
    /// Anthropic with the Messages format alone.
    Claude,
    /// OpenAI: chat completions and Responses.
    Gpt,
    /// DeepSeek: chat completions.
    Deepseek,
}

impl Profile {
    /// All profiles, in the order of their declaration.
    pub const ALL: [Self; 5] = [Self::Generic, Self::Minimax, Self::Claude, Self::Gpt, Self::Deepseek];

    /// Returns the name in settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Generic => "generic",
            Self::Minimax => "minimax",
            Self::Claude => "claude",
            Self::Gpt => "gpt",
            Self::Deepseek => "deepseek",
        }
    }

    fn models(self) -> &'static [Served] {
        match self {
            Self::Generic => &[],
            Self::Minimax => models::MINIMAX,
            Self::Claude => models::CLAUDE,
            Self::Gpt => models::GPT,
            Self::Deepseek => models::DEEPSEEK,
        }
    }

    fn rules(self, wire: Wire) -> &'static [Rule] {
        match (self, wire) {
            (Self::Claude, Wire::Anthropic) => claude::RULES,
            (Self::Minimax, Wire::Anthropic) => minimax::RULES,
            (Self::Gpt, Wire::Chat) => gpt::CHAT,
            (Self::Gpt, Wire::Responses) => gpt::RESPONSES,
            (Self::Deepseek, Wire::Chat) => deepseek::RULES,
            _ => &[],
        }
    }

    /// Returns `true` if the provider caches prefixes without being asked.
    pub(crate) fn caches_automatically(self) -> bool {
        matches!(self, Self::Gpt | Self::Deepseek)
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Profile {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|profile| profile.name() == text).ok_or_else(|| {
            format!("{text:?} is not a profile; use `minimax`, `claude`, `gpt`, `deepseek` or `generic`")
        })
    }
}

/// A wire format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wire {
    /// Anthropic Messages, which MiniMax accepts as well.
    Anthropic,
    /// OpenAI chat completions.
    Chat,
    /// OpenAI Responses, without state on the server.
    Responses,
}

/// A request under examination.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ask<'a> {
    pub(crate) body: &'a Value,
    pub(crate) wire: Wire,
    /// The requested model; `None` in the generic profile, which serves every name.
    pub(crate) model: Option<&'a Served>,
}

type Rule = fn(&Ask<'_>) -> Result<(), Refusal>;

impl Ask<'_> {
    /// Returns `true` if the model thinks in its reply to this request. A model that is not in the list thinks unless
    /// the request disables it.
    pub(crate) fn thinks(&self) -> bool {
        let effort = match self.wire {
            Wire::Responses => &self.body["reasoning"]["effort"],
            _ => &self.body["reasoning_effort"],
        };
        let asked = match self.body["thinking"]["type"].as_str().or(effort.as_str()) {
            Some("disabled" | "none") => Some(false),
            Some(_) => Some(true),
            None => None,
        };
        match self.model.map_or(Thinks::UnlessDisabled, |model| model.thinks) {
            Thinks::Always => true,
            Thinks::UnlessDisabled => asked.unwrap_or(true),
            Thinks::WhenAsked => asked.unwrap_or(false),
        }
    }

    fn name(&self) -> &str {
        self.body["model"].as_str().unwrap_or_default()
    }
}

/// Finds the model and applies the profile's rules.
pub(crate) fn admit(profile: Profile, wire: Wire, body: &Value) -> Result<Option<&'static Served>, Refusal> {
    if profile == Profile::Generic {
        return Ok(None);
    }
    let name = body["model"].as_str().unwrap_or_default();
    let served = profile.models().iter().find(|model| model.is_named(name));
    let rules = profile.rules(wire);
    let Some(model) = served.filter(|_| !rules.is_empty()) else { return Err(refusal::unknown_model(profile, name)) };
    let ask = Ask { body, wire, model: served };
    rules.iter().try_for_each(|rule| rule(&ask))?;
    Ok(Some(model))
}
