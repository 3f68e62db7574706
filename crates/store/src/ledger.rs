//! The truth about money. Every call is written down, with its reservation, before it is made; budgets carry reserved and
//! settled money in one number, so that the check is one comparison under one row lock.

mod close;
pub(crate) mod entries;
pub(crate) mod left;
mod open;
mod sweep;
mod totals;

use std::collections::BTreeMap;

use domain::port::{CallEnd, CallIntent, Ledger, Opened, PortError};
use domain::{Budget, JobId, MicroUsd};
use sqlx::postgres::PgConnection;

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
        let verdict = self.inner.ledger.submit(Entry::Opening(opening)).await?;
        // An opening always has one; nobody is called without.
        verdict.ok_or_else(|| Failed::Closed.into_port("ledger"))
    }

    async fn close(&self, call: JobId, end: CallEnd) -> Result<(), PortError> {
        self.inner.ledger.submit(Entry::Closing(Closing { call, end })).await.map(drop)
    }

    async fn left(&self, budget: &Budget) -> Result<MicroUsd, PortError> {
        self.inner.left.submit(budget.clone()).await
    }
}

/// Changes of budgets by scope, in micro-dollars; ordered, because rows are locked in this order.
type Deltas = BTreeMap<String, i64>;

const MOVE_BUDGETS: &str = "
UPDATE budget SET committed = budget.committed + moved.delta
FROM unnest($1::text[], $2::int8[]) AS moved (scope, delta) WHERE budget.scope = moved.scope";

/// Adds to what budgets carry that this transaction has locked.
async fn move_locked(conn: &mut PgConnection, mut deltas: Deltas) -> Result<(), Failed> {
    deltas.retain(|_, delta| *delta != 0);
    if deltas.is_empty() {
        return Ok(());
    }
    let (scopes, amounts): (Vec<String>, Vec<i64>) = deltas.into_iter().unzip();
    sqlx::query(MOVE_BUDGETS).bind(&scopes).bind(&amounts).execute(conn).await?;
    Ok(())
}
