//! Background reports of a consumer: progress to the server, load to Prometheus.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use domain::port::Journal;
use metrics::{Counter, Histogram};
use telemetry::metric;
use tokio_util::sync::CancellationToken;

use super::Consumer;
use crate::confirm;
use crate::handler::Handler;

/// Interval between two queries of the backlog; Prometheus scrapes every 15 s.
const MEASURE_INTERVAL: Duration = Duration::from_secs(5);

/// Reports progress every third of the acknowledgement wait for deliveries held longer than a sixth of it: at most half
/// of the wait passes without a report, and short work costs nothing. A delivery is reported only while it is held, so
/// the handler's end, its panic and a lapsed lease all stop the reports.
pub(super) async fn report<H: Handler, J: Journal>(consumer: Arc<Consumer<H, J>>, stop: CancellationToken) {
    let mut every = tokio::time::interval(consumer.config.ack_wait / 3);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = every.tick() => {}
            () = stop.cancelled() => return,
        }
        for reply in consumer.inflight.replies_older_than(consumer.config.ack_wait / 6) {
            confirm::progress(&consumer.link.client, reply).await;
        }
    }
}

/// Records backlog and load.
pub(super) async fn measure<H: Handler, J: Journal>(consumer: Arc<Consumer<H, J>>, stop: CancellationToken) {
    let labels = [("service", telemetry::service()), ("consumer", H::NAME)];
    let mut every = tokio::time::interval(MEASURE_INTERVAL);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = every.tick() => {}
            () = stop.cancelled() => return,
        }
        metrics::gauge!(metric::IN_FLIGHT, &labels).set(figure(consumer.inflight.len()));
        if !consumer.link.state.borrow().connected {
            continue;
        }
        let spec = consumer.spec;
        let found: Result<PullConsumer, _> =
            consumer.link.jetstream.get_consumer_from_stream(spec.name, spec.stream).await;
        if let Ok(found) = found {
            let info = found.cached_info();
            metrics::gauge!(metric::CONSUMER_PENDING, &labels)
                .set(figure(usize::try_from(info.num_pending).unwrap_or(usize::MAX)));
            metrics::gauge!(metric::CONSUMER_ACK_PENDING, &labels).set(figure(info.num_ack_pending));
        }
    }
}

/// Converts a count; exact up to 2^32, which is more than a graph shows.
fn figure(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Meters of one consumer's settled deliveries, looked up once per outcome instead of once per delivery.
pub(crate) struct Meters {
    consumer: &'static str,
    outcomes: Mutex<BTreeMap<&'static str, (Counter, Histogram)>>,
    queue_age: Histogram,
}

impl Meters {
    pub(crate) fn new(consumer: &'static str) -> Self {
        let labels = [("service", telemetry::service()), ("consumer", consumer)];
        let queue_age = metrics::histogram!(metric::QUEUE_AGE, &labels);
        Self { consumer, outcomes: Mutex::default(), queue_age }
    }

    /// Records the age of a message at its first delivery; `None` if the server's clock is ahead of this one.
    pub(super) fn first_delivered(&self, age: Option<Duration>) {
        self.queue_age.record(age.unwrap_or_default());
    }

    /// Records a delivery that was settled with `outcome`, `took` after its arrival.
    pub(super) fn settled(&self, outcome: &'static str, took: Duration) {
        // The map only grows, so a panic elsewhere cannot leave it inconsistent.
        let mut outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        let (jobs, durations) = outcomes.entry(outcome).or_insert_with(|| {
            let labels = [("service", telemetry::service()), ("consumer", self.consumer), ("outcome", outcome)];
            (metrics::counter!(metric::JOBS, &labels), metrics::histogram!(metric::JOB_DURATION, &labels))
        });
        jobs.increment(1);
        durations.record(took);
    }
}
