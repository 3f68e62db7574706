//! DexScreener: the pairs of a mint in one keyless request.

use url::Url;

use super::facts::dexscreener;
use super::{Market, MarketPrices, facts_of, join, reply_of, segment};
use crate::ServiceError;
use crate::service::Service;

pub(super) async fn prices(service: &Service, base: &Url, mint: &str) -> Result<Option<MarketPrices>, ServiceError> {
    let path = format!("tokens/v1/solana/{}", segment(mint));
    let Some(answer) = service.json(service.client().get(join(base, &path))).await? else { return Ok(None) };
    let facts = facts_of(service, dexscreener::read(reply_of(&answer), mint))?;
    Ok(facts.map(|facts| MarketPrices { market: Market::DexScreener(facts), points: Vec::new() }))
}
