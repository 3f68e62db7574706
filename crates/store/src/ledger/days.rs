//! Daily budgets of tenants.

use chrono::NaiveDate;
use domain::port::PortError;
use domain::{BudgetScope, MicroUsd, Tenant};

use super::facet::PgLedger;
use super::shares::spent;
use crate::pool::PgPool;

/// The budget of one tenant for one day.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct DayBudget {
    /// The scope's key, e.g. `tenant:default:2026-11-22`.
    pub scope: String,
    /// Limit in micro-dollars.
    pub limit: MicroUsd,
    /// Sum of reserved and settled amounts.
    pub committed: MicroUsd,
}

impl From<(String, i64, i64)> for DayBudget {
    /// Converts scope, limit and spent amount.
    fn from((scope, limit, committed): (String, i64, i64)) -> Self {
        Self { scope, limit: MicroUsd::from_i64(limit), committed: MicroUsd::from_i64(committed) }
    }
}

impl DayBudget {
    /// Returns the name of the tenant.
    pub fn tenant(&self) -> &str {
        self.tenant_and_day().0
    }

    /// Returns the day in UTC, e.g. `2026-11-22`.
    pub fn day(&self) -> &str {
        self.tenant_and_day().1
    }

    /// Returns true if hardly any call is permitted: a call is denied if its maximum exceeds what is left, so the last
    /// percent is seldom spent.
    pub fn is_used_up(&self) -> bool {
        self.committed.0 >= self.limit.0 - self.limit.0 / 100
    }

    fn tenant_and_day(&self) -> (&str, &str) {
        domain::budget::tenant_and_day(&self.scope).unwrap_or((&self.scope, ""))
    }
}

/// A budget of a day is made on that day, by clocks that differ little. The index on the time limits the rows to those
/// of two days.
const DAY: &str = concat!(
    "SELECT scope, \"limit\" + added, ",
    spent!(),
    " AS spent FROM budget whole
WHERE made_at >= $1::text::timestamp AT TIME ZONE 'UTC' - interval '1 day' AND starts_with(scope, 'tenant:') AND right(scope, length($1) + 1) = ':' || $1
ORDER BY spent DESC, scope"
);

/// May be repeated. The limit that workers name is not changed, because they would lower it again.
const RAISE: &str = concat!(
    "UPDATE budget whole SET added = greatest(added, $2 - \"limit\") WHERE scope = $1 RETURNING scope, \"limit\" + added, ",
    spent!()
);

const OF_TENANTS: &str =
    concat!("SELECT scope, \"limit\" + added, ", spent!(), " FROM budget whole WHERE scope = ANY($1) ORDER BY scope");

const OF_TENANT: &str = concat!(
    "SELECT scope, \"limit\" + added, ",
    spent!(),
    " FROM budget whole
WHERE starts_with(scope, 'tenant:' || $1 || ':') AND share_of IS NULL ORDER BY scope DESC LIMIT $2"
);

impl PgLedger {
    /// Returns every tenant's budget of that day (UTC), highest commitment first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn day(&self, day: NaiveDate) -> Result<Vec<DayBudget>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<(String, i64, i64)> = sqlx::query_as(DAY).bind(day.to_string()).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(DayBudget::from).collect())
        };
        self.database.run("budget", select).await
    }

    /// Raises the limit of a tenant's budget of one day to an amount, for that day only. Running workers use it at
    /// once. Returns the budget; `None` if no call has used it yet, because then the limit is the one that the next
    /// call names.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn raise_day(
        &self,
        tenant: &Tenant,
        day: NaiveDate,
        limit: MicroUsd,
    ) -> Result<Option<DayBudget>, PortError> {
        let scope = &BudgetScope::tenant_day(tenant, day);
        let raise = |pool: PgPool| async move {
            let query = sqlx::query_as(RAISE).bind(scope.key()).bind(limit.as_i64());
            let row: Option<(String, i64, i64)> = query.fetch_optional(&pool).await?;
            Ok(row.map(DayBudget::from))
        };
        self.database.run("budget", raise).await
    }

    /// Returns the budgets of these tenants for a day (UTC); none for a tenant that has not called a model.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn day_of(&self, tenants: &[Tenant], day: NaiveDate) -> Result<Vec<DayBudget>, PortError> {
        let scopes: Vec<String> =
            tenants.iter().map(|tenant| BudgetScope::tenant_day(tenant, day).key().to_owned()).collect();
        let scopes = &scopes;
        let select = |pool: PgPool| async move {
            let rows: Vec<(String, i64, i64)> = sqlx::query_as(OF_TENANTS).bind(scopes).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(DayBudget::from).collect())
        };
        self.database.run("budget", select).await
    }

    /// Returns the daily budgets of a tenant, newest day first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn days(&self, tenant: &Tenant, days: u32) -> Result<Vec<DayBudget>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(OF_TENANT).bind(tenant.as_str()).bind(i64::from(days));
            let rows: Vec<(String, i64, i64)> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(DayBudget::from).collect())
        };
        self.database.run("budget", select).await
    }
}
