//! The server itself: version, clock, schema, free disk, and the day's budgets.

use chrono::NaiveDate;
use domain::port::PortError;
use domain::{BudgetScope, MicroUsd, Tenant, Time};

use crate::Store;
use crate::ledger::shares::spent;
use crate::pool::PgPool;

/// The server and its schema.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ServerInfo {
    /// Version string of the server, e.g. `18.1`.
    pub version: String,
    /// Version number for comparisons: 180001 is 18.1.
    pub version_number: u32,
    /// The server's clock at the time of the query.
    pub now: Time,
    /// Connected clients of all databases.
    pub connections: u32,
    /// Maximum number of clients: `max_connections` less the connections reserved for superusers.
    pub connections_allowed: u32,
    /// Newest schema version applied; 0 if none.
    pub schema: u32,
    /// Schema version of this binary.
    pub schema_wanted: u32,
}

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

    fn tenant_and_day(&self) -> (&str, &str) {
        domain::budget::tenant_and_day(&self.scope).unwrap_or((&self.scope, ""))
    }
}

const SERVER: &str = "
SELECT current_setting('server_version'), current_setting('server_version_num')::int4, clock_timestamp(),
       to_regclass('_sqlx_migrations') IS NOT NULL,
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
       current_setting('max_connections')::int8 - current_setting('superuser_reserved_connections')::int8";
/// Runs only if the table exists, because a query of a missing table is retried.
const SCHEMA: &str = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success";
/// A budget of a day is made on that day, by clocks that differ little. The index on the time limits the rows to those
/// of two days.
const DAY: &str = concat!(
    "SELECT scope, \"limit\" + added, ",
    spent!(),
    " AS spent FROM budget whole
WHERE made_at >= $1::timestamp AT TIME ZONE 'UTC' - interval '1 day' AND starts_with(scope, 'tenant:') AND right(scope, length($1) + 1) = ':' || $1
ORDER BY spent DESC, scope"
);

/// May be repeated. The limit that workers name is not changed, because they would lower it again.
const RAISE: &str = concat!(
    "UPDATE budget whole SET added = greatest(added, $2 - \"limit\") WHERE scope = $1 RETURNING scope, \"limit\" + added, ",
    spent!()
);

/// Sorts more than fits into `work_mem`, so that Postgres writes a megabyte to its disk and removes it. Writes to no
/// table and not to the write-ahead log, because the check must not use up a disk that is nearly full.
const SPILL: &str = "
SELECT count(*) FROM (SELECT md5(n::text) AS word FROM generate_series(1, 20000) AS n ORDER BY word OFFSET 1) AS sorted";

impl Store {
    /// Returns the server's version, clock and schema version.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn about(&self) -> Result<ServerInfo, PortError> {
        let select = |pool: PgPool| async move {
            let (version, number, now, is_migrated, clients, allowed): (String, i32, Time, bool, i64, i64) =
                sqlx::query_as(SERVER).fetch_one(&pool).await?;
            let schema: i64 = if is_migrated { sqlx::query_scalar(SCHEMA).fetch_one(&pool).await? } else { 0 };
            Ok(ServerInfo {
                version,
                version_number: u32::try_from(number).unwrap_or(0),
                now,
                connections: u32::try_from(clients).unwrap_or(0),
                connections_allowed: u32::try_from(allowed).unwrap_or(0),
                schema: u32::try_from(schema).unwrap_or(0),
                schema_wanted: Self::schema_version(),
            })
        };
        self.run("server", select).await
    }

    /// Returns every tenant's budget of that day (UTC), highest commitment first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn day_budgets(&self, day: NaiveDate) -> Result<Vec<DayBudget>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<(String, i64, i64)> = sqlx::query_as(DAY).bind(day.to_string()).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(DayBudget::from).collect())
        };
        self.run("budget", select).await
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
        self.run("budget", raise).await
    }

    /// Checks that the server can write: writes a megabyte to its disk and removes it.
    ///
    /// # Errors
    /// `Down` with Postgres' message if the disk is full, or if Postgres is unavailable.
    pub async fn writes(&self) -> Result<(), PortError> {
        let select = |pool: PgPool| async move {
            let mut transaction = pool.begin().await?;
            sqlx::query("SET LOCAL work_mem = '64kB'").execute(&mut *transaction).await?;
            sqlx::query_scalar::<_, i64>(SPILL).fetch_one(&mut *transaction).await?;
            transaction.rollback().await?;
            Ok(())
        };
        self.run("disk", select).await
    }
}
