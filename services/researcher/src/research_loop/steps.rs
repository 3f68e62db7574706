//! Memoised steps of a loop: their keys, their payer, and the part of the journal that stores them.
//!
//! I/O: reads and stores values of steps in the journal.

use std::sync::Arc;

use domain::port::{Journal, PortError, StepKey};
use domain::{Budget, JobId, Tenant, Time};
use futures::FutureExt;
use futures::future::BoxFuture;
use llm::Request;
use worker::MeteredCall;

/// Identity and payer of the steps of one loop.
#[derive(Debug, Clone)]
pub(crate) struct StepScope {
    /// Job under which the steps are stored.
    pub(crate) job: JobId,
    /// Prefix of every step's name: a bundle runs several loops in one job.
    pub(crate) prefix: String,
    pub(crate) tenant: Tenant,
    /// Budgets that every model call counts against.
    pub(crate) budgets: Vec<Budget>,
    /// Time after which no model call is made.
    pub(crate) deadline: Option<Time>,
    /// Transient failures of the job so far.
    pub(crate) failures: u32,
}

impl StepScope {
    /// Returns the key of a step.
    pub(crate) fn key(&self, name: &str, input: &[u8]) -> StepKey {
        StepKey::new(self.job, &format!("{}{name}", self.prefix), input)
    }

    /// Creates a metered model call, stored as the step `name`.
    pub(crate) fn call(&self, name: &str, request: Request) -> MeteredCall {
        MeteredCall {
            job: self.job,
            tenant: self.tenant.clone(),
            step: format!("{}{name}", self.prefix),
            request,
            budgets: self.budgets.clone(),
            deadline: self.deadline,
            can_wait: false,
        }
    }
}

/// The part of the journal that stores steps.
pub(crate) trait Steps: Send + Sync + 'static {
    /// Returns the value of a completed step.
    fn recall<'a>(&'a self, step: &'a StepKey) -> BoxFuture<'a, Result<Option<Vec<u8>>, PortError>>;

    /// Stores the value of a step unless it has one, and returns the value that is stored.
    fn remember<'a>(&'a self, step: &'a StepKey, value: Vec<u8>) -> BoxFuture<'a, Result<Vec<u8>, PortError>>;
}

/// The steps of a journal.
pub(crate) struct JournalSteps<J>(pub(crate) Arc<J>);

impl<J: Journal> Steps for JournalSteps<J> {
    fn recall<'a>(&'a self, step: &'a StepKey) -> BoxFuture<'a, Result<Option<Vec<u8>>, PortError>> {
        self.0.load_step(step).boxed()
    }

    fn remember<'a>(&'a self, step: &'a StepKey, value: Vec<u8>) -> BoxFuture<'a, Result<Vec<u8>, PortError>> {
        self.0.store_step(step, value).boxed()
    }
}
