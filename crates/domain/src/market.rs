//! Prediction markets on which a question is traded.

use serde::{Deserialize, Serialize};

use crate::{MicroUsd, Time};

/// A prediction market.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Market {
    /// The venue's condition or event id.
    pub condition_id: String,
    /// The market's question.
    pub question: String,
    /// Price of YES (or of the traded outcome), 0 to 1.
    pub price: Option<f64>,
    /// Total traded volume.
    pub volume: Option<MicroUsd>,
    /// Time at which it closes.
    pub end: Option<Time>,
    /// Web address of the market.
    pub url: String,
    /// How the market was found, if the fleet looked it up; `None` for a market that the asker named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<MarketMatch>,
}

impl Market {
    /// Describes a market that the fleet found or priced: its id, its question, the price with its time, and why it is
    /// the same question. `None` for a market as the asker named it.
    pub fn describe_found(&self) -> Option<String> {
        let MarketMatch { id, price_at, inverse, reason, event: _ } = self.found.as_ref()?;
        let price = self.price.map(|price| format!("{:.0} % for YES of this question", price * 100.0));
        let time = price_at.map(|at| format!(" on {}", at.format("%Y-%m-%d %H:%M UTC"))).unwrap_or_default();
        let direction = if *inverse { ", which asks the other way round" } else { "" };
        let question =
            if self.question.is_empty() { String::new() } else { format!(" \u{201c}{}\u{201d}", self.question) };
        let reason = if reason.is_empty() { String::new() } else { format!(" (difference: {reason})") };
        Some(format!("{id}{question}{direction}: {}{time}{reason}", price.unwrap_or_else(|| "no price".to_owned())))
    }
}

/// A market that the fleet found for a question, or whose price it read when the run began.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MarketMatch {
    /// Id of the market, `site:id`.
    pub id: String,
    /// Time of the price.
    pub price_at: Option<Time>,
    /// The market asks the other way round: the price of the question's YES is one minus the market's.
    pub inverse: bool,
    /// Reason why it is the same question, for a reader.
    pub reason: String,
    /// The event of which it is one option, if at most one of the event's markets can resolve YES.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<MarketEvent>,
}

/// An event whose markets exclude one another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarketEvent {
    /// Id of the event, `site:id`.
    pub id: String,
    /// Number of its markets, if exactly one of them resolves YES.
    pub options: Option<u32>,
}
