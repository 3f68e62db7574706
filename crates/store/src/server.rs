//! The server itself: version, clock, schema, free disk, and the day's budgets.

mod facet;
mod replication;

use domain::Time;
use domain::port::PortError;
pub use facet::PgServer;
pub use replication::Replication;

use crate::migrations;
use crate::pool::PgPool;
use crate::rows::row;

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

const SERVER: &str = "
SELECT current_setting('server_version'), current_setting('server_version_num')::int4, clock_timestamp(),
       to_regclass('_sqlx_migrations') IS NOT NULL,
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
       current_setting('max_connections')::int8 - current_setting('superuser_reserved_connections')::int8";
/// Runs only if the table exists, because a query of a missing table is retried.
const SCHEMA: &str = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success";

/// Sorts more than fits into `work_mem`, so that Postgres writes a megabyte to its disk and removes it. Writes to no
/// table and not to the write-ahead log, because the check must not use up a disk that is nearly full.
const SPILL: &str = "
SELECT count(*) FROM (SELECT md5(n::text) AS word FROM generate_series(1, 20000) AS n ORDER BY word OFFSET 1) AS sorted";

row! {
    struct ServerRow {
        version: String,
        number: i32,
        now: Time,
        is_migrated: bool,
        clients: i64,
        allowed: i64,
    }
}

impl PgServer {
    /// Returns the server's version, clock and schema version.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn about(&self) -> Result<ServerInfo, PortError> {
        let select = |pool: PgPool| async move {
            let row: ServerRow = sqlx::query_as(SERVER).fetch_one(&pool).await?;
            let ServerRow { version, number, now, is_migrated, clients, allowed } = row;
            let schema: i64 = if is_migrated { sqlx::query_scalar(SCHEMA).fetch_one(&pool).await? } else { 0 };
            Ok(ServerInfo {
                version,
                version_number: u32::try_from(number).unwrap_or(0),
                now,
                connections: u32::try_from(clients).unwrap_or(0),
                connections_allowed: u32::try_from(allowed).unwrap_or(0),
                schema: u32::try_from(schema).unwrap_or(0),
                schema_wanted: migrations::schema_version(),
            })
        };
        self.database.run("server", select).await
    }

    /// Checks that the server can write: writes a megabyte to its disk and removes it.
    ///
    /// # Errors
    /// `Down` with Postgres' message if the disk is full, or if Postgres is unavailable.
    pub async fn check_writes(&self) -> Result<(), PortError> {
        let select = |pool: PgPool| async move {
            let mut transaction = pool.begin().await?;
            sqlx::query("SET LOCAL work_mem = '64kB'").execute(&mut *transaction).await?;
            sqlx::query_scalar::<_, i64>(SPILL).fetch_one(&mut *transaction).await?;
            transaction.rollback().await?;
            Ok(())
        };
        self.database.run("disk", select).await
    }
}
