//! The deliveries of an endpoint, and their replay.

use domain::port::PortError;
use domain::webhook::DEAD_LETTER;
use domain::{Tenant, Time};
use uuid::Uuid;

use super::facet::PgWebhooks;
use crate::page::Before;
use crate::pool::PgPool;
use crate::rows::row;

/// Maximum events of one replay.
const MAX_REPLAYED: i64 = 10_000;
/// Maximum rows of any kind that one replay reads.
const MAX_SCANNED: i64 = 50_000;

/// A delivery in a list.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct DeliveryRow {
    /// Header `webhook-id`.
    pub id: String,
    /// Kind of the event.
    pub kind: String,
    /// `pending`, `delivered` or `failed`.
    pub state: String,
    /// Attempts so far.
    pub attempts: u32,
    /// HTTP status of the last attempt, if there was an answer.
    pub status: Option<u16>,
    /// Failure of the last attempt.
    pub error: Option<String>,
    /// Time of the event.
    pub occurred_at: Time,
    /// Time at which the delivery was created.
    pub created_at: Time,
    /// Time of the next attempt, while it is pending.
    pub next_at: Option<Time>,
    /// Time of success or of the last failure.
    pub done_at: Option<Time>,
}

/// Which events are sent again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Replay {
    /// Events that were stored in this period. Without an end: until now.
    Period(Time, Option<Time>),
    /// The delivery with this `webhook-id`, or the result or dead letter with this id.
    One(String),
}

/// The outcome of a replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replayed {
    /// Events that are sent again.
    pub scheduled: u64,
    /// Time from which to continue if the period has more events than one replay reads or schedules.
    pub continue_from: Option<Time>,
}

/// Of an endpoint of another tenant no delivery is read.
const LIST: &str = "
SELECT d.id, d.kind, d.state, d.attempts, d.status, d.error, d.occurred, d.created_at,
       CASE WHEN d.state = 'pending' THEN d.next_at END, d.done_at
FROM webhook_delivery d
WHERE d.endpoint = (SELECT e.id FROM webhook_endpoint e WHERE e.id = $1 AND ($2::text IS NULL OR e.tenant = $2) AND e.deleted_at IS NULL)
  AND (d.created_at, d.id) < (coalesce($3, 'infinity'::timestamptz), coalesce($4, ''))
ORDER BY d.created_at DESC, d.id DESC LIMIT $5";

/// The endpoint, and below the new deliveries of the rows in `chosen`. A row that has a delivery keeps its id.
macro_rules! replay {
    ($chosen:literal, $continue_from:literal) => {
        concat!(
            "
WITH e AS MATERIALIZED (
    SELECT id, tenant, kinds FROM webhook_endpoint
    WHERE id = $1 AND ($2::text IS NULL OR tenant = $2) AND deleted_at IS NULL FOR UPDATE
), ",
            $chosen,
            ", made AS (
    INSERT INTO webhook_delivery AS d (endpoint, id, kind, source, occurred, data)
    SELECT e.id, c.message, c.kind, c.id, c.occurred, c.data FROM chosen c, e
    ON CONFLICT (endpoint, id) DO UPDATE SET state = 'pending', attempts = 0, next_at = now(), done_at = NULL, error = NULL, status = NULL
    RETURNING id
)
SELECT (SELECT count(*) FROM e), (SELECT count(*) FROM made), ",
            $continue_from
        )
    };
}

/// Reads a bounded part of the period, in the order of two indexes: the tenant may have any number of other rows, also
/// of kinds that the endpoint does not want.
const REPLAY: &str = replay!(
    "scanned AS MATERIALIZED (
    (SELECT r.id, r.kind, r.made_at AS occurred, r.stored_at AS at, NULL::text AS data, 'msg_' || replace(r.id::text, '-', '') AS message
     FROM result r
     WHERE r.tenant = (SELECT tenant FROM e) AND r.stored_at >= $3 AND r.stored_at < coalesce($4, 'infinity'::timestamptz)
     ORDER BY r.stored_at, r.id LIMIT $7)
    UNION ALL
    (SELECT r.id, $5, r.at, r.at, json_build_object('id', r.id, 'consumer', r.consumer, 'subject', r.subject, 'class', r.class,
            'reason', coalesce(r.errors[1], ''), 'attempts', r.attempts, 'at', r.at)::text,
            'msg_' || replace(r.id::text, '-', '') || '_' || (extract(epoch FROM r.at) * 1000000)::bigint
     FROM dead_letter r
     WHERE r.tenant = (SELECT tenant FROM e) AND r.at >= $3 AND r.at < coalesce($4, 'infinity'::timestamptz)
     ORDER BY r.at, r.id LIMIT $7)
    ORDER BY 4, 1 LIMIT $7
), chosen AS MATERIALIZED (
    SELECT s.* FROM scanned s, e WHERE e.kinds = '{}' OR s.kind = ANY(e.kinds) ORDER BY s.at, s.id LIMIT $6
)",
    "CASE WHEN (SELECT count(*) FROM made) = $6 THEN (SELECT max(at) FROM chosen)
                  WHEN (SELECT count(*) FROM scanned) = $7 THEN (SELECT max(at) FROM scanned) END"
);

/// Selects a row by its id, of any kind.
const REPLAY_ONE: &str = replay!(
    "chosen AS MATERIALIZED (
    SELECT r.id, r.kind, r.made_at AS occurred, NULL::text AS data, 'msg_' || replace(r.id::text, '-', '') AS message
    FROM e JOIN result r ON r.tenant = e.tenant WHERE r.id = $3
    UNION ALL
    SELECT r.id, $4, r.at, json_build_object('id', r.id, 'consumer', r.consumer, 'subject', r.subject, 'class', r.class,
           'reason', coalesce(r.errors[1], ''), 'attempts', r.attempts, 'at', r.at)::text,
           'msg_' || replace(r.id::text, '-', '') || '_' || (extract(epoch FROM r.at) * 1000000)::bigint
    FROM e JOIN dead_letter r ON r.tenant = e.tenant WHERE r.id = $3
)",
    "NULL::timestamptz"
);

/// Returns the statement of a replay by time, for tests of its plan.
#[cfg(feature = "testing")]
pub fn replay_statement() -> &'static str {
    REPLAY
}

row! {
    struct Row {
        id: String,
        kind: String,
        state: String,
        attempts: i32,
        status: Option<i32>,
        error: Option<String>,
        occurred_at: Time,
        created_at: Time,
        next_at: Option<Time>,
        done_at: Option<Time>,
    }
}

impl PgWebhooks {
    /// Returns deliveries of an endpoint, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn deliveries(
        &self,
        (tenant, endpoint): (Option<&Tenant>, Uuid),
        page: Option<Before<String>>,
        limit: u32,
    ) -> Result<Vec<DeliveryRow>, PortError> {
        let page = &page;
        let select = |pool: PgPool| async move {
            let query = sqlx::query_as(LIST)
                .bind(endpoint)
                .bind(tenant.map(Tenant::as_str))
                .bind(page.as_ref().map(|page| page.at))
                .bind(page.as_ref().map(|page| page.id.as_str()));
            let rows: Vec<Row> = query.bind(i64::from(limit)).fetch_all(&pool).await?;
            Ok(rows.into_iter().map(delivery).collect())
        };
        self.database.run("webhook", select).await
    }

    /// Sends events again, under their ids. Returns `None` if the tenant has no such endpoint.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn replay(
        &self,
        tenant: Option<&Tenant>,
        endpoint: Uuid,
        replay: &Replay,
    ) -> Result<Option<Replayed>, PortError> {
        let replay = |pool: PgPool| async move {
            let query = match replay {
                Replay::Period(..) => sqlx::query_as(REPLAY),
                Replay::One(_) => sqlx::query_as(REPLAY_ONE),
            };
            let query = query.bind(endpoint).bind(tenant.map(Tenant::as_str));
            let query = match replay {
                Replay::Period(from, until) => {
                    query.bind(*from).bind(*until).bind(DEAD_LETTER).bind(MAX_REPLAYED).bind(MAX_SCANNED)
                }
                Replay::One(name) => query.bind(source_of(name)).bind(DEAD_LETTER),
            };
            let (found, scheduled, continue_from): (i64, i64, Option<Time>) = query.fetch_one(&pool).await?;
            let scheduled = u64::try_from(scheduled).unwrap_or(0);
            Ok((found > 0).then_some(Replayed { scheduled, continue_from }))
        };
        self.database.run("webhook", replay).await
    }
}

/// Returns the id of the row that a name identifies; the nil id, which no row has, for any other text.
fn source_of(name: &str) -> Uuid {
    let id = name.strip_prefix("msg_").unwrap_or(name);
    let id = id.split('_').next().unwrap_or_default();
    Uuid::parse_str(id).unwrap_or_default()
}

fn delivery(row: Row) -> DeliveryRow {
    let Row { id, kind, state, attempts, status, error, occurred_at, created_at, next_at, done_at } = row;
    DeliveryRow {
        id,
        kind,
        state,
        attempts: u32::try_from(attempts).unwrap_or(0),
        status: status.and_then(|status| u16::try_from(status).ok()),
        error,
        occurred_at,
        created_at,
        next_at,
        done_at,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_is_named_by_message_or_by_row() {
        let id = Uuid::from_u128(0x1234);
        for name in [id.to_string(), format!("msg_{}", id.simple()), format!("msg_{}_1790000000000000", id.simple())] {
            assert_eq!(source_of(&name), id, "{name}");
        }
        assert_eq!(source_of("msg_x"), Uuid::nil());
    }
}
