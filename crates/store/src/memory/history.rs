//! The versions of an entity's research, and why the older ones do not hold any more.

use std::future::Future;

use domain::port::PortError;
use domain::{EntityId, Time};

use super::{Ended, StoredResearch};
use crate::Store;

/// What was thought of an entity, version by version. Implemented by [`crate::Store`] and, for tests, by `testing::FakeMemory`.
pub trait History: Send + Sync + 'static {
    /// The newest versions of an entity's research, newest first, also those that do not hold any more.
    fn versions(
        &self,
        entity: &EntityId,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<StoredResearch>, PortError>> + Send;
}

const VERSIONS: &str = "
SELECT version, body::text, ended_at, ended_because FROM research WHERE entity = $1 ORDER BY version DESC LIMIT $2";

type Row = (i64, String, Option<Time>, String);

impl History for Store {
    async fn versions(&self, entity: &EntityId, limit: u32) -> Result<Vec<StoredResearch>, PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            let query = sqlx::query_as(VERSIONS).bind(entity.as_str()).bind(i64::from(limit));
            let rows: Vec<Row> = query.fetch_all(&pool).await?;
            let stored = |(version, body, at, because): Row| {
                let ended = at.map(|at| Ended { at, because });
                Ok(StoredResearch { research: serde_json::from_str(&body)?, version, ended })
            };
            rows.into_iter().map(stored).collect()
        };
        self.run("research", ask).await
    }
}
