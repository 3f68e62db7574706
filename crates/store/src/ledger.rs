//! The ledger of model calls. Each call is recorded with its reservation before it is made. A budget row holds reserved
//! and settled money in one number, so that the check is one comparison under one row lock.

mod batched;
pub(crate) mod budgets;
mod calls;
mod close;
pub(crate) mod days;
mod deltas;
pub(crate) mod entries;
mod facet;
mod job_costs;
mod open;
mod opening;
mod refusal_sums;
mod refusals;
pub(crate) mod shares;
mod sweep;
mod totals;

use domain::port::{BatchRequest, BudgetRefusal, CallEnd, CallIntent, Ledger, Opened, PortError, Queued};
use domain::{Budget, JobId, MicroUsd};

use crate::budget_share;
use crate::failure::Failed;

use close::Closing;
use entries::Entry;
use opening::{Decision, Opening, Way};

pub use calls::TimedCall;
pub use days::DayBudget;
pub(crate) use facet::LedgerQueues;
pub use facet::PgLedger;
pub use job_costs::WorkerJobs;
pub use refusal_sums::DayRefusals;
pub use sweep::{OpenCall, UnknownCall};
pub use totals::{Accounts, AgentDay, AgentTotal, Money};

impl Ledger for PgLedger {
    async fn open(&self, intent: &CallIntent) -> Result<Opened, PortError> {
        match self.decide(intent, Way::Now).await? {
            Decision::Opened(opened) => Ok(opened),
            // Every opening is answered; without an answer no call may be made.
            Decision::Queued(_) | Decision::Closed => Err(Failed::Closed.into_port("ledger")),
        }
    }

    async fn queue(&self, intent: &CallIntent, request: Option<BatchRequest>) -> Result<Queued, PortError> {
        match self.decide(intent, Way::Batch(request)).await? {
            Decision::Queued(queued) => Ok(queued),
            Decision::Opened(_) | Decision::Closed => Err(Failed::Closed.into_port("ledger")),
        }
    }

    async fn close(&self, call: JobId, end: CallEnd) -> Result<(), PortError> {
        self.queues.entries.submit(Entry::Closing(Closing { call, end })).await.map(drop)
    }

    async fn left(&self, budget: &Budget) -> Result<MicroUsd, PortError> {
        self.queues.left.submit(budget.clone()).await
    }

    async fn reserved(&self, budget: &Budget) -> Result<MicroUsd, PortError> {
        let scopes = budget_share::keys(budget.scope.key());
        let sum: i64 = self
            .database
            .run("budget", |pool| {
                let query = sqlx::query_scalar(RESERVED).bind(scopes.clone());
                async move { Ok(query.fetch_one(&pool).await?) }
            })
            .await?;
        Ok(MicroUsd::from_i64(sum))
    }

    async fn add_refusal(&self, refusal: BudgetRefusal) -> Result<(), PortError> {
        self.queues.refusals.submit(refusal).await
    }
}

impl PgLedger {
    async fn decide(&self, intent: &CallIntent, way: Way) -> Result<Decision, PortError> {
        let opening = Opening { intent: intent.clone(), opening: self.queues.next_opening(), way };
        self.queues.entries.submit(Entry::Opening(opening)).await
    }
}

/// Calls in progress are found in a small table, so that the sum does not depend on the number of past calls.
const RESERVED: &str = "
SELECT coalesce(sum(c.max), 0)::int8 FROM call_unsettled u JOIN call c ON c.id = u.call WHERE c.state = 'intent' AND c.budgets && $1::text[]";
