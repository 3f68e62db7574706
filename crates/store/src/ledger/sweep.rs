//! Calls that nobody closed, and calls of which nobody knows the end.

use domain::port::{CallEnd, Ledger, PortError};
use domain::{JobId, MicroUsd, Time};

use crate::Store;

/// A call that was sent, or may have been, and whose end nobody knows: its maximum is charged until a provider is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownCall {
    /// The call's id, as the provider was told it.
    pub id: JobId,
    /// Who was called.
    pub provider: String,
    /// Which model.
    pub model: String,
    /// What is charged for it.
    pub charged: MicroUsd,
    /// When it was opened.
    pub opened_at: Time,
}

/// A reservation that is still open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenCall {
    /// The call.
    pub id: JobId,
    /// The worker that calls.
    pub agent: String,
    /// What is reserved.
    pub reserved: MicroUsd,
    /// The instance that holds it.
    pub instance: String,
    /// Whether that instance is alive.
    pub alive: bool,
    /// When it was opened.
    pub opened_at: Time,
}

/// Charges stay as they are: an intent carries its maximum already.
const SWEEP: &str = "
UPDATE call SET state = 'unknown', closed_at = now() WHERE id = ANY(ARRAY(
    SELECT c.id FROM call c LEFT JOIN instance a ON a.name = c.instance
    WHERE c.state = 'intent' AND coalesce(a.alive_until <= now(), true)
    ORDER BY c.id LIMIT 1000 FOR UPDATE OF c SKIP LOCKED))";

impl Store {
    /// Turns the open intents of dead instances into unknown calls; answers how many.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn sweep_calls(&self) -> Result<u64, PortError> {
        self.run("call", |pool| async move { Ok(sqlx::query(SWEEP).execute(&pool).await?.rows_affected()) }).await
    }

    /// Calls whose end nobody knows, oldest first.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn unknown_calls(&self, limit: u32) -> Result<Vec<UnknownCall>, PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            let query = sqlx::query_as(
                "SELECT id, provider, model, charged, opened_at FROM call WHERE state = 'unknown' ORDER BY opened_at LIMIT $1",
            );
            let rows: Vec<(uuid::Uuid, String, String, i64, Time)> =
                query.bind(i64::from(limit)).fetch_all(&pool).await?;
            let call = |(id, provider, model, charged, opened_at)| UnknownCall {
                id: JobId(id),
                provider,
                model,
                charged: MicroUsd::from_i64(charged),
                opened_at,
            };
            Ok(rows.into_iter().map(call).collect())
        };
        self.run("call", ask).await
    }

    /// The provider said what became of an unknown call. [`CallEnd::Unknown`] changes nothing.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn resolve_unknown(&self, call: JobId, end: CallEnd) -> Result<(), PortError> {
        self.close(call, end).await
    }

    /// Reservations that are still open, oldest first.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn open_calls(&self, limit: u32) -> Result<Vec<OpenCall>, PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            let query = sqlx::query_as(
                "SELECT c.id, c.agent, c.charged, c.instance, coalesce(a.alive_until > now(), false), c.opened_at
                 FROM call c LEFT JOIN instance a ON a.name = c.instance
                 WHERE c.state = 'intent' ORDER BY c.opened_at LIMIT $1",
            );
            let rows: Vec<(uuid::Uuid, String, i64, String, bool, Time)> =
                query.bind(i64::from(limit)).fetch_all(&pool).await?;
            let call = |(id, agent, reserved, instance, alive, opened_at)| OpenCall {
                id: JobId(id),
                agent,
                reserved: MicroUsd::from_i64(reserved),
                instance,
                alive,
                opened_at,
            };
            Ok(rows.into_iter().map(call).collect())
        };
        self.run("call", ask).await
    }
}
