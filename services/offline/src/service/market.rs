//! The read APIs of Polymarket, Kalshi, Manifold and Metaculus over the corpus.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use retrieval::text::terms;
use serde_json::{Value, json};

use crate::World;
use crate::corpus::markets::MarketIndex;

/// Query parameters of a request.
type Params = HashMap<String, String>;

/// `GET /gamma/<path>`.
pub(crate) async fn gamma(state: State<Arc<World>>, path: Path<String>, query: Query<Params>) -> Response {
    answer(polymarket(&state.corpus.markets, &path, &query))
}

/// `GET /clob/<path>`.
pub(crate) async fn clob(state: State<Arc<World>>, path: Path<String>, query: Query<Params>) -> Response {
    answer(prices(&state.corpus.markets, &path, &query))
}

/// `GET /kalshi/trade-api/v2/<path>`.
pub(crate) async fn kalshi(state: State<Arc<World>>, path: Path<String>, query: Query<Params>) -> Response {
    answer(of_kalshi(&state.corpus.markets, &path, &query))
}

/// `GET /manifold/v0/<path>`.
pub(crate) async fn manifold(state: State<Arc<World>>, path: Path<String>, query: Query<Params>) -> Response {
    answer(of_manifold(&state.corpus.markets, &path, &query))
}

/// `GET /metaculus/api/posts/`.
pub(crate) async fn posts(state: State<Arc<World>>, query: Query<Params>) -> Response {
    answer(Some(of_metaculus(&state.corpus.markets, &query)))
}

/// `GET /metaculus/api/posts/<id>/`.
pub(crate) async fn post(state: State<Arc<World>>, path: Path<String>) -> Response {
    let is = |post: &&Value| post["id"].as_u64().is_some_and(|id| path.parse() == Ok(id));
    answer(state.corpus.markets.metaculus.iter().find(is).cloned())
}

fn answer(found: Option<Value>) -> Response {
    match found {
        Some(value) => Json(value).into_response(),
        None => (StatusCode::NOT_FOUND, Json(json!({"error": "not found"}))).into_response(),
    }
}

/// Rows that share words with a search, those that share most first; the sites rank as simply.
fn ranked<'a>(search: &str, rows: &'a [Value], text: impl Fn(&Value) -> String) -> Vec<&'a Value> {
    let wanted: BTreeSet<String> = terms(search).into_iter().collect();
    let score = |row: &Value| terms(&text(row)).iter().filter(|term| wanted.contains(*term)).count();
    let mut hits: Vec<(usize, &Value)> =
        rows.iter().map(|row| (score(row), row)).filter(|(score, _)| *score > 0).collect();
    hits.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    hits.into_iter().map(|(_, row)| row).collect()
}

fn text(row: &Value, key: &str) -> String {
    row[key].as_str().unwrap_or_default().to_owned()
}

fn list<'a>(row: &'a Value, key: &str) -> &'a [Value] {
    row[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn number(query: &Params, name: &str, default: i64) -> i64 {
    query.get(name).and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn limited(rows: Vec<&Value>, query: &Params, name: &str, default: i64) -> Vec<Value> {
    let limit = usize::try_from(number(query, name, default)).unwrap_or_default();
    rows.into_iter().take(limit).cloned().collect()
}

fn is_closed(market: &Value) -> bool {
    market["closed"] == true
}

fn polymarket(index: &MarketIndex, path: &str, query: &Params) -> Option<Value> {
    let all =
        || index.polymarket.iter().flat_map(|event| list(event, "markets").iter().map(move |market| (event, market)));
    match path {
        "public-search" => {
            let of = |event: &Value| {
                let questions: Vec<String> =
                    list(event, "markets").iter().map(|market| text(market, "question")).collect();
                format!("{} {}", text(event, "title"), questions.join(" "))
            };
            let hits = ranked(query.get("q")?, &index.polymarket, of);
            Some(json!({"events": limited(hits, query, "limit_per_type", 5), "pagination": {"hasMore": false}}))
        }
        "markets" => {
            let (id, closed) =
                (query.get("condition_ids")?, query.get("closed").is_some_and(|closed| closed == "true"));
            let found =
                all().filter(|(_, market)| market["conditionId"].as_str() == Some(id) && is_closed(market) == closed);
            let with_event = |(event, market): (&Value, &Value)| {
                let mut market = market.clone();
                market["events"] = json!([{"title": event["title"], "slug": event["slug"]}]);
                market
            };
            Some(Value::Array(found.map(with_event).collect()))
        }
        _ => None,
    }
}

/// Points of a history within two times in seconds, both included.
fn within(index: &MarketIndex, id: &str, (from, to): (i64, i64)) -> Vec<(i64, f64)> {
    let points = index.history.iter().find(|row| row["id"].as_str() == Some(id)).map(|row| list(row, "points"));
    let read = points.unwrap_or_default().iter().filter_map(|point| Some((point[0].as_i64()?, point[1].as_f64()?)));
    read.filter(|(at, _)| (from..=to).contains(at)).collect()
}

fn prices(index: &MarketIndex, path: &str, query: &Params) -> Option<Value> {
    let token = query.get("market").filter(|_| path == "prices-history")?;
    let markets = index.polymarket.iter().flat_map(|event| list(event, "markets"));
    let tokens = |market: &Value| serde_json::from_str::<Vec<String>>(market["clobTokenIds"].as_str()?).ok();
    let side = |market: &Value| tokens(market)?.iter().position(|own| own == token);
    let found = markets.filter_map(|market| Some((market, side(market)?))).next();
    let span = (number(query, "startTs", 0), number(query, "endTs", i64::MAX));
    let points = found.map(|(market, side)| {
        let id = format!("polymarket:{}", text(market, "conditionId"));
        within(index, &id, span)
            .into_iter()
            .map(move |(at, price)| json!({"t": at, "p": if side == 0 { price } else { 1.0 - price }}))
    });
    Some(json!({"history": points.into_iter().flatten().collect::<Vec<_>>()}))
}

fn of_kalshi(index: &MarketIndex, path: &str, query: &Params) -> Option<Value> {
    let markets = || index.kalshi.iter().flat_map(|event| list(event, "markets"));
    let market = |ticker: &str| markets().find(|market| market["ticker"].as_str() == Some(ticker));
    match path.split('/').collect::<Vec<_>>()[..] {
        ["events"] => {
            let is_open =
                |event: &&Value| list(event, "markets").iter().any(|market| text(market, "result").is_empty());
            let open: Vec<&Value> = index.kalshi.iter().filter(is_open).collect();
            let from = usize::try_from(number(query, "cursor", 0)).unwrap_or_default();
            let limit = usize::try_from(number(query, "limit", 200)).ok().filter(|limit| (1..=200).contains(limit))?;
            let end = (from + limit).min(open.len());
            let page: Vec<&Value> = open.get(from..end).unwrap_or_default().to_vec();
            let cursor = if end < open.len() { end.to_string() } else { String::new() };
            Some(json!({"events": page, "cursor": cursor}))
        }
        ["events", ticker] => {
            let event = index.kalshi.iter().find(|event| event["event_ticker"].as_str() == Some(ticker))?;
            Some(json!({"event": event, "markets": event["markets"]}))
        }
        ["markets", ticker] => Some(json!({"market": market(ticker)?})),
        ["series", _, "markets", ticker, "candlesticks"] => {
            market(ticker)?;
            let span = (number(query, "start_ts", 0), number(query, "end_ts", i64::MAX));
            let quote = |price: f64| json!({"close_dollars": format!("{:.4}", price.clamp(0.0, 1.0))});
            let candles = within(index, &format!("kalshi:{ticker}"), span).into_iter().map(|(at, price)| {
                json!({"end_period_ts": at, "yes_bid": quote(price - 0.01), "yes_ask": quote(price + 0.01)})
            });
            Some(json!({"ticker": ticker, "candlesticks": candles.collect::<Vec<_>>()}))
        }
        _ => None,
    }
}

fn of_manifold(index: &MarketIndex, path: &str, query: &Params) -> Option<Value> {
    match path.split('/').collect::<Vec<_>>()[..] {
        ["search-markets"] => {
            let hits = ranked(query.get("term")?, &index.manifold, |market| text(market, "question"));
            let is_wanted = |market: &&Value| {
                query.get("filter").is_none_or(|filter| filter != "open") || market["isResolved"] != true
            };
            let mut rows = limited(hits.into_iter().filter(is_wanted).collect(), query, "limit", 100);
            for row in rows.iter_mut().filter_map(Value::as_object_mut) {
                row.remove("textDescription");
            }
            Some(Value::Array(rows))
        }
        ["market", id] => index.manifold.iter().find(|market| market["id"].as_str() == Some(id)).cloned(),
        ["bets"] => {
            let id = query.get("contractId")?;
            let until = number(query, "beforeTime", i64::MAX) / 1000;
            let bets = within(index, &format!("manifold:{id}"), (0, until)).into_iter().rev();
            Some(
                bets.map(|(at, price)| json!({"contractId": id, "createdTime": at * 1000, "probAfter": price}))
                    .collect(),
            )
        }
        _ => None,
    }
}

fn of_metaculus(index: &MarketIndex, query: &Params) -> Value {
    let search = query.get("search").map(String::as_str).unwrap_or_default();
    let hits = ranked(search, &index.metaculus, |post| text(post, "title"));
    let wants_open = query.get("statuses").is_some_and(|statuses| statuses == "open");
    let is_wanted = |post: &&Value| !wants_open || post["question"]["resolution"].is_null();
    let mut rows = limited(hits.into_iter().filter(is_wanted).collect(), query, "limit", 20);
    if query.get("with_cp").is_none_or(|with| with != "true") {
        for row in &mut rows {
            row["question"]["aggregations"] = json!({"recency_weighted": {"history": [], "latest": null}});
        }
    }
    json!({"next": null, "previous": null, "results": rows})
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index() -> MarketIndex {
        MarketIndex {
            polymarket: vec![json!({"title": "Treaty?", "slug": "treaty", "markets": [
                {"question": "Will the treaty be ratified?", "conditionId": "0xa", "closed": false, "clobTokenIds": "[\"1\", \"2\"]"}]})],
            kalshi: vec![
                json!({"event_ticker": "E", "series_ticker": "S", "markets": [{"ticker": "E-1", "title": "Snow?", "result": ""}]}),
            ],
            manifold: vec![
                json!({"id": "m", "question": "Treaty by July?", "textDescription": "Rules.", "isResolved": false}),
            ],
            metaculus: vec![
                json!({"id": 7, "title": "Will the treaty hold?", "question": {"resolution": null, "aggregations": {"recency_weighted": {"latest": {"centers": [0.5]}}}}}),
            ],
            history: vec![
                json!({"id": "polymarket:0xa", "points": [[10, 0.2], [20, 0.3]]}),
                json!({"id": "kalshi:E-1", "points": [[10, 0.4]]}),
            ],
        }
    }

    fn params(pairs: &[(&str, &str)]) -> Params {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn each_site_answers_in_its_own_form() {
        let index = index();
        let search = polymarket(&index, "public-search", &params(&[("q", "treaty ratified")])).unwrap();
        assert_eq!(search["events"][0]["markets"][0]["conditionId"], "0xa");
        let one = polymarket(&index, "markets", &params(&[("condition_ids", "0xa"), ("closed", "false")])).unwrap();
        assert_eq!((one[0]["events"][0]["slug"].clone(), one.as_array().map(Vec::len)), (json!("treaty"), Some(1)));
        let past = prices(&index, "prices-history", &params(&[("market", "2"), ("endTs", "15")])).unwrap();
        assert_eq!(past, json!({"history": [{"t": 10, "p": 0.8}]}));
        let events = of_kalshi(&index, "events", &params(&[("limit", "1")])).unwrap();
        assert_eq!((events["events"][0]["event_ticker"].clone(), events["cursor"].clone()), (json!("E"), json!("")));
        assert!(of_kalshi(&index, "events", &params(&[("limit", "201")])).is_none());
        let candles = of_kalshi(&index, "series/S/markets/E-1/candlesticks", &params(&[])).unwrap();
        assert_eq!(candles["candlesticks"][0]["yes_bid"]["close_dollars"], "0.3900");
        let found = of_manifold(&index, "search-markets", &params(&[("term", "treaty")])).unwrap();
        assert!(found[0]["textDescription"].is_null() && of_manifold(&index, "market/m", &params(&[])).is_some());
        let bare = of_metaculus(&index, &params(&[("search", "treaty")]));
        assert!(bare["results"][0]["question"]["aggregations"]["recency_weighted"]["latest"].is_null());
        let full = of_metaculus(&index, &params(&[("search", "treaty"), ("with_cp", "true")]));
        assert_eq!(full["results"][0]["question"]["aggregations"]["recency_weighted"]["latest"]["centers"][0], 0.5);
    }
}
