//! The truth about money. Every call is written down, with its reservation, before it is made; budgets carry reserved and
//! settled money in one number, so that the check is one comparison under one row lock.

pub(crate) mod close;
pub(crate) mod left;
pub(crate) mod open;
mod sweep;
mod totals;

use std::collections::BTreeMap;

use domain::port::{CallEnd, CallIntent, Ledger, Opened, PortError};
use domain::{Budget, JobId, MicroUsd};
use sqlx::postgres::PgConnection;

use crate::Store;
use crate::failure::Failed;

pub use sweep::{OpenCall, UnknownCall};
pub use totals::{Accounts, AgentTotal, Money};

impl Ledger for Store {
    async fn open(&self, intent: &CallIntent) -> Result<Opened, PortError> {
        let opening = self.next_opening();
        self.inner.open.submit(open::Opening { intent: intent.clone(), opening }).await
    }

    async fn close(&self, call: JobId, end: CallEnd) -> Result<(), PortError> {
        self.inner.close.submit(close::Closing { call, end }).await
    }

    async fn left(&self, budget: &Budget) -> Result<MicroUsd, PortError> {
        self.inner.left.submit(budget.clone()).await
    }
}

/// Changes of budgets by scope, in micro-dollars; ordered, because rows are locked in this order.
pub(crate) type Deltas = BTreeMap<String, i64>;

const LOCK_BUDGETS: &str = "SELECT scope FROM budget WHERE scope = ANY($1) ORDER BY scope FOR UPDATE";

const MOVE_BUDGETS: &str = "
UPDATE budget SET committed = budget.committed + moved.delta
FROM unnest($1::text[], $2::int8[]) AS moved (scope, delta) WHERE budget.scope = moved.scope";

/// Locks budgets and adds to what they carry. Call rows are locked before, budgets always after them and by scope.
pub(crate) async fn lock_and_move(conn: &mut PgConnection, mut deltas: Deltas) -> Result<(), Failed> {
    deltas.retain(|_, delta| *delta != 0);
    if deltas.is_empty() {
        return Ok(());
    }
    let scopes: Vec<&str> = deltas.keys().map(String::as_str).collect();
    sqlx::query(LOCK_BUDGETS).bind(&scopes).execute(&mut *conn).await?;
    move_locked(conn, deltas).await
}

/// Adds to what budgets carry that this transaction has locked.
pub(crate) async fn move_locked(conn: &mut PgConnection, deltas: Deltas) -> Result<(), Failed> {
    if deltas.is_empty() {
        return Ok(());
    }
    let (scopes, amounts): (Vec<String>, Vec<i64>) = deltas.into_iter().unzip();
    sqlx::query(MOVE_BUDGETS).bind(&scopes).bind(&amounts).execute(conn).await?;
    Ok(())
}
