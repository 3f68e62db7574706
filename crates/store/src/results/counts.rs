//! Counts of results.

use domain::port::PortError;

use super::facet::PgResults;
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
SELECT kind, count(*) FROM result WHERE kind <> 'classifications' GROUP BY kind
UNION ALL SELECT 'classifications', count(*) FROM verdict_group WHERE answered_at IS NOT NULL HAVING count(*) > 0
ORDER BY kind";

impl PgResults {
    /// Counts results by kind.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn counts(&self) -> Result<Vec<ResultCount>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(RESULTS);
            let rows: Vec<(String, i64)> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(|(kind, results)| ResultCount { kind, results: number(results) }).collect())
        };
        self.database.run("result", select).await
    }
}
