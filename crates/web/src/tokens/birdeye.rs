//! Birdeye: the overview of a token, with a key.

use secrecy::{ExposeSecret, SecretString};
use url::Url;

use super::facts::birdeye;
use super::{Market, MarketPrices, facts_of, join, reply_of};
use crate::ServiceError;
use crate::service::Service;

pub(super) async fn prices(
    service: &Service,
    (base, key): (&Url, &SecretString),
    mint: &str,
) -> Result<Option<MarketPrices>, ServiceError> {
    let request = service.client().get(join(base, "defi/token_overview")).query(&[("address", mint)]);
    let request = request.header("x-api-key", key.expose_secret()).header("x-chain", "solana");
    let Some(answer) = service.json(request).await? else { return Ok(None) };
    let facts = facts_of(service, birdeye::read(reply_of(&answer)))?;
    Ok(facts.map(|facts| MarketPrices { market: Market::Birdeye(facts), points: Vec::new() }))
}
