//! The classifier has to decode 20,000 events per second; decoding alone must be much faster.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Instant;

use proto::event::{Envelope, Event};
use proto::events::EventReceived;

#[test]
#[allow(clippy::print_stdout, reason = "a measurement, shown with --nocapture")]
fn decoding_is_not_the_bottleneck() {
    use prost::Message;
    let leg = proto::v1::Leg {
        mint: "So11111111111111111111111111111111111111112".into(),
        amount: 1.5,
        ..Default::default()
    };
    let transaction = proto::v1::Transaction {
        signature: "s".repeat(88),
        wallets: vec!["w".repeat(44); 3],
        legs: vec![leg; 4],
        description: "somebody swapped something for something else".into(),
        ..Default::default()
    };
    let kind = Some(proto::v1::event::Kind::Transaction(transaction));
    let bytes = proto::v1::Event { id: "tx".into(), kind, ..Default::default() }.encode_to_vec();
    let envelope = Envelope { subject: "auspex.event.transaction", ..Envelope::default() };
    let begun = Instant::now();
    let rounds = 20_000;
    for _ in 0..rounds {
        EventReceived::decode(&envelope, &bytes).unwrap();
    }
    let rate = f64::from(rounds) / begun.elapsed().as_secs_f64();
    println!("{rate:.0} events/s");
    // Limit for an unoptimised build on a busy machine; the optimised build is about ten times faster.
    assert!(rate > 10_000.0, "{rate:.0} events/s");
}
