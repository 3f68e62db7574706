//! What a consumer says in the background: "in progress" to the server, and its figures to Prometheus.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use domain::port::Journal;
use tokio_util::sync::CancellationToken;

use super::Consumer;
use crate::confirm;
use crate::handler::Handler;

/// How often lag is asked for; Prometheus scrapes every 15 s.
const MEASURE: Duration = Duration::from_secs(5);

/// Says "in progress" every third of the acknowledgement wait for whatever is held longer than a sixth of it: no more than
/// half of the wait ever passes in silence, and short work costs nothing. What is no longer held is no longer spoken for,
/// so the handler's end, its panic and a lapsed lease all end it.
pub(super) async fn say<H: Handler, J: Journal>(consumer: Arc<Consumer<H, J>>, stop: CancellationToken) {
    let mut every = tokio::time::interval(consumer.ack_wait / 3);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = every.tick() => {}
            () = stop.cancelled() => return,
        }
        for reply in consumer.inflight.replies_older_than(consumer.ack_wait / 6) {
            confirm::progress(&consumer.link.client, reply).await;
        }
    }
}

/// Tells lag and load.
pub(super) async fn measure<H: Handler, J: Journal>(consumer: Arc<Consumer<H, J>>, stop: CancellationToken) {
    let labels = [("service", telemetry::service()), ("consumer", H::NAME)];
    let mut every = tokio::time::interval(MEASURE);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = every.tick() => {}
            () = stop.cancelled() => return,
        }
        metrics::gauge!(telemetry::metric::IN_FLIGHT, &labels).set(figure(consumer.inflight.len()));
        if !consumer.link.state.borrow().connected {
            continue;
        }
        let spec = consumer.spec;
        let found: Result<PullConsumer, _> =
            consumer.link.jetstream.get_consumer_from_stream(spec.name, spec.stream).await;
        if let Ok(found) = found {
            let info = found.cached_info();
            metrics::gauge!(telemetry::metric::CONSUMER_PENDING, &labels)
                .set(figure(usize::try_from(info.num_pending).unwrap_or(usize::MAX)));
            metrics::gauge!(telemetry::metric::CONSUMER_ACK_PENDING, &labels).set(figure(info.num_ack_pending));
        }
    }
}

/// Counts up to 2^32 are exact; beyond that nobody reads the last digit.
fn figure(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
