//! The durable consumer of one handler: pull, hold, settle, acknowledge.

mod burst;
mod deliver;
mod epoch;
mod intake;
mod limits;
mod overtake;
mod progress;
mod quiet;
mod redeliver;
mod sieve;

use std::sync::Arc;

use domain::port::Journal;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::config::ConsumerConfig;
use crate::handler::Handler;
use crate::inflight::{InFlight, Slots};
use crate::lifecycle::Interrupt;
use crate::link::Link;
use crate::publisher::Publisher;
use crate::settle::Settler;
use crate::supervise::supervise;
use crate::topology::ConsumerSpec;

pub(crate) use deliver::parse_delivery;
pub(crate) use epoch::ConsumerUnavailable;
pub(crate) use intake::Intake;
pub(crate) use limits::Limiter;
pub use limits::TenantLimits;
pub(crate) use overtake::Overtaking;
pub(crate) use progress::Meters;

/// Quiet events that wait for their group.
pub(crate) type QuietSieve = sieve::Sieve<sieve::Waiting>;

/// Dependencies of a consumer.
pub(crate) struct Consumer<H, J> {
    pub(crate) spec: &'static ConsumerSpec,
    pub(crate) settler: Settler<H, J>,
    pub(crate) link: Link,
    pub(crate) publisher: Publisher,
    pub(crate) meters: Meters,
    pub(crate) inflight: Arc<InFlight>,
    pub(crate) slots: Arc<Slots>,
    pub(crate) overtaking: Overtaking,
    pub(crate) limiter: Arc<Limiter>,
    pub(crate) intake: Intake,
    /// Collects quiet events; `None` if the handler judges none.
    pub(crate) sieve: Option<QuietSieve>,
    pub(crate) tracker: TaskTracker,
    pub(crate) interrupt: Interrupt,
    pub(crate) config: Arc<ConsumerConfig>,
}

impl<H: Handler, J: Journal> Consumer<H, J> {
    /// Pulls until `stop`, then hands back deliveries that still arrive. Fails if the consumer cannot be rebuilt.
    pub(crate) async fn run(self: Arc<Self>, stop: CancellationToken) -> Result<(), ConsumerUnavailable> {
        let alive = CancellationToken::new();
        let reporting = self.supervise("progress", &alive, progress::report);
        let measuring = self.supervise("measure", &alive, progress::measure);
        let releasing =
            self.supervise("release", &alive, |consumer, alive| async move { consumer.settler.release(alive).await });
        self.supervise("overtake", &stop, overtake::run);
        self.supervise("redeliver", &stop, redeliver::run);
        let ended = epoch::run(&self, &stop).await;
        // Progress is reported while anything is held, beyond the end of pulling.
        self.tracker.spawn({
            let consumer = Arc::clone(&self);
            async move {
                consumer.inflight.idle().await;
                alive.cancel();
                let _ = tokio::join!(reporting, measuring, releasing);
            }
        });
        ended
    }

    /// Starts a task of the consumer that runs until `stop`.
    fn supervise<Fut: Future<Output = ()> + Send + 'static>(
        self: &Arc<Self>,
        name: &'static str,
        stop: &CancellationToken,
        task: impl Fn(Arc<Self>, CancellationToken) -> Fut + Send + Sync + 'static,
    ) -> tokio::task::JoinHandle<()> {
        let (consumer, stop) = (Arc::clone(self), stop.clone());
        self.tracker.spawn(async move { supervise(name, || task(Arc::clone(&consumer), stop.clone())).await })
    }
}
