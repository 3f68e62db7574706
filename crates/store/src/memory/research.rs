//! The newest research about an entity.

use domain::EntityId;
use domain::port::PortError;

use super::StoredResearch;
use crate::Store;

const NEWEST: &str = "SELECT version, body::text FROM research WHERE entity = $1 ORDER BY version DESC LIMIT 1";

pub(super) async fn newest(store: &Store, entity: &EntityId) -> Result<Option<StoredResearch>, PortError> {
    let ask = |pool: sqlx::PgPool| async move {
        let row: Option<(i64, String)> = sqlx::query_as(NEWEST).bind(entity.as_str()).fetch_optional(&pool).await?;
        let stored =
            |(version, body): (i64, String)| Ok(StoredResearch { research: serde_json::from_str(&body)?, version });
        row.map(stored).transpose()
    };
    store.run("research", ask).await
}
