//! Stored events on their way to the stream. The queue only makes publication fast: an event that finds no room, or
//! that a crash leaves behind, is published by the relay.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::Outgoing;
use metrics::Gauge;
use tokio::sync::{Mutex, mpsc};
use tokio_util::sync::CancellationToken;

/// Capacity of the queue in events.
const CAPACITY: usize = 8_192;
/// Capacity of the queue in bytes of payload. Without NATS the queue fills, and an event may have 508 KiB.
const CAPACITY_BYTES: usize = 32 << 20;
/// Maximum events that are published at the same time.
const AT_ONCE: usize = 1_024;

/// The sending half.
#[derive(Debug, Clone)]
pub struct Queue {
    sender: mpsc::Sender<Outgoing>,
    bytes: Arc<AtomicUsize>,
}

/// The receiving half.
#[derive(Debug)]
pub struct Queued {
    receiver: Mutex<mpsc::Receiver<Outgoing>>,
    /// Payload of the events in the queue. A concurrent addition may exceed the capacity by one event of each request.
    bytes: Arc<AtomicUsize>,
}

/// Creates a queue.
pub fn queue() -> (Queue, Queued) {
    let (sender, receiver) = mpsc::channel(CAPACITY);
    let bytes = Arc::new(AtomicUsize::new(0));
    (Queue { sender, bytes: Arc::clone(&bytes) }, Queued { receiver: Mutex::new(receiver), bytes })
}

impl Queue {
    /// Adds stored events. Those that find no room are left to the relay.
    pub fn add(&self, events: impl IntoIterator<Item = Outgoing>) {
        let left = events.into_iter().map(|event| self.try_add(event)).filter(|is_added| !is_added).count();
        if left > 0 {
            metrics::counter!(telemetry::metric::LEFT_TO_RELAY, "service" => telemetry::service())
                .increment(left as u64);
        }
        depth().set(as_f64(CAPACITY - self.sender.capacity()));
    }

    /// Returns `false` if there is no room.
    fn try_add(&self, event: Outgoing) -> bool {
        let size = event.payload.len();
        if self.bytes.load(Ordering::Relaxed) + size > CAPACITY_BYTES {
            return false;
        }
        // Counted first: the receiver may take the event at once.
        self.bytes.fetch_add(size, Ordering::Relaxed);
        let is_added = self.sender.try_send(event).is_ok();
        if !is_added {
            self.bytes.fetch_sub(size, Ordering::Relaxed);
        }
        is_added
    }
}

impl Queued {
    /// Waits for events. Returns none when `drained` is cancelled and the queue is empty.
    pub async fn next(&self, drained: &CancellationToken) -> Vec<Outgoing> {
        let mut receiver = self.receiver.lock().await;
        let mut events = Vec::new();
        tokio::select! {
            biased;
            _ = receiver.recv_many(&mut events, AT_ONCE) => {}
            () = drained.cancelled() => {}
        }
        self.bytes.fetch_sub(events.iter().map(|event| event.payload.len()).sum(), Ordering::Relaxed);
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

#[cfg(test)]
mod tests {
    use domain::effect::When;
    use domain::{JobId, Tenant};

    use super::*;

    fn event(size: usize) -> Outgoing {
        Outgoing {
            id: JobId::named(&["a"]),
            subject: "auspex.event.question.default".to_owned(),
            tenant: Tenant::default(),
            payload: vec![0; size].into(),
            traceparent: String::new(),
            when: When::default(),
        }
    }

    #[tokio::test]
    async fn the_queue_is_bounded_by_events_and_by_bytes() {
        let (sender, queued) = queue();
        let stop = CancellationToken::new();
        let half = CAPACITY_BYTES / 2;
        sender.add([event(half), event(half), event(1)]);
        assert_eq!(queued.next(&stop).await.len(), 2, "the third one is left to the relay");
        sender.add((0..CAPACITY + 1).map(|_| event(1)));
        let mut received = 0;
        stop.cancel();
        loop {
            match queued.next(&stop).await.len() {
                0 => break,
                events => received += events,
            }
        }
        assert_eq!((received, queued.bytes.load(Ordering::Relaxed)), (CAPACITY, 0));
    }
}
