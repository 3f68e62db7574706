//! Token services: what a mint is, what it cost, which risks it carries, who holds it.

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
use crate::service::Service;

/// Where the services are. All four may be the same stand-in.
#[derive(Debug, Clone)]
pub struct TokenConfig {
    /// Jupiter Tokens API V2: `<jupiter>/tokens/v2/search?query=…`.
    pub jupiter: Url,
    /// Sent as `x-api-key`.
    pub jupiter_key: Option<SecretString>,
    /// CoinGecko's contract charts: `<prices>/coins/solana/contract/<mint>/market_chart`.
    pub prices: Url,
    /// RugCheck: `<rugcheck>/v1/tokens/<mint>/report/summary`.
    pub rugcheck: Url,
    /// A holder index: `<holders>/<mint>`. `None`: the largest holders stand in RugCheck's full report.
    pub holders: Option<Url>,
}

/// What Jupiter knows of a mint.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TokenMetadata {
    /// The mint: always the one that was asked for.
    pub mint: String,
    /// Name.
    pub name: String,
    /// Symbol.
    pub symbol: String,
    /// Decimals.
    pub decimals: Option<u64>,
    /// On Jupiter's verified list.
    pub verified: bool,
    /// Wallets that hold it.
    pub holders: Option<u64>,
    /// US dollars.
    pub price_usd: Option<f64>,
    /// US dollars.
    pub market_cap_usd: Option<f64>,
    /// US dollars.
    pub liquidity_usd: Option<f64>,
    /// Its own site, if it says one.
    pub website: String,
    /// Labels of the list.
    pub tags: Vec<String>,
    /// Nobody can make more of it; `None` where Jupiter does not say.
    #[serde(default)]
    pub mint_authority_disabled: Option<bool>,
    /// Nobody can freeze it; `None` where Jupiter does not say.
    #[serde(default)]
    pub freeze_authority_disabled: Option<bool>,
    /// Jupiter's audit calls it suspicious.
    #[serde(default)]
    pub suspicious: bool,
}

/// A price at a time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PricePoint {
    /// Unix seconds.
    pub at: i64,
    /// US dollars.
    pub usd: f64,
}

/// Prices in time order, never empty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PriceSeries {
    /// The points.
    pub points: Vec<PricePoint>,
    /// Last against first, in per cent; `None` where the first is zero.
    pub change_percent: Option<f64>,
    /// Lowest.
    pub low: f64,
    /// Highest.
    pub high: f64,
}

/// RugCheck's view.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RiskReport {
    /// RugCheck's score; higher is riskier.
    pub score: f64,
    /// The same from 0 to 100, where it says so.
    pub score_normalised: Option<f64>,
    /// Named risks.
    pub risks: Vec<Risk>,
}

/// One named risk.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Risk {
    /// Its name.
    pub name: String,
    /// `warn`, `danger`, …
    pub level: String,
    /// What it means.
    pub description: String,
}

/// Who holds it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Holders {
    /// All holders, where known.
    pub total: Option<u64>,
    /// Share of the ten largest in per cent.
    pub top10_percent: f64,
    /// Share of the largest in per cent.
    pub largest_percent: f64,
    /// `low` under 20 % in ten hands, `medium` under 50 %, else `high`.
    pub concentration: String,
    /// How many of the largest are marked as insiders.
    pub insiders: u32,
}

/// The four questions. `None` means that the service answered and knows no such mint.
pub trait TokenData: Send + Sync + 'static {
    /// What it is.
    fn metadata(&self, mint: &str) -> impl Future<Output = Result<Option<TokenMetadata>, ServiceError>> + Send;
    /// What it cost in the last `days`.
    fn prices(&self, mint: &str, days: u32) -> impl Future<Output = Result<Option<PriceSeries>, ServiceError>> + Send;
    /// Which risks it carries.
    fn risks(&self, mint: &str) -> impl Future<Output = Result<Option<RiskReport>, ServiceError>> + Send;
    /// Who holds it.
    fn holders(&self, mint: &str) -> impl Future<Output = Result<Option<Holders>, ServiceError>> + Send;
}

/// The real services.
#[derive(Debug, Clone)]
pub struct TokenServices {
    config: TokenConfig,
    jupiter: Service,
    prices: Service,
    rugcheck: Service,
    holders: Service,
}

impl TokenServices {
    /// Clients for the configured addresses; nothing is sent yet.
    pub fn new(config: TokenConfig) -> Result<Self, ClientError> {
        Ok(Self {
            config,
            jupiter: Service::new("jupiter")?,
            prices: Service::new("coingecko")?,
            rugcheck: Service::new("rugcheck")?,
            holders: Service::new("holders")?,
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

/// `base` (with or without a path and a slash) and a relative path.
pub(crate) fn join(base: &Url, path: &str) -> Url {
    let mut url = base.clone();
    let joined = format!("{}/{path}", base.path().trim_end_matches('/'));
    url.set_path(&joined);
    url
}

/// A mint in a path: base58 needs no escaping, and anything else never gets this far, but a path must stay one segment.
fn segment(mint: &str) -> String {
    mint.chars().filter(char::is_ascii_alphanumeric).collect()
}

#[cfg(test)]
mod tests;
