//! Timeline of an entity: research, events, forecasts and facts.

use domain::port::PortError;
use domain::port::memory::{Span, TimelineItem};
use domain::{EntityId, Research, Tenant, Time};

use crate::database::Database;
use crate::pool::PgPool;

/// Versions of the entity's research, events and forecasts that its newest evidence belongs to, and facts. The text of
/// an item whose validity has ended contains the date and the reason.
pub(crate) const ITEMS: &str = concat!(
    "
WITH told AS (SELECT DISTINCT event FROM (
    SELECT event FROM evidence WHERE entity = $1 AND tenant = $6 ORDER BY stored_at DESC LIMIT 10000) AS newest)
SELECT at, kind, text FROM (
    SELECT made_at AS at, 'research' AS kind, 'version ' || number || ': ' || summary || coalesce(
        ' (until ' || to_char(ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ': ' || ended_because || ')', '') AS text
    FROM research r WHERE entity = $1 AND ",
    visible!("r", "$6", "$7"),
    "
    UNION ALL
    SELECT e.received_at, 'event', e.kind || ' ' || e.id || CASE WHEN e.interesting THEN '' ELSE ', not interesting' END
    FROM told JOIN event e ON e.job = told.event WHERE e.tenant = $6
    UNION ALL
    SELECT f.made_at, 'forecast', coalesce(f.answer || ' for ', round(f.probability::numeric, 3) || ' that ') || r.question
    FROM told JOIN run r ON r.event = told.event JOIN run_forecast f ON f.run = r.id
    WHERE f.unpublished IS NULL AND r.tenant = $6
    UNION ALL
    SELECT valid_from, 'fact',
        CASE WHEN attribute LIKE 'finding:%' THEN '' ELSE attribute || ': ' END || value || ' (' || source || ')' || coalesce(
        ' (until ' || to_char(valid_until AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ': ' || because || ')', '')
    FROM fact f WHERE entity = $1 AND ",
    visible_fact!("$6", "$7"),
    " AND retired_at IS NULL AND NOT (attribute LIKE 'finding:%' AND value = '')
) AS items
WHERE at >= coalesce($2, '-infinity'::timestamptz) AND at <= coalesce($3, 'infinity'::timestamptz)
    AND ($4::text[] IS NULL OR kind = ANY($4))
ORDER BY at DESC, kind, text LIMIT $5"
);

const NEWEST: &str = concat!(
    "SELECT body::text FROM research r WHERE entity = $1 AND ",
    visible!("r", "$2", "$3"),
    " ORDER BY version DESC LIMIT 1"
);

/// Returns the timeline with the research and facts that a tenant may read, and its own events and forecasts.
pub(crate) async fn of_tenant(
    database: &Database,
    tenant: &Tenant,
    entity: &EntityId,
    span: &Span,
) -> Result<Vec<TimelineItem>, PortError> {
    let select = |pool: PgPool| async move {
        let query = sqlx::query_as(ITEMS)
            .bind(entity.as_str())
            .bind(span.from)
            .bind(span.to)
            .bind(span.kinds.as_deref())
            .bind(i64::from(span.limit))
            .bind(tenant.as_str())
            .bind(database.shares_memory);
        let rows: Vec<(Time, String, String)> = query.fetch_all(&pool).await?;
        let mut items: Vec<TimelineItem> =
            rows.into_iter().map(|(at, kind, text)| TimelineItem { at, kind, text }).collect();
        let newest =
            sqlx::query_scalar(NEWEST).bind(entity.as_str()).bind(tenant.as_str()).bind(database.shares_memory);
        let body: Option<String> = newest.fetch_optional(&pool).await?;
        if let Some(body) = body {
            items.extend(research_items(&serde_json::from_str(&body)?).into_iter().filter(|item| span.holds(item)));
        }
        Ok(newest_first(items, span.limit))
    };
    database.run("research", select).await
}

/// Returns the timeline entries that a research result contains.
pub(crate) fn research_items(research: &Research) -> Vec<TimelineItem> {
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
