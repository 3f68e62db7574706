//! Metered model calls: each call is reserved in a budget before it is made and settled once after it (README.md of
//! this crate; ADR 0013).
//!
//! Handlers hold a [`ModelClient`], so that their tests need no model; [`MeteredModel`] is the implementation.

mod budget_hint;
mod call;
mod collector;
mod concurrency;
mod ending;
mod endpoint;
mod error;
mod gate;
mod memo;
mod model;
mod open_calls;
mod queue;
mod refusals;
mod refused_parameters;
mod structured;

use domain::port::PortError;
use domain::{Budget, JobId, MicroUsd, Tenant, Time};
use futures::FutureExt;
use futures::future::BoxFuture;
use llm::{ModelCard, ModelReply, Request};

pub(crate) use collector::close_overdue;
pub use collector::{BatchCollector, CollectorSettings};
pub use endpoint::Models;
pub use error::AskError;
pub use gate::RETRY_SPENT;
pub(crate) use memo::tokens;
pub use model::{MeteredModel, MeteringSettings, MeteringStores};
pub(crate) use open_calls::OpenCalls;
pub use structured::{Answered, structured, structured_checked};

/// A model call. Calls with the same (job, step, request) are one call: paid once, answered from memory afterwards.
#[derive(Debug, Clone, PartialEq)]
pub struct MeteredCall {
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
    /// The reply may take hours, so the call may be made in a batch at a lower price. A call with an earlier deadline
    /// than the provider's window is made at once all the same.
    pub can_wait: bool,
}

/// A reply with its cost.
#[derive(Debug, Clone, PartialEq)]
pub struct Metered {
    /// Reply of the model.
    pub reply: ModelReply,
    /// Cost of all calls, each at the price of the provider that answered it.
    pub cost: MicroUsd,
    /// Number of calls: 1, or 2 if the first reply was cut off.
    pub calls: u32,
}

/// A metered model.
pub trait ModelClient: Send + Sync + 'static {
    /// Calls the model, or returns the remembered reply. A started call runs to its end even if this future is dropped,
    /// so that a paid reply is remembered. A reply that was cut off is repeated once with a larger limit, if the
    /// budgets allow it.
    fn ask(&self, call: MeteredCall) -> BoxFuture<'_, Result<Metered, AskError>>;

    /// Returns the primary model's provider, name and prices.
    fn card(&self) -> &ModelCard;

    /// Returns the maximum cost of one call with this request, at the price of the most expensive provider.
    fn max_cost(&self, request: &Request) -> MicroUsd;

    /// Returns the amount left in a budget.
    fn left<'a>(&'a self, budget: &'a Budget) -> BoxFuture<'a, Result<MicroUsd, PortError>>;

    /// Reads what the other replicas have recorded about the providers: blocks and refused parameters. Every call does
    /// so as well; this keeps the metrics of an idle worker current.
    fn refresh(&self) -> BoxFuture<'_, ()> {
        futures::future::ready(()).boxed()
    }
}
