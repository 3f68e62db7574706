//! Metered model calls: each call is reserved in a budget before it is made and settled once after it (ARCHITECTURE.md,
//! "Money"; ADR 0004).
//!
//! Handlers hold a [`ModelClient`], so that their tests need no model; [`MeteredModel`] is the implementation.

mod budget_hint;
mod concurrency;
mod error;
mod gate;
mod model;
mod structured;

use domain::port::PortError;
use domain::{Budget, JobId, MicroUsd, Tenant, Time};
use futures::future::BoxFuture;
use llm::{ModelCard, ModelReply, Request};

pub use error::AskError;
pub use gate::RETRY_SPENT;
pub(crate) use model::tokens;
pub use model::{MeteredModel, MeteringSettings, MeteringStores};
pub use structured::{Answered, structured, structured_checked};

/// A model call. Calls with the same (job, step, request) are one call: paid once, answered from memory afterwards.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// Job that the call belongs to.
    pub job: JobId,
    /// Tenant that the work is done for.
    pub tenant: Tenant,
    /// Step of the job, e.g. `classify` or `turn-3`.
    pub step: String,
    /// Request to the model.
    pub request: Request,
    /// Every budget that the call counts against.
    pub budgets: Vec<Budget>,
    /// Time after which a reply is useless: the call is dropped then, and its outcome is unknown.
    pub deadline: Option<Time>,
}

/// A metered model.
pub trait ModelClient: Send + Sync + 'static {
    /// Calls the model, or returns the remembered reply. A started call runs to its end even if this future is dropped, so
    /// that a paid reply is remembered.
    fn ask(&self, call: Call) -> BoxFuture<'_, Result<ModelReply, AskError>>;

    /// Returns the model's provider, name and prices.
    fn card(&self) -> &ModelCard;

    /// Returns the maximum cost of a request.
    fn max_cost(&self, request: &Request) -> MicroUsd;

    /// Returns the amount left in a budget.
    fn left<'a>(&'a self, budget: &'a Budget) -> BoxFuture<'a, Result<MicroUsd, PortError>>;
}
