//! The client against a server with replies in the forms that the sites' documentation and recorded traffic show.

use std::collections::HashMap;
use std::sync::Mutex;

use axum::Router;
use axum::extract::{Query, Request};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use domain::FixedClock;
use domain::port::CoolDowns;
use futures::future::BoxFuture;
use serde_json::json;

use super::*;

const CONDITION: &str = "0x0c38dd9305e3205551111111111111111111111111111111111111111111aaaa";
const NOW: &str = "2026-03-06T00:00:00Z";

type Params = HashMap<String, String>;

fn time(text: &str) -> Time {
    text.parse().unwrap()
}

fn gamma_market(closed: bool) -> Value {
    json!({
        "id": "500000", "question": "Will the treaty be ratified by June 30?", "conditionId": CONDITION, "slug": "treaty",
        "endDate": "2026-06-30T12:00:00Z", "startDate": "2026-01-02T03:04:05.678Z", "description": "Resolves\nto Yes if …",
        "outcomes": "[\"Yes\", \"No\"]", "outcomePrices": if closed { "[\"1\", \"0\"]" } else { "[\"0.325\", \"0.675\"]" },
        "volume": "125955.3920061", "closed": closed, "groupItemTitle": "June 30", "clobTokenIds": "[\"11\", \"22\"]",
        "umaResolutionStatus": if closed { "resolved" } else { "" },
        "events": [{"title": "Treaty ratified by ___?", "slug": "treaty-event"}],
    })
}

fn kalshi_market(result: &str) -> Value {
    json!({
        "ticker": "KXTREATY-26-T1", "event_ticker": "KXTREATY-26", "market_type": "binary", "title": "Will the treaty be ratified?",
        "yes_sub_title": "Ratified", "rules_primary": "If …", "rules_secondary": "Else …", "open_time": "2026-01-01T00:00:00Z",
        "close_time": "2026-06-30T23:59:00Z", "yes_bid_dollars": "0.4000", "yes_ask_dollars": "0.4400", "result": result,
        "volume_fp": "831420.97", "status": "active",
    })
}

fn manifold_market(full: bool, resolution: Option<&str>) -> Value {
    let mut market = json!({
        "id": "abcDEF123", "question": "Treaty ratified by July?", "url": "https://manifold.markets/a/treaty",
        "createdTime": 1_767_225_600_000_i64, "closeTime": 1_782_863_940_000_i64, "probability": 0.436, "outcomeType": "BINARY",
        "isResolved": resolution.is_some(), "uniqueBettorCount": 246,
    });
    if full {
        market["textDescription"] = json!("Resolves to Yes if …");
    }
    if let Some(resolution) = resolution {
        market["resolution"] = json!(resolution);
    }
    market
}

fn post(with_cp: bool, resolution: &Value) -> Value {
    let entry = |start: f64, center: f64| json!({"start_time": start, "end_time": null, "centers": [center]});
    let latest = if with_cp { entry(1_771_459_200.5, 0.5) } else { Value::Null };
    json!({
        "id": 37523, "title": "Will the treaty be ratified before July 2026?", "nr_forecasters": 190,
        "question": {
            "type": "binary", "resolution": resolution, "resolution_criteria": "Yes if …", "fine_print": "", "description": "Background.",
            "open_time": "2025-05-08T13:44:03Z", "scheduled_close_time": "2026-06-30T23:59:00Z",
            "aggregations": {"recency_weighted": {"latest": latest, "history": [entry(1_768_910_400.0, 0.34), entry(1_769_126_400.0, 0.36)]}},
        },
    })
}

/// Replies of all sites below `/gamma`, `/clob`, `/kalshi`, `/manifold`, `/metaculus`.
fn reply(path: &str, query: &Params) -> Option<Value> {
    let is = |name: &str, value: &str| query.get(name).is_some_and(|own| own == value);
    Some(match path {
        "/gamma/public-search" => json!({"events": [
            {"title": "Treaty ratified by ___?", "slug": "treaty-event", "markets": [gamma_market(false),
                {"question": "Who wins?", "conditionId": "0xb", "outcomes": "[\"Bears\", \"Cubs\"]", "outcomePrices": "[\"0.5\", \"0.5\"]"}]},
        ], "pagination": {"hasMore": false, "totalResults": 1}}),
        "/gamma/markets" if is("closed", "true") => json!([]),
        "/gamma/markets" => json!([gamma_market(false)]),
        "/clob/prices-history" => {
            json!({"history": [{"t": 1_772_700_000, "p": 0.3}, {"t": 1_772_740_800, "p": 0.31}, {"t": 1_772_800_000, "p": 0.9}]})
        }
        "/kalshi/trade-api/v2/events" if is("cursor", "c2") => json!({"cursor": "", "events": [
            {"event_ticker": "KXOTHER", "title": "Other", "markets": [{"ticker": "KXOTHER-1", "title": "Will snow fall?", "yes_bid_dollars": "0.0000", "yes_ask_dollars": "1.0000", "result": ""}]}]}),
        "/kalshi/trade-api/v2/events" => {
            json!({"cursor": "c2", "events": [{"event_ticker": "KXTREATY-26", "series_ticker": "KXTREATY", "title": "Treaty?", "markets": [kalshi_market("")]}]})
        }
        "/kalshi/trade-api/v2/events/KXTREATY-26" => {
            json!({"event": {"event_ticker": "KXTREATY-26", "series_ticker": "KXTREATY"}, "markets": []})
        }
        "/kalshi/trade-api/v2/markets/KXTREATY-26-T1" => json!({"market": kalshi_market("yes")}),
        "/kalshi/trade-api/v2/series/KXTREATY/markets/KXTREATY-26-T1/candlesticks" => {
            json!({"ticker": "KXTREATY-26-T1", "candlesticks": [
            {"end_period_ts": 1_772_700_000, "yes_bid": {"close_dollars": "0.3000"}, "yes_ask": {"close_dollars": "0.3400"}},
            {"end_period_ts": 1_772_755_200, "yes_bid": {"close_dollars": "0.9000"}, "yes_ask": {"close_dollars": "0.9200"}}]})
        }
        "/manifold/v0/search-markets" => {
            json!([manifold_market(false, None), {"id": "x", "question": "Which?", "outcomeType": "MULTIPLE_CHOICE"}])
        }
        "/manifold/v0/market/abcDEF123" => manifold_market(true, Some("MKT")),
        // Without regard to `beforeTime`, newest first.
        "/manifold/v0/bets" => {
            json!([{"contractId": "abcDEF123", "createdTime": 1_772_800_000_000_i64, "probAfter": 0.9},
            {"contractId": "abcDEF123", "createdTime": 1_772_700_000_000_i64, "probAfter": 0.4}, {"contractId": "abcDEF123", "createdTime": 1_772_600_000_000_i64, "probAfter": 0.2}])
        }
        "/metaculus/api/posts/" => {
            json!({"next": null, "results": [post(is("with_cp", "true"), &Value::Null), {"id": 5, "title": "Group", "group_of_questions": {}}]})
        }
        "/metaculus/api/posts/37523/" => post(true, &json!("annulled")),
        _ => return None,
    })
}

/// Cool-downs that are recorded and hold.
#[derive(Default)]
struct Recorded(Mutex<Vec<String>>);

impl CoolDowns for Recorded {
    fn cooling<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Option<Duration>> {
        let is = self.0.lock().unwrap().iter().any(|own| own == name);
        Box::pin(async move { is.then_some(Duration::from_secs(9)) })
    }

    fn cool_down<'a>(&'a self, name: &'a str, _: Duration) -> BoxFuture<'a, ()> {
        self.0.lock().unwrap().push(name.to_owned());
        Box::pin(async {})
    }

    fn take_turn<'a>(&'a self, _: &'a str, _: Duration) -> BoxFuture<'a, Option<Duration>> {
        Box::pin(async { None })
    }
}

struct TestSites {
    sites: MarketSites,
    seen: Arc<Mutex<Vec<String>>>,
    clock: Arc<FixedClock>,
}

impl TestSites {
    /// Returns the requests so far that contain a text.
    fn seen(&self, part: &str) -> Vec<String> {
        self.seen.lock().unwrap().iter().filter(|line| line.contains(part)).cloned().collect()
    }
}

/// Starts a server whose first `refused` answers to a path are a status.
async fn world(refusal: Option<(&'static str, u16, usize)>) -> TestSites {
    let seen: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&seen);
    let app = Router::new().fallback(move |Query(query): Query<Params>, request: Request| {
        let path = request.uri().path().to_owned();
        let token = request.headers().get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
        let line = format!("{} {token}", request.uri());
        let mut lines = log.lock().unwrap();
        lines.push(line);
        let before = lines.iter().filter(|line| line.starts_with(&path)).count();
        drop(lines);
        let answer = match refusal {
            Some((of, status, times)) if path.starts_with(of) && before <= times => {
                StatusCode::from_u16(status).unwrap().into_response()
            }
            _ => reply(&path, &query)
                .map_or(StatusCode::NOT_FOUND.into_response(), |answer| answer.to_string().into_response()),
        };
        async move { answer }
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    let url = |path: &str| Url::parse(&format!("{base}/{path}")).unwrap();
    let config = MarketConfig {
        polymarket: Some((url("gamma"), url("clob"))),
        kalshi: Some(url("kalshi")),
        manifold: Some(url("manifold/")),
        metaculus: Some(url("metaculus")),
        metaculus_token: Some("mt".to_owned().into()),
    };
    let clock = Arc::new(FixedClock::at(time(NOW)));
    let sites =
        MarketSites::new(config, &Route::Direct, Arc::new(Recorded::default()), Arc::clone(&clock) as Arc<dyn Clock>);
    TestSites { sites: sites.unwrap(), seen, clock }
}

/// A price in ten-thousandths of a dollar, as sites write it.
fn rounded(quote: Quote) -> f64 {
    (quote.price * 10_000.0).round() / 10_000.0
}

fn id(text: &str) -> MarketId {
    MarketId::parse(text).unwrap()
}

#[tokio::test]
async fn a_search_asks_each_site_in_its_own_form_and_reads_binary_markets_only() {
    let world = world(None).await;
    let found = world.sites.search_markets("treaty ratified", None).await;
    assert!(found.silent.is_empty(), "{:?}", found.silent);
    let read: Vec<(&str, Option<f64>)> =
        found.markets.iter().map(|market| (market.id.as_str(), market.quote.map(rounded))).collect();
    let polymarket = format!("polymarket:{CONDITION}");
    let expected = [
        (polymarket.as_str(), Some(0.325)),
        ("kalshi:KXTREATY-26-T1", Some(0.42)),
        ("manifold:abcDEF123", Some(0.436)),
        ("metaculus:37523", Some(0.5)),
    ];
    assert_eq!(read, expected);
    assert!(found.markets.iter().all(|market| market.quote.is_some_and(|quote| quote.at == time(NOW))));
    let first = &found.markets[0];
    assert_eq!((first.group.as_str(), first.option.as_str()), ("Treaty ratified by ___?", "June 30"));
    assert_eq!((first.criteria.as_str(), first.volume), ("Resolves to Yes if …", Some(MicroUsd(125_955_392_006))));
    assert_eq!(first.url, "https://polymarket.com/event/treaty-event");
    assert_eq!((found.markets[2].volume, found.markets[2].people), (None, Some(246)), "play money");
    let requests = [
        "/gamma/public-search?q=treaty+ratified&limit_per_type=50&events_status=active ",
        "/kalshi/trade-api/v2/events?with_nested_markets=true&status=open&limit=100 ",
        "/kalshi/trade-api/v2/events?with_nested_markets=true&status=open&limit=100&cursor=c2 ",
        "/manifold/v0/search-markets?term=treaty+ratified&filter=open&contractType=BINARY&sort=score&limit=100 ",
        "/metaculus/api/posts/?search=treaty+ratified&forecast_type=binary&with_cp=true&limit=100&statuses=open Token mt",
    ];
    for request in requests {
        assert_eq!(world.seen(request).len(), 1, "{request}: {:?}", world.seen(""));
    }
}

#[tokio::test]
async fn a_search_as_of_a_day_includes_markets_that_were_open_then() {
    let world = world(None).await;
    let found = world.sites.search_markets("treaty", Some(time("2026-02-01T00:00:00Z"))).await;
    assert_eq!(found.markets.len(), 4);
    assert_eq!(
        world.sites.search_markets("treaty", Some(time("2025-01-01T00:00:00Z"))).await.markets.len(),
        0,
        "none was open"
    );
    assert_eq!(world.seen("events_status").len() + world.seen("statuses=open").len(), 0);
    assert_eq!(world.seen("filter=all").len(), 2);
}

#[tokio::test]
async fn kalshi_s_events_are_listed_once_in_a_while_and_searched_here() {
    let world = world(None).await;
    assert_eq!(
        world
            .sites
            .search_markets("snow", None)
            .await
            .markets
            .iter()
            .filter(|market| market.id == "kalshi:KXOTHER-1")
            .count(),
        1
    );
    let (one, two) = tokio::join!(world.sites.search_markets("treaty", None), world.sites.search_markets("snow", None));
    assert!(one.markets.iter().any(|market| market.id.starts_with("kalshi")) && two.markets.len() == 4);
    assert_eq!(two.markets[1].quote, None, "an empty book shows no price");
    assert_eq!(world.seen("/kalshi").len(), 2, "two pages, once");
    world.clock.advance(Duration::from_secs(31 * 60));
    world.sites.search_markets("treaty", None).await;
    assert_eq!(world.seen("/kalshi").len(), 4);
}

#[tokio::test]
async fn one_market_is_read_with_criteria_price_and_outcome() {
    let world = world(None).await;
    let market = |text: &'static str| {
        let world = &world;
        async move { world.sites.market(&id(text)).await.unwrap().unwrap() }
    };
    let polymarket = world.sites.market(&id(CONDITION)).await.unwrap().unwrap();
    assert_eq!((polymarket.quote.map(|quote| quote.price), polymarket.outcome), (Some(0.325), None));
    assert_eq!(world.seen(&format!("/gamma/markets?condition_ids={CONDITION}&closed=false ")).len(), 1);
    let kalshi = market("kalshi:KXTREATY-26-T1").await;
    assert_eq!(
        (kalshi.quote, kalshi.outcome, kalshi.criteria.as_str()),
        (None, Some(MarketOutcome::Yes), "If … Else …")
    );
    let manifold = market("manifold:abcDEF123").await;
    assert_eq!((manifold.quote, manifold.outcome), (None, Some(MarketOutcome::Other)));
    assert_eq!(manifold.criteria, "Resolves to Yes if …");
    let metaculus = market("metaculus:37523").await;
    assert_eq!((metaculus.quote, metaculus.outcome), (None, Some(MarketOutcome::Other)));
    assert_eq!(world.seen("/metaculus/api/posts/37523/?with_cp=true&include_cp_history=true Token mt").len(), 1);
    assert_eq!(world.sites.market(&id("kalshi:NONE")).await.unwrap(), None);
    assert_eq!(world.sites.market(&id("polymarket:0xother")).await.unwrap(), None);
}

#[tokio::test]
async fn a_resolved_market_of_polymarket_is_among_the_closed_ones() {
    let market = gamma_market(true);
    let listing = polymarket::listing(&market, &market["events"][0], time(NOW)).unwrap();
    assert_eq!((listing.outcome, listing.quote), (Some(MarketOutcome::Yes), None));
    let mut open = market;
    open["umaResolutionStatus"] = json!("proposed");
    assert_eq!(polymarket::listing(&open, &Value::Null, time(NOW)).unwrap().outcome, None, "not final");
}

#[tokio::test]
async fn a_past_price_is_the_last_one_before_the_time() {
    let world = world(None).await;
    let before = time("2026-03-06T00:00:00Z");
    let prices = [
        (format!("polymarket:{CONDITION}"), 0.31, "2026-03-05T20:00:00Z"),
        ("kalshi:KXTREATY-26-T1".to_owned(), 0.32, "2026-03-05T08:40:00Z"),
        ("manifold:abcDEF123".to_owned(), 0.4, "2026-03-05T08:40:00Z"),
        ("metaculus:37523".to_owned(), 0.5, "2026-02-19T00:00:00.5Z"),
    ];
    for (text, price, at) in prices {
        let quote = world.sites.price_before(&id(&text), before).await.unwrap().unwrap();
        assert!((quote.price - price).abs() < 1e-9 && quote.at == time(at), "{text}: {quote:?}");
    }
    let earlier = world.sites.price_before(&id("metaculus:37523"), time("2026-02-01T00:00:00Z")).await.unwrap();
    assert_eq!(earlier.map(|quote| quote.price), Some(0.36));
    let requests = [
        "/clob/prices-history?market=11&startTs=1770163200&endTs=1772755200&fidelity=60 ",
        "/candlesticks?start_ts=1770163200&end_ts=1772755200&period_interval=60 ",
        "/manifold/v0/bets?contractId=abcDEF123&beforeTime=1772755200000&limit=1000 ",
    ];
    for request in requests {
        assert_eq!(world.seen(request).len(), 1, "{request}: {:?}", world.seen(""));
    }
}

#[tokio::test]
async fn a_refusal_is_repeated_once_and_the_other_sites_still_answer() {
    for (path, status) in [("/gamma", 503), ("/kalshi", 429), ("/manifold", 429), ("/metaculus", 429)] {
        let once = world(Some((path, status, 1))).await;
        let found = once.sites.search_markets("treaty", None).await;
        assert_eq!((found.markets.len(), found.silent.len()), (4, 0), "{path}: one refusal is passed over");
        let lasting = world(Some((path, status, usize::MAX))).await;
        let found = lasting.sites.search_markets("treaty", None).await;
        assert_eq!((found.markets.len(), found.silent.len()), (3, 1), "{path}");
        let asked = lasting.seen(path).len();
        assert_eq!(asked, 2, "{path}");
        lasting.sites.search_markets("treaty", None).await;
        let again = lasting.seen(path).len() - asked;
        assert_eq!(again, if status == 429 { 0 } else { 2 }, "{path}: a site in cool-down is not asked");
    }
}

#[tokio::test]
async fn metaculus_without_an_accepted_token_is_left_out() {
    let world = world(Some(("/metaculus", 403, usize::MAX))).await;
    let found = world.sites.search_markets("treaty", None).await;
    assert_eq!((found.markets.len(), found.silent.len(), found.silent[0].0), (3, 1, Site::Metaculus));
    assert!(found.silent[0].1.contains("403"), "{:?}", found.silent);
    assert_eq!(world.seen("/metaculus").len(), 1, "a refusal for good is not repeated");
}

#[test]
fn ids_name_a_site_and_cannot_leave_its_path() {
    assert_eq!(id(CONDITION).to_string(), format!("polymarket:{CONDITION}"));
    assert_eq!(id(" Kalshi:KX-26.5 ").to_string(), "kalshi:KX-26.5");
    for text in ["", "0xabc", "kalshi:", "kalshi:../x", "other:1", "manifold:a/b", "metaculus:1?x=2"] {
        assert_eq!(MarketId::parse(text), None, "{text}");
    }
}

#[tokio::test]
async fn a_site_that_is_not_configured_is_named() {
    let clock: Arc<dyn Clock> = Arc::new(FixedClock::at(time(NOW)));
    let sites =
        MarketSites::new(MarketConfig::default(), &Route::Direct, Arc::new(Recorded::default()), clock).unwrap();
    assert_eq!((sites.sites(), sites.search_markets("x", None).await.markets.len()), (vec![], 0));
    let error = sites.market(&id("kalshi:X")).await.unwrap_err().to_string();
    assert!(error.contains("AUSPEX_MARKETS"), "{error}");
}
