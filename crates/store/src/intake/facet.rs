//! [`PgIntake`].

use std::sync::Arc;

use domain::access::TokenId;
use domain::port::PortError;
use domain::{JobId, Outgoing, Tenant, Time};
use uuid::Uuid;

use super::accept::{AcceptLanes, Acceptance, Submission};
use super::requesters;
use crate::database::Database;
use crate::pool::PgPool;
use crate::rows::row;

const DIFFERING: &str = "
SELECT w.place FROM unnest($1::uuid[], $2::bytea[]) WITH ORDINALITY AS w (id, payload, place)
JOIN outbox o ON o.id = w.id WHERE o.payload <> w.payload ORDER BY w.place";

const MESSAGE: &str = "
SELECT subject, payload, traceparent, created_at FROM outbox
WHERE id = $1 AND tenant = $2 AND starts_with(subject, 'auspex.event.')";

row! {
    /// An event as it was published to its stream.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct PublishedEvent {
        /// Subject of the message.
        pub subject: String,
        /// Body of the message.
        pub payload: Vec<u8>,
        /// W3C trace context of its publication; may be empty.
        pub traceparent: String,
        /// Time at which it was stored.
        pub stored_at: Time,
    }
}

/// Access to the intake of events; see [`crate::Store::intake`].
#[derive(Clone)]
pub struct PgIntake {
    pub(crate) database: Arc<Database>,
    pub(crate) lanes: Arc<AcceptLanes>,
}

impl PgIntake {
    /// Stores events and their idempotency key. Concurrent callers share a transaction. May be repeated. Large
    /// submissions have a transaction of their own, so that small ones do not wait for them, and tenants take turns.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; the events may be stored all the same.
    pub async fn accept(&self, submission: Submission) -> Result<Acceptance, PortError> {
        self.lanes.submit(submission).await
    }

    /// Returns, for each of these events, `true` if it is stored with another body. Events that were published to the
    /// stream directly are not stored.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn differing(&self, events: &[&Outgoing]) -> Result<Vec<bool>, PortError> {
        if events.is_empty() {
            return Ok(Vec::new());
        }
        let ids: &Vec<Uuid> = &events.iter().map(|event| event.id.0).collect();
        let bodies: &Vec<&[u8]> = &events.iter().map(|event| &event.payload[..]).collect();
        let select = |pool: PgPool| async move {
            let places: Vec<i64> = sqlx::query_scalar(DIFFERING).bind(ids).bind(bodies).fetch_all(&pool).await?;
            Ok((1..).zip(ids).map(|(place, _)| places.binary_search(&place).is_ok()).collect())
        };
        self.database.run("outbox", select).await
    }

    /// Returns an event of a tenant as it was published; `None` if it was published to the stream directly, or if the
    /// message was pruned.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn published(&self, tenant: &Tenant, event: JobId) -> Result<Option<PublishedEvent>, PortError> {
        let select = |pool: PgPool| async move {
            Ok(sqlx::query_as(MESSAGE).bind(event.0).bind(tenant.as_str()).fetch_optional(&pool).await?)
        };
        self.database.run("outbox", select).await
    }

    /// Returns the token that sent an event over the gateway; `None` for an event of a schedule, or from elsewhere.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn requester(&self, event: JobId) -> Result<Option<TokenId>, PortError> {
        requesters::read(&self.database, event).await
    }
}
