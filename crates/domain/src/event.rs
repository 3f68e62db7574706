//! What publishers send (SPEC 3): one event, one of six kinds.

use serde::{Deserialize, Serialize};

use crate::{EntityId, EventId, JobId, MicroUsd, Probability, Tenant, Time};

/// One event of a publisher.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The publisher's id; with tenant and kind it makes the event unique.
    pub id: EventId,
    /// Whom the work is for.
    pub tenant: Tenant,
    /// Who published it, e.g. `helius`; free text, may be empty.
    pub source: String,
    /// When it happened, as far as the publisher knows.
    pub occurred_at: Option<Time>,
    /// Lowers the budget of all work that this event causes; never raises it.
    pub budget: Option<MicroUsd>,
    /// What happened.
    pub kind: Kind,
}

impl Event {
    /// The id of the job that this event is for the classifier.
    pub fn job(&self) -> JobId {
        JobId::of_event(&self.tenant, self.kind.name(), &self.id)
    }
}

/// The six kinds of event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A summary of one on-chain transaction.
    Transaction(Transaction),
    /// A watched trader's trade on a prediction market.
    ScoutAlert(ScoutAlert),
    /// Somebody asks.
    Question(AskedQuestion),
    /// A memory look-up that came back unsure.
    RetrievalMiss(RetrievalMiss),
    /// An episode's research directions.
    Directions(Directions),
    /// Run a named research macro.
    Macro(MacroRequest),
}

impl Kind {
    /// The last token of the event's subject: `auspex.event.<name>`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Transaction(_) => "transaction",
            Self::ScoutAlert(_) => "scout_alert",
            Self::Question(_) => "question",
            Self::RetrievalMiss(_) => "retrieval_miss",
            Self::Directions(_) => "directions",
            Self::Macro(_) => "macro",
        }
    }

    /// All names, for topology and documentation.
    pub const NAMES: [&'static str; 6] =
        ["transaction", "scout_alert", "question", "retrieval_miss", "directions", "macro"];
}

/// One on-chain transaction, summarised.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Transaction {
    /// The chain's signature or hash.
    pub signature: String,
    /// Block time.
    pub time: Option<Time>,
    /// What the parser calls it: `SWAP`, `TRANSFER`, `NFT_SALE`, …
    pub kind: String,
    /// The program or protocol: `JUPITER`, `RAYDIUM`, …
    pub program: String,
    /// Wallets that took part, the fee payer first.
    pub wallets: Vec<String>,
    /// What moved.
    pub legs: Vec<Leg>,
    /// Value of the whole, where the publisher knows it.
    pub usd_value: Option<MicroUsd>,
    /// Free text for a person.
    pub description: String,
    /// The chain said it failed.
    pub failed: bool,
}

/// One movement of one token.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Leg {
    /// Mint address (base58, 32 to 44 characters) or contract.
    pub mint: String,
    /// Symbol, may be empty.
    pub symbol: String,
    /// Amount in whole tokens; finite, not negative.
    pub amount: f64,
    /// Value, where known.
    pub usd_value: Option<MicroUsd>,
    /// Sender's wallet, may be empty.
    pub from: String,
    /// Receiver's wallet, may be empty.
    pub to: String,
}

/// A watched trader's trade.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScoutAlert {
    /// Who traded.
    pub trader: Trader,
    /// What was traded.
    pub trade: Trade,
    /// On which market.
    pub market: Market,
}

/// A trader and what is known of the record.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Trader {
    /// Wallet address.
    pub address: String,
    /// Name or alias, may be empty.
    pub alias: String,
    /// Share of resolved positions that won, 0 to 1.
    pub win_rate: Option<f64>,
    /// Resolved positions behind the win rate.
    pub trades: Option<u64>,
    /// Profit and loss so far in micro-dollars, signed.
    pub profit_micro_usd: Option<i64>,
    /// What the scout calls the trader: `Overall Win Rate > 67%`.
    pub tags: Vec<String>,
}

/// Buying or selling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Bought shares of the outcome.
    Buy,
    /// Sold them.
    Sell,
}

/// One trade.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trade {
    /// Bought or sold.
    pub side: Side,
    /// What it cost.
    pub usd_value: MicroUsd,
    /// Price per share, 0 to 1.
    pub price: f64,
    /// Shares.
    pub size: f64,
    /// The outcome traded, e.g. `Yes` or a team's name.
    pub outcome: String,
    /// When.
    pub time: Option<Time>,
}

/// A prediction market.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Market {
    /// Condition or event id of the venue.
    pub condition_id: String,
    /// What it asks.
    pub question: String,
    /// Price of YES (or of the traded outcome), 0 to 1.
    pub price: Option<f64>,
    /// Traded volume.
    pub volume: Option<MicroUsd>,
    /// When it ends.
    pub end: Option<Time>,
    /// Where a person can look.
    pub url: String,
}

/// A question that somebody asks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AskedQuestion {
    /// The question, never empty.
    pub text: String,
    /// What the asker knows.
    pub background: String,
    /// How it resolves.
    pub resolution_criteria: String,
    /// When it closes.
    pub closes: Option<Time>,
    /// A market on it.
    pub market: Option<Market>,
    /// How to go about it.
    pub config: AskConfig,
    /// What it is about, e.g. the source of a question set; calibration is shown per topic. May be empty.
    pub topic: String,
}

/// How a question shall be worked on. `None` means the fleet's default.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AskConfig {
    /// Rounds of research at most.
    pub max_iterations: Option<u32>,
    /// The filter's profile.
    pub profile: Option<crate::Profile>,
    /// Under this confidence the answer is flagged for a person.
    pub min_confidence: Option<f64>,
    /// A person reviews before the answer is used.
    pub human_review: bool,
    /// Answer as one would have then: this is when it was asked, and evidence that is not dated before is withheld.
    pub as_of: Option<Time>,
    /// What the asker wants to have.
    #[serde(default)]
    pub wanted: Wanted,
}

/// What the answer to a question shall be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wanted {
    /// A forecast; research is done for it.
    #[default]
    Forecast,
    /// The research request itself: what should be found out, what that is worth, and the estimate without it. No research
    /// is done.
    Research,
}

/// A memory look-up whose best score was under its threshold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RetrievalMiss {
    /// What was looked for, never empty.
    pub query: String,
    /// Best score found, 0 to 1.
    pub score: f64,
    /// Threshold, 0 to 1.
    pub threshold: f64,
    /// Why it was looked for; may be empty.
    pub context: String,
    /// Sources to read at most, 1 to 20.
    pub max_sources: u32,
}

/// Research directions of one episode.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Directions {
    /// The episode's id.
    pub episode_id: String,
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// One research task each.
    pub bundles: Vec<Bundle>,
}

/// Entities that are researched together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Bundle {
    /// Unique within the episode; also a folder's name.
    pub id: EntityId,
    /// What to research.
    pub entities: Vec<DirectedEntity>,
}

/// An entity and what to find out about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DirectedEntity {
    /// Name as spoken.
    pub name: String,
    /// person, business, product, compound or platform.
    pub kind: crate::EntityKind,
    /// What to find out.
    pub directions: Vec<Direction>,
    /// Where to look first.
    pub candidate_sources: Vec<String>,
}

/// One thing to find out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Direction {
    /// Slug, unique for the entity: `role_and_affiliation`.
    pub key: String,
    /// What to find.
    pub objective: String,
    /// Fields to fill.
    pub fields: Vec<String>,
    /// When it is done.
    pub acceptance: Vec<String>,
    /// 1 is highest.
    pub priority: u32,
    /// May be left out.
    pub optional: bool,
}

/// Run a research macro.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MacroRequest {
    /// The macro's name.
    pub name: String,
    /// Parameters by name.
    pub parameters: std::collections::BTreeMap<String, String>,
    /// The session that asked.
    pub session: String,
}

impl AskedQuestion {
    /// The market's price as a probability, if there is a market with a price.
    pub fn market_price(&self) -> Option<Probability> {
        self.market.as_ref().and_then(|market| market.price).and_then(|price| Probability::clamp(price).ok())
    }
}
