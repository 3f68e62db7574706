//! A question without a market: the fleet finds the one that asks it, and pools its price.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::path::Path;

use domain::event::{AskConfig, AskedQuestion};
use domain::{Event, EventKind};
use serde_json::{Value, json};
use tests::wait::PATIENCE;
use tests::{Fleet, Setup, corpus, events};

/// Writes two markets of Kalshi, of which the second has another deadline.
fn write_markets(folder: &Path) {
    let market = |ticker: &str, title: &str, closes: &str| {
        json!({
            "ticker": ticker, "event_ticker": "KXSNOW", "market_type": "binary", "title": title, "yes_sub_title": "", "rules_primary": "By the weather station.",
            "rules_secondary": "", "open_time": "2026-01-01T00:00:00Z", "close_time": closes, "yes_bid_dollars": "0.4300",
            "yes_ask_dollars": "0.4500", "result": "", "volume_fp": "18400.00",
        })
    };
    let event = json!({"event_ticker": "KXSNOW", "series_ticker": "KXSNOW", "title": "Snow?", "markets": [
        market("KXSNOW-DEC", "Will snow fall in Harbour City before December 25, 2026?", "2026-12-24T23:59:00Z"),
        market("KXSNOW-NOV", "Will snow fall in Harbour City before December 1, 2026?", "2026-11-30T23:59:00Z"),
    ]});
    let folder = folder.join("markets");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("kalshi.ndjson"), event.to_string()).unwrap();
    let history = json!({"id": "kalshi:KXSNOW-DEC", "points": [[1_793_836_800, 0.38], [1_794_441_600, 0.41]]});
    std::fs::write(folder.join("history.ndjson"), history.to_string()).unwrap();
}

fn question(id: &str, config: AskConfig) -> Event {
    let asked = AskedQuestion {
        text: "Will snow fall in Harbour City before 25 December 2026?".into(),
        closes: Some("2026-12-24T23:59:00Z".parse().unwrap()),
        config,
        ..AskedQuestion::default()
    };
    events::event(id, EventKind::Question(asked))
}

#[tokio::test]
async fn the_market_of_a_question_is_found_and_priced_once() {
    let folder = tempfile::tempdir().unwrap();
    corpus::write(folder.path()).unwrap();
    write_markets(folder.path());
    let setup = Setup { corpus: Some(folder.path().to_owned()), ..Setup::default() }.with("AUSPEX_MARKETS", "kalshi");
    let fleet = Fleet::start(setup).await.unwrap();
    let one_round = AskConfig { max_iterations: Some(1), ..AskConfig::default() };
    let past = AskConfig { as_of: Some("2026-11-10T12:00:00Z".parse().unwrap()), ..one_round.clone() };
    let alone = AskConfig { independent: true, ..one_round.clone() };
    let asked = [question("now", one_round), question("past", past), question("alone", alone)];
    let jobs = fleet.run(&asked, PATIENCE).await.unwrap();
    println!("{}", fleet.assert_invariants(&jobs).await.unwrap());

    let forecasts = "SELECT body::text FROM forecast ORDER BY body->'run'->>'event'";
    let forecasts: Vec<Value> =
        fleet.database.texts(forecasts).await.unwrap().iter().map(|body| serde_json::from_str(body).unwrap()).collect();
    let [alone, now, past] = forecasts.as_slice() else { panic!("three forecasts: {forecasts:#?}") };
    assert!(alone["run"]["asked"]["market"].is_null(), "{alone:#}");
    let market = &now["run"]["asked"]["market"];
    assert_eq!(
        (market["found"]["id"].as_str(), market["found"]["inverse"].as_bool()),
        (Some("kalshi:KXSNOW-DEC"), Some(false))
    );
    assert!((market["price"].as_f64().unwrap() - 0.44).abs() < 1e-9, "{market}");
    assert!(now["account"]["views"]["price"]["price"].as_f64().is_some(), "the price is pooled: {now:#}");
    let market = &past["run"]["asked"]["market"];
    assert!((market["price"].as_f64().unwrap() - 0.38).abs() < 1e-9, "the last price before the day: {market}");
}
