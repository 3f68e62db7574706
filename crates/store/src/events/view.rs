//! Events, runs, reports, evidence and the audit trail, for people.

use domain::port::PortError;
use domain::{Classification, Evidence, JobId, Time};

use super::facet::PgEvents;
use crate::failure::Failed;
use crate::pool::PgPool;
use crate::rows::row;

/// An event with its results.
#[derive(Debug, Clone, PartialEq)]
pub struct EventView {
    /// The classification, which contains the event.
    pub classification: Classification,
    /// Time at which the fleet accepted the event.
    pub received_at: Time,
    /// Time at which the first result was stored.
    pub answered_at: Option<Time>,
    /// Results as (kind, canonical JSON), oldest first.
    pub results: Vec<(String, serde_json::Value)>,
}

const EVENT: &str = "
SELECT body::text, received_at, (SELECT min(stored_at) FROM result WHERE event = job AND kind <> 'outcome'),
       ARRAY(SELECT kind FROM result WHERE event = job ORDER BY stored_at, id),
       ARRAY(SELECT body::text FROM result WHERE event = job ORDER BY stored_at, id)
FROM event WHERE job = $1";

const EVIDENCE: &str = "SELECT body::text FROM evidence WHERE event = $1 ORDER BY stored_at, job LIMIT $2";

row! {
    struct EventRow {
        body: String,
        received_at: Time,
        answered_at: Option<Time>,
        kinds: Vec<String>,
        bodies: Vec<String>,
    }
}

impl PgEvents {
    /// Returns an event with its results.
    ///
    /// # Errors
    /// As for [`crate::PgForecasts::published`].
    pub async fn load(&self, job: JobId) -> Result<Option<EventView>, PortError> {
        self.database.run("event", |pool| async move { event(&pool, job).await }).await
    }

    /// Returns the evidence of an event's tasks, in the order in which it was stored.
    ///
    /// # Errors
    /// `Down` if Postgres is; `Refused` if a newer version stored it in an unknown format.
    pub async fn evidence(&self, event: JobId, limit: u32) -> Result<Vec<Evidence>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_scalar(EVIDENCE).bind(event.0).bind(i64::from(limit));
            let bodies: Vec<String> = query.fetch_all(&pool).await?;
            bodies.iter().map(|body| Ok(serde_json::from_str(body)?)).collect()
        };
        self.database.run("evidence", select).await
    }
}

async fn event(pool: &PgPool, job: JobId) -> Result<Option<EventView>, Failed> {
    let row: Option<EventRow> = sqlx::query_as(EVENT).bind(job.0).fetch_optional(pool).await?;
    let Some(EventRow { body, received_at, answered_at, kinds, bodies }) = row else { return Ok(None) };
    let mut results = Vec::with_capacity(kinds.len());
    for (kind, body) in kinds.into_iter().zip(bodies) {
        results.push((kind, serde_json::from_str(&body)?));
    }
    Ok(Some(EventView { classification: serde_json::from_str(&body)?, received_at, answered_at, results }))
}
