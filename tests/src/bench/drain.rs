//! How fast a consumer empties its stream, seen from the server: only what is acknowledged counts.

use std::time::{Duration, Instant};

use async_nats::jetstream;
use async_nats::jetstream::consumer::PullConsumer;

/// How often the server is asked.
const GLANCE: Duration = Duration::from_millis(20);
/// Nothing of a benchmark takes longer.
const PATIENCE: Duration = Duration::from_secs(120);

/// Acknowledged messages per second, from the first acknowledgement that was seen to the last of `count`.
pub async fn rate(
    jetstream: &jetstream::Context,
    (stream, consumer): (&str, &str),
    count: usize,
) -> anyhow::Result<f64> {
    let begin = Instant::now();
    let mut first = None;
    let mut glance = tokio::time::interval(GLANCE);
    loop {
        glance.tick().await;
        let found: PullConsumer = jetstream.get_consumer_from_stream(consumer, stream).await?;
        let info = found.cached_info();
        let done = count.saturating_sub(info.num_ack_pending + usize::try_from(info.num_pending)?);
        let (since, before) = match first {
            None if done == 0 => {
                anyhow::ensure!(begin.elapsed() < PATIENCE, "{consumer} has not begun");
                continue;
            }
            None => *first.insert((Instant::now(), done)),
            Some(first) => first,
        };
        if done == count {
            let seconds = since.elapsed().as_secs_f64();
            return Ok((count - before) as f64 / seconds);
        }
        anyhow::ensure!(begin.elapsed() < PATIENCE, "{consumer} has done {done} of {count} in {PATIENCE:?}");
    }
}
