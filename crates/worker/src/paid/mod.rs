//! Spending money on a model: reserved before, settled after, once (ARCHITECTURE, "Money"; ADR 0004).
//!
//! [`Asks`] is what handlers hold, so that their tests need no model; [`PaidModel`] is what stands behind it.

mod breaker;
mod error;
mod gate;
mod model;
mod pace;
mod spend;
mod structured;

use domain::port::PortError;
use domain::{Budget, JobId, MicroUsd, Tenant, Time};
use futures::future::BoxFuture;
use llm::{Card, Reply, Request};

pub use error::AskError;
pub use gate::RETRY_SPENT;
pub(crate) use model::tokens;
pub use model::{PaidModel, Settings};
pub use structured::{Answered, structured, structured_checked};

/// One paid question. The same (job, step, request) is the same call: paid once, remembered afterwards.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The work that pays.
    pub job: JobId,
    /// Whom it is for.
    pub tenant: Tenant,
    /// Which step of the work, e.g. `classify` or `turn-3`.
    pub step: String,
    /// The question.
    pub request: Request,
    /// Every budget that it counts against.
    pub budgets: Vec<Budget>,
    /// No answer is of use after this: the call is then given up, and its outcome is unknown.
    pub deadline: Option<Time>,
}

/// Whoever may be asked for money.
pub trait Asks: Send + Sync + 'static {
    /// Asks, or answers from memory, or says why not. The call goes on to its end even if this future is dropped, so
    /// that what is paid is remembered.
    fn ask(&self, call: Call) -> BoxFuture<'_, Result<Reply, AskError>>;

    /// Who answers and what it costs.
    fn card(&self) -> &Card;

    /// The most that this request can cost.
    fn max_cost(&self, request: &Request) -> MicroUsd;

    /// What is left of a budget.
    fn left<'a>(&'a self, budget: &'a Budget) -> BoxFuture<'a, Result<MicroUsd, PortError>>;
}
