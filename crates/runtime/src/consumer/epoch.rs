//! The life of a pull: an epoch begins on a fresh inbox and ends after a reconnect, a silence of the server, or the
//! loss of the consumer. A rebuild repairs each of them. Rebuilds back off with jitter and never end the worker, except
//! if the server reports for minutes that the consumer does not exist.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::stream::{ConsumerError, ConsumerErrorKind};
use async_nats::{Message, Subscriber};
use domain::port::Journal;
use futures::{FutureExt, StreamExt};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::intake::REFILL;
use super::{Consumer, burst};
use crate::confirm::{self, AckKind};
use crate::crash;
use crate::handler::Handler;
use crate::inflight::Slot;
use crate::link::LinkState;
use crate::policy::{Backoff, jittered};
use crate::pull::{self, Answer, Window};
use crate::settle::AWAY_DELAY;
use crate::topology::ConsumerSpec;

/// Delays before a rebuild, so that the replicas of a fleet that lost the same server do not return together, and a
/// server that refuses every pull is not asked in a loop.
const BACKOFF: Backoff = Backoff { base: Duration::from_millis(500), cap: Duration::from_secs(15) };
/// Redelivery delay of a message without a free slot, which happens only when a lost pull is answered late.
pub(super) const NO_SLOT_DELAY: Duration = Duration::from_secs(1);
/// Maximum messages taken before signals and free slots are checked again.
const MAX_BURST: usize = 64;
/// Time for the server to confirm the end of the subscription.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// The consumer cannot be rebuilt.
#[derive(Debug, thiserror::Error)]
#[error(
    "consumer {consumer} of stream {stream} cannot be used: {reason}; `auspex topology apply` creates a missing one"
)]
pub(crate) struct ConsumerUnavailable {
    consumer: &'static str,
    stream: &'static str,
    reason: String,
}

/// Reason for the end of an epoch.
enum End {
    Stopped,
    Rebuild(&'static str),
}

/// Reason why a pull could not begin.
enum NotBegun {
    /// The server reports that the consumer or its stream does not exist.
    Missing(String),
    /// No usable answer: no quorum, no leader, a timeout.
    Failed(String),
}

impl NotBegun {
    fn new(error: &ConsumerError) -> Self {
        let missing = [ErrorCode::CONSUMER_NOT_FOUND, ErrorCode::STREAM_NOT_FOUND];
        match error.kind() {
            ConsumerErrorKind::JetStream(answer) if missing.contains(&answer.error_code()) => {
                Self::Missing(error.to_string())
            }
            _ => Self::Failed(error.to_string()),
        }
    }
}

/// Consecutive rebuilds without a sign of the server.
#[derive(Default)]
struct Failures {
    count: u32,
    /// Time of the first of an unbroken series of answers that the consumer does not exist.
    missing_since: Option<Instant>,
}

impl Failures {
    fn delay(&mut self) -> Duration {
        self.count = self.count.saturating_add(1);
        BACKOFF.delay(self.count, &mut rand::rng())
    }

    /// Returns true if the consumer has been missing for `patience`.
    fn is_missing_for(&mut self, patience: Duration, failed: &NotBegun) -> bool {
        match failed {
            NotBegun::Missing(_) => self.missing_since.get_or_insert_with(Instant::now).elapsed() >= patience,
            NotBegun::Failed(_) => {
                self.missing_since = None;
                false
            }
        }
    }
}

pub(super) async fn run<H: Handler, J: Journal>(
    consumer: &Arc<Consumer<H, J>>,
    stop: &CancellationToken,
) -> Result<(), ConsumerUnavailable> {
    let mut failures = Failures::default();
    loop {
        let mut state = consumer.link.state.clone();
        tokio::select! {
            // Fails only when the connection is closed for good; `stop` follows.
            _ = state.wait_for(|state| state.connected) => {}
            () = stop.cancelled() => return Ok(()),
        }
        let epoch = state.borrow_and_update().epoch;
        match begin(consumer).await {
            Ok(mut pull) => {
                failures.missing_since = None;
                let End::Rebuild(reason) = pull.live(&mut state, epoch, stop).await else { return Ok(()) };
                if pull.answered {
                    failures.count = 0;
                }
                let labels = [("service", telemetry::service()), ("consumer", H::NAME), ("reason", reason)];
                metrics::counter!(telemetry::metric::REBUILDS, &labels).increment(1);
                tracing::info!(consumer = H::NAME, reason, "rebuilding the consumer");
            }
            Err(failed) => {
                let missing = failures.is_missing_for(consumer.config.missing_patience, &failed);
                let (NotBegun::Missing(reason) | NotBegun::Failed(reason)) = failed;
                let count = failures.count + 1;
                tracing::warn!(
                    consumer = H::NAME,
                    failures = count,
                    reason,
                    "the consumer could not be built; trying again"
                );
                if missing {
                    let ConsumerSpec { name: consumer, stream, .. } = consumer.spec;
                    return Err(ConsumerUnavailable { consumer, stream, reason });
                }
            }
        }
        tokio::select! {
            () = tokio::time::sleep(failures.delay()) => {}
            () = stop.cancelled() => return Ok(()),
        }
    }
}

/// Checks that the consumer exists and subscribes a fresh inbox.
async fn begin<H: Handler, J: Journal>(consumer: &Arc<Consumer<H, J>>) -> Result<Pull<H, J>, NotBegun> {
    let spec = consumer.spec;
    let found: Result<PullConsumer, _> = consumer.link.jetstream.get_consumer_from_stream(spec.name, spec.stream).await;
    let found = found.map_err(|error| NotBegun::new(&error))?;
    let max_ack_pending = usize::try_from(found.cached_info().config.max_ack_pending).unwrap_or(usize::MAX);
    consumer.settler.delays().share(max_ack_pending);
    if let Some(sieve) = &consumer.sieve {
        sieve.share(max_ack_pending);
    }
    let max_deliver = found.cached_info().config.max_deliver;
    if max_deliver > 0 {
        tracing::warn!(
            consumer = spec.name,
            max_deliver,
            "the consumer has a delivery limit, after which the server drops work; `auspex topology apply` removes it"
        );
    }
    let inbox = consumer.link.client.new_inbox();
    let subscribed = consumer.link.client.subscribe(inbox.clone()).await;
    let subscriber = subscribed.map_err(|error| NotBegun::Failed(error.to_string()))?;
    let next = format!("$JS.API.CONSUMER.MSG.NEXT.{}.{}", spec.stream, spec.name);
    let window = Window::new(consumer.slots.capacity);
    let (consumer, journal) = (Arc::clone(consumer), consumer.settler.watch().subscribe());
    Ok(Pull { consumer, journal, subscriber, inbox, next, window, last_sign: Instant::now(), answered: false })
}

struct Pull<H, J> {
    consumer: Arc<Consumer<H, J>>,
    /// True while the journal answers: nothing is pulled without it.
    journal: watch::Receiver<bool>,
    subscriber: Subscriber,
    inbox: String,
    next: String,
    window: Window,
    /// Time of the last sign of the server.
    last_sign: Instant,
    /// The server has answered a request of this pull.
    answered: bool,
}

impl<H: Handler, J: Journal> Pull<H, J> {
    async fn live(
        &mut self,
        state: &mut tokio::sync::watch::Receiver<LinkState>,
        epoch: u64,
        stop: &CancellationToken,
    ) -> End {
        let mut gathered = false;
        loop {
            if let Err(reason) = self.ask(gathered).await {
                return End::Rebuild(reason);
            }
            // Without an open request the server owes nothing, and silence means nothing.
            let silence = if self.window.is_empty() { pull::EXPIRES } else { self.consumer.config.watchdog };
            let gathering = self.window.is_empty() && self.requestable() > 0;
            tokio::select! {
                biased;
                () = stop.cancelled() => {
                    self.drain().await;
                    return End::Stopped;
                }
                message = self.subscriber.next() => match message {
                    Some(message) => if let Some(end) = self.receive_burst(message) { return end },
                    None => return End::Rebuild("closed"),
                },
                changed = state.changed() => if changed.is_err() || state.borrow_and_update().epoch != epoch {
                    return End::Rebuild("reconnected");
                },
                () = self.consumer.slots.freed.notified() => {}
                // Fails only when the consumer ends.
                _ = self.journal.changed() => {}
                () = tokio::time::sleep(REFILL), if !self.consumer.intake.is_open() => {}
                () = tokio::time::sleep(pull::GATHER), if gathering => { gathered = true; continue; }
                () = tokio::time::sleep_until(self.last_sign + silence) => {
                    if !self.window.is_empty() {
                        return End::Rebuild("silence");
                    }
                    self.last_sign = Instant::now();
                }
            }
            gathered = false;
        }
    }

    /// Returns the number of messages that may be requested.
    fn requestable(&self) -> usize {
        let may_pull = *self.journal.borrow();
        if may_pull { self.consumer.slots.free().min(self.consumer.intake.allowance()) } else { 0 }
    }

    async fn ask(&mut self, gathered: bool) -> Result<(), &'static str> {
        let was_dry = self.window.is_empty();
        let Some(batch) = self.window.ask(self.requestable(), gathered) else { return Ok(()) };
        if was_dry {
            self.last_sign = Instant::now();
        }
        let expires = jittered(self.consumer.intake.expires(), &mut rand::rng());
        let asked = self.consumer.link.client.publish_with_reply(
            self.next.clone(),
            self.inbox.clone(),
            pull::request(batch, expires).into(),
        );
        asked.await.map_err(|_| "closed")
    }

    /// Takes a message and those that have arrived with it: under load the timers of the loop are armed once for many.
    fn receive_burst(&mut self, first: Message) -> Option<End> {
        let mut arrived = Vec::new();
        let mut next = Some(first);
        let mut end = None;
        while let Some(message) = next.take() {
            end = self.receive(message, &mut arrived);
            if end.is_none() && arrived.len() < MAX_BURST {
                // The next poll sees the end of the subscription again.
                next = self.subscriber.next().now_or_never().flatten();
            }
        }
        burst::work(&self.consumer, arrived);
        end
    }

    fn receive(&mut self, message: Message, arrived: &mut Vec<(Message, Slot)>) -> Option<End> {
        self.last_sign = Instant::now();
        let answer = pull::parse(&message);
        self.answered |= !matches!(answer, Answer::Lost(_));
        match answer {
            Answer::Delivery => {
                crash::at("after_pull");
                self.window.delivered();
                self.consumer.intake.take();
                self.consumer.overtaking.arrived(self.consumer.spec, &message);
                match self.consumer.slots.take(message.length) {
                    _ if !*self.journal.borrow() => {
                        hand_back(&self.consumer, message, jittered(AWAY_DELAY, &mut rand::rng()));
                    }
                    Some(slot) => arrived.push((message, slot)),
                    None => hand_back(&self.consumer, message, NO_SLOT_DELAY),
                }
            }
            Answer::Heartbeat => {}
            Answer::Ended(open) => self.window.ended(open),
            Answer::Lost(reason) => {
                tracing::debug!(consumer = H::NAME, reason, "the pull was lost");
                return Some(End::Rebuild("lost"));
            }
        }
        None
    }

    /// Ends the subscription and hands back what the server sent before it knew. The server's answer to the ping that
    /// follows the unsubscription proves that nothing more comes: messages sent earlier arrive before that answer.
    async fn drain(&mut self) {
        let _ = self.subscriber.drain().await;
        let consumer = Arc::clone(&self.consumer);
        let handing_back = async {
            while let Some(message) = self.subscriber.next().await {
                if pull::parse(&message) == Answer::Delivery {
                    hand_back(&consumer, message, Duration::from_millis(100));
                }
            }
        };
        if tokio::time::timeout(DRAIN_TIMEOUT, handing_back).await.is_err() {
            tracing::warn!(
                consumer = H::NAME,
                "the server did not confirm the end of the subscription; it will redeliver what it sent"
            );
        }
    }
}

pub(super) fn hand_back<H: Handler, J: Journal>(consumer: &Arc<Consumer<H, J>>, message: Message, delay: Duration) {
    let Some(reply) = message.reply else { return };
    let client = consumer.link.client.clone();
    consumer.tracker.spawn(async move { confirm::send(&client, &reply, AckKind::Nak(delay)).await });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_uninterrupted_series_of_missing_consumers_is_fatal() {
        let missing = NotBegun::Missing("consumer not found".to_owned());
        let unavailable = NotBegun::Failed("no quorum".to_owned());
        let mut failures = Failures::default();
        assert!(!failures.is_missing_for(Duration::ZERO, &unavailable));
        assert!(!failures.is_missing_for(Duration::from_secs(60), &missing));
        assert!(failures.is_missing_for(Duration::ZERO, &missing));
        assert!(!failures.is_missing_for(Duration::ZERO, &unavailable));
        assert_eq!(failures.missing_since, None);
    }

    #[test]
    fn the_bound_of_the_delay_grows_with_each_rebuild_without_an_answer() {
        let mut failures = Failures::default();
        let longest = (0..200).map(|_| failures.delay()).max().unwrap();
        assert!(longest > BACKOFF.cap / 2 && longest <= BACKOFF.cap, "{longest:?}");
        failures.count = 0;
        assert!(failures.delay() <= BACKOFF.base);
    }
}
