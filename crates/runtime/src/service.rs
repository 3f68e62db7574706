//! The shared main. A worker's own main is about this:
//!
//! ```ignore
//! fn main() -> std::process::ExitCode {
//!     runtime::service::main("filter", Config::read, |config, start| async move {
//!         let fleet = Fleet::connect(&config.fleet, &start).await?;
//!         Ok(Service::new(fleet.journal()).handler(Filter::new(fleet)))
//!     })
//! }
//! ```

mod main;
mod run;
mod unit;

use std::sync::Arc;
use std::time::Duration;

use domain::port::Journal;
use domain::{Clock, Outgoing};
use tokio_util::sync::CancellationToken;

use crate::background::Task;
use crate::batch::BatchPolicy;
use crate::handler::{BatchHandler, Handler};
use unit::Unit;

pub use crate::lifecycle::{Exit, Lifecycle};
pub use main::main;

/// What a worker may use while it is set up.
#[derive(Clone)]
pub struct Start {
    /// The worker's name.
    pub name: &'static str,
    /// Where time comes from.
    pub clock: Arc<dyn Clock>,
    /// Cancelled when the worker is asked to stop.
    pub stop: CancellationToken,
}

/// A worker: its handlers, its journal, its background tasks.
pub struct Service<J> {
    journal: Arc<J>,
    clock: Arc<dyn Clock>,
    units: Vec<Box<dyn Unit<J>>>,
    tasks: Vec<Task>,
    says: Vec<&'static str>,
}

impl<J: Journal> Service<J> {
    /// Without handlers yet.
    pub fn new(journal: Arc<J>) -> Self {
        let clock = Arc::new(crate::clock::SystemClock);
        Self { journal, clock, units: Vec::new(), tasks: Vec::new(), says: Vec::new() }
    }

    /// With another clock, for tests.
    #[must_use]
    pub fn clock(mut self, clock: Arc<dyn Clock>) -> Self {
        self.clock = clock;
        self
    }

    /// Adds a handler: one durable consumer, named after it.
    #[must_use]
    pub fn handler<H: Handler>(mut self, handler: H) -> Self {
        self.says.extend(H::SAYS);
        self.units.push(unit::single(handler));
        self
    }

    /// Adds a handler of batches.
    #[must_use]
    pub fn batch_handler<B: BatchHandler>(mut self, handler: B, policy: BatchPolicy) -> Self {
        self.says.extend(B::SAYS);
        self.units.push(unit::batch(handler, policy));
        self
    }

    /// Adds something that is done at once and then every so often, e.g. a sweeper. What a pass answers is published,
    /// confirmed; rows that it wrote to the outbox itself and does not answer are found by the relay.
    #[must_use]
    pub fn task<F, Fut>(mut self, name: &'static str, every: Duration, pass: F) -> Self
    where
        F: Fn() -> Fut + Send + Sync + 'static,
        Fut: Future<Output = anyhow::Result<Vec<Outgoing>>> + Send + 'static,
    {
        self.tasks.push(Task::new(name, every, pass));
        self
    }

    /// Subjects that its tasks say, beside what its handlers say: the relay looks after those rows, too.
    #[must_use]
    pub fn task_says(mut self, subjects: &[&'static str]) -> Self {
        self.says.extend(subjects);
        self
    }

    /// The durable consumers that it needs.
    pub fn consumers(&self) -> Vec<&'static str> {
        self.units.iter().map(|unit| unit.name()).collect()
    }

    /// The subjects, or prefixes that end in `.`, that it may say.
    pub fn says(&self) -> &[&'static str] {
        &self.says
    }
}
