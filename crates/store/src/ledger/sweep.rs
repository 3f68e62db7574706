//! Calls without an end: open reservations, and calls whose result is unknown.

use domain::port::{CallEnd, Ledger, PortError};
use domain::{JobId, MicroUsd, Time};

use super::facet::PgLedger;
use crate::pool::PgPool;
use crate::rows::row;

/// A call that was or may have been sent and whose result is unknown. Its maximum is charged until the provider is
/// asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownCall {
    /// Id of the call, sent to the provider as the request id.
    pub id: JobId,
    /// Name of the provider.
    pub provider: String,
    /// Name of the model.
    pub model: String,
    /// Amount charged, the reserved maximum.
    pub charged: MicroUsd,
    /// Time at which the call was opened.
    pub opened_at: Time,
}

/// An open reservation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenCall {
    /// Id of the call.
    pub id: JobId,
    /// The calling worker.
    pub agent: String,
    /// Amount reserved in the budgets.
    pub reserved: MicroUsd,
    /// Instance that made the reservation.
    pub instance: String,
    /// The lease of that instance is valid.
    pub alive: bool,
    /// Time at which the call was opened.
    pub opened_at: Time,
}

/// Leaves the charge unchanged: an intent is already charged with its maximum.
const SWEEP: &str = "
UPDATE call SET state = 'unknown', closed_at = now() WHERE id = ANY(ARRAY(
    SELECT c.id FROM call_unsettled u JOIN call c ON c.id = u.call LEFT JOIN instance a ON a.name = c.instance
    WHERE c.state = 'intent' AND coalesce(a.alive_until <= now(), true)
    ORDER BY c.id LIMIT 1000 FOR UPDATE OF c SKIP LOCKED))";

row! {
    struct UnknownRow {
        id: uuid::Uuid,
        provider: String,
        model: String,
        charged: i64,
        opened_at: Time,
    }
}

row! {
    struct OpenRow {
        id: uuid::Uuid,
        agent: String,
        reserved: i64,
        instance: String,
        alive: bool,
        opened_at: Time,
    }
}

impl PgLedger {
    /// Marks the open intents of dead instances as unknown. Returns their number.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn sweep(&self) -> Result<u64, PortError> {
        self.database
            .run("call", |pool| async move { Ok(sqlx::query(SWEEP).execute(&pool).await?.rows_affected()) })
            .await
    }

    /// Returns calls with an unknown result, oldest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn unknown_calls(&self, limit: u32) -> Result<Vec<UnknownCall>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(
                "SELECT c.id, c.provider, c.model, c.charged, c.opened_at FROM call_unsettled u JOIN call c ON c.id = u.call
                 WHERE c.state = 'unknown' ORDER BY c.opened_at LIMIT $1",
            );
            let rows: Vec<UnknownRow> = query.bind(i64::from(limit)).fetch_all(&pool).await?;
            let call = |UnknownRow { id, provider, model, charged, opened_at }: UnknownRow| UnknownCall {
                id: JobId(id),
                provider,
                model,
                charged: MicroUsd::from_i64(charged),
                opened_at,
            };
            Ok(rows.into_iter().map(call).collect())
        };
        self.database.run("call", select).await
    }

    /// Settles an unknown call with the result that the provider reported. [`CallEnd::Unknown`] changes nothing.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn resolve_unknown(&self, call: JobId, end: CallEnd) -> Result<(), PortError> {
        self.close(call, end).await
    }

    /// Returns open reservations, oldest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn open_calls(&self, limit: u32) -> Result<Vec<OpenCall>, PortError> {
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(
                "SELECT c.id, c.agent, c.charged, c.instance, coalesce(a.alive_until > now(), false), c.opened_at
                 FROM call_unsettled u JOIN call c ON c.id = u.call LEFT JOIN instance a ON a.name = c.instance
                 WHERE c.state = 'intent' ORDER BY c.opened_at LIMIT $1",
            );
            let rows: Vec<OpenRow> = query.bind(i64::from(limit)).fetch_all(&pool).await?;
            let call = |OpenRow { id, agent, reserved, instance, alive, opened_at }: OpenRow| OpenCall {
                id: JobId(id),
                agent,
                reserved: MicroUsd::from_i64(reserved),
                instance,
                alive,
                opened_at,
            };
            Ok(rows.into_iter().map(call).collect())
        };
        self.database.run("call", select).await
    }
}
