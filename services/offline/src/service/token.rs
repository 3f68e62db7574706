//! Jupiter Tokens V2, prices, RugCheck and holders.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::World;
use crate::corpus::records::Token;

/// Maximum number of rows for a symbol or a name, as in Jupiter.
const MAX_ROWS: usize = 20;
const DAY_MS: i64 = 86_400_000;

#[derive(Deserialize)]
pub(crate) struct TokenQuery {
    #[serde(default)]
    query: String,
}

/// `GET /jupiter/tokens/v2/search?query=…`: mints (several, comma-separated), a symbol or a part of a name. Like the
/// real service it returns near matches too; callers must check the id.
pub(crate) async fn jupiter(State(world): State<Arc<World>>, Query(asked): Query<TokenQuery>) -> Json<Vec<Value>> {
    Json(find(&world.corpus.tokens, &asked.query))
}

fn find(tokens: &[Token], query: &str) -> Vec<Value> {
    let rows =
        |keep: &dyn Fn(&Token) -> bool| tokens.iter().filter(|t| keep(t)).map(|t| t.row.clone()).collect::<Vec<_>>();
    let mints: Vec<&str> = query.split(',').map(str::trim).collect();
    let exact = rows(&|token| mints.contains(&token.mint.as_str()));
    let wanted = query.trim().to_lowercase();
    if !exact.is_empty() || wanted.is_empty() {
        return exact;
    }
    let mut found = rows(&|token| token.symbol.to_lowercase() == wanted || token.name.to_lowercase() == wanted);
    found.extend(rows(&|token| {
        token.name.to_lowercase().contains(&wanted)
            && token.name.to_lowercase() != wanted
            && token.symbol.to_lowercase() != wanted
    }));
    found.truncate(MAX_ROWS);
    found
}

#[derive(Deserialize)]
pub(crate) struct Span {
    days: Option<i64>,
}

/// `GET /prices/coins/solana/contract/<mint>/market_chart?days=7`: the last days before the end of the series, because
/// stored data has no current day.
pub(crate) async fn prices(
    State(world): State<Arc<World>>,
    Path(mint): Path<String>,
    Query(span): Query<Span>,
) -> Response {
    match world.corpus.json("prices", &mint).await {
        Some(series) => Json(json!({"prices": last_days(&series, span.days.unwrap_or(7))})).into_response(),
        None => missing("coin not found"),
    }
}

fn last_days(series: &Value, days: i64) -> Vec<Value> {
    let points = series["prices"].as_array().cloned().unwrap_or_default();
    let at = |point: &Value| point[0].as_i64().unwrap_or_default();
    let from = points.last().map_or(0, at).saturating_sub(days.saturating_mul(DAY_MS));
    points.into_iter().filter(|point| at(point) >= from).collect()
}

/// `GET /rugcheck/v1/tokens/<mint>/report`.
pub(crate) async fn rugcheck(State(world): State<Arc<World>>, Path(mint): Path<String>) -> Response {
    file(&world, "rugcheck", &mint).await
}

/// `GET /rugcheck/v1/tokens/<mint>/report/summary`.
pub(crate) async fn rugcheck_summary(State(world): State<Arc<World>>, Path(mint): Path<String>) -> Response {
    let Some(report) = world.corpus.json("rugcheck", &mint).await else { return missing("not found") };
    let keys = ["tokenProgram", "tokenType", "risks", "score", "score_normalised", "lpLockedPct"];
    Json(keys.into_iter().map(|key| (key.to_owned(), report[key].clone())).collect::<serde_json::Map<_, _>>())
        .into_response()
}

/// `GET /holders/<mint>`.
pub(crate) async fn holders(State(world): State<Arc<World>>, Path(mint): Path<String>) -> Response {
    file(&world, "holders", &mint).await
}

async fn file(world: &World, kind: &str, mint: &str) -> Response {
    match world.corpus.json(kind, mint).await {
        Some(value) => Json(value).into_response(),
        None => missing("not found"),
    }
}

fn missing(what: &str) -> Response {
    (StatusCode::NOT_FOUND, Json(json!({"error": what}))).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mint_is_exact_a_symbol_has_all_its_tokens_and_a_name_may_be_part() {
        let token = |mint: &str, symbol: &str, name: &str| {
            Token::parse(json!({"mint": mint, "symbol": symbol, "name": name})).unwrap()
        };
        let tokens =
            [token("M1", "CAT", "Cat Coin"), token("M2", "cat", "Other"), token("M3", "DOG", "Not a cat coin")];
        let ids = |query: &str| {
            find(&tokens, query).iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(ids("M2"), ["M2"]);
        assert_eq!(ids("M1,M3"), ["M1", "M3"]);
        assert_eq!(ids("cat"), ["M1", "M2", "M3"]);
        assert_eq!(ids("cat coin"), ["M1", "M3"]);
        assert!(ids("").is_empty() && ids("M4").is_empty());
    }

    #[test]
    fn days_count_from_the_end_of_the_series() {
        let series = json!({"prices": [[0, 1.0], [DAY_MS, 2.0], [3 * DAY_MS, 3.0]]});
        assert_eq!(last_days(&series, 2), [json!([DAY_MS, 2.0]), json!([3 * DAY_MS, 3.0])]);
        assert!(last_days(&json!({}), 2).is_empty());
    }
}
