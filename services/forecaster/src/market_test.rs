//! Tests of the look-up, with sites and a model in memory.

use std::sync::Mutex;

use domain::event::{Side, Trade, Trader};
use domain::{MicroUsd, Time};
use futures::future::BoxFuture;
use llm::testing::{FakeModel, text_reply, tool_call};
use runtime::testing::FakeJournal;
use web::ServiceError;
use web::markets::Listings;

use super::*;
use crate::handler::fakes::{attempt, over};
use crate::sample::{run, when};

const CONDITION: &str = "0x0c38dd9305e3205551111111111111111111111111111111111111111111aaaa";

/// Sites in memory: the markets of every search, and the requests.
#[derive(Default)]
struct FakeSites {
    markets: Vec<Listing>,
    asked: Mutex<Vec<String>>,
    past: Option<Quote>,
}

impl FakeSites {
    fn note(&self, text: String) {
        self.asked.lock().unwrap().push(text);
    }
}

impl MarketData for FakeSites {
    fn search_markets<'a>(&'a self, _: &'a str, as_of: Option<Time>) -> BoxFuture<'a, Listings> {
        self.note(format!("search {as_of:?}"));
        Box::pin(async { Listings { markets: self.markets.clone(), silent: Vec::new() } })
    }

    fn market<'a>(&'a self, id: &'a MarketId) -> BoxFuture<'a, Result<Option<Listing>, ServiceError>> {
        self.note(format!("market {id}"));
        Box::pin(async move { Ok(self.markets.iter().find(|market| market.id == id.to_string()).cloned()) })
    }

    fn price_before<'a>(
        &'a self,
        id: &'a MarketId,
        before: Time,
    ) -> BoxFuture<'a, Result<Option<Quote>, ServiceError>> {
        self.note(format!("price of {id} before {before}"));
        Box::pin(async move { Ok(self.past) })
    }
}

fn listing(id: &str, question: &str) -> Listing {
    Listing {
        id: id.into(),
        question: question.into(),
        group: String::new(),
        option: String::new(),
        criteria: "As the gazette says.".into(),
        url: "https://example.org/m".into(),
        opens: None,
        closes: Some(when()),
        quote: Some(Quote { price: 0.3, at: when() }),
        volume: Some(MicroUsd::dollars(9)),
        people: None,
        outcome: None,
        event: None,
    }
}

/// A run whose event names no market.
fn unpriced() -> Run {
    let mut run = run();
    run.asked.market = None;
    run
}

fn desk(
    sites: &Arc<FakeSites>,
    reply: Option<&str>,
) -> (SiteLookup<FakeJournal>, Arc<worker::testing::FakeModelClient>) {
    let reply = match reply {
        Some(verdict) => Ok(tool_call(
            "judge_markets",
            json!({"markets": [{"market": "m1", "difference": "none", "verdict": verdict}]}),
        )),
        None => Ok(text_reply("no")),
    };
    let (model, client) = over(FakeModel::by_rule(move |_| reply.clone()), &[]);
    let sites: Arc<dyn MarketData> = Arc::clone(sites) as _;
    (SiteLookup { sites, journal: FakeJournal::default(), model }, client)
}

fn sites() -> Arc<FakeSites> {
    Arc::new(FakeSites {
        markets: vec![listing("kalshi:KX-1", "Will the bill be passed by June?")],
        ..FakeSites::default()
    })
}

#[tokio::test]
async fn a_market_that_asks_the_question_is_found_once_per_run() {
    let sites = sites();
    let (desk, client) = desk(&sites, Some("same"));
    let first = desk.market(&unpriced(), &attempt("r", 0)).await.unwrap().unwrap();
    let again = desk.market(&unpriced(), &attempt("r", 1)).await.unwrap().unwrap();
    assert_eq!((&first, client.model.calls()), (&again, 1), "memoised");
    assert_eq!(
        (first.price, first.condition_id.as_str(), first.volume),
        (Some(0.3), "KX-1", Some(MicroUsd::dollars(9)))
    );
    let found = first.found.unwrap();
    assert_eq!((found.id.as_str(), found.price_at, found.inverse), ("kalshi:KX-1", Some(when()), false));
    assert!(sites.asked.lock().unwrap().iter().all(|line| line.starts_with("search")), "the search has the price");
}

#[tokio::test]
async fn an_inverse_market_has_the_other_price_and_names_no_outcome() {
    let (desk, _) = desk(&sites(), Some("inverse"));
    let found = desk.market(&unpriced(), &attempt("r", 0)).await.unwrap().unwrap();
    assert!((found.price.unwrap() - 0.7).abs() < 1e-9 && found.condition_id.is_empty());
    assert!(found.found.unwrap().inverse);
}

#[tokio::test]
async fn no_market_is_used_without_a_verdict() {
    for reply in [Some("different"), None] {
        let (desk, _) = desk(&sites(), reply);
        assert_eq!(desk.market(&unpriced(), &attempt("r", 0)).await.unwrap(), None, "{reply:?}");
    }
    let (desk, client) = desk(&Arc::new(FakeSites::default()), Some("same"));
    assert_eq!(desk.market(&unpriced(), &attempt("r", 0)).await.unwrap(), None);
    assert_eq!(client.model.calls(), 0, "without candidates nothing is paid");
}

#[tokio::test]
async fn a_run_as_of_a_day_gets_a_price_of_the_day_before() {
    let past = Some(Quote { price: 0.2, at: when() - chrono::TimeDelta::days(9) });
    let sites = Arc::new(FakeSites { past, markets: sites().markets.clone(), ..FakeSites::default() });
    let (desk, _) = desk(&sites, Some("same"));
    let mut run = unpriced();
    let as_of: Time = "2026-03-06T15:00:00Z".parse().unwrap();
    run.asked.config.as_of = Some(as_of);
    let found = desk.market(&run, &attempt("r", 0)).await.unwrap().unwrap();
    assert_eq!(found.price, Some(0.2));
    let asked = sites.asked.lock().unwrap().join("; ");
    assert!(asked.contains("before 2026-03-06 00:00:00 UTC") && asked.contains("search Some"), "{asked}");
}

#[tokio::test]
async fn a_named_price_is_kept_and_the_view_alone_needs_none() {
    let sites = sites();
    let (desk, client) = desk(&sites, Some("same"));
    let named = desk.market(&run(), &attempt("r", 0)).await.unwrap().unwrap();
    assert_eq!((named.price, named.found), (Some(0.7), None));
    let mut alone = unpriced();
    alone.asked.config.independent = true;
    assert_eq!(desk.market(&alone, &attempt("r", 0)).await.unwrap(), None);
    assert_eq!((sites.asked.lock().unwrap().len(), client.model.calls()), (0, 0));
}

#[tokio::test]
async fn a_named_market_without_a_price_and_an_alert_get_the_price_of_the_moment() {
    let id = format!("polymarket:{CONDITION}");
    let sites = Arc::new(FakeSites { markets: vec![listing(&id, "Will it pass?")], ..FakeSites::default() });
    let (desk, client) = desk(&sites, Some("same"));
    let mut scheduled = run();
    scheduled.asked.market = Some(Market { condition_id: CONDITION.into(), ..Market::default() });
    let mut alerted = run();
    alerted.asked.market = Some(Market { condition_id: CONDITION.into(), price: Some(0.7), ..Market::default() });
    alerted.id = domain::testing::run().id;
    alerted.alert = Some(ScoutAlert {
        trader: Trader::default(),
        trade: Trade {
            side: Side::Buy,
            usd_value: MicroUsd(1),
            price: 0.7,
            size: 1.0,
            outcome: "Yes".into(),
            time: None,
        },
        market: Market::default(),
    });
    for run in [&scheduled, &alerted] {
        let priced = desk.market(run, &attempt("r", 0)).await.unwrap().unwrap();
        assert_eq!((priced.price, priced.found.unwrap().id), (Some(0.3), id.clone()));
    }
    assert_eq!(client.model.calls(), 0, "a known market is not judged");
    if let Some(alert) = &mut alerted.alert {
        alert.trade.outcome = "Bears".into();
    }
    let kept = desk.market(&alerted, &attempt("r", 0)).await.unwrap().unwrap();
    assert_eq!((kept.price, kept.found), (Some(0.7), None), "another outcome has another price");
}
