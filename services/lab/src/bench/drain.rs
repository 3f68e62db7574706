//! Acknowledgement rate of a consumer, measured at the server.

use std::time::{Duration, Instant};

use async_nats::jetstream;
use async_nats::jetstream::consumer::PullConsumer;

/// Interval between two queries of the consumer's state.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Maximum time of one measurement.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Returns acknowledged messages per second, from the first observed acknowledgement to the last of `count`.
pub(super) async fn rate(
    jetstream: &jetstream::Context,
    stream: &str,
    consumer: &str,
    count: usize,
) -> anyhow::Result<f64> {
    let begin = Instant::now();
    let mut first = None;
    let mut poll = tokio::time::interval(POLL_INTERVAL);
    loop {
        poll.tick().await;
        let found: PullConsumer = jetstream.get_consumer_from_stream(consumer, stream).await?;
        let info = found.cached_info();
        let done = count.saturating_sub(info.num_ack_pending + usize::try_from(info.num_pending)?);
        let (since, before) = match first {
            None if done == 0 => {
                anyhow::ensure!(begin.elapsed() < TIMEOUT, "{consumer} acknowledged no message in {TIMEOUT:?}");
                continue;
            }
            None => *first.insert((Instant::now(), done)),
            Some(first) => first,
        };
        if done == count {
            let seconds = since.elapsed().as_secs_f64();
            return Ok((count - before) as f64 / seconds);
        }
        anyhow::ensure!(begin.elapsed() < TIMEOUT, "{consumer} acknowledged {done} of {count} messages in {TIMEOUT:?}");
    }
}
