//! What happened to an entity.

use domain::port::PortError;
use domain::{EntityId, Research, Time};

use super::TimelineItem;
use crate::Store;

/// Every version that was stored, and the newest body for the events it tells of.
const VERSIONS: &str = "
SELECT version, made_at, summary, CASE WHEN row_number() OVER (ORDER BY version DESC) = 1 THEN body::text END
FROM research WHERE entity = $1 ORDER BY version DESC LIMIT $2";

pub(super) async fn timeline(store: &Store, entity: &EntityId, limit: u32) -> Result<Vec<TimelineItem>, PortError> {
    let ask = |pool: sqlx::PgPool| async move {
        let query = sqlx::query_as(VERSIONS).bind(entity.as_str()).bind(i64::from(limit));
        let rows: Vec<(i64, Time, String, Option<String>)> = query.fetch_all(&pool).await?;
        let mut items = Vec::new();
        for (version, at, summary, body) in rows {
            items.push(TimelineItem { at, kind: "research".to_owned(), text: format!("version {version}: {summary}") });
            if let Some(body) = body {
                items.extend(told(&serde_json::from_str(&body)?));
            }
        }
        Ok(newest_first(items, limit))
    };
    store.run("research", ask).await
}

/// The dated things that a research tells of.
pub(crate) fn told(research: &Research) -> Vec<TimelineItem> {
    let item = |entry: &domain::research::TimelineEntry| TimelineItem {
        at: entry.at,
        kind: "event".to_owned(),
        text: entry.text.clone(),
    };
    research.timeline.iter().map(item).collect()
}

pub(crate) fn newest_first(mut items: Vec<TimelineItem>, limit: u32) -> Vec<TimelineItem> {
    items.sort_by_key(|item| std::cmp::Reverse(item.at));
    items.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    items
}
