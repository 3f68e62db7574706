//! The ledger of model calls. Each call is recorded with its reservation before it is made. A budget row holds reserved and settled
//! money in one number, so that the check is one comparison under one row lock.

pub(crate) mod budgets;
mod close;
pub(crate) mod entries;
mod open;
mod sweep;
mod totals;

use domain::port::{CallEnd, CallIntent, Ledger, Opened, PortError};
use domain::{Budget, JobId, MicroUsd};

use crate::Store;
use crate::failure::Failed;

use close::Closing;
use entries::Entry;
use open::Opening;

pub use sweep::{OpenCall, UnknownCall};
pub use totals::{Accounts, AgentTotal, Money};

impl Ledger for Store {
    async fn open(&self, intent: &CallIntent) -> Result<Opened, PortError> {
        let opening = Opening { intent: intent.clone(), opening: self.next_opening() };
        let opened = self.inner.ledger.submit(Entry::Opening(opening)).await?;
        // Every opening is answered; without an answer no call may be made.
        opened.ok_or_else(|| Failed::Closed.into_port("ledger"))
    }

    async fn close(&self, call: JobId, end: CallEnd) -> Result<(), PortError> {
        self.inner.ledger.submit(Entry::Closing(Closing { call, end })).await.map(drop)
    }

    async fn left(&self, budget: &Budget) -> Result<MicroUsd, PortError> {
        self.inner.left.submit(budget.clone()).await
    }
}
