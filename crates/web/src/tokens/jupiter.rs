//! Jupiter Tokens API V2. The API searches, so only the row with the requested mint as its id is used.

use secrecy::ExposeSecret;
use serde_json::Value;

use super::facts::jupiter::{facts, is_row_of};
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
    Ok(rows.iter().find(|row| is_row_of(row, mint)).map(read))
}

#[cfg(any(test, feature = "fuzzing"))]
pub(super) fn read_for_fuzzing(answer: &Value) {
    let _ = answer.as_array().into_iter().flatten().map(read).count();
}

fn read(row: &Value) -> TokenMetadata {
    let tags = row.get("tags").and_then(Value::as_array).into_iter().flatten();
    TokenMetadata {
        mint: text(row, "id"),
        name: text(row, "name"),
        symbol: text(row, "symbol"),
        decimals: row.get("decimals").and_then(Value::as_u64),
        market_cap_usd: row.get("mcap").and_then(Value::as_f64).filter(|cap| cap.is_finite()),
        tags: tags.filter_map(|tag| Some(tag.as_str()?.to_owned())).collect(),
        facts: facts(row),
    }
}
