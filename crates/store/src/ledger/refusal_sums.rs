//! Sums of what budgets refused; [`super::refusals`] adds to them.

use domain::port::PortError;
use domain::{MicroUsd, Tenant, Time};

use super::facet::PgLedger;
use crate::count_scope::CountScope;
use crate::pool::PgPool;
use crate::rows::row;

const SUMS: &str = "
SELECT r.day::text, agent, budget, calls, amount, first_at, newest_at FROM budget_refusal r
WHERE tenant = $1 AND r.day >= ($2::timestamptz AT TIME ZONE 'UTC')::date
ORDER BY r.day DESC, amount DESC, agent, budget LIMIT 1000";

const SUMS_OF_ALL: &str = "
SELECT day::text, agent, budget, sum(calls)::int8, least(sum(amount), 9223372036854775807)::int8, min(first_at), max(newest_at)
FROM budget_refusal WHERE day >= ($1::timestamptz AT TIME ZONE 'UTC')::date
GROUP BY day, agent, budget ORDER BY day DESC, 5 DESC, agent, budget";

/// Calls of one worker that one kind of budget refused on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayRefusals {
    /// The day in UTC, e.g. `2026-11-22`.
    pub day: String,
    /// The calling worker.
    pub agent: String,
    /// Kind of the budget: `call`, `run`, `agent`, `task` or `tenant`.
    pub budget: String,
    /// Number of refusals. A job that was delivered again may count twice.
    pub calls: u64,
    /// Sum of the lowest maxima of the calls.
    pub amount: MicroUsd,
    /// Time of the first refusal.
    pub first_at: Time,
    /// Time of the newest refusal.
    pub newest_at: Time,
}

row! {
    struct Row {
        day: String,
        agent: String,
        budget: String,
        calls: i64,
        amount: i64,
        first_at: Time,
        newest_at: Time,
    }
}

impl From<Row> for DayRefusals {
    fn from(Row { day, agent, budget, calls, amount, first_at, newest_at }: Row) -> Self {
        let (calls, amount) = (u64::try_from(calls).unwrap_or(0), MicroUsd::from_i64(amount));
        Self { day, agent, budget, calls, amount, first_at, newest_at }
    }
}

impl PgLedger {
    /// Returns what budgets refused, by day, worker and kind of budget: newest day first, highest amount first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn refusals(&self, scope: &CountScope) -> Result<Vec<DayRefusals>, PortError> {
        let first = scope.since.unwrap_or(Time::UNIX_EPOCH);
        let tenant = scope.tenant.as_ref().map(Tenant::as_str);
        let select = |pool: PgPool| async move {
            let query = match tenant {
                Some(tenant) => sqlx::query_as(SUMS).bind(tenant),
                None => sqlx::query_as(SUMS_OF_ALL),
            };
            let rows: Vec<Row> = query.bind(first).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(DayRefusals::from).collect())
        };
        self.database.run("budget_refusal", select).await
    }
}
