//! Asks the server for the redelivery of what it would deliver again much too late.
//!
//! After a restart nats-server delivers every expired message again and moves the time of each delivery by the age of
//! the first one (`checkPending` in server/consumer.go, versions 2.2 to 2.15: `p.Timestamp += off`). Messages that were
//! delivered later than the first one then have a time in the future; after many restarts it was 25 minutes ahead. If a
//! worker that received such a message dies, the message is pending, is held by nobody, and is not delivered again
//! before that time plus the acknowledgement wait.
//!
//! So once after each start of a server, some time after the first replica has connected to it, one replica sends a
//! negative acknowledgement for every position that may be pending. The server ignores the others. A message that a
//! live worker holds is delivered once more than necessary, and the journal answers that it is held; a delay ends
//! early. Therefore the journal records for which starts of the server this was done: the start of a pod is no reason.
//! Long delays are not affected, because their messages are not in the stream (`settle::park`).

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use async_nats::jetstream::consumer::PullConsumer;
use domain::port::Journal;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::Consumer;
use crate::confirm::AckKind;
use crate::handler::Handler;
use crate::policy::jittered;

/// Acknowledgement waits after a start or a reconnect: by then the server has delivered again what it will.
const WAITS: u32 = 3;
/// Delay after an attempt that the server or the journal did not answer.
const RETRY_DELAY: Duration = Duration::from_secs(5);
/// Delay of the redelivery.
const DELAY: Duration = Duration::from_millis(100);
/// Maximum positions of one attempt, about 20 MB of requests. What is beyond is delivered again by the server alone.
const MAX_POSITIONS: u64 = 200_000;

/// Runs until `stop`.
pub(super) async fn run<H: Handler, J: Journal>(consumer: Arc<Consumer<H, J>>, stop: CancellationToken) {
    let mut state = consumer.link.state.clone();
    let mut epoch = state.borrow_and_update().epoch;
    let mut due = Some(after_waits(consumer.config.ack_wait));
    loop {
        let sleeping = async {
            match due {
                Some(due) => tokio::time::sleep_until(due).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = sleeping => due = pass(&consumer).await,
            changed = state.changed() => {
                if changed.is_err() {
                    return;
                }
                let now = state.borrow_and_update().epoch;
                if now != epoch {
                    // An earlier time stays: a server that restarts again and again must not postpone it.
                    due = due.or_else(|| Some(after_waits(consumer.config.ack_wait)));
                    epoch = now;
                }
            }
            () = stop.cancelled() => return,
        }
    }
}

/// Returns the time of an attempt, jittered so that replicas do not attempt it together.
fn after_waits(ack_wait: Duration) -> Instant {
    Instant::now() + jittered(ack_wait * WAITS, &mut rand::rng())
}

/// Returns the time of the next attempt if this one failed.
async fn pass<H: Handler, J: Journal>(consumer: &Consumer<H, J>) -> Option<Instant> {
    match ask(consumer).await {
        Ok(None) => None,
        Ok(Some((first, last))) => {
            let consumer = H::NAME;
            tracing::info!(consumer, first, last, "asked the server to deliver unacknowledged messages again");
            None
        }
        Err(error) => {
            tracing::debug!(consumer = H::NAME, error = format!("{error:#}"), "no redelivery could be requested");
            Some(Instant::now() + RETRY_DELAY)
        }
    }
}

/// Sends the negative acknowledgements and returns the range of their positions; `None` if nothing is pending or
/// another replica sends them.
async fn ask<H: Handler, J: Journal>(consumer: &Consumer<H, J>) -> anyhow::Result<Option<(u64, u64)>> {
    let spec = consumer.spec;
    let (journal, server) = (consumer.settler.journal(), consumer.link.client.server_info().server_id);
    if journal.is_server_known(spec.name, &server).await? {
        return Ok(None);
    }
    let role = format!("redeliver {}", spec.name);
    if !journal.elect(&role, consumer.config.ack_wait * WAITS).await? {
        return Ok(None);
    }
    let found: PullConsumer = consumer.link.jetstream.get_consumer_from_stream(spec.name, spec.stream).await?;
    let info = found.cached_info();
    if info.num_ack_pending == 0 {
        journal.record_server(spec.name, &server).await?;
        return Ok(None);
    }
    let (first, last) = range(info.ack_floor.stream_sequence, info.delivered.stream_sequence);
    let client = &consumer.link.client;
    // The server needs the position, and a delivery that the consumer has made and that is above its floor.
    let delivery = info.delivered.consumer_sequence;
    for position in first..=last {
        let reply = format!("$JS.ACK.{}.{}.1.{position}.{delivery}.0.0", spec.stream, spec.name);
        client.publish(reply, AckKind::Nak(DELAY).bytes()).await.context("the connection is closed")?;
    }
    client.flush().await?;
    journal.record_server(spec.name, &server).await?;
    Ok(Some((first, last)))
}

/// Returns the positions that may be pending, between the floor of acknowledgements and the last delivery.
fn range(floor: u64, delivered: u64) -> (u64, u64) {
    (floor + 1, delivered.min(floor.saturating_add(MAX_POSITIONS)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_above_the_floor_are_asked_for_and_their_number_is_limited() {
        assert_eq!(range(7, 9), (8, 9));
        assert_eq!(range(7, 7), (8, 7), "nothing");
        assert_eq!(range(7, u64::MAX), (8, 7 + MAX_POSITIONS));
    }
}
