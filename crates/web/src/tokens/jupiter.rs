//! Jupiter Tokens API V2. The API searches, so only the row with the requested mint as its id is used.

use secrecy::ExposeSecret;
use serde_json::Value;

use super::{TokenConfig, TokenMetadata, join};
use crate::ServiceError;
use crate::service::{Service, text};

pub(super) async fn metadata(
    service: &Service,
    config: &TokenConfig,
    mint: &str,
) -> Result<Option<TokenMetadata>, ServiceError> {
    let mut request = service.client().get(join(&config.jupiter, "tokens/v2/search")).query(&[("query", mint)]);
    if let Some(key) = &config.jupiter_key {
        request = request.header("x-api-key", key.expose_secret());
    }
    let Some(answer) = service.json(request).await? else { return Ok(None) };
    let Some(rows) = answer.as_array() else { return Err(service.shape("not a list of tokens")) };
    Ok(rows.iter().find(|row| row.get("id").and_then(Value::as_str) == Some(mint)).map(read))
}

#[cfg(any(test, feature = "fuzzing"))]
pub(super) fn read_for_fuzzing(answer: &Value) {
    let _ = answer.as_array().into_iter().flatten().map(read).count();
}

fn read(row: &Value) -> TokenMetadata {
    let number = |key: &str| row.get(key).and_then(Value::as_f64).filter(|value| value.is_finite());
    let count = |key: &str| row.get(key).and_then(Value::as_u64);
    let audit = |key: &str| row.get("audit")?.get(key)?.as_bool();
    TokenMetadata {
        mint: text(row, "id"),
        name: text(row, "name"),
        symbol: text(row, "symbol"),
        decimals: count("decimals"),
        verified: row.get("isVerified").and_then(Value::as_bool).unwrap_or(false),
        holders: count("holderCount"),
        price_usd: number("usdPrice"),
        market_cap_usd: number("mcap"),
        liquidity_usd: number("liquidity"),
        website: text(row, "website"),
        tags: row
            .get("tags")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(|tag| Some(tag.as_str()?.to_owned()))
            .collect(),
        mint_authority_disabled: audit("mintAuthorityDisabled"),
        freeze_authority_disabled: audit("freezeAuthorityDisabled"),
        suspicious: audit("isSus").unwrap_or(false),
    }
}
