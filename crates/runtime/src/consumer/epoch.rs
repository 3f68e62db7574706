//! The life of a pull: an epoch begins on a fresh inbox and ends when the connection was new, the server silent, or the
//! consumer gone. Rebuilding is cheap and the remedy for everything; three failures in a row end the worker.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::{Message, Subscriber};
use domain::port::Journal;
use futures::{FutureExt, StreamExt};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::{Consumer, together};
use crate::confirm::{self, Word};
use crate::crash;
use crate::handler::Handler;
use crate::inflight::Slot;
use crate::link::LinkState;
use crate::pull::{self, Answer, Window};

/// Failed rebuilds in a row before the worker gives up and lets its supervisor start it anew.
const REBUILDS: u32 = 3;
/// The pause before a rebuild grows by this: 1 s, 2 s, 4 s.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// A delivery that finds no slot comes again soon. It happens only after a lost pull was answered late.
const NO_SLOT: Duration = Duration::from_secs(1);
/// Messages taken at once before signals and free slots are looked at again.
const BURST: usize = 64;
/// How long the server may take to confirm that it knows of the end of a subscription.
const DRAIN: Duration = Duration::from_secs(5);

/// The consumer cannot be rebuilt.
#[derive(Debug, thiserror::Error)]
#[error(
    "consumer {consumer} of stream {stream} cannot be used ({reason}); does it exist? `auspex topology apply` creates it"
)]
pub(crate) struct Gone {
    consumer: &'static str,
    stream: &'static str,
    reason: String,
}

/// Why an epoch ended.
enum End {
    Stopped,
    Rebuild(&'static str),
}

pub(super) async fn run<H: Handler, J: Journal>(
    consumer: &Arc<Consumer<H, J>>,
    stop: &CancellationToken,
) -> Result<(), Gone> {
    let mut failures = 0;
    loop {
        let mut state = consumer.link.state.clone();
        tokio::select! {
            // Fails only when the connection is closed for good, and then `stop` is near.
            _ = state.wait_for(|state| state.connected) => {}
            () = stop.cancelled() => return Ok(()),
        }
        let epoch = state.borrow_and_update().epoch;
        match begin(consumer).await {
            Ok(pull) => {
                failures = 0;
                let End::Rebuild(reason) = pull.live(&mut state, epoch, stop).await else { return Ok(()) };
                let labels = [("service", telemetry::service()), ("consumer", H::NAME), ("reason", reason)];
                metrics::counter!(telemetry::metric::REBUILDS, &labels).increment(1);
                tracing::info!(consumer = H::NAME, reason, "rebuilding the consumer");
            }
            Err(reason) => {
                failures += 1;
                tracing::warn!(consumer = H::NAME, failures, reason, "the consumer cannot be built");
                if failures >= REBUILDS {
                    return Err(Gone { consumer: consumer.spec.name, stream: consumer.spec.stream, reason });
                }
                tokio::select! {
                    () = tokio::time::sleep(FIRST_PAUSE * (1 << (failures - 1))) => {}
                    () = stop.cancelled() => return Ok(()),
                }
            }
        }
    }
}

/// Is the consumer there? Then a fresh inbox for it.
async fn begin<H: Handler, J: Journal>(consumer: &Arc<Consumer<H, J>>) -> Result<Pull<H, J>, String> {
    let spec = consumer.spec;
    let found: Result<PullConsumer, _> = consumer.link.jetstream.get_consumer_from_stream(spec.name, spec.stream).await;
    let found = found.map_err(|error| error.to_string())?;
    let max_deliver = found.cached_info().config.max_deliver;
    if max_deliver > 0 {
        tracing::warn!(
            consumer = spec.name,
            max_deliver,
            "the server drops work after so many deliveries; `auspex topology apply` mends it"
        );
    }
    let inbox = consumer.link.client.new_inbox();
    let subscriber = consumer.link.client.subscribe(inbox.clone()).await.map_err(|error| error.to_string())?;
    let next = format!("$JS.API.CONSUMER.MSG.NEXT.{}.{}", spec.stream, spec.name);
    let window = Window::new(consumer.slots.capacity);
    Ok(Pull { consumer: Arc::clone(consumer), subscriber, inbox, next, window, heard: Instant::now() })
}

struct Pull<H, J> {
    consumer: Arc<Consumer<H, J>>,
    subscriber: Subscriber,
    inbox: String,
    next: String,
    window: Window,
    /// Last sign of the server.
    heard: Instant,
}

impl<H: Handler, J: Journal> Pull<H, J> {
    async fn live(
        mut self,
        state: &mut tokio::sync::watch::Receiver<LinkState>,
        epoch: u64,
        stop: &CancellationToken,
    ) -> End {
        let mut gathered = false;
        loop {
            if let Err(reason) = self.ask(gathered).await {
                return End::Rebuild(reason);
            }
            // With nothing asked for the server owes us nothing, and silence is no sign.
            let silence = if self.window.is_dry() { pull::EXPIRES } else { self.consumer.watchdog };
            let gathering = self.window.is_dry() && self.consumer.slots.free() > 0;
            tokio::select! {
                biased;
                () = stop.cancelled() => {
                    self.drain().await;
                    return End::Stopped;
                }
                message = self.subscriber.next() => match message {
                    Some(message) => if let Some(end) = self.heard_burst(message) { return end },
                    None => return End::Rebuild("closed"),
                },
                changed = state.changed() => if changed.is_err() || state.borrow_and_update().epoch != epoch {
                    return End::Rebuild("reconnected");
                },
                () = self.consumer.slots.freed.notified() => {}
                () = tokio::time::sleep(pull::GATHER), if gathering => { gathered = true; continue; }
                () = tokio::time::sleep_until(self.heard + silence) => {
                    if !self.window.is_dry() {
                        return End::Rebuild("silence");
                    }
                    self.heard = Instant::now();
                }
            }
            gathered = false;
        }
    }

    async fn ask(&mut self, gathered: bool) -> Result<(), &'static str> {
        let was_dry = self.window.is_dry();
        let Some(batch) = self.window.ask(self.consumer.slots.free(), gathered) else { return Ok(()) };
        if was_dry {
            self.heard = Instant::now();
        }
        let asked = self.consumer.link.client.publish_with_reply(
            self.next.clone(),
            self.inbox.clone(),
            pull::request(batch).into(),
        );
        asked.await.map_err(|_| "closed")
    }

    /// A message and what has come with it: under load the timers above are armed once for many of them.
    fn heard_burst(&mut self, first: Message) -> Option<End> {
        let mut arrived = Vec::new();
        let mut next = Some(first);
        let mut end = None;
        while let Some(message) = next.take() {
            end = self.heard(message, &mut arrived);
            if end.is_none() && arrived.len() < BURST {
                // The end of the subscription is seen again by the next poll.
                next = self.subscriber.next().now_or_never().flatten();
            }
        }
        together::work(&self.consumer, arrived);
        end
    }

    fn heard(&mut self, message: Message, arrived: &mut Vec<(Message, Slot)>) -> Option<End> {
        self.heard = Instant::now();
        match pull::read(&message) {
            Answer::Delivery => {
                crash::at("after_pull");
                self.window.delivered();
                match self.consumer.slots.take() {
                    Some(slot) => arrived.push((message, slot)),
                    None => hand_back(&self.consumer, message, NO_SLOT),
                }
            }
            Answer::Heartbeat => {}
            Answer::Ended(open) => self.window.ended(open),
            Answer::Lost(words) => {
                tracing::debug!(consumer = H::NAME, words, "the pull is lost");
                return Some(End::Rebuild("lost"));
            }
        }
        None
    }

    /// Ends the subscription and hands back what was sent before the server knew. The server's answer to the ping that
    /// follows the unsubscription is the proof that nothing more comes: a message that it had sent is ahead of that answer.
    async fn drain(mut self) {
        let _ = self.subscriber.drain().await;
        let consumer = Arc::clone(&self.consumer);
        let handing_back = async {
            while let Some(message) = self.subscriber.next().await {
                if pull::read(&message) == Answer::Delivery {
                    hand_back(&consumer, message, Duration::from_millis(100));
                }
            }
        };
        if tokio::time::timeout(DRAIN, handing_back).await.is_err() {
            tracing::warn!(
                consumer = H::NAME,
                "the server did not confirm the end of pulling; it will deliver again what it sent"
            );
        }
    }
}

fn hand_back<H: Handler, J: Journal>(consumer: &Arc<Consumer<H, J>>, message: Message, delay: Duration) {
    let Some(reply) = message.reply else { return };
    let client = consumer.link.client.clone();
    consumer.tracker.spawn(async move { confirm::say(&client, &reply, Word::Nak(delay)).await });
}
