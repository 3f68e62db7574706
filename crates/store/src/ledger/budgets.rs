//! Budget rows: locked, reserved from and written by the ledger's batches, and read for hints.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::port::{CallIntent, Opened};
use domain::{Budget, MicroUsd};
use sqlx::postgres::PgConnection;

use super::deltas::Deltas;
use super::shares::{WholeDay, spent};
use crate::batch::Operation;
use crate::budget_share::{OwnShare, is_shared};
use crate::database::Database;
use crate::failure::Failed;
use crate::rows::row;

/// Creates and locks the budgets in the order of their scopes. A limit can be lowered, never raised. Rows that fail the
/// condition are locked too (PostgreSQL, INSERT, "ON CONFLICT Clause"), and are not written twice in one transaction. A
/// budget without a limit only receives refunds: it is locked if it exists, and never created.
const LOCK: &str = "
INSERT INTO budget (scope, \"limit\")
SELECT scope, coalesce(\"limit\", 9223372036854775807) FROM unnest($1::text[], $2::int8[]) AS asked (scope, \"limit\")
WHERE \"limit\" IS NOT NULL OR EXISTS (SELECT FROM budget WHERE budget.scope = asked.scope)
ON CONFLICT (scope) DO UPDATE SET \"limit\" = excluded.\"limit\" WHERE budget.\"limit\" > excluded.\"limit\"";

/// Reads the locked budgets.
const SELECT: &str = "SELECT scope, closed, \"limit\", added, committed, share_limit FROM budget WHERE scope = ANY($1)";

/// Limits are changed for shares only.
const MOVE: &str = "
UPDATE budget SET committed = budget.committed + moved.delta, \"limit\" = coalesce(moved.\"limit\", budget.\"limit\"),
    share_limit = coalesce(moved.share_limit, budget.share_limit)
FROM unnest($1::text[], $2::int8[], $3::int8[], $4::int8[]) AS moved (scope, delta, \"limit\", share_limit)
WHERE budget.scope = moved.scope";

/// Selects limit, added amount and spent amount. Nothing is left in a closed budget.
const LEFT: &str = concat!(
    "SELECT scope, \"limit\", added, CASE WHEN closed THEN 9223372036854775807 ELSE ",
    spent!(),
    " END FROM budget whole WHERE scope = ANY($1)"
);

row! {
    /// A row of [`SELECT`]. A share has the limit of the whole budget when it was divided.
    struct BudgetRow {
        scope: String,
        closed: bool,
        limit: i64,
        added: i64,
        committed: i64,
        share_limit: Option<i64>,
    }
}

row! {
    /// A row of [`LEFT`].
    struct LeftRow {
        scope: String,
        limit: i64,
        added: i64,
        spent: i64,
    }
}

/// What the calls that open in a batch may reserve from, beside the rows of their budgets.
pub(super) struct Funds<'a> {
    /// The share of this replica.
    pub(super) own: &'a OwnShare,
    /// Changes of the calls that end in the batch; the amounts that they return are available.
    pub(super) settled: Deltas,
}

/// The locked budgets of a batch, and the changes that its members make.
pub(super) struct LockedBudgets<'a> {
    own: &'a OwnShare,
    /// Amounts left, by row. A budget that is divided into shares has the row of this replica's share.
    left: BTreeMap<String, i64>,
    deltas: Deltas,
    /// Budgets that are locked with all shares.
    whole: BTreeMap<String, WholeDay>,
    /// Budgets of which only this replica's share is locked, and has too little.
    short: BTreeSet<String>,
    /// Highest maximum of a call of the batch.
    highest: i64,
}

impl<'a> LockedBudgets<'a> {
    /// Locks all budgets of the batch.
    pub(super) async fn lock(
        conn: &mut PgConnection,
        intents: &[&CallIntent],
        funds: Funds<'a>,
    ) -> Result<Self, Failed> {
        let Funds { own, settled } = funds;
        let asked = lowest_limits(intents);
        let mut rows: BTreeMap<String, Option<i64>> = settled.keys().map(|scope| (scope.clone(), None)).collect();
        let mut wholes = BTreeMap::new();
        for (scope, limit) in &asked {
            if !is_shared(scope) {
                rows.insert((*scope).to_owned(), Some(*limit));
            } else if own.is_funded(scope) {
                rows.entry(own.key(scope)).or_insert(None);
            } else {
                wholes.insert((*scope).to_owned(), *limit);
            }
        }
        let mut whole = BTreeMap::new();
        for (scope, limit) in wholes {
            // Shares follow their whole budget in the order of the keys.
            let later = rows.split_off(&scope);
            lock_rows(conn, std::mem::replace(&mut rows, later)).await?;
            lock_rows(conn, BTreeMap::from([(scope.clone(), Some(limit))])).await?;
            let day = WholeDay::lock(conn, &scope, own.key(&scope)).await?;
            whole.insert(scope, day);
        }
        lock_rows(conn, rows).await?;
        let highest = intents.iter().map(|intent| intent.max.as_i64()).max().unwrap_or(0);
        let mut locked = Self { own, left: BTreeMap::new(), deltas: settled, whole, short: BTreeSet::new(), highest };
        locked.read(conn, &asked).await?;
        Ok(locked)
    }

    /// Reads the amounts left in the budgets of the calls that open.
    async fn read(&mut self, conn: &mut PgConnection, asked: &BTreeMap<&str, i64>) -> Result<(), Failed> {
        if asked.is_empty() {
            return Ok(());
        }
        let row = |scope: &&str| if self.is_by_share(scope) { self.own.key(scope) } else { (*scope).to_owned() };
        let keys: Vec<String> = asked.keys().map(row).collect();
        let rows: Vec<BudgetRow> = sqlx::query_as(SELECT).bind(&keys).fetch_all(conn).await?;
        let rows: BTreeMap<&str, &BudgetRow> = rows.iter().map(|row| (row.scope.as_str(), row)).collect();
        for ((scope, asked), key) in asked.iter().zip(keys) {
            let Some(BudgetRow { closed, limit, added, committed, share_limit, .. }) = rows.get(key.as_str()) else {
                // Only a share can be missing: it is created when the whole budget is locked.
                self.short.insert((*scope).to_owned());
                continue;
            };
            let settled = self.deltas.get(&key).copied().unwrap_or(0);
            // A closed budget denies calls of free models, too.
            let left = if *closed { -1 } else { limit.saturating_add(*added) - committed - settled };
            if let Some(whole) = self.whole.get_mut(*scope) {
                self.left.insert(whole.own().to_owned(), whole.available(*limit, left, &self.deltas));
                continue;
            }
            if share_limit.is_some_and(|whole| *asked < whole) {
                self.short.insert((*scope).to_owned());
            }
            self.left.insert(key, left);
        }
        Ok(())
    }

    fn is_by_share(&self, scope: &str) -> bool {
        is_shared(scope) && !self.whole.contains_key(scope)
    }

    /// Returns the row that a budget's calls are charged to.
    fn row(&self, scope: &str) -> String {
        if is_shared(scope) { self.own.key(scope) } else { scope.to_owned() }
    }

    /// Reserves the maximum in every budget, or in none. Returns the rows that carry the charge. A budget that the
    /// intent names twice counts once.
    pub(super) fn reserve(&mut self, intent: &CallIntent) -> Result<BTreeSet<String>, Opened> {
        let max = intent.max.as_i64();
        let scopes: BTreeSet<&str> = intent.budgets.iter().map(|budget| budget.scope.key()).collect();
        let mut rows = BTreeSet::new();
        for scope in scopes {
            let row = self.row(scope);
            let left = self.left_for(scope, &row, max);
            if left < max {
                return Err(Opened::Denied { scope: scope.to_owned(), left: MicroUsd::from_i64(left) });
            }
            rows.insert(row);
        }
        for row in &rows {
            *self.left.entry(row.clone()).or_insert(0) -= max;
            *self.deltas.entry(row.clone()).or_insert(0) += max;
        }
        Ok(rows)
    }

    /// Returns the amount left for a call. Notes a share that has too little, and takes the unused parts of other
    /// shares if they are needed and locked.
    fn left_for(&mut self, scope: &str, row: &str, max: i64) -> i64 {
        let left = self.left.entry(row.to_owned()).or_insert(0);
        if *left >= max {
            return *left;
        }
        if let Some(whole) = self.whole.get_mut(scope) {
            *left += whole.take_unused(&self.deltas);
        } else if is_shared(scope) {
            self.short.insert(scope.to_owned());
        }
        *left
    }

    /// Writes the changes. If a share had too little, nothing is written, and the next attempt locks the whole budget.
    pub(super) async fn write(mut self, conn: &mut PgConnection) -> Result<(), Failed> {
        if !self.short.is_empty() {
            self.short.iter().for_each(|scope| self.own.remember(scope, false));
            return Err(Failed::Again);
        }
        let mut limits: BTreeMap<String, (i64, i64)> = BTreeMap::new();
        for (scope, whole) in &self.whole {
            let own = whole.own();
            let division = whole.divide(self.left.get(own).copied().unwrap_or(0), &self.deltas);
            *self.deltas.entry(scope.clone()).or_insert(0) += division.committed;
            self.own.remember(scope, division.funds >= self.highest);
            for (share, limit) in division.limits {
                self.deltas.entry(share.clone()).or_insert(0);
                limits.insert(share, (limit, division.share_limit));
            }
        }
        self.deltas.retain(|scope, delta| *delta != 0 || limits.contains_key(scope));
        if self.deltas.is_empty() {
            return Ok(());
        }
        let changed: Vec<Option<(i64, i64)>> = self.deltas.keys().map(|scope| limits.get(scope).copied()).collect();
        let (scopes, amounts): (Vec<String>, Vec<i64>) = self.deltas.into_iter().unzip();
        let limits: Vec<Option<i64>> = changed.iter().map(|it| it.map(|(limit, _)| limit)).collect();
        let wholes: Vec<Option<i64>> = changed.iter().map(|it| it.map(|(_, whole)| whole)).collect();
        sqlx::query(MOVE).bind(&scopes).bind(&amounts).bind(limits).bind(wholes).execute(conn).await?;
        Ok(())
    }
}

/// Returns the lowest limit that the calls name, by budget.
fn lowest_limits<'a>(intents: &[&'a CallIntent]) -> BTreeMap<&'a str, i64> {
    let mut limits = BTreeMap::new();
    for budget in intents.iter().flat_map(|intent| &intent.budgets) {
        let limit = limits.entry(budget.scope.key()).or_insert(i64::MAX);
        *limit = (*limit).min(budget.limit.as_i64());
    }
    limits
}

async fn lock_rows(conn: &mut PgConnection, rows: BTreeMap<String, Option<i64>>) -> Result<(), Failed> {
    if rows.is_empty() {
        return Ok(());
    }
    let (scopes, limits): (Vec<String>, Vec<Option<i64>>) = rows.into_iter().unzip();
    sqlx::query(LOCK).bind(&scopes).bind(limits).execute(conn).await?;
    Ok(())
}

/// Reads the amount left in budgets. Reserves nothing.
pub(crate) struct ReadBudget;

impl Operation for ReadBudget {
    type Input = Budget;
    type Output = MicroUsd;
    const NAME: &'static str = "budget";
    const BEGIN: &'static str = "";

    async fn apply(conn: &mut PgConnection, _: &Database, members: &[Budget]) -> Result<Vec<MicroUsd>, Failed> {
        let scopes: Vec<&str> = members.iter().map(|budget| budget.scope.key()).collect();
        let rows: Vec<LeftRow> = sqlx::query_as(LEFT).bind(scopes).fetch_all(conn).await?;
        let rows: HashMap<&str, &LeftRow> = rows.iter().map(|row| (row.scope.as_str(), row)).collect();
        let left = |budget: &Budget| {
            let row = rows.get(budget.scope.key());
            let (limit, added, spent) = row.map_or((i64::MAX, 0, 0), |row| (row.limit, row.added, row.spent));
            let limit = limit.min(budget.limit.as_i64()).saturating_add(added);
            MicroUsd::from_i64(limit.saturating_sub(spent))
        };
        Ok(members.iter().map(left).collect())
    }
}
