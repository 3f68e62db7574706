//! Stored events on their way to the stream. The queue only makes publication fast: an event that finds no room, or that a crash leaves
//! behind, is published by the relay.

use domain::Outgoing;
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
        for event in events {
            if self.0.try_send(event).is_err() {
                return;
            }
        }
    }
}

impl Queued {
    /// Waits for events. Returns none when the process stops.
    pub async fn next(&self, stop: &CancellationToken) -> Vec<Outgoing> {
        let mut receiver = self.0.lock().await;
        let mut events = Vec::new();
        tokio::select! {
            _ = receiver.recv_many(&mut events, AT_ONCE) => {}
            () = stop.cancelled() => {}
        }
        events
    }
}
