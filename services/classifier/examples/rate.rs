//! Measures how many events per second the rules classify on one core in batches of 32: the complete handler without servers.
//!
//! `cargo run --release -p classifier --example rate [events]`; the aim is 20,000 per second.

use std::sync::Arc;
use std::time::Instant;

use classifier::work::Budgets;
use classifier::{Classifier, ClassifierConfig};
use coordination::testing::FakeCoordination;
use domain::event::{Leg, Transaction};
use domain::{Clock, Event, EventId, EventKind, FixedClock, MicroUsd, Tenant, Time};
use proto::event::{Envelope, Event as _, Fact as _};
use proto::events::EventReceived;
use runtime::config::Env;
use runtime::handler::{Attempt, BatchHandler};
use store::testing::FakeMemory;

const BATCH: u64 = 32;

#[tokio::main(flavor = "current_thread")]
async fn main() -> anyhow::Result<()> {
    let events: u64 = std::env::args().nth(1).map_or(Ok(200_000), |text| text.parse())?;
    let classifier = classifier();
    let payloads: Vec<Vec<u8>> = (0..events).map(|n| EventReceived(event(n)).encode()).collect();
    let clock: Arc<dyn Clock> = Arc::new(FixedClock::at(Time::UNIX_EPOCH));
    let started = Instant::now();
    let (mut classified, mut emitted) = (0_u64, 0_usize);
    for chunk in payloads.chunks(usize::try_from(BATCH)?) {
        let decode = |bytes: &Vec<u8>| {
            let event = EventReceived::decode(&Envelope::default(), bytes)?;
            let attempt = Attempt { job: event.0.job(), failures: 0, published_at: None, clock: Arc::clone(&clock) };
            anyhow::Ok((event, attempt))
        };
        let batch = chunk.iter().map(decode).collect::<anyhow::Result<Vec<_>>>()?;
        for outcome in classifier.handle(batch).await.into_iter().flatten() {
            classified += 1;
            emitted += outcome.facts.iter().map(|emission| emission.fact.encode().len()).sum::<usize>();
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate for a person")]
    let rate = classified as f64 / seconds;
    println!(
        "{classified} events decoded, classified and encoded in {seconds:.2} s: {rate:.0} a second ({emitted} bytes emitted)"
    );
    Ok(())
}

fn classifier() -> Classifier<FakeMemory> {
    let mut env = Env::from_pairs(Vec::<(String, String)>::new());
    let config = ClassifierConfig::read(&mut env);
    Classifier {
        memory: Arc::new(FakeMemory::default()),
        marks: Arc::new(FakeCoordination::default()),
        judge: None,
        rules: config.rules,
        alarm_pause: config.alarm_pause,
        scout: config.scout,
        groups: None,
        budgets: Budgets::from_limits(&worker::SpendingLimits::read(&mut env)),
    }
}

/// Returns a swap; every hundredth is interesting.
fn event(n: u64) -> Event {
    let leg = |mint: String, symbol: &str| Leg { mint, symbol: symbol.into(), amount: 1.5, ..Leg::default() };
    let value = if n.is_multiple_of(100) { 2_500 } else { n % 90 };
    let transaction = Transaction {
        signature: format!("signature-{n}"),
        kind: "SWAP".into(),
        program: "JUPITER".into(),
        wallets: vec![format!("wallet-{}", n % 1_000)],
        legs: vec![
            leg("So11111111111111111111111111111111111111112".into(), "SOL"),
            leg(format!("mint-{}", n % 500), "NEW"),
        ],
        usd_value: Some(MicroUsd::dollars(value)),
        description: "somebody swapped one thing for another".into(),
        ..Transaction::default()
    };
    Event {
        id: EventId::parse(&format!("event-{n}")).expect("letters and digits"),
        tenant: Tenant::default(),
        source: "rate".into(),
        occurred_at: None,
        budget: None,
        kind: EventKind::Transaction(transaction),
    }
}
