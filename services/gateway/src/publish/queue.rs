//! Stored events on their way to the stream. The queue only makes publication fast: an event that finds no room, or that a crash leaves
//! behind, is published by the relay.

use domain::Outgoing;
use metrics::Gauge;
use tokio::sync::{Mutex, mpsc};
use tokio_util::sync::CancellationToken;

/// Capacity of the queue in events.
const CAPACITY: usize = 8_192;
/// Maximum events that are published at the same time.
const AT_ONCE: usize = 1_024;

/// The sending half.
#[derive(Debug, Clone)]
pub struct Queue(mpsc::Sender<Outgoing>);

/// The receiving half.
#[derive(Debug)]
pub struct Queued(Mutex<mpsc::Receiver<Outgoing>>);

/// Creates a queue.
pub fn queue() -> (Queue, Queued) {
    let (sender, receiver) = mpsc::channel(CAPACITY);
    (Queue(sender), Queued(Mutex::new(receiver)))
}

impl Queue {
    /// Adds stored events. Those that find no room are left to the relay.
    pub fn add(&self, events: impl IntoIterator<Item = Outgoing>) {
        let left = events.into_iter().filter_map(|event| self.0.try_send(event).err()).count();
        if left > 0 {
            metrics::counter!(telemetry::metric::LEFT_TO_RELAY, "service" => telemetry::service())
                .increment(left as u64);
        }
        depth().set(as_f64(CAPACITY - self.0.capacity()));
    }
}

impl Queued {
    /// Waits for events. Returns none when `drained` is cancelled and the queue is empty.
    pub async fn next(&self, drained: &CancellationToken) -> Vec<Outgoing> {
        let mut receiver = self.0.lock().await;
        let mut events = Vec::new();
        tokio::select! {
            biased;
            _ = receiver.recv_many(&mut events, AT_ONCE) => {}
            () = drained.cancelled() => {}
        }
        depth().set(as_f64(receiver.len()));
        events
    }
}

fn depth() -> Gauge {
    metrics::gauge!(telemetry::metric::PUBLISH_QUEUE, "service" => telemetry::service())
}

/// The queue has fewer events than 2^32.
fn as_f64(events: usize) -> f64 {
    u32::try_from(events).map_or(f64::MAX, f64::from)
}
