//! Token services: metadata, prices, risks and holders of a mint.

mod birdeye;
mod dexscreener;
pub mod facts;
mod geckoterminal;
mod helius;
mod holders;
mod jupiter;
mod prices;
mod rugcheck;

use std::future::Future;

use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;

use facts::birdeye::BirdeyeFacts;
use facts::coingecko::CoinGeckoFacts;
use facts::dexscreener::DexScreenerFacts;
use facts::geckoterminal::GeckoTerminalFacts;
use facts::helius::HeliusFacts;
use facts::jupiter::JupiterFacts;
pub use facts::rugcheck::{Risk, RugCheckFacts};
use facts::{RawReply, TokenReply};
pub(crate) use prices::Limit;

use crate::ServiceError;
use crate::client::ClientError;
use crate::route::Route;
use crate::service::Service;

/// Addresses of the services. The required ones may point to the offline world.
#[derive(Debug, Clone)]
pub struct TokenConfig {
    /// Jupiter Tokens API V2: `<jupiter>/tokens/v2/search?query=…`.
    pub jupiter: Url,
    /// Jupiter's key, sent as `x-api-key`.
    pub jupiter_key: Option<SecretString>,
    /// CoinGecko's contract charts: `<prices>/coins/solana/contract/<mint>/market_chart`.
    pub prices: Url,
    /// Address of RugCheck's full reports: `<rugcheck>/v1/tokens/<mint>/report`.
    pub rugcheck: Url,
    /// GeckoTerminal: `<geckoterminal>/api/v2/networks/solana/tokens/<mint>`. `None` disables it.
    pub geckoterminal: Option<Url>,
    /// DexScreener: `<dexscreener>/tokens/v1/solana/<mint>`. `None` disables it.
    pub dexscreener: Option<Url>,
    /// Birdeye and its key: `<birdeye>/defi/token_overview?address=<mint>`. `None` disables it.
    pub birdeye: Option<(Url, SecretString)>,
    /// Helius and its key: `getAsset` of `<helius>/?api-key=…`. `None` disables it.
    pub helius: Option<(Url, SecretString)>,
    /// A holder index: `<holders>/<mint>`. `None`: the largest holders are read from RugCheck's full report.
    pub holders: Option<Url>,
}

/// Jupiter's record of a mint.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TokenMetadata {
    /// The requested mint.
    pub mint: String,
    /// Name of the token.
    pub name: String,
    /// Symbol of the token.
    pub symbol: String,
    /// Number of decimals.
    pub decimals: Option<u64>,
    /// Market capitalisation in US dollars.
    pub market_cap_usd: Option<f64>,
    /// Labels from Jupiter's list.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Further facts of the record.
    #[serde(flatten)]
    pub facts: JupiterFacts,
}

/// A price at a time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PricePoint {
    /// Time in Unix seconds.
    pub at: i64,
    /// Price in US dollars.
    pub usd: f64,
}

/// The prices of a mint. Either a series or the data of a market is present.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PriceSeries {
    /// Name of the service that has the series; empty without one.
    #[serde(default)]
    pub service: String,
    /// Prices in time order.
    pub points: Vec<PricePoint>,
    /// Change from the first to the last price in per cent; `None` if the first is zero.
    pub change_percent: Option<f64>,
    /// Lowest price in US dollars; 0 without points.
    pub low: f64,
    /// Highest price in US dollars; 0 without points.
    pub high: f64,
    /// What each service states about the market, in order of preference.
    #[serde(default)]
    pub markets: Vec<Market>,
}

/// What a service states about the market of a mint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "service")]
pub enum Market {
    /// The facts of GeckoTerminal's replies.
    GeckoTerminal(GeckoTerminalFacts),
    /// The facts of DexScreener's reply.
    DexScreener(DexScreenerFacts),
    /// The facts of Birdeye's reply.
    Birdeye(BirdeyeFacts),
    /// The facts of Helius's asset.
    Helius(HeliusFacts),
    /// The facts of CoinGecko's chart.
    CoinGecko(CoinGeckoFacts),
}

impl Market {
    /// Returns the name of the service.
    pub fn service(&self) -> &'static str {
        match self {
            Self::GeckoTerminal(_) => "GeckoTerminal",
            Self::DexScreener(_) => "DexScreener",
            Self::Birdeye(_) => "Birdeye",
            Self::Helius(_) => "Helius",
            Self::CoinGecko(_) => "CoinGecko",
        }
    }
}

/// One service's answer about prices.
#[derive(Debug)]
struct MarketPrices {
    market: Market,
    points: Vec<PricePoint>,
}

/// Distribution of the holders.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Holders {
    /// Number of holders, if known.
    pub total: Option<u64>,
    /// Share of the ten largest in per cent; `None` without a list of holders.
    pub top10_percent: Option<f64>,
    /// Share of the largest in per cent.
    pub largest_percent: Option<f64>,
    /// `low` if the ten largest hold under 20 %, `medium` under 50 %, else `high`; empty if unknown.
    pub concentration: String,
    /// Number of the largest holders that are marked as insiders.
    pub insiders: u64,
    /// Share of those marked as insiders in per cent.
    #[serde(default)]
    pub insider_percent: Option<f64>,
    /// Number of listed accounts of pools, bonding curves and lockers, which are not counted. `None` if the service
    /// does not mark them, so that they may be among the holders.
    #[serde(default)]
    pub accounts_left_out: Option<u64>,
    /// Name of the service; empty for a holder index.
    #[serde(default)]
    pub service: String,
}

/// Data about a mint. `None` means that the service answered and does not know the mint.
pub trait TokenData: Send + Sync + 'static {
    /// Returns name, market data and authorities.
    fn metadata(&self, mint: &str) -> impl Future<Output = Result<Option<TokenMetadata>, ServiceError>> + Send;
    /// Returns the prices of the last `days`, as far as a service has them.
    fn prices(&self, mint: &str, days: u32) -> impl Future<Output = Result<Option<PriceSeries>, ServiceError>> + Send;
    /// Returns RugCheck's report.
    fn risks(&self, mint: &str) -> impl Future<Output = Result<Option<RugCheckFacts>, ServiceError>> + Send;
    /// Returns the distribution of the holders.
    fn holders(&self, mint: &str) -> impl Future<Output = Result<Option<Holders>, ServiceError>> + Send;
}

/// Clients of the real services.
#[derive(Debug, Clone)]
pub struct TokenServices {
    config: TokenConfig,
    jupiter: Service,
    coingecko: Service,
    geckoterminal: Service,
    dexscreener: Service,
    birdeye: Service,
    helius: Service,
    rugcheck: Service,
    holders: Service,
}

impl TokenServices {
    /// Creates clients for the configured addresses without sending a request.
    pub fn new(config: TokenConfig, route: &Route) -> Result<Self, ClientError> {
        Ok(Self {
            config,
            jupiter: Service::new("jupiter", route)?,
            coingecko: Service::new("coingecko", route)?,
            geckoterminal: Service::new("geckoterminal", route)?,
            dexscreener: Service::new("dexscreener", route)?,
            birdeye: Service::new("birdeye", route)?,
            helius: Service::new("helius", route)?,
            rugcheck: Service::new("rugcheck", route)?,
            holders: Service::new("holders", route)?,
        })
    }
}

impl TokenServices {
    /// Returns the prices from those services that `limit` permits.
    pub(crate) async fn prices_within(
        &self,
        limit: &impl Limit,
        mint: &str,
        days: u32,
    ) -> Result<Option<PriceSeries>, ServiceError> {
        prices::series(self, limit, mint, days).await
    }
}

impl TokenData for TokenServices {
    async fn metadata(&self, mint: &str) -> Result<Option<TokenMetadata>, ServiceError> {
        jupiter::metadata(&self.jupiter, &self.config, mint).await
    }

    async fn prices(&self, mint: &str, days: u32) -> Result<Option<PriceSeries>, ServiceError> {
        self.prices_within(&prices::Unlimited, mint, days).await
    }

    async fn risks(&self, mint: &str) -> Result<Option<RugCheckFacts>, ServiceError> {
        rugcheck::report(&self.rugcheck, &self.config.rugcheck, mint).await
    }

    async fn holders(&self, mint: &str) -> Result<Option<Holders>, ServiceError> {
        holders::distribution(&self.holders, &self.config, mint).await
    }
}

/// A successful reply for a reader.
fn reply_of(body: &Value) -> RawReply<'_> {
    RawReply { status: 200, body }
}

/// Returns the facts of a reply; `None` if the service does not have the mint.
fn facts_of<T>(service: &Service, reply: TokenReply<T>) -> Result<Option<T>, ServiceError> {
    match reply {
        TokenReply::Found(facts) => Ok(Some(facts)),
        TokenReply::NotFound => Ok(None),
        TokenReply::Limited => Err(ServiceError::Blocked { service: service.name, status: 429, retry_after: None }),
        TokenReply::Failed => Err(service.shape("the expected fields are missing")),
    }
}

/// Joins `base`, with or without a path and a slash, and a relative path.
pub(crate) fn join(base: &Url, path: &str) -> Url {
    let mut url = base.clone();
    let joined = format!("{}/{path}", base.path().trim_end_matches('/'));
    url.set_path(&joined);
    url
}

/// Escapes a mint for a path. Base58 needs no escaping; this ensures that the path remains one segment.
fn segment(mint: &str) -> String {
    mint.chars().filter(char::is_ascii_alphanumeric).collect()
}

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn read_for_fuzzing(answer: &Value) {
    jupiter::read_for_fuzzing(answer);
    prices::read_for_fuzzing(answer);
    holders::read_for_fuzzing(answer);
    facts::read_for_fuzzing(answer);
}

#[cfg(test)]
mod tests;
