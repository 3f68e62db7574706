//! Valuations of research rounds and costs of questions: the input of the decision about another round.

use std::future::Future;

use domain::forecast::Valuation;
use domain::port::PortError;
use domain::{MicroUsd, RunId};

use super::facet::PgForecasts;
use crate::pool::PgPool;

/// Reads valuations and costs. Implemented by [`PgForecasts`]; a trait, so that tests of the decision need no server.
pub trait ValuationHistory: Send + Sync + 'static {
    /// Returns the valuations of a run's rounds, in order.
    fn valuations(&self, run: RunId) -> impl Future<Output = Result<Vec<Valuation>, PortError>> + Send;

    /// Counts the requests of one agent to a model for a run. A request repeated because of an unusable reply counts
    /// twice, a call that the provider refused does not count.
    fn turns(&self, run: RunId, agent: &str) -> impl Future<Output = Result<u32, PortError>> + Send;

    /// Returns the total cost and the number of questions of the newest finished runs. Runs without questions do not
    /// count.
    fn question_costs(&self) -> impl Future<Output = Result<(MicroUsd, u64), PortError>> + Send;
}

const VALUATIONS: &str = "SELECT body::text FROM valuation WHERE run = $1 ORDER BY round";

/// A repeated request is a separate step.
const TURNS: &str = "
SELECT count(DISTINCT (job, step, input)) FROM call WHERE budgets @> ARRAY[$1] AND agent = $2 AND state <> 'refused'";

/// The newest 20 runs: enough to estimate the cost of a question under the current model and prices, read in a few
/// milliseconds.
const COSTS: &str = "
SELECT coalesce(sum(f.cost), 0)::int8, coalesce(sum(f.questions), 0)::int8
FROM (SELECT newest.cost, (SELECT count(*) FROM question q WHERE q.run = newest.run) AS questions
      FROM (SELECT run, cost FROM forecast ORDER BY made_at DESC LIMIT 20) newest) f
WHERE f.questions > 0";

impl ValuationHistory for PgForecasts {
    async fn turns(&self, run: RunId, agent: &str) -> Result<u32, PortError> {
        let scope = domain::BudgetScope::run(run);
        let scope = &scope;
        let select = |pool: PgPool| async move {
            let count: i64 = sqlx::query_scalar(TURNS).bind(scope.key()).bind(agent).fetch_one(&pool).await?;
            Ok(u32::try_from(count).unwrap_or(u32::MAX))
        };
        self.database.run("call", select).await
    }

    async fn valuations(&self, run: RunId) -> Result<Vec<Valuation>, PortError> {
        let select = |pool: PgPool| async move {
            let bodies: Vec<String> = sqlx::query_scalar(VALUATIONS).bind(run.0).fetch_all(&pool).await?;
            Ok(bodies.iter().map(|body| serde_json::from_str(body)).collect::<Result<_, _>>()?)
        };
        self.database.run("valuation", select).await
    }

    async fn question_costs(&self) -> Result<(MicroUsd, u64), PortError> {
        let select = |pool: PgPool| async move {
            let (amount, questions): (i64, i64) = sqlx::query_as(COSTS).fetch_one(&pool).await?;
            Ok((MicroUsd::from_i64(amount), u64::try_from(questions).unwrap_or(0)))
        };
        self.database.run("forecast", select).await
    }
}
