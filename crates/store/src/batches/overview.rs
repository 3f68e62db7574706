//! Figures about batches for people.

use domain::port::PortError;

use super::facet::PgBatches;
use crate::pool::PgPool;
use crate::rows::row;

/// State of all batches and of the queue.
#[derive(Debug, Clone, Copy, Default, PartialEq, serde::Serialize)]
pub struct BatchOverview {
    /// Batches without all of their results.
    pub open: u64,
    /// Calls that wait to be sent in a batch.
    pub queued: u64,
    /// Seconds since the oldest open batch was formed or the oldest waiting call was queued; 0 without either.
    pub oldest_seconds: f64,
    /// Calls of the last 24 hours whose outcome is unknown; they are charged at their maximum.
    pub unknown: u64,
    /// Calls of the last 24 hours that cost nothing, because the batch or the provider refused them, or they were
    /// withdrawn.
    pub refused: u64,
}

const OVERVIEW: &str = "
SELECT (SELECT count(*) FROM batch WHERE state <> 'done'),
       (SELECT count(*) FROM batch_item WHERE batch IS NULL AND withdrawn_at IS NULL),
       (SELECT extract(epoch FROM now() - least(
            (SELECT min(formed_at) FROM batch WHERE state <> 'done'),
            (SELECT min(queued_at) FROM batch_item WHERE batch IS NULL AND withdrawn_at IS NULL)))::float8),
       count(*) FILTER (WHERE c.state = 'unknown'), count(*) FILTER (WHERE c.state = 'refused')
FROM batch_item i JOIN call c ON c.id = i.call WHERE i.queued_at > now() - interval '24 hours'";

row! {
    struct Row {
        open: i64,
        queued: i64,
        oldest: Option<f64>,
        unknown: i64,
        refused: i64,
    }
}

impl PgBatches {
    /// Returns the state of all batches.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn overview(&self) -> Result<BatchOverview, PortError> {
        let select = |pool: PgPool| async move {
            let Row { open, queued, oldest, unknown, refused }: Row = sqlx::query_as(OVERVIEW).fetch_one(&pool).await?;
            let [open, queued, unknown, refused] =
                [open, queued, unknown, refused].map(|count| u64::try_from(count).unwrap_or(0));
            Ok(BatchOverview { open, queued, oldest_seconds: oldest.unwrap_or_default().max(0.0), unknown, refused })
        };
        self.database.run("batch", select).await
    }
}
