//! Helius: the asset of a mint by its Digital Asset Standard API, with a key. `POST <url>/?api-key=…` with JSON-RPC.

use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use url::Url;

use super::facts::helius;
use super::{Market, MarketPrices, facts_of, reply_of};
use crate::ServiceError;
use crate::service::Service;

pub(super) async fn prices(
    service: &Service,
    (base, key): (&Url, &SecretString),
    mint: &str,
) -> Result<Option<MarketPrices>, ServiceError> {
    let params = json!({"id": mint, "displayOptions": {"showFungible": true}});
    let body = json!({"jsonrpc": "2.0", "id": "auspex", "method": "getAsset", "params": params});
    let request = service.client().post(base.clone()).query(&[("api-key", key.expose_secret())]);
    let request = request.header("content-type", "application/json").body(body.to_string());
    let Some(answer) = service.json(request).await? else { return Ok(None) };
    let facts = facts_of(service, helius::read(reply_of(&answer), mint))?;
    Ok(facts.map(|facts| MarketPrices { market: Market::Helius(facts), points: Vec::new() }))
}
