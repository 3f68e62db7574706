//! The shared main of all workers. A worker's own main is about this:
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use runtime::Service;
//! use runtime::config::Env;
//! use runtime::testing::FakeJournal;
//!
//! struct FilterConfig {
//!     max_findings: u32,
//! }
//!
//! impl FilterConfig {
//!     fn read(env: &mut Env) -> Self {
//!         Self { max_findings: env.number("FILTER_MAX_FINDINGS", 40, "Findings kept per task at most.") }
//!     }
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     runtime::service::main("filter", FilterConfig::read, |config, start| async move {
//!         tracing::info!(worker = start.name, config.max_findings, "starting");
//!         // Add the handlers here with `.handler(…)`.
//!         Ok(Service::new(Arc::new(FakeJournal::new())))
//!     })
//! }
//! ```

mod base;
mod healthy;
mod main;
mod run;
mod unit;
mod wait;

use std::sync::Arc;
use std::time::Duration;

use domain::port::Journal;
use domain::{Clock, Outgoing};
use tokio_util::sync::CancellationToken;

use crate::background::Task;
use crate::election::Election;
use crate::handler::{BatchHandler, Handler};
use crate::link::Target;
use crate::policy::BatchPolicy;
use crate::responder::Responder;
use crate::trim::TrimConfig;
use unit::Unit;

pub use crate::lifecycle::{Exit, Lifecycle};
pub use main::{event_loop, main};
pub use wait::wait_for_server;

/// Context of a worker's set-up.
#[derive(Clone)]
pub struct Start {
    /// Name of the worker.
    pub name: &'static str,
    /// The process's clock.
    pub clock: Arc<dyn Clock>,
    /// Cancelled when the worker is requested to stop.
    pub stop: CancellationToken,
    /// NATS, for a service that needs its own connection.
    pub broker: Target,
}

/// A worker: its handlers, its journal and its background tasks.
pub struct Service<J> {
    journal: Arc<J>,
    clock: Arc<dyn Clock>,
    units: Vec<Box<dyn Unit<J>>>,
    tasks: Vec<Task>,
    servers: Vec<Task>,
    responders: Vec<Responder>,
    trim: Option<TrimConfig>,
    emits: Vec<&'static str>,
}

/// A periodic task that publishes nothing. It runs at once and then in its interval; a failed pass is logged, and the
/// next one tries again.
pub trait Periodic: Send + Sync + 'static {
    /// Name in the log, in metrics, and of the role of an elected task.
    const NAME: &'static str;
    /// Time from the end of a pass to the next one.
    const EVERY: Duration;

    /// Does the work once.
    fn pass(&self) -> impl Future<Output = anyhow::Result<()>> + Send;
}

async fn quiet_pass<P: Periodic>(periodic: Arc<P>) -> anyhow::Result<Vec<Outgoing>> {
    periodic.pass().await.map(|()| Vec::new())
}

impl<J: Journal> Service<J> {
    /// Creates a service without handlers.
    pub fn new(journal: Arc<J>) -> Self {
        let clock = Arc::new(crate::clock::SystemClock);
        let (units, tasks, servers) = (Vec::new(), Vec::new(), Vec::new());
        Self { journal, clock, units, tasks, servers, responders: Vec::new(), trim: None, emits: Vec::new() }
    }

    /// Replaces the clock, for tests.
    #[must_use]
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Adds a handler with its durable consumer, which has the same name.
    #[must_use]
    pub fn handler<H: Handler>(mut self, handler: H) -> Self {
        self.emits.extend(H::EMITS);
        self.units.push(unit::single(handler));
        self
    }

    /// Adds a batch handler.
    #[must_use]
    pub fn batch_handler<B: BatchHandler>(mut self, handler: B, policy: BatchPolicy) -> Self {
        self.emits.extend(B::EMITS);
        self.units.push(unit::batch(handler, policy));
        self
    }

    /// Adds a periodic task, e.g. a sweeper, which runs at once and then every `every`. The messages that a pass
    /// returns are published with confirmation; the relay finds rows that the pass wrote to the outbox without
    /// returning them.
    #[must_use]
    pub fn task<F, Fut>(mut self, name: &'static str, every: Duration, pass: F) -> Self
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = anyhow::Result<Vec<Outgoing>>> + Send + 'static,
    {
        self.tasks.push(Task::new(name, every, pass));
        self
    }

    /// Adds a task that publishes nothing.
    #[must_use]
    pub fn periodic<P: Periodic>(self, periodic: P) -> Self {
        let periodic = Arc::new(periodic);
        self.task(P::NAME, P::EVERY, move || quiet_pass(Arc::clone(&periodic)))
    }

    /// Adds a task that publishes nothing, and that one replica of the service does for all.
    #[must_use]
    pub fn elected_periodic<P: Periodic>(self, periodic: P) -> Self {
        let periodic = Arc::new(periodic);
        self.elected_task(P::NAME, P::EVERY, move || quiet_pass(Arc::clone(&periodic)))
    }

    /// Adds a task that one replica of the service does for all: it has the role of this name in the journal. Another
    /// one takes over when it is dead or has stopped.
    #[must_use]
    pub fn elected_task<F, Fut>(self, name: &'static str, every: Duration, pass: F) -> Self
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = anyhow::Result<Vec<Outgoing>>> + Send + 'static,
    {
        let election = Arc::new(Election::new(Arc::clone(&self.journal), name, every));
        let pass = Arc::new(pass);
        self.task(name, every, move || {
            let (election, pass) = (Arc::clone(&election), Arc::clone(&pass));
            async move { if election.is_won().await? { pass().await } else { Ok(Vec::new()) } }
        })
    }

    /// Adds a server, or a task that a server needs to answer its requests. A pass runs until there is nothing more to
    /// do: after the stop request it must return no message within the grace period (`AUSPEX_WORKER_GRACE`), for which
    /// the runtime waits as it does for jobs. A pass that failed is repeated after `again`.
    #[must_use]
    pub fn server<F, Fut>(mut self, name: &'static str, again: Duration, pass: F) -> Self
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = anyhow::Result<Vec<Outgoing>>> + Send + 'static,
    {
        self.servers.push(Task::new(name, again, pass));
        self
    }

    /// Answers requests on a subject of core NATS, shared with the other replicas, a few at once. Requests are not
    /// stored: their authors expect no answer from a service that does not run. Answers in progress are finished at a
    /// stop.
    #[must_use]
    pub fn responder<F, Fut>(mut self, subject: &'static str, answer: F) -> Self
    where
        F: Fn(bytes::Bytes) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = bytes::Bytes> + Send + 'static,
    {
        self.responders.push(Responder::new(subject, answer));
        self
    }

    /// Removes finished messages from the streams of work. Each replica measures the streams, and the one that the
    /// journal has elected removes messages. The worker's NATS user needs the permissions of
    /// [`crate::topology::TRIMMER`].
    #[must_use]
    pub fn trim_streams(mut self, config: TrimConfig) -> Self {
        self.trim = Some(config);
        self
    }

    /// Adds subjects that the tasks emit, so that the relay publishes those rows too.
    #[must_use]
    pub fn task_emits(mut self, subjects: &[&'static str]) -> Self {
        self.emits.extend(subjects);
        self
    }

    /// Returns the durable consumers that the service needs.
    pub fn consumers(&self) -> Vec<&'static str> {
        self.units.iter().map(|unit| unit.name()).collect()
    }

    /// Returns the subjects, or prefixes that end in `.`, that the service may emit.
    pub fn emits(&self) -> &[&'static str] {
        &self.emits
    }
}
