//! What each tenant has in progress and held back, and its budget of the day. Each statement reads small tables or by a
//! key.

use chrono::NaiveDate;
use domain::port::PortError;
use domain::{BudgetScope, Tenant, Time};

use super::DayBudget;
use crate::Store;
use crate::ledger::shares::spent;
use crate::pool::PgPool;

/// The work of one tenant at all workers.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct TenantWork {
    /// The tenant.
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

const DAYS: &str =
    concat!("SELECT scope, \"limit\" + added, ", spent!(), " FROM budget whole WHERE scope = ANY($1) ORDER BY scope");

type Row = (String, i64, i64, Option<Time>, Vec<String>, Vec<String>);

impl Store {
    /// Returns the tenants with the most jobs in progress and deliveries held back, as the workers reported them within
    /// 45 s.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn tenant_work(&self, limit: u32) -> Result<Vec<TenantWork>, PortError> {
        let select = |pool: PgPool| async move {
            let rows: Vec<Row> = sqlx::query_as(WORK).bind(i64::from(limit)).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(work).collect())
        };
        self.run("tenant load", select).await
    }

    /// Returns the budgets of these tenants for a day (UTC); none for a tenant that has not called a model.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn budgets_of(&self, tenants: &[Tenant], day: NaiveDate) -> Result<Vec<DayBudget>, PortError> {
        let scopes: Vec<String> =
            tenants.iter().map(|tenant| BudgetScope::tenant_day(tenant, day).key().to_owned()).collect();
        let scopes = &scopes;
        let select = |pool: PgPool| async move {
            let rows: Vec<(String, i64, i64)> = sqlx::query_as(DAYS).bind(scopes).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(DayBudget::from).collect())
        };
        self.run("budget", select).await
    }
}

fn work(row: Row) -> TenantWork {
    let (tenant, running, held_back, oldest_at, rate_limited, in_flight_limited) = row;
    let [running, held_back] = [running, held_back].map(super::work::number);
    TenantWork { tenant, running, held_back, oldest_at, rate_limited, in_flight_limited }
}
