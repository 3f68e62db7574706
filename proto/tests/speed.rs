//! The classifier has to decode 20,000 events per second: decoding and validation must cost little more than the wire
//! format itself.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use proto::event::{Envelope, Event};
use proto::events::EventReceived;

/// Events of a round.
const ROUNDS: u32 = 2_000;
/// Maximum cost of decoding and validation, in costs of decoding alone.
const MAX_RATIO: f64 = 10.0;

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
    // The shortest of some rounds, because caches and page faults disturb single ones.
    let shortest = |work: &dyn Fn()| {
        let time = |_| {
            let before = processor_time();
            (0..ROUNDS).for_each(|_| work());
            processor_time() - before
        };
        (0..5).map(time).min().unwrap()
    };
    let wire = shortest(&|| drop(proto::v1::Event::decode(&bytes[..]).unwrap()));
    let event = shortest(&|| drop(EventReceived::decode(&envelope, &bytes).unwrap()));
    let ratio = event.as_secs_f64() / wire.as_secs_f64();
    println!("{ratio:.1} times the wire format, {:.0} events/s", f64::from(ROUNDS) / event.as_secs_f64());
    assert!(ratio < MAX_RATIO, "{ratio:.1}");
}

/// Returns the processor time of this thread, which other work on the machine does not lengthen.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap_or_default(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
