//! Counts of results.

use domain::port::PortError;

use super::facet::PgResults;
use crate::count_scope::CountScope;
use crate::pool::PgPool;
use crate::rows::number;

/// Count of the results of one kind.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct ResultCount {
    /// Kind of result: `classification`, `research` or `forecast`.
    pub kind: String,
    /// Number of results.
    pub results: u64,
}

/// A group of quiet events has one result, whether it is stored for a webhook or not.
const RESULTS: &str = "
SELECT kind, count(*) FROM result WHERE kind <> 'classifications'
  AND ($1::text IS NULL OR tenant = $1) AND ($2::timestamptz IS NULL OR stored_at >= $2) GROUP BY kind
UNION ALL SELECT 'classifications', count(*) FROM verdict_group
WHERE answered_at IS NOT NULL AND ($1::text IS NULL OR tenant = $1) AND ($2::timestamptz IS NULL OR made_at >= $2) HAVING count(*) > 0
ORDER BY kind";

impl PgResults {
    /// Counts results by kind.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn counts(&self, scope: &CountScope) -> Result<Vec<ResultCount>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(RESULTS).bind(scope.tenant()).bind(scope.since);
            let rows: Vec<(String, i64)> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(|(kind, results)| ResultCount { kind, results: number(results) }).collect())
        };
        self.database.run("result", select).await
    }
}
