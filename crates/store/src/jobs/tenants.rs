//! What each tenant has in progress and held back, and its budget of the day. Each statement reads small tables or by a
//! key.

use domain::Time;
use domain::port::PortError;

use super::facet::PgJobs;
use crate::pool::PgPool;
use crate::rows::{number, row};

/// The work of one tenant at all workers.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct TenantWork {
    /// The tenant that the work is for.
    pub tenant: String,
    /// Jobs in progress.
    pub running: u64,
    /// Deliveries that were handed back above a limit and not started since, at most.
    pub held_back: u64,
    /// Publication of the oldest of them.
    pub oldest_at: Option<Time>,
    /// Consumers at which the jobs per second are limited.
    pub rate_limited: Vec<String>,
    /// Consumers at which the jobs in progress are limited.
    pub in_flight_limited: Vec<String>,
}

/// Workers report every 15 s while they have work. The table has at most eight rows per consumer and replica.
const WORK: &str = "
SELECT tenant, sum(running)::int8, sum(held_back)::int8, min(oldest_at),
       coalesce(array_agg(DISTINCT consumer) FILTER (WHERE limited = 'rate'), '{}'),
       coalesce(array_agg(DISTINCT consumer) FILTER (WHERE limited = 'in_flight'), '{}')
FROM tenant_load WHERE at > now() - interval '45 seconds'
GROUP BY tenant ORDER BY sum(held_back) + sum(running) DESC, tenant LIMIT $1";

row! {
    struct Row {
        tenant: String,
        running: i64,
        held_back: i64,
        oldest_at: Option<Time>,
        rate_limited: Vec<String>,
        in_flight_limited: Vec<String>,
    }
}

impl PgJobs {
    /// Returns the tenants with the most jobs in progress and deliveries held back, as the workers reported them within
    /// 45 s.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn of_tenants(&self, limit: u32) -> Result<Vec<TenantWork>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<Row> = sqlx::query_as(WORK).bind(i64::from(limit)).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(work).collect())
        };
        self.database.run("tenant load", select).await
    }
}

fn work(row: Row) -> TenantWork {
    let Row { tenant, running, held_back, oldest_at, rate_limited, in_flight_limited } = row;
    let [running, held_back] = [running, held_back].map(number);
    TenantWork { tenant, running, held_back, oldest_at, rate_limited, in_flight_limited }
}
