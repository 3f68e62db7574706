//! What a person asks of the server itself: its version, its clock, its schema, and what today has cost.

use chrono::NaiveDate;
use domain::port::PortError;
use domain::{MicroUsd, Time};

use crate::Store;

/// The server and its schema.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct About {
    /// As the server calls itself, e.g. `18.1`.
    pub version: String,
    /// For comparing: `180001` is 18.1.
    pub version_number: u32,
    /// Its clock at the moment of the question.
    pub now: Time,
    /// Clients that are connected now, of all databases.
    pub connections: u32,
    /// Clients that it takes: `max_connections` less what is reserved for superusers.
    pub connections_allowed: u32,
    /// The newest version of the schema that was applied; 0 where there is none.
    pub schema: u32,
    /// The version that this binary brings.
    pub schema_wanted: u32,
}

/// One tenant's budget of one day.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct DayBudget {
    /// The scope's key, e.g. `tenant:default:2026-11-22`.
    pub scope: String,
    /// Dollars at most.
    pub limit: MicroUsd,
    /// Reserved and settled together.
    pub committed: MicroUsd,
}

const SERVER: &str = "
SELECT current_setting('server_version'), current_setting('server_version_num')::int4, clock_timestamp(),
       to_regclass('_sqlx_migrations') IS NOT NULL,
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
       current_setting('max_connections')::int8 - current_setting('superuser_reserved_connections')::int8";
/// Asked only where the table is: a missing one would be waited for.
const SCHEMA: &str = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success";
const DAY: &str = "
SELECT scope, \"limit\", committed FROM budget
WHERE starts_with(scope, 'tenant:') AND right(scope, length($1) + 1) = ':' || $1
ORDER BY committed DESC, scope";

impl Store {
    /// The server's version and clock, and how far its schema is.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn about(&self) -> Result<About, PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            let (version, number, now, is_migrated, clients, allowed): (String, i32, Time, bool, i64, i64) =
                sqlx::query_as(SERVER).fetch_one(&pool).await?;
            let schema: i64 = if is_migrated { sqlx::query_scalar(SCHEMA).fetch_one(&pool).await? } else { 0 };
            Ok(About {
                version,
                version_number: u32::try_from(number).unwrap_or(0),
                now,
                connections: u32::try_from(clients).unwrap_or(0),
                connections_allowed: u32::try_from(allowed).unwrap_or(0),
                schema: u32::try_from(schema).unwrap_or(0),
                schema_wanted: Self::schema_version(),
            })
        };
        self.run("server", ask).await
    }

    /// Every tenant's budget of that day (UTC), the most spent first.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn day_budgets(&self, day: NaiveDate) -> Result<Vec<DayBudget>, PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            let rows: Vec<(String, i64, i64)> = sqlx::query_as(DAY).bind(day.to_string()).fetch_all(&pool).await?;
            let line = |(scope, limit, committed)| DayBudget {
                scope,
                limit: MicroUsd::from_i64(limit),
                committed: MicroUsd::from_i64(committed),
            };
            Ok(rows.into_iter().map(line).collect())
        };
        self.run("budget", ask).await
    }
}
