//! Events that publishers send: one event, one of seven kinds.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

pub use crate::bundle_review::BundleReview;
use crate::entity::identifier::{self, Identifier};
pub use crate::entity_request::EntityRequest;
pub use crate::market::{Market, MarketEvent, MarketMatch};
use crate::review::ReviewRules;
use crate::{AnswerKind, BundleId, EventId, JobId, MicroUsd, Probability, SourceRules, Tenant, Time};

/// One event from a publisher.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The publisher's id. Tenant, kind and id together are unique.
    pub id: EventId,
    /// The tenant that the work is for.
    pub tenant: Tenant,
    /// The publisher, for example `helius`; free text, may be empty.
    pub source: String,
    /// Time of the event, if the publisher knows it.
    pub occurred_at: Option<Time>,
    /// Lowers the budget of all work that this event causes; it cannot raise it.
    pub budget: Option<MicroUsd>,
    /// The kind-specific content.
    pub kind: EventKind,
}

impl Event {
    /// Returns the id of the classifier job for this event.
    pub fn job(&self) -> JobId {
        JobId::for_event(&self.tenant, self.kind.name(), &self.id)
    }
}

/// The seven kinds of event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// Summary of one on-chain transaction.
    Transaction(Transaction),
    /// Trade of a watched trader on a prediction market.
    ScoutAlert(ScoutAlert),
    /// Question to forecast.
    Question(AskedQuestion),
    /// Memory look-up with low confidence.
    RetrievalMiss(RetrievalMiss),
    /// Research directions of an episode.
    Directions(Directions),
    /// Request to run a named research macro.
    Macro(MacroRequest),
    /// Request to research entities.
    EntityRequest(EntityRequest),
}

impl EventKind {
    /// Returns the token of the event's subject that names the kind: `auspex.event.<name>.<tenant>`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Transaction(_) => "transaction",
            Self::ScoutAlert(_) => "scout_alert",
            Self::Question(_) => "question",
            Self::RetrievalMiss(_) => "retrieval_miss",
            Self::Directions(_) => "directions",
            Self::Macro(_) => "macro",
            Self::EntityRequest(_) => "entity_request",
        }
    }

    /// Names of all kinds, for topology and documentation.
    pub const NAMES: [&'static str; 7] =
        ["transaction", "scout_alert", "question", "retrieval_miss", "directions", "macro", "entity_request"];
}

/// Summary of one on-chain transaction.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Transaction {
    /// The chain's signature or hash.
    pub signature: String,
    /// Time of the block.
    pub time: Option<Time>,
    /// The parser's transaction type: `SWAP`, `TRANSFER`, `NFT_SALE`, …
    pub kind: String,
    /// The program or protocol: `JUPITER`, `RAYDIUM`, …
    pub program: String,
    /// Participating wallets, the fee payer first.
    pub wallets: Vec<String>,
    /// Movements of single tokens.
    pub legs: Vec<Leg>,
    /// Total value, if the publisher knows it.
    pub usd_value: Option<MicroUsd>,
    /// Description for human readers.
    pub description: String,
    /// `true` if the chain reports that the transaction failed.
    pub failed: bool,
}

/// Movement of one token.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Leg {
    /// Mint address (base58, 32 to 44 characters) or contract.
    pub mint: String,
    /// Token symbol, may be empty.
    pub symbol: String,
    /// Amount in whole tokens: finite, not negative.
    pub amount: f64,
    /// Value of the movement, if known.
    pub usd_value: Option<MicroUsd>,
    /// Sender's wallet, may be empty.
    pub from: String,
    /// Receiver's wallet, may be empty.
    pub to: String,
}

/// A trade of a watched trader.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScoutAlert {
    /// The watched trader.
    pub trader: Trader,
    /// The trade that was observed.
    pub trade: Trade,
    /// The market that was traded.
    pub market: Market,
}

impl ScoutAlert {
    /// Beginning of the line of a research context that holds the alias of the trader.
    pub const ALIAS_LINE: &str = "alias: ";
}

/// A trader and the known track record.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Trader {
    /// Address of the trader's wallet.
    pub address: String,
    /// Name or alias, may be empty.
    pub alias: String,
    /// Share of resolved positions that won, 0 to 1.
    pub win_rate: Option<f64>,
    /// Number of resolved positions behind the win rate.
    pub trades: Option<u64>,
    /// Profit and loss so far in micro-dollars, signed.
    pub profit_micro_usd: Option<i64>,
    /// Labels given by the scout, for example `Overall Win Rate > 67%`.
    pub tags: Vec<String>,
}

impl Trader {
    /// Returns the address if it has the form of one; any other text is a stranger's.
    pub fn checked_address(&self) -> Option<Cow<'_, str>> {
        match identifier::read(&self.address) {
            Identifier::Key("address" | "mint", address) => Some(address),
            Identifier::Key(..) | Identifier::Broken(..) | Identifier::Words(_) => None,
        }
    }
}

/// Direction of a trade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Bought shares of the outcome.
    Buy,
    /// Sold shares of the outcome.
    Sell,
}

/// One trade on a prediction market.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trade {
    /// Direction of the trade.
    pub side: Side,
    /// Total value of the trade.
    pub usd_value: MicroUsd,
    /// Price per share, 0 to 1.
    pub price: f64,
    /// Number of shares.
    pub size: f64,
    /// The traded outcome, for example `Yes` or a team's name.
    pub outcome: String,
    /// Time of the trade.
    pub time: Option<Time>,
}

/// A question to forecast.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AskedQuestion {
    /// The question, never empty.
    pub text: String,
    /// Background known to the asker.
    pub background: String,
    /// Criteria by which it resolves.
    pub resolution_criteria: String,
    /// Time at which it closes.
    pub closes: Option<Time>,
    /// A market on the same question.
    pub market: Option<Market>,
    /// Options of the run.
    pub config: AskConfig,
    /// Topic, for example the name of a question set; calibration is reported per topic. May be empty.
    pub topic: String,
    /// Kind of the answer, if the asker states it; otherwise recognised from the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<AnswerKind>,
}

/// Options for working on a question. `None` means the fleet's default.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AskConfig {
    /// Maximum number of research rounds.
    pub max_iterations: Option<u32>,
    /// The filter's profile.
    pub profile: Option<crate::Profile>,
    /// Answers with a confidence below this value (0 to 1) are flagged for review.
    pub min_confidence: Option<f64>,
    /// Requires a human review before the answer is used.
    pub human_review: bool,
    /// Rules by which the answer waits for a review.
    #[serde(default, skip_serializing_if = "ReviewRules::is_empty")]
    pub review_if: ReviewRules,
    /// Answers the question as of this time: evidence that is not dated before it is withheld.
    pub as_of: Option<Time>,
    /// The requested kind of answer.
    #[serde(default)]
    pub wanted: Wanted,
    /// The answer is not urgent: model calls may be made in batches, at a lower price, each of which takes up to a day.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub can_wait: bool,
    /// Web domains that the research may or must not use.
    #[serde(default, skip_serializing_if = "SourceRules::is_empty")]
    pub sources: SourceRules,
    /// Answers with the own view alone: a market's price is not pooled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub independent: bool,
    /// Hands a question with several meanings back instead of assuming one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub clarify: bool,
}

/// The requested kind of answer to a question.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wanted {
    /// A forecast, with the research that it needs.
    #[default]
    Forecast,
    /// The research request itself: the questions to research, their expected value, and the estimate without them. No
    /// research is done.
    Research,
}

/// A memory look-up whose best score was below its threshold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RetrievalMiss {
    /// The query, never empty.
    pub query: String,
    /// Best score found, 0 to 1.
    pub score: f64,
    /// The threshold, 0 to 1.
    pub threshold: f64,
    /// Purpose of the look-up; may be empty.
    pub context: String,
    /// Maximum number of sources to read, 1 to 20.
    pub max_sources: u32,
    /// Web domains that the research may or must not use.
    #[serde(default, skip_serializing_if = "SourceRules::is_empty")]
    pub sources: SourceRules,
}

/// Research directions of one episode.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Directions {
    /// The episode's id.
    pub episode_id: String,
    /// The episode's URL.
    pub url: String,
    /// The episode's title.
    pub title: String,
    /// What the episode is about and what the research is for; may be empty.
    #[serde(default)]
    pub context: String,
    /// Bundles; each becomes one research task.
    pub bundles: Vec<Bundle>,
}

impl Directions {
    /// Returns the episode.
    pub fn episode(&self) -> Episode {
        let Self { episode_id: id, url, title, context, bundles: _ } = self.clone();
        Episode { id, url, title, context }
    }
}

/// The episode that a bundle belongs to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Episode {
    /// Id of the episode at its publisher.
    #[serde(rename = "episode")]
    pub id: String,
    /// URL; may be empty.
    #[serde(default)]
    pub url: String,
    /// Title; may be empty.
    #[serde(default)]
    pub title: String,
    /// What the episode is about and what the research is for; may be empty.
    #[serde(default)]
    pub context: String,
}

/// A group of entities that are researched together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bundle {
    /// Unique within the episode; also used as a folder name.
    pub id: BundleId,
    /// The entities to research.
    pub entities: Vec<DirectedEntity>,
    /// What a person shall review after the research.
    #[serde(default, skip_serializing_if = "BundleReview::is_none")]
    pub review: BundleReview,
}

/// An entity with its research directions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DirectedEntity {
    /// Name as spoken in the episode.
    pub name: String,
    /// One of person, business, product, compound, platform.
    pub kind: crate::EntityKind,
    /// Research directions for the entity.
    pub directions: Vec<Direction>,
    /// Sources to try first.
    pub candidate_sources: Vec<String>,
}

/// One research direction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Direction {
    /// Unique for the entity, for example `role_and_affiliation`.
    pub key: String,
    /// Objective of the research.
    pub objective: String,
    /// Fields to fill.
    pub fields: Vec<String>,
    /// Criteria for a complete answer.
    pub acceptance: Vec<String>,
    /// Priority; 1 is the highest.
    pub priority: u32,
    /// `true` if the direction may be skipped.
    pub optional: bool,
}

/// Request to run a research macro.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MacroRequest {
    /// The macro's name.
    pub name: String,
    /// Parameters by name, as JSON values.
    pub parameters: serde_json::Map<String, serde_json::Value>,
    /// The requesting session: a UUID, or other text. An empty text means a new session for this request.
    pub session: String,
    /// Choice of the caller to accept a valid result without a review, where the macro makes the review optional.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub skip_review: bool,
}

impl AskedQuestion {
    /// Describes in a few words the market that the fleet found or priced, for progress messages.
    pub fn found_market(&self) -> Option<String> {
        let market = self.market.as_ref()?;
        let id = &market.found.as_ref()?.id;
        Some(match market.price {
            Some(price) => format!("market {id} at {:.0} %", price * 100.0),
            None => format!("market {id} without a price"),
        })
    }

    /// Returns the market's price as a probability, if a market with a price exists.
    pub fn market_price(&self) -> Option<Probability> {
        self.market.as_ref().and_then(|market| market.price).and_then(|price| Probability::clamp(price).ok())
    }

    /// Returns the price that the forecast pools: none if the view alone was asked for.
    pub fn pooled_price(&self) -> Option<Probability> {
        if self.config.independent { None } else { self.market_price() }
    }
}
