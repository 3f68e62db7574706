//! The models that each provider serves, with the facts that its rules need.
//!
//! Source: `models.json` of the project's model data (modelparams.dev and genai-prices, MIT; 22 August 2026). Prices
//! are in micro-dollars per million tokens and those of the first tier.

use super::Prices;

/// A model as its provider serves it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Served {
    /// Name in requests; a date may follow.
    pub(crate) name: &'static str,
    /// List prices, in micro-dollars per million tokens.
    pub(crate) prices: Prices,
    /// When it thinks.
    pub(crate) thinks: Thinks,
    /// Accepted values of `thinking.type`; empty for a model without this control.
    pub(crate) thinking_types: &'static [&'static str],
    /// Accepted efforts; empty for a model without this control.
    pub(crate) efforts: &'static [&'static str],
    /// Efforts with which thinking cannot be disabled.
    pub(crate) thinking_efforts: &'static [&'static str],
    /// Which sampling parameters it accepts.
    pub(crate) sampling: Sampling,
}

/// When a model thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Thinks {
    /// In every reply.
    Always,
    /// Unless the request disables it.
    UnlessDisabled,
    /// If the request asks for it.
    WhenAsked,
}

/// Which sampling parameters a model accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sampling {
    /// No parameter, with or without thinking.
    Refused,
    /// All, but only without thinking.
    WithoutThinking,
    /// `temperature` and `top_p` above 0 and at most 1.
    AboveZero,
}

const CLAUDE_EFFORTS: &[&str] = &["low", "medium", "high", "xhigh", "max"];
const GPT_EFFORTS: &[&str] = &["none", "low", "medium", "high", "xhigh"];
const OLDER_GPT_EFFORTS: &[&str] = &["minimal", "low", "medium", "high"];
const ADAPTIVE: &[&str] = &["disabled", "adaptive"];
const ENABLED: &[&str] = &["disabled", "enabled"];

const fn claude(name: &'static str, prices: [u64; 5], thinks: Thinks) -> Served {
    Served {
        name,
        prices: Prices::anthropic(prices),
        thinks,
        thinking_types: ADAPTIVE,
        efforts: CLAUDE_EFFORTS,
        thinking_efforts: &[],
        sampling: Sampling::Refused,
    }
}

const fn older_claude(name: &'static str, prices: [u64; 5]) -> Served {
    let sampling = Sampling::WithoutThinking;
    Served { thinking_types: ENABLED, efforts: &[], sampling, ..claude(name, prices, Thinks::WhenAsked) }
}

const fn minimax(name: &'static str, input: u64, output: u64) -> Served {
    Served {
        name,
        prices: Prices::anthropic([input, 30_000, 375_000, 375_000, output]),
        thinks: Thinks::Always,
        thinking_types: &[],
        efforts: &[],
        thinking_efforts: &[],
        sampling: Sampling::AboveZero,
    }
}

const fn gpt(name: &'static str, prices: [u64; 3], thinks: Thinks) -> Served {
    Served {
        name,
        prices: Prices::automatic(prices),
        thinks,
        thinking_types: &[],
        efforts: GPT_EFFORTS,
        thinking_efforts: &[],
        sampling: Sampling::WithoutThinking,
    }
}

const fn older_gpt(name: &'static str, prices: [u64; 3]) -> Served {
    Served { efforts: OLDER_GPT_EFFORTS, sampling: Sampling::Refused, ..gpt(name, prices, Thinks::Always) }
}

const fn deepseek(name: &'static str, prices: [u64; 3]) -> Served {
    let thinks = Thinks::UnlessDisabled;
    Served { thinking_types: &["enabled", "disabled"], efforts: &["high", "max"], ..gpt(name, prices, thinks) }
}

/// Models of Anthropic. The price of Sonnet 5 is that from 1 September 2026.
pub(super) const CLAUDE: &[Served] = &[
    Served {
        thinking_efforts: &["xhigh", "max"],
        ..claude("claude-opus-5", [5_000_000, 500_000, 6_250_000, 10_000_000, 25_000_000], Thinks::UnlessDisabled)
    },
    claude("claude-sonnet-5", [3_000_000, 300_000, 3_750_000, 6_000_000, 15_000_000], Thinks::UnlessDisabled),
    claude("claude-opus-4-8", [5_000_000, 500_000, 6_250_000, 10_000_000, 25_000_000], Thinks::WhenAsked),
    claude("claude-opus-4-7", [5_000_000, 500_000, 6_250_000, 10_000_000, 25_000_000], Thinks::WhenAsked),
    older_claude("claude-sonnet-4-5", [3_000_000, 300_000, 3_750_000, 6_000_000, 15_000_000]),
    older_claude("claude-haiku-4-5", [1_000_000, 100_000, 1_250_000, 2_000_000, 5_000_000]),
];

/// Models of MiniMax. `-lightning` is the name under which `-highspeed` was introduced; the data lists only the latter.
pub(super) const MINIMAX: &[Served] = &[
    minimax("MiniMax-M2.5-lightning", 600_000, 2_400_000),
    minimax("MiniMax-M2.5-highspeed", 600_000, 2_400_000),
    minimax("MiniMax-M2.1-highspeed", 600_000, 2_400_000),
    minimax("MiniMax-M2.5", 300_000, 1_200_000),
    minimax("MiniMax-M2.1", 300_000, 1_200_000),
    minimax("MiniMax-M2", 300_000, 1_200_000),
];

/// Models of OpenAI.
pub(super) const GPT: &[Served] = &[
    gpt("gpt-5.5", [5_000_000, 500_000, 30_000_000], Thinks::UnlessDisabled),
    gpt("gpt-5.4", [2_500_000, 250_000, 15_000_000], Thinks::WhenAsked),
    gpt("gpt-5.4-mini", [750_000, 75_000, 4_500_000], Thinks::WhenAsked),
    gpt("gpt-5.4-nano", [200_000, 20_000, 1_250_000], Thinks::WhenAsked),
    older_gpt("gpt-5", [1_250_000, 125_000, 10_000_000]),
    older_gpt("gpt-5-mini", [250_000, 25_000, 2_000_000]),
    older_gpt("gpt-5-nano", [50_000, 5_000, 400_000]),
];

/// Models of DeepSeek.
pub(super) const DEEPSEEK: &[Served] =
    &[deepseek("deepseek-v4-flash", [140_000, 2_800, 280_000]), deepseek("deepseek-v4-pro", [435_000, 3_625, 870_000])];

impl Served {
    /// Returns `true` if a request's model name denotes this model: its name, alone or with a date.
    pub(super) fn is_named(&self, name: &str) -> bool {
        let rest = name.get(self.name.len()..).filter(|_| name[..self.name.len()].eq_ignore_ascii_case(self.name));
        rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix('-').is_some_and(is_date))
    }
}

fn is_date(text: &str) -> bool {
    text.len() >= 8 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_have_a_date_but_no_other_suffix() {
        let found = |name: &str| GPT.iter().chain(CLAUDE).find(|model| model.is_named(name)).map(|model| model.name);
        assert_eq!(found("gpt-5.4-2026-03-05"), Some("gpt-5.4"));
        assert_eq!(found("gpt-5.4-mini"), Some("gpt-5.4-mini"));
        assert_eq!(found("claude-haiku-4-5-20251001"), Some("claude-haiku-4-5"));
        assert_eq!(found("gpt-5.4-ultra"), None);
        assert_eq!(found("gpt"), None);
    }
}
