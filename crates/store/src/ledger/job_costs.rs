//! Costs of jobs by worker, from which the cost of running jobs again is estimated.

use domain::MicroUsd;
use domain::port::PortError;

use super::facet::PgLedger;
use crate::budget_share;
use crate::pool::PgPool;
use crate::rows::number;

macro_rules! job_costs {
    ($call:literal) => {
        concat!(
            "
SELECT agent, count(DISTINCT job), coalesce(sum(charged), 0)::int8 FROM ",
            $call,
            "
WHERE budgets && $1 AND state <> 'intent' GROUP BY agent ORDER BY agent"
        )
    };
}

/// The statement over the table, and that over the view for roles to which a policy applies.
const JOB_COSTS: [&str; 2] = [job_costs!("call"), job_costs!("scoped_call")];

/// Jobs of a worker that made calls, and what they were charged together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerJobs {
    /// Name of the worker.
    pub agent: String,
    /// Number of its jobs with a call.
    pub jobs: u64,
    /// Sum of the amounts charged.
    pub charged: MicroUsd,
}

impl PgLedger {
    /// Returns the jobs with ended calls in scopes (`BudgetScope::key`), by worker.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn job_costs(&self, scopes: &[String]) -> Result<Vec<WorkerJobs>, PortError> {
        let scopes: &Vec<String> = &scopes.iter().flat_map(|scope| budget_share::keys(scope)).collect();
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(pool.statement(JOB_COSTS)).bind(scopes);
            let rows: Vec<(String, i64, i64)> = query.fetch_all(&pool).await?;
            let jobs =
                |(agent, jobs, charged)| WorkerJobs { agent, jobs: number(jobs), charged: MicroUsd::from_i64(charged) };
            Ok(rows.into_iter().map(jobs).collect())
        };
        self.database.list("call", select).await
    }
}
