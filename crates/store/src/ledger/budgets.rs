//! Budget rows: locked, reserved from and written by the ledger's batches, and read for hints.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::port::{CallIntent, Opened};
use domain::{Budget, MicroUsd};
use sqlx::postgres::PgConnection;

use crate::batch::Operation;
use crate::database::Database;
use crate::failure::Failed;

/// Creates and locks the budgets in the order of their scopes. A limit can be lowered, never raised. Rows that fail the condition
/// are locked too (PostgreSQL, INSERT, "ON CONFLICT Clause"), and are not written twice in one transaction. A budget without a
/// limit only receives refunds: it is locked if it exists, and never created.
const LOCK: &str = "
INSERT INTO budget (scope, \"limit\")
SELECT scope, coalesce(\"limit\", 9223372036854775807) FROM unnest($1::text[], $2::int8[]) AS asked (scope, \"limit\")
WHERE \"limit\" IS NOT NULL OR EXISTS (SELECT FROM budget WHERE budget.scope = asked.scope)
ON CONFLICT (scope) DO UPDATE SET \"limit\" = excluded.\"limit\" WHERE budget.\"limit\" > excluded.\"limit\"";

/// Reads the locked budgets. The limit of a closed budget is one below its commitment, so that calls of free models are denied too.
const SELECT: &str = "
SELECT scope, CASE WHEN closed THEN committed - 1 ELSE \"limit\" END, committed FROM budget WHERE scope = ANY($1)";

const MOVE: &str = "
UPDATE budget SET committed = budget.committed + moved.delta
FROM unnest($1::text[], $2::int8[]) AS moved (scope, delta) WHERE budget.scope = moved.scope";

/// Nothing is left in a closed budget.
const LEFT: &str =
    "SELECT scope, CASE WHEN closed THEN committed ELSE \"limit\" END, committed FROM budget WHERE scope = ANY($1)";

/// Changes of budgets by scope, in micro-dollars. Ordered, because rows are locked in this order.
pub(super) type Deltas = BTreeMap<String, i64>;

/// The locked budgets of a batch, and the changes that its members make.
pub(super) struct LockedBudgets {
    left: BTreeMap<String, i64>,
    deltas: Deltas,
}

impl LockedBudgets {
    /// Locks all budgets of the batch. `settled` contains the changes of the calls that end in this batch; the amounts that they
    /// return are available to the calls that open in it.
    pub(super) async fn lock(
        conn: &mut PgConnection,
        intents: &[&CallIntent],
        settled: Deltas,
    ) -> Result<Self, Failed> {
        let mut limits: BTreeMap<&str, Option<i64>> = settled.keys().map(|scope| (scope.as_str(), None)).collect();
        for budget in intents.iter().flat_map(|intent| &intent.budgets) {
            let limit = limits.entry(budget.scope.key()).or_default();
            *limit = Some(limit.unwrap_or(i64::MAX).min(budget.limit.as_i64()));
        }
        if limits.is_empty() {
            return Ok(Self { left: BTreeMap::new(), deltas: settled });
        }
        let (scopes, amounts): (Vec<&str>, Vec<Option<i64>>) = limits.into_iter().unzip();
        sqlx::query(LOCK).bind(&scopes).bind(amounts).execute(&mut *conn).await?;
        if intents.is_empty() {
            return Ok(Self { left: BTreeMap::new(), deltas: settled });
        }
        let rows: Vec<(String, i64, i64)> = sqlx::query_as(SELECT).bind(scopes).fetch_all(conn).await?;
        let left = |(scope, limit, committed): (String, i64, i64)| {
            let given_back = settled.get(&scope).copied().unwrap_or(0);
            (scope, limit - committed - given_back)
        };
        Ok(Self { left: rows.into_iter().map(left).collect(), deltas: settled })
    }

    pub(super) async fn write(mut self, conn: &mut PgConnection) -> Result<(), Failed> {
        self.deltas.retain(|_, delta| *delta != 0);
        if self.deltas.is_empty() {
            return Ok(());
        }
        let (scopes, amounts): (Vec<String>, Vec<i64>) = self.deltas.into_iter().unzip();
        sqlx::query(MOVE).bind(&scopes).bind(&amounts).execute(conn).await?;
        Ok(())
    }

    /// Reserves the maximum in every budget, or in none. A budget that the intent names twice counts once.
    pub(super) fn reserve(&mut self, intent: &CallIntent) -> Result<BTreeSet<String>, Opened> {
        let max = intent.max.as_i64();
        let scopes: BTreeSet<String> = intent.budgets.iter().map(|budget| budget.scope.key().to_owned()).collect();
        for scope in &scopes {
            let left = self.left.get(scope).copied().unwrap_or(0);
            if left < max {
                return Err(Opened::Denied { scope: scope.clone(), left: MicroUsd::from_i64(left) });
            }
        }
        for scope in &scopes {
            *self.left.entry(scope.clone()).or_insert(0) -= max;
            *self.deltas.entry(scope.clone()).or_insert(0) += max;
        }
        Ok(scopes)
    }
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
        let rows: Vec<(String, i64, i64)> = sqlx::query_as(LEFT).bind(scopes).fetch_all(conn).await?;
        let known: HashMap<String, (i64, i64)> =
            rows.into_iter().map(|(scope, limit, committed)| (scope, (limit, committed))).collect();
        let left = |budget: &Budget| {
            let (limit, committed) = known.get(budget.scope.key()).copied().unwrap_or((i64::MAX, 0));
            MicroUsd::from_i64(limit.min(budget.limit.as_i64()).saturating_sub(committed))
        };
        Ok(members.iter().map(left).collect())
    }
}
