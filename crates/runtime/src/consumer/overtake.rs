//! Messages of tenants that wait behind those of another are read past them.
//!
//! A consumer delivers in the order of the stream, so a tenant's message would wait behind another tenant's backlog.
//! While there is a backlog, one replica looks once a second for tenants that its last deliveries have served less than
//! their share, and reads their next messages by subject, from the stream itself or from the worker that may read it.
//! Such a copy has no acknowledgement: it is settled like a delivery, and the consumer later delivers the message as a
//! duplicate of a settled job. A crash therefore loses nothing, and the server needs no consumer per tenant.

mod recent;
mod source;
mod tenants;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_nats::Message;
use domain::port::Journal;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::{Consumer, burst};
use crate::handler::Handler;
use crate::inflight::{Slot, Slots};
use crate::reply::parse_reply;
use crate::topology::ConsumerSpec;
use recent::Recent;
use source::Source;
use tenants::Tenants;

/// Interval of the check for a backlog, which asks no server.
const IDLE: Duration = Duration::from_millis(50);
/// Interval of the rounds. One asks the stream only for messages of tenants that are known to wait, and only if a slot
/// is free for them.
const ROUND: Duration = Duration::from_millis(10);
/// Interval of the questions for the position of the consumer and the number of messages per tenant. The leaders that
/// answer them are the busiest servers of a fleet.
const LOOK: Duration = Duration::from_secs(1);
/// Time for which the replica that asks stays elected without a round.
const LEASE: Duration = Duration::from_secs(9);
/// Delay after a round that failed, for example because the permissions of the user are those of an earlier version.
const FAILED: Duration = Duration::from_secs(10);
/// Share of the slots that other tenants have in addition, so that they need not wait until one of the first tenant's
/// jobs ends.
const ADDITIONAL: usize = 4;
/// Maximum tenants per round, and messages per tenant and round.
const TENANTS: usize = 16;
const MESSAGES: usize = 32;
/// Maximum copies that wait for another attempt; the consumer delivers the others later.
const MAX_AGAIN: usize = 256;

/// State shared by the pull loop, the deliveries and the rounds.
pub(crate) struct Overtaking {
    slots: Arc<Slots>,
    additional: usize,
    /// Messages that the consumer had not delivered at the last delivery.
    pending: AtomicU64,
    recent: Mutex<Recent>,
    /// Sequences of copies that failed or were deferred, with the time of their next attempt.
    again: Mutex<Vec<(Instant, u64)>>,
}

impl Overtaking {
    pub(crate) fn new(concurrency: usize, max_bytes: usize) -> Self {
        let additional = concurrency.div_ceil(ADDITIONAL);
        Self {
            slots: Slots::new(concurrency + additional, max_bytes / 2),
            additional,
            pending: AtomicU64::new(0),
            recent: Mutex::new(Recent::new(concurrency)),
            again: Mutex::default(),
        }
    }

    /// Records a delivery of the consumer.
    pub(super) fn arrived(&self, spec: &ConsumerSpec, message: &Message) {
        let pending = message.reply.as_deref().and_then(parse_reply).map_or(0, |reply| reply.pending);
        self.pending.store(pending, Ordering::Relaxed);
        lock(&self.recent).add(spec.tenant_in(&message.subject).unwrap_or(tenants::UNNAMED));
    }

    /// Reads a copy again after a delay.
    pub(super) fn again(&self, sequence: u64, after: Duration) {
        let mut again = lock(&self.again);
        if again.len() < MAX_AGAIN {
            again.push((Instant::now() + after, sequence));
        }
    }

    fn due(&self) -> Vec<u64> {
        let now = Instant::now();
        lock(&self.again).extract_if(.., |(at, _)| *at <= now).map(|(_, sequence)| sequence).collect()
    }
}

/// Ignores poisoning: no code panics while it holds a lock, and each intermediate state is consistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs rounds while there is a backlog, until `stop`.
pub(super) async fn run<H: Handler, J: Journal>(consumer: Arc<Consumer<H, J>>, stop: CancellationToken) {
    let source = Source::new(&consumer.link, consumer.spec);
    let now = Instant::now();
    let (tenants, reserved) = (Tenants::default(), AtomicUsize::new(0));
    let mut rounds = Rounds { consumer, source, tenants, reserved, elected: false, elect_at: now, look_at: now };
    let mut delay = IDLE;
    loop {
        tokio::select! {
            () = tokio::time::sleep(delay) => {}
            () = stop.cancelled() => return,
        }
        delay = rounds.next_delay(&stop).await;
    }
}

struct Rounds<H, J> {
    consumer: Arc<Consumer<H, J>>,
    source: Source,
    tenants: Tenants,
    /// Slots of the consumer that copies may use.
    reserved: AtomicUsize,
    /// This replica reads for all.
    elected: bool,
    /// Time of the next election.
    elect_at: Instant,
    /// Time of the next question for the position and the counts.
    look_at: Instant,
}

impl<H: Handler, J: Journal> Rounds<H, J> {
    /// Runs a round if there is a backlog, and returns the delay of the next.
    async fn next_delay(&mut self, stop: &CancellationToken) -> Duration {
        if !self.is_behind() || !self.is_elected().await {
            self.end();
            return IDLE;
        }
        match self.round(stop).await {
            Ok(()) => ROUND,
            Err(error) => {
                tracing::debug!(
                    consumer = H::NAME,
                    error = format!("{error:#}"),
                    "no message could be read past a backlog"
                );
                self.end();
                FAILED
            }
        }
    }

    /// Returns true if this replica reads for all. Several replicas would ask the servers several times as often and
    /// read the same messages.
    async fn is_elected(&mut self) -> bool {
        let now = Instant::now();
        if now >= self.elect_at {
            let role = format!("overtake {}", H::NAME);
            let elected = tokio::select! {
                elected = self.consumer.settler.journal().elect(&role, LEASE) => elected.unwrap_or(false),
                () = self.consumer.settler.watch().away() => false,
            };
            (self.elected, self.elect_at) = (elected, now + LEASE / 3);
        }
        self.elected
    }

    /// Returns true if a message that is published now would wait for others.
    fn is_behind(&self) -> bool {
        let consumer = &self.consumer;
        let pending = consumer.overtaking.pending.load(Ordering::Relaxed);
        consumer.link.state.borrow().connected
            && !consumer.settler.watch().is_away()
            && (consumer.slots.unused() == 0 || pending > consumer.slots.capacity as u64)
    }

    fn end(&mut self) {
        self.reserve(0);
        self.tenants = Tenants::default();
        lock(&self.consumer.overtaking.again).clear();
    }

    fn reserve(&self, slots: usize) {
        self.reserved.store(slots, Ordering::Relaxed);
        self.consumer.slots.reserve(slots);
    }

    /// Starts the next messages of tenants that are served less than their share.
    async fn round(&mut self, stop: &CancellationToken) -> anyhow::Result<()> {
        if Instant::now() >= self.look_at {
            self.look().await?;
        }
        let light = self.tenants.light(&lock(&self.consumer.overtaking.recent), TENANTS);
        let share = self.room() / light.len().max(1);
        for (tenant, from) in &light {
            let room = self.room().min(share.clamp(1, MESSAGES));
            if room == 0 || stop.is_cancelled() {
                break;
            }
            let found = self.source.next(tenant, *from, room).await?;
            self.tenants.read(tenant, source::last(&found), found.len() < room);
            self.start(found);
        }
        for sequence in self.consumer.overtaking.due() {
            self.start(self.source.next("*", sequence, 1).await?);
        }
        let waiting = light.iter().filter(|(tenant, _)| self.tenants.may_wait(tenant)).count();
        self.reserve(self.consumer.slots.capacity * waiting / (waiting + 1));
        self.measure(waiting);
        Ok(())
    }

    /// Asks where the consumer is and which tenants have messages.
    async fn look(&mut self) -> anyhow::Result<()> {
        let position = self.source.position().await?;
        self.consumer.overtaking.pending.store(position.pending, Ordering::Relaxed);
        if position.pending == 0 {
            self.tenants = Tenants::default();
        } else {
            self.tenants.observe(&self.source.totals().await?, position.delivered);
        }
        self.look_at = Instant::now() + LOOK.max(self.tenants.min_interval());
        Ok(())
    }

    /// Returns the number of copies that may start: the additional slots, and the reserved ones that the consumer does
    /// not use.
    fn room(&self) -> usize {
        let (overtaking, slots) = (&self.consumer.overtaking, &self.consumer.slots);
        let lent = self.reserved.load(Ordering::Relaxed).min(slots.unused());
        let used = overtaking.slots.used();
        (overtaking.additional + lent).saturating_sub(used).min(overtaking.slots.free())
    }

    fn start(&self, found: Vec<Message>) {
        let slots = &self.consumer.overtaking.slots;
        let taken: Vec<(Message, Slot)> =
            found.into_iter().filter_map(|message| slots.take(message.length).map(|slot| (message, slot))).collect();
        let labels = [("service", telemetry::service()), ("consumer", H::NAME)];
        metrics::counter!(telemetry::metric::OVERTAKEN, &labels).increment(taken.len() as u64);
        burst::work(&self.consumer, taken);
    }

    fn measure(&self, waiting: usize) {
        let labels = [("service", telemetry::service()), ("consumer", H::NAME)];
        let waiting = u32::try_from(waiting).unwrap_or(u32::MAX);
        metrics::gauge!(telemetry::metric::TENANTS_WAITING, &labels).set(f64::from(waiting));
    }
}
