//! The model of one worker as text and as JSON, for people. Pure.

use std::fmt;

use domain::MicroUsd;
use llm::{BatchOffer, Endpoint, PlanSettings, Price, Refused, Request};
use serde::Serialize;

use crate::ModelConfig;
use crate::config::{Origin, PriceSource};

/// Answer tokens for which the limit of a reply is shown.
const ANSWER: u32 = 4_096;

/// A worker's model and its fallback.
#[derive(Debug, Clone, Serialize)]
pub struct ModelLine {
    worker: String,
    #[serde(flatten)]
    model: ModelEntry,
    fallback: Option<ModelEntry>,
}

/// One model at one endpoint. The key itself is never part of it.
#[derive(Debug, Clone, Serialize)]
struct ModelEntry {
    provider: String,
    model: String,
    /// Entry of the table, or `unknown`.
    profile: String,
    wire: String,
    base_url: String,
    thinking: String,
    /// Limit of the reply to a request for 4,096 answer tokens, with the room for thinking.
    reply_limit: u32,
    context_window: Option<u64>,
    key_present: bool,
    price: Option<Price>,
    /// Source of the price, with the day of its last check.
    price_source: String,
    shutdown_on: Option<String>,
    note: Option<String>,
    /// Terms of the batch endpoint for calls that can wait; absent if such calls are not queued.
    batch: Option<BatchLine>,
}

/// Terms of a provider's batch endpoint.
#[derive(Debug, Clone, Copy, Serialize)]
struct BatchLine {
    /// Price of every token as a share of the ordinary price, in percent.
    price_percent: u32,
    /// Hours in which the provider answers.
    window_hours: u32,
}

impl ModelLine {
    /// Describes the model of a worker.
    pub fn new(worker: &str, config: &ModelConfig) -> Self {
        let fallback = config.fallback.as_ref().zip(config.fallback_origin.as_ref());
        Self {
            worker: worker.to_owned(),
            model: ModelEntry::new(&config.endpoint, &config.origin, config.batch.queue),
            fallback: fallback.map(|(endpoint, origin)| ModelEntry::new(endpoint, origin, false)),
        }
    }

    /// Returns the name of the worker.
    pub fn worker(&self) -> &str {
        &self.worker
    }
}

impl ModelEntry {
    fn new(endpoint: &Endpoint, origin: &Origin, queues_batches: bool) -> Self {
        let profile = &endpoint.profile;
        let settings = PlanSettings {
            style: endpoint.style,
            thinking: endpoint.thinking,
            cache_ttl: endpoint.cache_ttl,
            unthought_calls: false,
            stream: endpoint.stream,
        };
        let plan = profile.plan(settings, &Request::new("", "").with_max_tokens(ANSWER), &Refused::new());
        Self {
            provider: origin.provider.clone().unwrap_or_else(|| endpoint.card().provider),
            model: endpoint.model.clone(),
            profile: if profile.is_known() { profile.id().to_owned() } else { "unknown".to_owned() },
            wire: endpoint.style.to_string(),
            base_url: without_password(endpoint),
            thinking: endpoint.thinking.to_string(),
            reply_limit: plan.max_tokens,
            context_window: profile.context_window(),
            key_present: endpoint.key.is_some(),
            price: (origin.price != PriceSource::Unknown).then_some(endpoint.price),
            price_source: source(&origin.price),
            shutdown_on: profile.shutdown_on().map(|day| day.to_string()),
            note: profile.note().map(ToOwned::to_owned),
            batch: endpoint.batch.filter(|_| queues_batches).map(BatchLine::from),
        }
    }
}

impl From<BatchOffer> for BatchLine {
    fn from(BatchOffer { price_percent, window_hours }: BatchOffer) -> Self {
        Self { price_percent, window_hours }
    }
}

fn without_password(endpoint: &Endpoint) -> String {
    let mut url = endpoint.base_url.clone();
    // An address that cannot have a password has none.
    let _ = url.set_username("").and_then(|()| url.set_password(None));
    url.to_string()
}

/// Describes the source of a price.
fn source(price: &PriceSource) -> String {
    match price {
        PriceSource::Settings => "settings".to_owned(),
        PriceSource::Table { source, checked } if checked.is_empty() => source.clone(),
        PriceSource::Table { source, checked } => format!("{source}, checked {checked}"),
        PriceSource::Unknown => "unknown".to_owned(),
    }
}

/// Formats dollars per million tokens without trailing zeros.
fn rate(amount: MicroUsd) -> String {
    let text = amount.to_string();
    let cut = text.trim_end_matches('0');
    let (whole, fraction) = cut.split_once('.').unwrap_or((cut, ""));
    format!("{whole}.{fraction:0<2}")
}

/// Describes a price in dollars per million tokens.
fn price(price: &Price) -> String {
    let mut text = format!(
        "{} in, {} out, {} cache read, {} cache write",
        rate(price.input),
        rate(price.output),
        rate(price.cache_read),
        rate(price.cache_write)
    );
    if let Some(tier) = price.tier {
        let (input, output) = (rate(tier.input), rate(tier.output));
        text.push_str(&format!("; {input} in, {output} out above {} prompt tokens", tier.above));
    }
    text
}

impl fmt::Display for ModelLine {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:<12} {}", self.worker, self.model)?;
        match &self.fallback {
            Some(fallback) => write!(out, "\n  fallback   {fallback}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ModelEntry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let indent = format!("\n{:13}", "");
        let key = if self.key_present { "key present" } else { "no key" };
        write!(out, "{} {} (profile {}), {key}", self.provider, self.model, self.profile)?;
        write!(out, "{indent}{} at {}", self.wire, self.base_url)?;
        let window = self.context_window.map_or("unknown".to_owned(), |tokens| format!("{tokens} tokens"));
        write!(out, "{indent}thinking {}, {ANSWER} answer tokens are limited to {}", self.thinking, self.reply_limit)?;
        write!(out, " with thinking; context window {window}")?;
        match &self.price {
            Some(figures) => write!(out, "{indent}{} per million tokens ({})", price(figures), self.price_source)?,
            None => write!(out, "{indent}price unknown")?,
        }
        if let Some(BatchLine { price_percent, window_hours }) = &self.batch {
            write!(out, "{indent}batches at {price_percent}% of the price, answered within {window_hours} h")?;
        }
        if let Some(day) = &self.shutdown_on {
            write!(out, "{indent}the provider ends this model on {day}")?;
        }
        self.note.iter().try_for_each(|note| write!(out, "{indent}{note}"))
    }
}

#[cfg(test)]
mod tests {
    use runtime::config::Env;

    use super::*;

    fn line(pairs: &[(&str, &str)]) -> ModelLine {
        let config = ModelConfig::read(&mut Env::from_pairs(pairs.iter().copied()), "filter");
        ModelLine::new("filter", &config)
    }

    #[test]
    fn an_entry_shows_price_and_source_and_never_the_key() {
        let keys = [("MINIMAX_API_KEY", "hunter2"), ("ANTHROPIC_API_KEY", "hunter3")];
        let line = line(&[keys.as_slice(), &[("AUSPEX_MODEL_FALLBACK_PROVIDER", "anthropic")]].concat());
        let text = line.to_string();
        for part in [
            "minimax MiniMax-M2",
            "$0.30 in, $1.20 out, $0.03 cache read, $0.375 cache write",
            "genai-prices",
            "key present",
            "fallback   anthropic claude-sonnet-5",
            "thinking default",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let json = serde_json::to_string(&line).unwrap();
        assert!(!text.contains("hunter") && !json.contains("hunter"));
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((&json["provider"], &json["price"]["output"]), (&"minimax".into(), &1_200_000.into()));
        assert_eq!(json["fallback"]["wire"], "anthropic");
    }

    #[test]
    fn an_unknown_model_has_no_price_and_a_password_is_not_shown() {
        let text = line(&[("AUSPEX_MODEL_BASE_URL", "http://me:hunter2@gpu.example/v1"), ("FILTER_MODEL", "mine")])
            .to_string();
        assert!(
            text.contains("profile unknown") && text.contains("price unknown") && text.contains("no key"),
            "{text}"
        );
        assert!(!text.contains("hunter2"), "{text}");
    }
}
