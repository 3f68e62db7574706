//! Prices: GeckoTerminal, DexScreener, Birdeye and Helius at once; CoinGecko if none of them has a series, because it
//! does not know new mints.

use std::future::Future;

use serde_json::Value;

use super::facts::coingecko::{self, points};
use super::{
    Market, MarketPrices, PricePoint, PriceSeries, TokenServices, birdeye, dexscreener, geckoterminal, helius,
};
use super::{facts_of, join, reply_of, segment};
use crate::ServiceError;

/// Result of one service.
type ServiceResult = Result<Option<MarketPrices>, ServiceError>;

/// Decides before each request whether a service is in cool-down.
pub(crate) trait Limit: Sync {
    /// Runs `work` unless the service is in cool-down.
    fn limited<T: Send>(
        &self,
        service: &'static str,
        work: impl Future<Output = Result<T, ServiceError>> + Send,
    ) -> impl Future<Output = Result<T, ServiceError>> + Send;
}

/// Permits every request without cool-downs.
pub(super) struct Unlimited;

impl Limit for Unlimited {
    async fn limited<T: Send>(
        &self,
        _service: &'static str,
        work: impl Future<Output = Result<T, ServiceError>> + Send,
    ) -> Result<T, ServiceError> {
        work.await
    }
}

/// Returns what the services have. A failure is reported only if no service has anything.
pub(crate) async fn series(
    services: &TokenServices,
    limit: &impl Limit,
    mint: &str,
    days: u32,
) -> Result<Option<PriceSeries>, ServiceError> {
    let days = days.clamp(1, 365);
    let (gecko, dex, bird, helius) = tokio::join!(
        limit.limited("geckoterminal", gecko_prices(services, mint, days)),
        limit.limited("dexscreener", dex_prices(services, mint)),
        limit.limited("birdeye", birdeye_prices(services, mint)),
        limit.limited("helius", helius_prices(services, mint)),
    );
    let mut answers = vec![gecko, dex, bird, helius];
    if !answers.iter().flatten().flatten().any(|prices| !prices.points.is_empty()) {
        answers.push(limit.limited("coingecko", coingecko_prices(services, mint, days)).await);
    }
    merge(answers)
}

async fn gecko_prices(services: &TokenServices, mint: &str, days: u32) -> ServiceResult {
    let Some(base) = &services.config.geckoterminal else { return Ok(None) };
    geckoterminal::prices(&services.geckoterminal, base, mint, days).await
}

async fn dex_prices(services: &TokenServices, mint: &str) -> ServiceResult {
    let Some(base) = &services.config.dexscreener else { return Ok(None) };
    dexscreener::prices(&services.dexscreener, base, mint).await
}

async fn birdeye_prices(services: &TokenServices, mint: &str) -> ServiceResult {
    let Some((base, key)) = &services.config.birdeye else { return Ok(None) };
    birdeye::prices(&services.birdeye, (base, key), mint).await
}

async fn helius_prices(services: &TokenServices, mint: &str) -> ServiceResult {
    let Some((base, key)) = &services.config.helius else { return Ok(None) };
    helius::prices(&services.helius, (base, key), mint).await
}

async fn coingecko_prices(services: &TokenServices, mint: &str, days: u32) -> ServiceResult {
    let service = &services.coingecko;
    let path = format!("coins/solana/contract/{}/market_chart", segment(mint));
    let request = service.client().get(join(&services.config.prices, &path));
    let request = request.query(&[("vs_currency", "usd"), ("days", &days.to_string())]);
    let Some(answer) = service.json(request).await? else { return Ok(None) };
    let facts = facts_of(service, coingecko::read(None, Some(reply_of(&answer))))?;
    let points = chart(&answer);
    Ok(facts.filter(|_| !points.is_empty()).map(|facts| MarketPrices { market: Market::CoinGecko(facts), points }))
}

#[cfg(any(test, feature = "fuzzing"))]
pub(super) fn read_for_fuzzing(answer: &Value) {
    let _ = summarise(chart(answer));
}

fn chart(answer: &Value) -> Vec<PricePoint> {
    points(answer, "prices").into_iter().map(|(at, usd)| PricePoint { at: at.timestamp(), usd }).collect()
}

/// Takes the series of the first service that has one and the data of all.
fn merge(answers: Vec<ServiceResult>) -> Result<Option<PriceSeries>, ServiceError> {
    let (mut failure, mut all) = (None, Vec::new());
    for answer in answers {
        match answer {
            Ok(prices) => all.extend(prices),
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    if let (true, Some(error)) = (all.is_empty(), failure) {
        return Err(error);
    }
    let with_points = all.iter().find(|prices| !prices.points.is_empty());
    let series = with_points
        .map(|prices| PriceSeries { service: prices.market.service().to_owned(), ..summarise(prices.points.clone()) });
    let markets: Vec<Market> = all.into_iter().map(|prices| prices.market).collect();
    Ok((!markets.is_empty()).then(|| PriceSeries { markets, ..series.unwrap_or_default() }))
}

/// Builds a series of points in time order.
fn summarise(points: Vec<PricePoint>) -> PriceSeries {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return PriceSeries::default() };
    let change_percent = (first.usd > 0.0).then(|| (last.usd / first.usd - 1.0) * 100.0);
    let low = points.iter().map(|point| point.usd).fold(f64::INFINITY, f64::min);
    let high = points.iter().map(|point| point.usd).fold(0.0, f64::max);
    PriceSeries { change_percent, low, high, points, ..PriceSeries::default() }
}
