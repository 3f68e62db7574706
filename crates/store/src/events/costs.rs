//! Costs of recent events, from which the cost of further events is estimated.

use domain::port::PortError;
use domain::{MicroUsd, Profile, Tenant};

use super::facet::PgEvents;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;

/// The cost of one finished event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventCost {
    /// Event kind, as in the subject.
    pub kind: String,
    /// The filter's profile of a run; `None` for research outside of runs.
    pub profile: Option<Profile>,
    /// Number of research tasks outside of runs; 0 for a run.
    pub tasks: u32,
    /// Amount charged for the event.
    pub cost: MicroUsd,
}

/// Newest runs that are done, with the charge of the ledger. The index `run_started` bounds the rows that are read.
const RUNS: &str = "
SELECT e.kind, coalesce(r.body->'asked'->'config'->>'profile', 'default'), 0, coalesce(b.committed, 0)
FROM (SELECT id, event, body, phase FROM run WHERE $2::text IS NULL OR tenant = $2 ORDER BY started_at DESC LIMIT $1) r
JOIN event e ON e.job = r.event
LEFT JOIN budget b ON b.scope = 'run:' || r.id
WHERE r.phase = 'done'";

/// Newest events with research outside of runs of which every task has a result, and macros that have cost something,
/// with the costs of their audit trail. The result of a macro may wait for its review.
/// The index `event_researched` bounds the rows that are read.
const RESEARCH: &str = "
SELECT e.kind, NULL::text, e.tasks, coalesce((SELECT sum(a.cost) FROM audit a WHERE a.event = e.job), 0)::int8
FROM (SELECT job, kind, tasks FROM event WHERE tasks > 0 AND ($2::text IS NULL OR tenant = $2)
      ORDER BY received_at DESC LIMIT $1) e
WHERE (SELECT count(*) FROM result r WHERE r.event = e.job AND r.kind = 'research') >= e.tasks
   OR e.kind = 'macro' AND EXISTS (SELECT FROM audit a WHERE a.event = e.job AND a.cost > 0)";

row! {
    struct Row {
        kind: String,
        profile: Option<String>,
        tasks: i32,
        cost: i64,
    }
}

impl PgEvents {
    /// Returns the costs of the finished ones among the newest `limit` runs and the newest `limit` events with research
    /// outside of runs, of one tenant or of all.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn cost_history(&self, tenant: Option<&Tenant>, limit: u32) -> Result<Vec<EventCost>, PortError> {
        let read = |pool: PgPool| async move {
            let mut rows: Vec<Row> = select(&pool, RUNS, (tenant, limit)).await?;
            rows.extend(select(&pool, RESEARCH, (tenant, limit)).await?);
            Ok(rows.into_iter().map(event_cost).collect())
        };
        self.database.run("event", read).await
    }
}

async fn select(pool: &PgPool, sql: &'static str, (tenant, limit): (Option<&Tenant>, u32)) -> Result<Vec<Row>, Failed> {
    Ok(sqlx::query_as(sql).bind(i64::from(limit)).bind(tenant.map(Tenant::as_str)).fetch_all(pool).await?)
}

fn event_cost(Row { kind, profile, tasks, cost }: Row) -> EventCost {
    let profile = profile.map(|name| Profile::parse(&name).unwrap_or_default());
    EventCost { kind, profile, tasks: u32::try_from(tasks).unwrap_or(0), cost: MicroUsd::from_i64(cost) }
}
