//! Events by number: the same number is the same event, another number differs in everything that is hashed or
//! remembered.

use domain::event::{
    AskConfig, AskedQuestion, Bundle, DirectedEntity, Direction, Directions, EntityRequest, Leg, MacroRequest, Market,
    RetrievalMiss, ScoutAlert, Side, Trade, Trader, Transaction,
};
use domain::{EntityId, EntityKind, Event, EventId, EventKind, MicroUsd, Tenant};

use crate::corpus;

/// An event of this kind.
pub fn event(id: &str, kind: EventKind) -> Event {
    let id = EventId::parse(id).unwrap_or_else(|error| panic!("the id {id:?} {error}"));
    Event { id, tenant: Tenant::default(), source: "tests".to_owned(), occurred_at: None, budget: None, kind }
}

/// A large swap of the `n`-th token: interesting, one identifier to research.
pub fn transaction(n: usize) -> Event {
    let token = corpus::token(n % corpus::TOKENS);
    let leg = Leg {
        mint: token.mint,
        symbol: token.symbol,
        amount: 1_000.0,
        usd_value: Some(MicroUsd::dollars(50_000)),
        ..Leg::default()
    };
    event(
        &format!("tx-{n}"),
        EventKind::Transaction(Transaction {
            signature: format!("signature-{n}"),
            kind: "SWAP".to_owned(),
            program: "JUPITER".to_owned(),
            wallets: vec![format!("wallet-{n}")],
            legs: vec![leg],
            usd_value: Some(MicroUsd::dollars(50_000)),
            description: format!("wallet-{n} swapped 50,000 USD"),
            ..Transaction::default()
        }),
    )
}

/// A swap too small to look at: the rules alone decide.
pub fn dust(n: usize) -> Event {
    let mut dust = transaction(n);
    dust.id = EventId::parse(&format!("dust-{n}")).unwrap_or_else(|error| panic!("{error}"));
    if let EventKind::Transaction(transaction) = &mut dust.kind {
        transaction.usd_value = Some(MicroUsd(1_000_000));
        transaction.legs.iter_mut().for_each(|leg| leg.usd_value = Some(MicroUsd(1_000_000)));
    }
    dust
}

/// A question about the corpus' ministry.
pub fn question(n: usize) -> Event {
    event(
        &format!("question-{n}"),
        EventKind::Question(AskedQuestion {
            text: format!("Will the Ministry of Zebras publish report number {n} by the end of 2026?"),
            background: "The ministry publishes a report every quarter.".to_owned(),
            resolution_criteria: "The ministry's site.".to_owned(),
            closes: None,
            market: Some(Market { price: Some(0.4), question: "Will it?".to_owned(), ..Market::default() }),
            config: AskConfig { max_iterations: Some(1), ..AskConfig::default() },
            topic: "zebras".to_owned(),
            kind: None,
        }),
    )
}

/// The question, with a forecast that is published after a person's approval.
pub fn reviewed_question(n: usize) -> Event {
    let mut event = question(n);
    if let EventKind::Question(asked) = &mut event.kind {
        asked.config.human_review = true;
    }
    event
}

/// A scout alert over the threshold.
pub fn scout_alert(n: usize) -> Event {
    event(
        &format!("alert-{n}"),
        EventKind::ScoutAlert(ScoutAlert {
            trader: Trader {
                address: format!("0x{n:040x}"),
                alias: "scout".to_owned(),
                win_rate: Some(0.7),
                ..Trader::default()
            },
            trade: Trade {
                side: Side::Buy,
                usd_value: MicroUsd::dollars(9_000),
                price: 0.55,
                size: 16_363.0,
                outcome: "Yes".to_owned(),
                time: None,
            },
            market: Market {
                condition_id: format!("0xmarket{n}"),
                question: format!("Will the Ministry of Zebras hire {n} people?"),
                price: Some(0.55),
                ..Market::default()
            },
        }),
    )
}

/// A look-up under its threshold.
pub fn retrieval_miss(n: usize) -> Event {
    event(
        &format!("miss-{n}"),
        EventKind::RetrievalMiss(RetrievalMiss {
            query: format!("Ministry of Zebras report {n}"),
            score: 0.1,
            threshold: 0.5,
            context: "a look-up".to_owned(),
            max_sources: 3,
            sources: domain::SourceRules::default(),
        }),
    )
}

/// An episode with one bundle.
pub fn directions(n: usize) -> Event {
    let direction = Direction {
        key: "overview".to_owned(),
        objective: "What the ministry does".to_owned(),
        fields: vec!["summary".to_owned()],
        acceptance: vec!["one source".to_owned()],
        priority: 1,
        optional: false,
    };
    let entity = DirectedEntity {
        name: "Ministry of Zebras".to_owned(),
        kind: EntityKind::Business,
        directions: vec![direction],
        candidate_sources: vec![corpus::PAGE.to_owned()],
    };
    event(
        &format!("episode-{n}"),
        EventKind::Directions(Directions {
            episode_id: format!("episode-{n}"),
            url: "https://podcast.example/1".to_owned(),
            title: "Zebras".to_owned(),
            context: String::new(),
            bundles: vec![Bundle {
                id: EntityId::slug(&format!("bundle-{n}")).into(),
                entities: vec![entity],
                review: domain::event::BundleReview::default(),
            }],
        }),
    )
}

/// A research macro.
pub fn macro_request(n: usize) -> Event {
    let parameters = [("client_name".to_owned(), "Ministry of Zebras".into())].into_iter().collect();
    let session = format!("session-{n}");
    event(
        &format!("macro-{n}"),
        EventKind::Macro(MacroRequest { name: "client-discovery".to_owned(), parameters, session, skip_review: false }),
    )
}

/// A request for research of a token of the corpus.
pub fn entity_request(n: usize) -> Event {
    let request =
        EntityRequest { identifiers: vec![corpus::token((n + 7) % corpus::TOKENS).mint], ..EntityRequest::default() };
    event(&format!("entity-{n}"), EventKind::EntityRequest(request))
}

/// One event of every kind.
pub fn every_kind(n: usize) -> Vec<Event> {
    vec![
        transaction(n),
        scout_alert(n),
        question(n),
        retrieval_miss(n),
        directions(n),
        macro_request(n),
        entity_request(n),
    ]
}

/// [`mixture`] with work that waits for people: half of the questions ask for a review, and one dust transaction in 40
/// is a macro request.
pub fn mixture_with_reviews(count: usize) -> Vec<Event> {
    let replace = |(n, event): (usize, Event)| match n % 40 {
        0 => reviewed_question(n),
        4 => macro_request(n),
        _ => event,
    };
    mixture(count).into_iter().enumerate().map(replace).collect()
}

/// A mixture as it comes in: mostly transactions, some of them dust, some look-ups, few questions.
pub fn mixture(count: usize) -> Vec<Event> {
    let pick = |n: usize| match n % 20 {
        0 => question(n),
        1 => scout_alert(n),
        2..=3 => retrieval_miss(n),
        4..=7 => dust(n),
        _ => transaction(n),
    };
    (0..count).map(pick).collect()
}
