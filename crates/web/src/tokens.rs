//! Token services: metadata, prices, risks and holders of a mint.

pub mod facts;
mod holders;
mod jupiter;
mod prices;
mod rugcheck;

use std::future::Future;

use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use url::Url;

use crate::ServiceError;
use crate::client::ClientError;
use crate::route::Route;
use crate::service::Service;

/// Addresses of the services. All four may point to the offline world.
#[derive(Debug, Clone)]
pub struct TokenConfig {
    /// Jupiter Tokens API V2: `<jupiter>/tokens/v2/search?query=…`.
    pub jupiter: Url,
    /// Jupiter's key, sent as `x-api-key`.
    pub jupiter_key: Option<SecretString>,
    /// CoinGecko's contract charts: `<prices>/coins/solana/contract/<mint>/market_chart`.
    pub prices: Url,
    /// RugCheck's summaries: `<rugcheck>/v1/tokens/<mint>/report/summary`.
    pub rugcheck: Url,
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
    /// Set if the token is on Jupiter's verified list.
    pub verified: bool,
    /// Number of wallets that hold the token.
    pub holders: Option<u64>,
    /// Price in US dollars.
    pub price_usd: Option<f64>,
    /// Market capitalisation in US dollars.
    pub market_cap_usd: Option<f64>,
    /// Liquidity in US dollars.
    pub liquidity_usd: Option<f64>,
    /// Address of the project's site, if present.
    pub website: String,
    /// Labels from Jupiter's list.
    pub tags: Vec<String>,
    /// Set if the mint authority is revoked; `None` if unknown.
    #[serde(default)]
    pub mint_authority_disabled: Option<bool>,
    /// Set if the freeze authority is revoked; `None` if unknown.
    #[serde(default)]
    pub freeze_authority_disabled: Option<bool>,
    /// Set if Jupiter's audit flags the token as suspicious.
    #[serde(default)]
    pub suspicious: bool,
}

/// A price at a time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PricePoint {
    /// Time in Unix seconds.
    pub at: i64,
    /// Price in US dollars.
    pub usd: f64,
}

/// Prices in time order, never empty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PriceSeries {
    /// Prices in time order.
    pub points: Vec<PricePoint>,
    /// Change from the first to the last price in per cent; `None` if the first is zero.
    pub change_percent: Option<f64>,
    /// Lowest price in US dollars.
    pub low: f64,
    /// Highest price in US dollars.
    pub high: f64,
}

/// RugCheck's risk report.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RiskReport {
    /// RugCheck's score; higher is riskier.
    pub score: f64,
    /// Normalised score from 0 to 100, if present.
    pub score_normalised: Option<f64>,
    /// Risks that RugCheck found.
    pub risks: Vec<Risk>,
}

/// A risk found by RugCheck.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Risk {
    /// Name of the risk.
    pub name: String,
    /// Severity, such as `warn` or `danger`.
    pub level: String,
    /// Explanation for people.
    pub description: String,
}

/// Distribution of the holders.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Holders {
    /// Number of holders, if known.
    pub total: Option<u64>,
    /// Share of the ten largest in per cent.
    pub top10_percent: f64,
    /// Share of the largest in per cent.
    pub largest_percent: f64,
    /// `low` if the ten largest hold under 20 %, `medium` under 50 %, else `high`.
    pub concentration: String,
    /// Number of the largest holders that are marked as insiders.
    pub insiders: u32,
}

/// Data about a mint. `None` means that the service answered and does not know the mint.
pub trait TokenData: Send + Sync + 'static {
    /// Returns name, market data and authorities.
    fn metadata(&self, mint: &str) -> impl Future<Output = Result<Option<TokenMetadata>, ServiceError>> + Send;
    /// Returns the prices of the last `days`.
    fn prices(&self, mint: &str, days: u32) -> impl Future<Output = Result<Option<PriceSeries>, ServiceError>> + Send;
    /// Returns the named risks.
    fn risks(&self, mint: &str) -> impl Future<Output = Result<Option<RiskReport>, ServiceError>> + Send;
    /// Returns the distribution of the holders.
    fn holders(&self, mint: &str) -> impl Future<Output = Result<Option<Holders>, ServiceError>> + Send;
}

/// Clients of the real services.
#[derive(Debug, Clone)]
pub struct TokenServices {
    config: TokenConfig,
    jupiter: Service,
    prices: Service,
    rugcheck: Service,
    holders: Service,
}

impl TokenServices {
    /// Creates clients for the configured addresses without sending a request.
    pub fn new(config: TokenConfig, route: &Route) -> Result<Self, ClientError> {
        Ok(Self {
            config,
            jupiter: Service::new("jupiter", route)?,
            prices: Service::new("coingecko", route)?,
            rugcheck: Service::new("rugcheck", route)?,
            holders: Service::new("holders", route)?,
        })
    }
}

impl TokenData for TokenServices {
    async fn metadata(&self, mint: &str) -> Result<Option<TokenMetadata>, ServiceError> {
        jupiter::metadata(&self.jupiter, &self.config, mint).await
    }

    async fn prices(&self, mint: &str, days: u32) -> Result<Option<PriceSeries>, ServiceError> {
        prices::series(&self.prices, &self.config.prices, mint, days).await
    }

    async fn risks(&self, mint: &str) -> Result<Option<RiskReport>, ServiceError> {
        rugcheck::report(&self.rugcheck, &self.config.rugcheck, mint).await
    }

    async fn holders(&self, mint: &str) -> Result<Option<Holders>, ServiceError> {
        holders::distribution(&self.holders, &self.config, mint).await
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
pub(crate) fn read_for_fuzzing(answer: &serde_json::Value) {
    jupiter::read_for_fuzzing(answer);
    prices::read_for_fuzzing(answer);
    holders::read_for_fuzzing(answer);
}

#[cfg(test)]
mod tests;
