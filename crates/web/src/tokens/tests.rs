//! One wire test for all token services: the documented reply, an unknown mint, and failures.

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use futures::future::BoxFuture;
use serde_json::{Value, json};

use super::*;
use crate::route::Route;

/// 14 October 2026, 15:00 and 16:00 UTC, in milliseconds.
const EARLIER_MS: i64 = 1_791_990_000_000;
const LATER_MS: i64 = 1_791_993_600_000;
const MINT: &str = "So11111111111111111111111111111111111111112";

async fn serve(app: Router) -> Url {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = Url::parse(&format!("http://{}/", listener.local_addr().unwrap())).unwrap();
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    url
}

/// Creates services at `base`, with or without a holder index.
fn services(base: &Url, index: bool) -> TokenServices {
    let url = |path: &str| join(base, path);
    let config = TokenConfig {
        jupiter: url("jup"),
        jupiter_key: Some("secret".to_owned().into()),
        prices: url("prices/"),
        rugcheck: url("rug"),
        geckoterminal: None,
        dexscreener: None,
        birdeye: None,
        helius: None,
        holders: index.then(|| url("holders")),
    };
    TokenServices::new(config, &Route::Direct).unwrap()
}

/// The documented replies, by path.
fn documented(path: &str) -> Option<Value> {
    let path = path.replace(MINT, "MINT");
    Some(match path.as_str() {
        "/jup/tokens/v2/search" => json!([
            {"id": "Fake1111111111111111111111111111111111111112", "name": "Fake SOL", "symbol": "SOL", "isVerified": true},
            {"id": MINT, "name": "Wrapped SOL", "symbol": "SOL", "icon": "https://x/y.png", "decimals": 9, "isVerified": true, "holderCount": 5,
             "usdPrice": 150.5, "mcap": 1e9, "liquidity": 5e6, "organicScore": 98.9, "tags": ["verified", 7],
             "audit": {"mintAuthorityDisabled": true, "freezeAuthorityDisabled": false, "isSus": true}},
        ]),
        "/prices/coins/solana/contract/MINT/market_chart" => {
            json!({"prices": [[LATER_MS, 11.0], [EARLIER_MS, 10.0], [LATER_MS, "x"], [LATER_MS, -1.0]], "market_caps": []})
        }
        "/rug/v1/tokens/MINT/report/summary" => {
            json!({"tokenProgram": "T", "score": 101, "score_normalised": 1, "risks": [{"name": "Mutable metadata", "level": "warn", "description": "d", "score": 100}]})
        }
        "/rug/v1/tokens/MINT/report" => {
            json!({"mint": MINT, "score": 101, "totalHolders": 7, "risks": [{"name": "Mutable metadata", "level": "warn"}], "creator": "C1",
                   "topHolders": [{"pct": 10.0, "insider": true}, {"pct": 15.5, "owner": "C1"}, {"pct": 60.0, "owner": "Amm1"}],
                   "knownAccounts": {"Amm1": {"name": "Pool", "type": "AMM"}}})
        }
        "/holders/MINT" => json!({"total_holders": 9, "holders": [{"pct": 60.0}]}),
        _ => return None,
    })
}

async fn world() -> Url {
    let app = Router::new().fallback(|request: Request| async move {
        let key = request.headers().get("x-api-key").and_then(|key| key.to_str().ok()).unwrap_or_default();
        let path = request.uri().path();
        if path.starts_with("/jup/") && key != "secret" {
            return StatusCode::UNAUTHORIZED.into_response();
        }
        match documented(path) {
            Some(answer) => answer.to_string().into_response(),
            None => StatusCode::NOT_FOUND.into_response(),
        }
    });
    serve(app).await
}

#[tokio::test]
async fn only_the_row_of_the_mint_is_used() {
    let mut services = services(&world().await, false);
    let token = services.metadata(MINT).await.unwrap().unwrap();
    let facts = &token.facts;
    assert_eq!((token.name.as_str(), token.decimals, facts.holders), ("Wrapped SOL", Some(9), Some(5)));
    assert_eq!((facts.price_usd, &token.tags), (Some(150.5), &vec!["verified".to_owned()]));
    assert_eq!(
        (facts.mint_authority_open, facts.freeze_authority_open, facts.suspicious),
        (Some(false), Some(true), Some(true))
    );
    assert_eq!(services.metadata("Other111111111111111111111111111111111111111").await.unwrap(), None);
    services.config.jupiter_key = None;
    assert!(matches!(services.metadata(MINT).await, Err(ServiceError::Blocked { status: 401, .. })));
}

#[tokio::test]
async fn the_other_services_are_read_as_documented() {
    let base = world().await;
    let report = services(&base, false);
    let series = report.prices(MINT, 7).await.unwrap().unwrap();
    assert_eq!(series.points.iter().map(|point| point.usd).collect::<Vec<_>>(), [10.0, 11.0]);
    assert!((series.change_percent.unwrap() - 10.0).abs() < 1e-9);
    assert_eq!(series.service, "CoinGecko");
    let risks = report.risks(MINT).await.unwrap().unwrap();
    assert_eq!((risks.risks.unwrap()[0].name.as_str(), risks.dev_share), ("Mutable metadata", Some(0.155)));
    let holders = report.holders(MINT).await.unwrap().unwrap();
    assert_eq!((holders.total, holders.concentration.as_str(), holders.insiders), (Some(7), "medium", 1));
    let indexed = services(&base, true).holders(MINT).await.unwrap().unwrap();
    assert_eq!((indexed.total, indexed.concentration.as_str()), (Some(9), "high"));
    for (services, mint) in [(report, "Nothing1"), (services(&base, true), "Nothing1")] {
        assert_eq!(services.risks(mint).await.unwrap(), None);
        assert_eq!(services.prices(mint, 7).await.unwrap(), None);
        assert_eq!(services.holders(mint).await.unwrap(), None);
    }
}

/// Creates services of which those of the market are at `base` and all others at `elsewhere`.
fn markets(base: &Url, elsewhere: &Url) -> TokenServices {
    let config = TokenConfig {
        geckoterminal: Some(join(base, "gt")),
        dexscreener: Some(join(base, "dex")),
        birdeye: Some((join(base, "bird"), "secret".to_owned().into())),
        ..services(elsewhere, false).config
    };
    TokenServices::new(config, &Route::Direct).unwrap()
}

/// GeckoTerminal, DexScreener and Birdeye as documented, and CoinGecko's chart under `prices`.
fn market(path: &str) -> Option<Value> {
    let path = path.replace(MINT, "MINT");
    Some(match path.as_str() {
        "/gt/api/v2/networks/solana/tokens/MINT" => {
            json!({"data": {"attributes": {"price_usd": "0.5", "volume_usd": {"h24": "3"}}}})
        }
        "/gt/api/v2/networks/solana/tokens/MINT/info" => json!({"data": {"attributes": {"holders": {"count": 5}}}}),
        "/gt/api/v2/networks/solana/tokens/MINT/pools" => json!({"data": [
            {"attributes": {"address": "Small1", "reserve_in_usd": "1", "pool_created_at": "2026-10-14T14:22:52Z"}},
            {"attributes": {"address": "Large1", "reserve_in_usd": "2", "pool_created_at": "2026-10-14T15:22:52Z"}},
        ]}),
        "/gt/api/v2/networks/solana/pools/Large1/ohlcv/hour" => {
            let rows = json!([[LATER_MS / 1000, 1, 1, 1, 0.75, 2], [EARLIER_MS / 1000, 1, 1, 1, 0.25, 2]]);
            json!({"data": {"attributes": {"ohlcv_list": rows}}, "meta": {"base": {"address": MINT}}})
        }
        "/dex/tokens/v1/solana/MINT" => {
            json!([{"baseToken": {"address": MINT}, "dexId": "orca", "priceUsd": "0.6"}])
        }
        "/bird/defi/token_overview" => {
            json!({"success": true, "data": {"price": 0.7, "lastTradeUnixTime": 1_791_993_600}})
        }
        "/prices/coins/solana/contract/MINT/market_chart" => json!({"prices": [[LATER_MS, 9.0]]}),
        _ => return None,
    })
}

/// Serves `market` without the paths that contain one of the words, and records the paths.
async fn without(words: &'static [&'static str]) -> (Url, std::sync::Arc<std::sync::Mutex<Vec<String>>>) {
    let paths = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let record = std::sync::Arc::clone(&paths);
    let app =
        Router::new().fallback(move |request: Request| {
            let path = request.uri().path().to_owned();
            record.lock().unwrap().push(path.clone());
            let answer = market(&path).filter(|_| !words.iter().any(|word| path.contains(word)));
            async move {
                answer.map_or_else(|| StatusCode::NOT_FOUND.into_response(), |body| body.to_string().into_response())
            }
        });
    (serve(app).await, paths)
}

#[tokio::test]
async fn a_series_of_geckoterminal_makes_a_request_to_coingecko_unnecessary() {
    let (base, paths) = without(&[]).await;
    let series = markets(&base, &base).prices(MINT, 7).await.unwrap().unwrap();
    assert_eq!(series.service, "GeckoTerminal");
    assert_eq!(
        series.points,
        [(EARLIER_MS, 0.25), (LATER_MS, 0.75)].map(|(at, usd)| PricePoint { at: at / 1000, usd })
    );
    let named: Vec<&str> = series.markets.iter().map(Market::service).collect();
    assert_eq!(named, ["GeckoTerminal", "DexScreener", "Birdeye"]);
    let Market::GeckoTerminal(facts) = &series.markets[0] else { panic!("{series:?}") };
    assert_eq!((facts.price_at, facts.holders, facts.last_close), (None, Some(5), Some(0.75)));
    assert!(!paths.lock().unwrap().iter().any(|path| path.starts_with("/prices")));
}

#[tokio::test]
async fn coingecko_is_asked_if_no_other_service_has_a_series() {
    let (base, _) = without(&["/gt/"]).await;
    let series = markets(&base, &base).prices(MINT, 7).await.unwrap().unwrap();
    assert_eq!((series.service.as_str(), series.points[0].usd), ("CoinGecko", 9.0));
    let named: Vec<&str> = series.markets.iter().map(Market::service).collect();
    assert_eq!(named, ["DexScreener", "Birdeye", "CoinGecko"]);
    let (base, _) = without(&["/ohlcv/", "/info", "/prices/"]).await;
    let undated = markets(&base, &base).prices(MINT, 7).await.unwrap().unwrap();
    assert_eq!((undated.points.len(), undated.markets.len(), undated.service.as_str()), (0, 3, ""));
    let (nothing, _) = without(&["/"]).await;
    assert_eq!(markets(&nothing, &nothing).prices(MINT, 7).await.unwrap(), None);
}

#[tokio::test]
async fn a_failed_market_service_is_reported_only_if_no_other_has_the_mint() {
    let limited = answers(429, "{\"status\": {\"error_code\": 429}}").await;
    let (base, _) = without(&[]).await;
    let series = markets(&limited, &base).prices(MINT, 7).await.unwrap().unwrap();
    assert_eq!(series.service, "CoinGecko");
    let (nothing, _) = without(&["/"]).await;
    assert!(matches!(markets(&limited, &nothing).prices(MINT, 7).await, Err(ServiceError::Blocked { .. })));
    assert!(markets(&nothing, &limited).prices(MINT, 7).await.is_err());
}

#[tokio::test]
async fn the_summary_is_read_if_the_full_report_fails() {
    let app = Router::new().fallback(|request: Request| async move {
        match request.uri().path().ends_with("/summary") {
            true => json!({"score": 7, "risks": []}).to_string().into_response(),
            false => StatusCode::BAD_GATEWAY.into_response(),
        }
    });
    let report = services(&serve(app).await, false).risks(MINT).await.unwrap().unwrap();
    assert_eq!((report.score, report.top10_share), (Some(7.0), None));
}

/// The result of one request to one service.
type Question = for<'a> fn(&'a TokenServices) -> BoxFuture<'a, Result<bool, ServiceError>>;

const QUESTIONS: [(&str, bool, Question); 5] = [
    ("jupiter", false, |all| Box::pin(async { Ok(all.metadata(MINT).await?.is_some()) })),
    ("coingecko", false, |all| Box::pin(async { Ok(all.prices(MINT, 7).await?.is_some()) })),
    ("rugcheck", false, |all| Box::pin(async { Ok(all.risks(MINT).await?.is_some()) })),
    ("holders in the report", false, |all| Box::pin(async { Ok(all.holders(MINT).await?.is_some()) })),
    ("holders in the index", true, |all| Box::pin(async { Ok(all.holders(MINT).await?.is_some()) })),
];

async fn answers(status: u16, body: &str) -> Url {
    let body = body.to_owned();
    serve(Router::new().fallback(move || {
        let answer = (StatusCode::from_u16(status).unwrap(), [("retry-after", "9")], body.clone());
        async move { answer.into_response() }
    }))
    .await
}

/// Includes CoinGecko's and Jupiter's documented errors.
const REFUSALS: [(u16, &str); 6] = [
    (429, "{\"status\": {\"error_code\": 429, \"error_message\": \"You've exceeded the Rate Limit.\"}}"),
    (403, "{\"error\": \"Forbidden\"}"),
    (401, "{\"code\": 401, \"message\": \"Unauthorized\"}"),
    (401, "{\"status\": {\"error_code\": 10012, \"error_message\": \"Your request exceeds the allowed time range.\"}}"),
    (429, "<html>slow down</html>"),
    (200, "<html><title>Just a moment...</title></html>"),
];

#[tokio::test]
async fn a_failed_service_never_reports_an_unknown_mint() {
    for (name, index, ask) in QUESTIONS {
        let error =
            async |status: u16, body: &str| ask(&services(&answers(status, body).await, index)).await.unwrap_err();
        for (status, body) in REFUSALS {
            let blocked = error(status, body).await;
            assert!(matches!(blocked, ServiceError::Blocked { .. }), "{name}, {status} {body}: {blocked:?}");
            assert!(!matches!(blocked, ServiceError::Blocked { status: 429, retry_after: None, .. }), "{name}");
        }
        for status in [500, 502, 503] {
            assert!(matches!(error(status, "oops").await, ServiceError::Unavailable { .. }), "{name}, {status}");
        }
        assert!(matches!(error(200, "").await, ServiceError::Empty { .. }), "{name}");
        for nonsense in ["{\"pri", "<html>hello</html>", "\"words\"", "null", "{\"surprise\": []}"] {
            let shape = error(200, nonsense).await;
            assert!(matches!(shape, ServiceError::Shape { .. }), "{name}, {nonsense}: {shape:?}");
        }
        assert!(
            !ask(&services(&answers(404, "{\"error\": \"coin not found\"}").await, index)).await.unwrap(),
            "{name}"
        );
    }
}

#[tokio::test]
async fn rugchecks_answer_for_an_unknown_mint_is_recognised() {
    let services = services(&answers(400, "{\"error\": \"not found\"}").await, false);
    assert_eq!(services.risks(MINT).await.unwrap(), None);
    assert_eq!(services.holders(MINT).await.unwrap(), None);
}

/// Services say in many forms that they have nothing, which is an answer.
#[tokio::test]
async fn an_error_that_means_no_report_is_an_answer() {
    let forms = [
        (400, r#"{"error": "unable to generate report"}"#),
        (400, r#"{"error": "invalid token mint"}"#),
        (422, r#"{"errors": [{"status": "404", "title": "Record Not Found"}]}"#),
        (400, r#"{"success": false, "message": "Token does not exist"}"#),
        (200, r#"{"error": "not found"}"#),
        (200, r#"{"success": false, "message": "no data for this token"}"#),
        (500, r#"{"error": {"code": -32602, "message": "Invalid param: not a Token mint"}}"#),
        (400, r#"{"status": {"error_code": 400, "error_message": "No match for the address"}}"#),
        (400, r#"{"code": "TOKEN_NOT_FOUND", "message": "Bad request"}"#),
        (400, r#"{"statusCode": 400, "message": ["mint could not be found"], "msg": "nothing found"}"#),
        (400, "token not found"),
        (422, r#""no data""#),
        (410, "gone"),
        (204, ""),
    ];
    for (name, index, ask) in QUESTIONS {
        for (status, body) in forms {
            assert!(!ask(&services(&answers(status, body).await, index)).await.unwrap(), "{name}, {status} {body}");
        }
        for (status, body) in [
            (400, r#"{"error": "bad page"}"#),
            (200, r#"{"error": "try again"}"#),
            (500, r#"{"error": "boom"}"#),
            (500, "lookup of the database: host not found"),
            (400, "<html><title>Not found</title></html>"),
            (400, r#"{"message": "your plan has no access to this"}"#),
        ] {
            assert!(ask(&services(&answers(status, body).await, index)).await.is_err(), "{name}, {status} {body}");
        }
    }
}

#[tokio::test]
async fn invalid_numbers_are_left_out() {
    let reply = json!([{"id": MINT, "name": 7, "usdPrice": "12", "holderCount": -5, "decimals": 1.5}]).to_string();
    let token = services(&answers(200, &reply).await, false).metadata(MINT).await.unwrap().unwrap();
    let facts = &token.facts;
    assert_eq!((token.name.as_str(), facts.price_usd, facts.holders, token.decimals), ("", Some(12.0), None, None));
    let empty = services(&answers(200, "{\"prices\": []}").await, false);
    assert_eq!(empty.prices(MINT, 7).await.unwrap(), None);
}

#[tokio::test]
async fn helius_is_asked_for_the_asset_with_its_key_and_read_as_documented() {
    let app = Router::new().fallback(|request: Request| async move {
        let is_keyed = request.uri().query() == Some("api-key=secret") && request.uri().path() == "/helius";
        let body = axum::body::to_bytes(request.into_body(), 10_000).await.unwrap();
        let asked: Value = serde_json::from_slice(&body).unwrap_or_default();
        let wanted = json!({"id": MINT, "displayOptions": {"showFungible": true}});
        if !is_keyed || asked["method"] != "getAsset" || asked["jsonrpc"] != "2.0" {
            return StatusCode::NOT_FOUND.into_response();
        }
        if asked["params"] != wanted {
            let error = json!({"code": -32000, "message": "Asset Not Found"});
            return json!({"jsonrpc": "2.0", "error": error, "id": "auspex"}).to_string().into_response();
        }
        let token = json!({
            "symbol": "SOL", "supply": 1_500_000_u64, "decimals": 3, "mint_authority": null, "freeze_authority": "Auth1",
            "price_info": {"price_per_token": 150.5, "currency": "USDC"},
        });
        let links = json!({"external_url": "https://a.example/"});
        let asset = json!({"id": MINT, "interface": "FungibleToken", "mutable": true, "token_info": token, "content": {"links": links}});
        json!({"jsonrpc": "2.0", "result": asset, "id": "auspex"}).to_string().into_response()
    });
    let base = serve(app).await;
    let config = TokenConfig {
        helius: Some((join(&base, "helius"), "secret".to_owned().into())),
        ..services(&base, false).config
    };
    let services = TokenServices::new(config, &Route::Direct).unwrap();
    let series = services.prices(MINT, 7).await.unwrap().unwrap();
    let [Market::Helius(facts)] = series.markets.as_slice() else { panic!("{series:?}") };
    assert_eq!((facts.price_usd, facts.supply), (Some(150.5), Some(1_500.0)));
    assert_eq!((facts.mint_authority_open, facts.freeze_authority_open), (Some(false), Some(true)));
    assert_eq!((facts.mutable, facts.website.as_deref()), (Some(true), Some("https://a.example/")));
    assert!(series.points.is_empty(), "an asset has no series, and its price no time");
    assert_eq!(services.prices("Other111111111111111111111111111111111111111", 7).await.unwrap(), None);
}
