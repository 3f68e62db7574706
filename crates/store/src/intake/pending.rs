//! Bytes of stored events that no consumer has settled, per tenant. Triggers append a row per statement that stores or
//! settles events; here the rows are added up.

use std::collections::HashMap;

use domain::Tenant;
use domain::port::PortError;

use super::facet::PgIntake;
use crate::pool::PgPool;

/// Rows that one statement adds up.
const MAX_CHANGES: i64 = 20_000;

/// In the order of the tenants, so that two processes cannot deadlock. A process skips the rows that another one adds
/// up.
const ADD_UP: &str = "
WITH gone AS (
    DELETE FROM intake_change WHERE ctid = ANY(ARRAY(SELECT ctid FROM intake_change LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING tenant, events, bytes
), summed AS (SELECT tenant, sum(events) AS events, sum(bytes) AS bytes FROM gone GROUP BY tenant ORDER BY tenant)
INSERT INTO intake AS known (tenant, events, bytes) SELECT tenant, events, bytes FROM summed
ON CONFLICT (tenant) DO UPDATE SET events = known.events + excluded.events, bytes = known.bytes + excluded.bytes";

const READ: &str = "
SELECT tenant, sum(bytes)::bigint
FROM (SELECT tenant, bytes FROM intake UNION ALL SELECT tenant, bytes FROM intake_change) AS pending
GROUP BY tenant HAVING sum(bytes) > 0";

impl PgIntake {
    /// Adds up the changes of the stored events. Any number of processes may do it.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn add_up(&self) -> Result<(), PortError> {
        let add_up = |pool: PgPool| async move {
            sqlx::query(ADD_UP).bind(MAX_CHANGES).execute(&pool).await?;
            Ok(())
        };
        self.database.run("intake", add_up).await
    }

    /// Returns the bytes of events that are stored and not settled, of each tenant that has such events.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn pending_bytes(&self) -> Result<HashMap<Tenant, u64>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<(String, i64)> = sqlx::query_as(READ).fetch_all(&pool).await?;
            let pending =
                |(tenant, bytes): (String, i64)| Some((Tenant::parse(&tenant).ok()?, u64::try_from(bytes).ok()?));
            Ok(rows.into_iter().filter_map(pending).collect())
        };
        self.database.run("intake", select).await
    }
}
