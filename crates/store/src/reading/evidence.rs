//! The evidence that was kept for an event: what was found, what the filter took out and why.

use domain::port::PortError;
use domain::{Evidence, JobId};

use crate::Store;

const OF_EVENT: &str = "SELECT body::text FROM evidence WHERE event = $1 ORDER BY stored_at, job LIMIT $2";

impl Store {
    /// The evidence of an event's tasks, in the order it was kept.
    ///
    /// # Errors
    /// `Down` if Postgres is; `Refused` if a newer version wrote it in a shape that this one cannot read.
    pub async fn evidence_of(&self, event: JobId, limit: u32) -> Result<Vec<Evidence>, PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            let query = sqlx::query_scalar(OF_EVENT).bind(event.0).bind(i64::from(limit));
            let bodies: Vec<String> = query.fetch_all(&pool).await?;
            bodies.iter().map(|body| Ok(serde_json::from_str(body)?)).collect()
        };
        self.run("evidence", ask).await
    }
}
