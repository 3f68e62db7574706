//! Amounts that budgets refused, added up by tenant, day, worker and kind of budget, so that a flood of refusals does
//! not grow the table.

use std::collections::BTreeMap;

use domain::port::BudgetRefusal;
use sqlx::postgres::PgConnection;

use crate::batch::{BEGIN_UNFLUSHED, Operation};
use crate::database::Database;
use crate::failure::Failed;
use crate::text::clean;

/// Adds to the rows in the order of their keys, so that two processes cannot deadlock. A sum stops at the largest
/// integer.
const ADD: &str = "
INSERT INTO budget_refusal AS r (tenant, day, agent, budget, calls, amount)
SELECT tenant, (now() AT TIME ZONE 'UTC')::date, agent, budget, calls, amount
FROM unnest($1::text[], $2::text[], $3::text[], $4::int8[], $5::int8[]) AS made (tenant, agent, budget, calls, amount)
ORDER BY tenant, agent, budget
ON CONFLICT (tenant, day, agent, budget) DO UPDATE
SET calls = r.calls + excluded.calls, newest_at = excluded.newest_at,
    amount = r.amount + least(excluded.amount, 9223372036854775807 - r.amount)";

/// Adds refusals. A crash of Postgres may lose those of its last moments, and a lost answer may add one twice: the sums
/// are for people, and no decision depends on them.
pub(crate) struct AddRefusals;

impl Operation for AddRefusals {
    type Input = BudgetRefusal;
    type Output = ();
    const NAME: &'static str = "budget_refusal";
    const BEGIN: &'static str = BEGIN_UNFLUSHED;

    async fn apply(conn: &mut PgConnection, _: &Database, members: &[BudgetRefusal]) -> Result<Vec<()>, Failed> {
        let mut sums: BTreeMap<[&str; 3], (i64, i64)> = BTreeMap::new();
        for BudgetRefusal { tenant, agent, budget, amount } in members {
            let (calls, sum) = sums.entry([tenant.as_str(), agent, budget]).or_default();
            *calls += 1;
            *sum = sum.saturating_add(amount.as_i64());
        }
        let part = |at: usize| sums.keys().map(|key| clean(key[at])).collect::<Vec<String>>();
        let (calls, amounts): (Vec<i64>, Vec<i64>) = sums.values().copied().unzip();
        let add = sqlx::query(ADD).bind(part(0)).bind(part(1)).bind(part(2)).bind(calls).bind(amounts);
        add.execute(conn).await?;
        Ok(vec![(); members.len()])
    }
}
