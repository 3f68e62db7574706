use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde_json::json;

use super::*;

const MINT: &str = "So11111111111111111111111111111111111111112";

async fn world() -> TokenServices {
    let app = Router::new().fallback(|request: Request| async move {
        let key = request.headers().get("x-api-key").and_then(|key| key.to_str().ok()).unwrap_or_default();
        let answer = match request.uri().path() {
            "/jup/tokens/v2/search" if key == "secret" => json!([
                {"id": "Fake1111111111111111111111111111111111111112", "name": "Fake SOL", "symbol": "SOL", "isVerified": true},
                {"id": MINT, "name": "Wrapped SOL", "symbol": "SOL", "decimals": 9, "isVerified": true, "holderCount": 5, "usdPrice": 150.5, "tags": ["verified"]},
            ]),
            "/prices/coins/solana/contract/So11111111111111111111111111111111111111112/market_chart" => json!({"prices": [[2000, 11.0], [1000, 10.0], [3000, "x"]]}),
            "/rug/v1/tokens/So11111111111111111111111111111111111111112/report/summary" => json!({"score": 101, "risks": [{"name": "Mutable metadata", "level": "warn", "description": "d"}]}),
            "/rug/v1/tokens/So11111111111111111111111111111111111111112/report" => json!({"totalHolders": 7, "topHolders": [{"pct": 10.0, "insider": true}, {"pct": 15.5}]}),
            "/holders/So11111111111111111111111111111111111111112" => json!({"total_holders": 9, "holders": [{"pct": 60.0}]}),
            "/jup/tokens/v2/search" => return StatusCode::UNAUTHORIZED.into_response(),
            _ => return StatusCode::NOT_FOUND.into_response(),
        };
        answer.to_string().into_response()
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    let url = |path: &str| Url::parse(&format!("{base}{path}")).unwrap();
    let config = TokenConfig {
        jupiter: url("/jup"),
        jupiter_key: Some("secret".to_owned().into()),
        prices: url("/prices/"),
        rugcheck: url("/rug"),
        holders: None,
    };
    TokenServices::new(config).unwrap()
}

#[tokio::test]
async fn only_the_row_of_the_mint_counts() {
    let mut services = world().await;
    let token = services.metadata(MINT).await.unwrap().unwrap();
    assert_eq!((token.name.as_str(), token.decimals, token.holders), ("Wrapped SOL", Some(9), Some(5)));
    assert_eq!(services.metadata("Other111111111111111111111111111111111111111").await.unwrap(), None);
    services.config.jupiter_key = None;
    assert!(matches!(services.metadata(MINT).await, Err(ServiceError::Blocked { status: 401, .. })));
}

#[tokio::test]
async fn the_other_services_are_read_as_documented() {
    let mut services = world().await;
    let series = services.prices(MINT, 7).await.unwrap().unwrap();
    assert_eq!(series.points.iter().map(|point| point.usd).collect::<Vec<_>>(), [10.0, 11.0]);
    assert!((series.change_percent.unwrap() - 10.0).abs() < 1e-9);
    assert_eq!(services.risks(MINT).await.unwrap().unwrap().risks[0].name, "Mutable metadata");
    let holders = services.holders(MINT).await.unwrap().unwrap();
    assert_eq!((holders.total, holders.concentration.as_str(), holders.insiders), (Some(7), "medium", 1));
    services.config.holders = services.config.rugcheck.join("/holders").ok();
    let indexed = services.holders(MINT).await.unwrap().unwrap();
    assert_eq!((indexed.total, indexed.concentration.as_str()), (Some(9), "high"));
    assert_eq!(services.risks("Nothing1").await.unwrap(), None);
}
