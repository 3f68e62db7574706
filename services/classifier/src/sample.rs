//! Events of every kind for tests.

use domain::event::{
    AskedQuestion, Bundle, Directions, Leg, MacroRequest, Market, RetrievalMiss, ScoutAlert, Side, Trade, Trader,
    Transaction,
};
use domain::{EntityId, Event, EventId, EventKind, MicroUsd};

/// Time of all sample events.
pub(crate) use domain::testing::when;

/// Returns an event of the default tenant.
pub(crate) fn event(kind: EventKind) -> Event {
    named("e1", kind)
}

/// Returns an event with that id.
pub(crate) fn named(id: &str, kind: EventKind) -> Event {
    let id = EventId::parse(id).unwrap();
    Event { id, source: "test".into(), kind, ..domain::testing::event() }
}

/// Returns a swap of an unknown token with unknown value.
pub(crate) fn transaction() -> EventKind {
    swap("MintOfSomethingNew", None)
}

/// Returns a swap of that token.
pub(crate) fn swap(mint: &str, usd: Option<u64>) -> EventKind {
    let leg = Leg { mint: mint.into(), symbol: "NEW".into(), amount: 5.0, ..Leg::default() };
    let usd_value = usd.map(MicroUsd::dollars);
    EventKind::Transaction(Transaction {
        signature: mint.into(),
        kind: "SWAP".into(),
        legs: vec![leg],
        usd_value,
        ..Transaction::default()
    })
}

/// Returns a simple question.
pub(crate) fn question() -> EventKind {
    EventKind::Question(AskedQuestion { text: "Will it?".into(), ..AskedQuestion::default() })
}

/// Returns a trade of that value.
pub(crate) fn alert_of(usd_value: MicroUsd) -> EventKind {
    EventKind::ScoutAlert(ScoutAlert {
        trader: Trader::default(),
        trade: Trade { side: Side::Buy, usd_value, price: 0.4, size: 10.0, outcome: "Yes".into(), time: None },
        market: Market { question: "Will it?".into(), ..Market::default() },
    })
}

/// Returns a look-up with that score and threshold.
pub(crate) fn miss_of(score: f64, threshold: f64) -> EventKind {
    EventKind::RetrievalMiss(RetrievalMiss {
        query: "what".into(),
        score,
        threshold,
        context: String::new(),
        max_sources: 5,
        sources: domain::SourceRules::default(),
    })
}

/// Returns directions with that many bundles.
pub(crate) fn directions_of(bundles: usize) -> EventKind {
    let bundle = |i: usize| Bundle {
        id: EntityId::slug(&format!("bundle {i}")).into(),
        entities: vec![],
        review: domain::event::BundleReview::default(),
    };
    let bundles = (0..bundles).map(bundle).collect();
    EventKind::Directions(Directions {
        episode_id: "ep".into(),
        url: String::new(),
        title: String::new(),
        context: String::new(),
        bundles,
    })
}

/// Returns a macro request with that name.
pub(crate) fn macro_of(name: &str) -> EventKind {
    EventKind::Macro(MacroRequest { name: name.into(), ..MacroRequest::default() })
}
