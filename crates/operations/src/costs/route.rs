//! The route that an event is expected to take, by the rules that need no model. Pure.

use std::collections::BTreeSet;

use domain::event::Transaction;
use domain::{Event, EventKind, MicroUsd};
use serde::Serialize;

/// Maximum number of tokens of one transaction that the classifier examines.
const MAX_TOKENS: usize = 20;

/// The expected route of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventRoute {
    /// A forecast run.
    Run,
    /// This number of research tasks.
    Research(u32),
    /// A rule ignores the event; it costs nothing.
    Ignored,
    /// The classifier's lists or its model decide. At most this number of research tasks.
    Open(u32),
}

impl EventRoute {
    /// Returns the route of an event. `scout` is the value above which a watched trade is forecast.
    pub fn by_event(event: &Event, scout: MicroUsd) -> Self {
        match &event.kind {
            EventKind::Question(_) => Self::Run,
            EventKind::ScoutAlert(alert) if alert.market.question.trim().is_empty() => Self::Ignored,
            EventKind::ScoutAlert(alert) if alert.trade.usd_value > scout => Self::Run,
            EventKind::RetrievalMiss(miss) if miss.score < miss.threshold => Self::Research(1),
            EventKind::ScoutAlert(_) | EventKind::RetrievalMiss(_) => Self::Ignored,
            EventKind::Directions(directions) if directions.bundles.is_empty() => Self::Ignored,
            EventKind::Directions(directions) => Self::Research(count(directions.bundles.len())),
            EventKind::Macro(_) => Self::Research(1),
            EventKind::EntityRequest(request) => Self::Research(count(request.distinct().len())),
            // Which failed transactions and small values matter depends on the classifier's lists of wallets.
            EventKind::Transaction(transaction) => Self::Open(count(tokens(transaction).min(MAX_TOKENS))),
        }
    }

    /// Returns the maximum number of research tasks outside of runs.
    pub fn tasks(self) -> u32 {
        match self {
            Self::Run | Self::Ignored => 0,
            Self::Research(tasks) | Self::Open(tasks) => tasks,
        }
    }
}

fn tokens(transaction: &Transaction) -> usize {
    let name = |leg: &domain::event::Leg| if leg.mint.is_empty() { leg.symbol.clone() } else { leg.mint.clone() };
    transaction.legs.iter().map(name).collect::<BTreeSet<String>>().len()
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// Numbers of events by route.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct RouteCounts {
    /// Events that start a forecast run.
    pub runs: u64,
    /// Events that are researched.
    pub research: u64,
    /// Events that a rule ignores.
    pub ignored: u64,
    /// Events that the classifier's lists or its model decide about.
    pub open: u64,
}

impl RouteCounts {
    /// Counts an event.
    pub fn add(&mut self, route: EventRoute) {
        *match route {
            EventRoute::Run => &mut self.runs,
            EventRoute::Research(_) => &mut self.research,
            EventRoute::Ignored => &mut self.ignored,
            EventRoute::Open(_) => &mut self.open,
        } += 1;
    }
}

#[cfg(test)]
mod tests {
    use domain::event::{Leg, RetrievalMiss};
    use domain::{EventId, Tenant};

    use super::*;

    fn event(kind: EventKind) -> Event {
        let (id, tenant) = (EventId::parse("e").unwrap(), Tenant::default());
        Event { id, tenant, kind, ..domain::testing::event() }
    }

    #[test]
    fn rules_that_need_no_model_choose_the_route() {
        let miss = |score| {
            let (query, context, sources) = ("q".to_owned(), String::new(), domain::SourceRules::default());
            let miss = RetrievalMiss { query, score, threshold: 0.5, context, max_sources: 3, sources };
            event(EventKind::RetrievalMiss(miss))
        };
        let route = |event: &Event| EventRoute::by_event(event, MicroUsd::dollars(5_000));
        assert_eq!((route(&miss(0.4)), route(&miss(0.5))), (EventRoute::Research(1), EventRoute::Ignored));
        let leg = |mint: &str| Leg { mint: mint.into(), ..Leg::default() };
        let legs = vec![leg("a"), leg("b"), leg("a")];
        let transaction = event(EventKind::Transaction(Transaction { legs, ..Transaction::default() }));
        assert_eq!(route(&transaction), EventRoute::Open(2));
        let mut routes = RouteCounts::default();
        [miss(0.4), miss(0.5), transaction].iter().for_each(|event| routes.add(route(event)));
        assert_eq!(routes, RouteCounts { runs: 0, research: 1, ignored: 1, open: 1 });
    }
}
