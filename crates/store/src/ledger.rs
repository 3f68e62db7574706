//! The truth about money. Every call is written down, with its reservation, before it is made; budgets carry reserved and
//! settled money in one number, so that the check is one comparison under one row lock.

pub(crate) mod close;
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

/// From a closed budget nothing can be had.
const LEFT: &str = "SELECT CASE WHEN closed THEN committed ELSE \"limit\" END, committed FROM budget WHERE scope = $1";

impl Ledger for Store {
    async fn open(&self, intent: &CallIntent) -> Result<Opened, PortError> {
        let opening = self.next_opening();
        self.inner.open.submit(open::Opening { intent: intent.clone(), opening }).await
    }

    async fn close(&self, call: JobId, end: CallEnd) -> Result<(), PortError> {
        self.inner.close.submit(close::Closing { call, end }).await
    }

    async fn left(&self, budget: &Budget) -> Result<MicroUsd, PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            let query = sqlx::query_as(LEFT).bind(budget.scope.key());
            let row: Option<(i64, i64)> = query.fetch_optional(&pool).await?;
            let (limit, committed) = row.unwrap_or((i64::MAX, 0));
            Ok(MicroUsd::from_i64(limit.min(budget.limit.as_i64()).saturating_sub(committed)))
        };
        self.run("budget", ask).await
    }
}

/// Changes of budgets by scope, in micro-dollars; ordered, because rows are locked in this order.
pub(crate) type Deltas = BTreeMap<String, i64>;

const LOCK_BUDGETS: &str = "SELECT scope FROM budget WHERE scope = ANY($1) ORDER BY scope FOR UPDATE";

const MOVE_BUDGETS: &str = "
UPDATE budget SET committed = budget.committed + moved.delta
FROM unnest($1::text[], $2::int8[]) AS moved (scope, delta) WHERE budget.scope = moved.scope";

/// Adds to what budgets carry. Call rows are locked before, budgets always after them and by scope.
pub(crate) async fn move_budgets(conn: &mut PgConnection, mut deltas: Deltas) -> Result<(), Failed> {
    deltas.retain(|_, delta| *delta != 0);
    if deltas.is_empty() {
        return Ok(());
    }
    let (scopes, amounts): (Vec<String>, Vec<i64>) = deltas.into_iter().unzip();
    sqlx::query(LOCK_BUDGETS).bind(&scopes).execute(&mut *conn).await?;
    sqlx::query(MOVE_BUDGETS).bind(&scopes).bind(&amounts).execute(conn).await?;
    Ok(())
}
