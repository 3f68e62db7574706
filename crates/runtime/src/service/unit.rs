//! Handlers without their types, as the service starts them.

use std::sync::Arc;

use domain::Clock;
use domain::port::Journal;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::batch::Batcher;
use crate::config::ConsumerConfig;
use crate::consumer::{Consumer, ConsumerUnavailable, Intake, Limiter, Meters, Overtaking, QuietSieve};
use crate::handler::{BatchHandler, Handler};
use crate::inflight::{InFlight, Slots};
use crate::journal_watch::JournalWatch;
use crate::lifecycle::Interrupt;
use crate::link::Link;
use crate::policy::BatchPolicy;
use crate::publisher::Publisher;
use crate::settle::Settler;
use crate::topology::{self, ConsumerSpec};

/// Dependencies that all units of a service share.
pub(crate) struct Shared<J> {
    pub(crate) journal: Arc<J>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) config: Arc<ConsumerConfig>,
    pub(crate) watch: Arc<JournalWatch>,
    pub(crate) link: Link,
    pub(crate) publisher: Publisher,
    pub(crate) tracker: TaskTracker,
    pub(crate) interrupt: Interrupt,
}

/// A running pull loop and its deliveries.
pub(crate) struct Started {
    pub(crate) inflight: Arc<InFlight>,
    pub(crate) limiter: Arc<Limiter>,
    pub(crate) pulling: tokio::task::JoinHandle<Result<(), ConsumerUnavailable>>,
}

/// A handler whose type is erased.
pub(crate) trait Unit<J>: Send {
    fn name(&self) -> &'static str;
    fn start(self: Box<Self>, shared: &Shared<J>, stop: CancellationToken) -> Result<Started, UnknownConsumer>;
}

/// The topology has no consumer of that name.
#[derive(Debug, thiserror::Error)]
#[error("handler {0} has no consumer in runtime::topology::CONSUMERS; add it there")]
pub(crate) struct UnknownConsumer(&'static str);

struct Single<H>(H);
struct Batch<B>(B, BatchPolicy);

pub(super) fn single<H: Handler, J: Journal>(handler: H) -> Box<dyn Unit<J>> {
    Box::new(Single(handler))
}

pub(super) fn batch<B: BatchHandler, J: Journal>(handler: B, policy: BatchPolicy) -> Box<dyn Unit<J>> {
    Box::new(Batch(handler, policy))
}

impl<H: Handler, J: Journal> Unit<J> for Single<H> {
    fn name(&self) -> &'static str {
        H::NAME
    }
    fn start(self: Box<Self>, shared: &Shared<J>, stop: CancellationToken) -> Result<Started, UnknownConsumer> {
        start(self.0, shared, stop)
    }
}

impl<B: BatchHandler, J: Journal> Unit<J> for Batch<B> {
    fn name(&self) -> &'static str {
        B::NAME
    }
    fn start(self: Box<Self>, shared: &Shared<J>, stop: CancellationToken) -> Result<Started, UnknownConsumer> {
        let Self(handler, policy) = *self;
        start(Batcher::start(handler, policy, &shared.tracker), shared, stop)
    }
}

fn start<H: Handler, J: Journal>(
    handler: H,
    shared: &Shared<J>,
    stop: CancellationToken,
) -> Result<Started, UnknownConsumer> {
    let spec: &'static ConsumerSpec = topology::consumer(H::NAME).ok_or(UnknownConsumer(H::NAME))?;
    let inflight = Arc::new(InFlight::default());
    let (journal, clock) = (Arc::clone(&shared.journal), Arc::clone(&shared.clock));
    let config = Arc::clone(&shared.config);
    let limiter = Limiter::new(H::NAME, config.tenant_limits);
    let settler =
        Settler::new(Arc::new(handler), journal, clock, config.rules.clone()).watching(Arc::clone(&shared.watch));
    let consumer = Arc::new(Consumer {
        spec,
        sieve: settler.groups().map(QuietSieve::new),
        settler,
        link: shared.link.clone(),
        publisher: shared.publisher.clone(),
        meters: Meters::new(H::NAME),
        inflight: Arc::clone(&inflight),
        slots: Slots::new(config.concurrency, config.max_bytes),
        overtaking: Overtaking::new(config.concurrency, config.max_bytes),
        limiter: Arc::clone(&limiter),
        intake: Intake::new(),
        tracker: shared.tracker.clone(),
        interrupt: shared.interrupt.clone(),
        config,
    });
    Ok(Started { inflight, limiter, pulling: tokio::spawn(consumer.run(stop)) })
}
