//! GeckoTerminal: four keyless requests about a mint, whose candles are a price series.

use std::time::Duration;

use serde_json::Value;
use url::Url;

use super::facts::geckoterminal::{self, GeckoTerminalReplies};
use super::{Market, MarketPrices, PricePoint, facts_of, join, reply_of, segment};
use crate::ServiceError;
use crate::service::Service;

/// Maximum duration of all requests about a mint, so that a slow service leaves time for the next one.
const MAX_DURATION: Duration = Duration::from_secs(12);
/// Longest period in days whose candles are hours.
const MAX_HOURLY_DAYS: u32 = 7;
/// Maximum number of candles that the service sends.
const MAX_DAILY: u32 = 180;

/// Returns the market data and the closes of the last `days`.
pub(super) async fn prices(
    service: &Service,
    base: &Url,
    mint: &str,
    days: u32,
) -> Result<Option<MarketPrices>, ServiceError> {
    let read = tokio::time::timeout(MAX_DURATION, read(service, base, mint, days));
    read.await
        .unwrap_or_else(|_| Err(ServiceError::Unavailable { service: service.name, reason: "timed out".to_owned() }))
}

async fn read(service: &Service, base: &Url, mint: &str, days: u32) -> Result<Option<MarketPrices>, ServiceError> {
    let token_at = format!("api/v2/networks/solana/tokens/{}", segment(mint));
    let get = |path: String| service.client().get(join(base, &path));
    let Some(token) = service.json(get(token_at.clone())).await? else { return Ok(None) };
    let Some(facts) = facts_of(service, geckoterminal::read(of_token(&token), mint))? else { return Ok(None) };
    let (info, pools) = tokio::join!(
        optional(service, get(format!("{token_at}/info"))),
        optional(service, get(format!("{token_at}/pools"))),
    );
    let pool = pools.as_ref().and_then(|pools| geckoterminal::main_pool(pools, mint));
    let ohlcv = match pool {
        Some(pool) => optional(service, candles_of(get(candles_at(&pool, days)), days)).await,
        None => None,
    };
    let replies = GeckoTerminalReplies {
        info: info.as_ref().map(reply_of),
        pools: pools.as_ref().map(reply_of),
        ohlcv: ohlcv.as_ref().map(reply_of),
        ..of_token(&token)
    };
    let facts = geckoterminal::read(replies, mint).found().unwrap_or(facts);
    let points = ohlcv.iter().flat_map(|body| geckoterminal::candles(body, mint));
    let points = points.map(|candle| PricePoint { at: candle.at.timestamp(), usd: candle.close }).collect();
    Ok(Some(MarketPrices { market: Market::GeckoTerminal(facts), points }))
}

fn of_token(token: &Value) -> GeckoTerminalReplies<'_> {
    GeckoTerminalReplies { token: reply_of(token), info: None, pools: None, ohlcv: None }
}

/// Returns a reply that only adds facts: its failure leaves them out.
async fn optional(service: &Service, request: reqwest::RequestBuilder) -> Option<Value> {
    let answer = service.json(request).await;
    answer.unwrap_or_else(|error| {
        tracing::info!(error = %error, "part of a token's market data is missing");
        None
    })
}

fn candles_at(pool: &str, days: u32) -> String {
    let unit = if days <= MAX_HOURLY_DAYS { "hour" } else { "day" };
    format!("api/v2/networks/solana/pools/{}/ohlcv/{unit}", segment(pool))
}

fn candles_of(request: reqwest::RequestBuilder, days: u32) -> reqwest::RequestBuilder {
    let limit = if days <= MAX_HOURLY_DAYS { days.max(1) * 24 } else { days.min(MAX_DAILY) };
    request.query(&[("aggregate", "1"), ("limit", &limit.to_string()), ("currency", "usd")])
}
