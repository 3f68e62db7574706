//! Delivery: claims of endpoints, new deliveries, and their settlement. Leases use the database's clock only.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::port::PortError;
use domain::webhook::{DEAD_LETTER, WebhookSecret};
use domain::{Tenant, Time};
use uuid::Uuid;

use super::facet::PgWebhooks;
use crate::pool::PgPool;
use crate::rows::row;

/// Rows that one statement reads to turn them into deliveries.
const MAX_NEW: i64 = 2_000;
/// Such statements without a delivery that is due, after which the caller gets a turn: a tenant may publish many events
/// of kinds that its endpoint does not want.
const MAX_SCANS: usize = 20;
/// Total size of the events that are read together for one endpoint, in bytes. A larger event is read by itself. A
/// replica delivers to 64 endpoints at the same time, and an event may have 512 KiB, so a limit of the number alone
/// would need half a gigabyte.
const MAX_BYTES: i64 = 512 * 1024;
/// Pending deliveries of an endpoint above which its further rows wait in their own tables.
const MAX_PENDING: i64 = 10_000;

/// An endpoint that this replica delivers to until the lease ends.
#[derive(Debug, Clone)]
pub struct ClaimedWebhook {
    /// Id of the endpoint.
    pub id: Uuid,
    /// The tenant whose events it receives.
    pub tenant: Tenant,
    /// Address of the receiver.
    pub url: String,
    /// Valid secrets, newest first.
    pub secrets: Vec<WebhookSecret>,
}

/// Places of a replica for endpoints that it delivers to at the same time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WebhookPlaces {
    /// Number of deliveries that may still start.
    pub free: u32,
    /// Maximum places of one tenant.
    pub share: u32,
    /// Places that tenants have.
    pub held: BTreeMap<Tenant, u32>,
}

/// A delivery that is due.
#[derive(Debug, Clone, PartialEq)]
pub struct DueDelivery {
    /// Value of the header `webhook-id` of the delivery.
    pub id: String,
    /// Kind of the event.
    pub kind: String,
    /// Time of the event.
    pub occurred: Time,
    /// The event as JSON text.
    pub data: String,
    /// Attempts so far.
    pub attempts: u32,
}

/// Outcome of one attempt.
#[derive(Debug, Clone, PartialEq)]
pub struct Settlement {
    /// Value of the header `webhook-id` of the delivery.
    pub id: String,
    /// Attempts before this one; the settlement of an older attempt changes nothing.
    pub attempts: u32,
    /// `true`: the receiver has the event.
    pub delivered: bool,
    /// Delay before the next attempt; `None` after the last one.
    pub retry: Option<Duration>,
    /// HTTP status, if there was an answer.
    pub status: Option<u16>,
    /// Short description of the failure.
    pub error: Option<String>,
}

/// State of the endpoint after a group of attempts.
#[derive(Debug, Clone, PartialEq)]
pub enum GroupOutcome {
    /// At least one event was delivered.
    Works,
    /// None was delivered. The endpoint is paused, at least for this time.
    Fails {
        /// Delay that the receiver requested.
        pause: Duration,
        /// Time without a success after which the endpoint is disabled.
        disable_after: Duration,
        /// Last error, for the reason of the disabling.
        error: String,
    },
    /// The receiver wants no further events: the endpoint is disabled for this reason.
    Disable(String),
}

/// Figures over all tenants, for metrics.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct WebhookBacklog {
    /// Seconds since the oldest pending delivery of an enabled endpoint was created.
    pub oldest_seconds: f64,
    /// Enabled endpoints without a success since their last failure.
    pub failing: u64,
    /// Endpoints that the fleet disabled.
    pub disabled: u64,
}

/// A position is comparable on the cluster that assigned it. After a restore into another cluster the stored one may be
/// in the future; `least` then continues with what is new there.
///
/// Tenants take turns: first the endpoint of each that has waited for longest, then its second one, and so on, up to
/// its share of the replica's places. Endpoints that it holds already count.
const CLAIM: &str = "
WITH waiting AS MATERIALIZED (
    SELECT e.id, e.held_until, row_number() OVER (PARTITION BY e.tenant ORDER BY e.held_until, e.id) + coalesce(h.held, 0) AS place
    FROM webhook_endpoint e LEFT JOIN unnest($4::text[], $5::bigint[]) AS h (tenant, held) ON h.tenant = e.tenant
    WHERE e.enabled AND e.held_until <= now() AND e.paused_until <= now() AND (
        EXISTS (SELECT FROM webhook_delivery d
                WHERE d.endpoint = e.id AND d.state = 'pending' AND d.next_at <= now())
        OR EXISTS (SELECT FROM result r
                   WHERE r.tenant = e.tenant AND r.xid < pg_snapshot_xmin(pg_current_snapshot())
                     AND (r.xid, r.id) > (least(e.cursor_xid, pg_snapshot_xmin(pg_current_snapshot())), e.cursor_id))
        OR EXISTS (SELECT FROM dead_letter r
                   WHERE r.tenant = e.tenant AND r.xid < pg_snapshot_xmin(pg_current_snapshot())
                     AND (r.xid, r.id) > (least(e.cursor_xid, pg_snapshot_xmin(pg_current_snapshot())), e.cursor_id)))
)
UPDATE webhook_endpoint SET holder = $1, held_until = now() + make_interval(secs => $3)
WHERE id = ANY(ARRAY(
    SELECT e.id FROM webhook_endpoint e JOIN waiting w ON w.id = e.id
    WHERE w.place <= $6 AND e.enabled AND e.held_until <= now() AND e.paused_until <= now()
    ORDER BY w.place, w.held_until LIMIT $2 FOR UPDATE OF e SKIP LOCKED))
RETURNING id, tenant, url, ARRAY(
    SELECT secret FROM webhook_secret s WHERE s.endpoint = webhook_endpoint.id AND s.expires_at > now()
    ORDER BY s.created_at DESC, s.secret)";

/// Reads the rows after the position, in the order of their transactions: a part of a range of an index, however many
/// rows follow. A row of a transaction that is still open is
/// not below `pg_snapshot_xmin`, and neither is any row that commits later.
const FAN_OUT: &str = "
WITH e AS MATERIALIZED (
    SELECT id, tenant, kinds, least(cursor_xid, pg_snapshot_xmin(pg_current_snapshot())) AS xid, cursor_id
    FROM webhook_endpoint WHERE id = $1 AND holder = $2
      AND (SELECT count(*) FROM (SELECT FROM webhook_delivery d WHERE d.endpoint = $1 AND d.state = 'pending' LIMIT $4) AS d) < $4
    FOR UPDATE
), scanned AS MATERIALIZED (
    SELECT f.* FROM e CROSS JOIN LATERAL (
        SELECT r.xid, r.id, r.kind, r.made_at AS occurred, NULL AS data, 'msg_' || replace(r.id::text, '-', '') AS message
        FROM result r WHERE r.tenant = e.tenant AND (r.xid, r.id) > (e.xid, e.cursor_id)
          AND r.xid < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY r.xid, r.id LIMIT $3) AS f
    UNION ALL
    SELECT f.* FROM e CROSS JOIN LATERAL (
        SELECT r.xid, r.id, $5, r.at, json_build_object('id', r.id, 'consumer', r.consumer, 'subject', r.subject, 'class', r.class,
               'reason', coalesce(r.errors[1], ''), 'attempts', r.attempts, 'at', r.at)::text,
               'msg_' || replace(r.id::text, '-', '') || '_' || (extract(epoch FROM r.at) * 1000000)::bigint
        FROM dead_letter r WHERE r.tenant = e.tenant AND (r.xid, r.id) > (e.xid, e.cursor_id)
          AND r.xid < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY r.xid, r.id LIMIT $3) AS f
    ORDER BY 1, 2 LIMIT $3
), made AS (
    INSERT INTO webhook_delivery (endpoint, id, kind, source, occurred, data)
    SELECT e.id, s.message, s.kind, s.id, s.occurred, s.data FROM scanned s, e WHERE e.kinds = '{}' OR s.kind = ANY(e.kinds)
    ON CONFLICT (endpoint, id) DO NOTHING
)
UPDATE webhook_endpoint SET cursor_xid = last.xid, cursor_id = last.id
FROM (SELECT xid, id FROM scanned ORDER BY xid DESC, id DESC LIMIT 1) AS last WHERE webhook_endpoint.id = $1";

/// Extends the lease; no row if another replica has the endpoint, or if it was disabled or deleted.
const HOLD: &str = "
UPDATE webhook_endpoint SET held_until = now() + make_interval(secs => $3)
WHERE id = $1 AND holder = $2 AND enabled AND paused_until <= now() RETURNING id";

/// Reads the bodies of those deliveries only that it returns. Deliveries of one pass have the same time.
const DUE: &str = "
WITH next AS MATERIALIZED (
    SELECT id, kind, occurred, data, source, attempts, next_at FROM webhook_delivery
    WHERE endpoint = $1 AND state = 'pending' AND next_at <= now() ORDER BY next_at, id LIMIT $2
), due AS (
    SELECT n.id, n.kind, n.occurred, coalesce(n.data, r.body::text, 'null') AS data, n.attempts, n.next_at
    FROM next n LEFT JOIN result r ON n.data IS NULL AND r.id = n.source
), sized AS (SELECT *, sum(octet_length(data)) OVER (ORDER BY next_at, id) AS bytes FROM due)
SELECT id, kind, occurred, data, attempts FROM sized
WHERE bytes <= $3 OR bytes = octet_length(data) ORDER BY next_at, id";

const SETTLE: &str = "
UPDATE webhook_delivery d
SET attempts = d.attempts + 1, status = s.status, error = s.error,
    state = CASE WHEN s.delivered THEN 'delivered' WHEN s.retry IS NULL THEN 'failed' ELSE 'pending' END,
    done_at = CASE WHEN s.delivered OR s.retry IS NULL THEN now() END,
    next_at = now() + make_interval(secs => coalesce(s.retry, 0))
FROM unnest($2::text[], $3::int[], $4::bool[], $5::float8[], $6::int[], $7::text[])
     AS s (id, attempts, delivered, retry, status, error)
WHERE d.endpoint = $1 AND d.id = s.id AND d.attempts = s.attempts AND d.state = 'pending'";

const WORKS: &str = "
UPDATE webhook_endpoint SET failures = 0, failing_since = NULL WHERE id = $1 AND failing_since IS NOT NULL";

/// Pauses between 5 seconds and 5 minutes, so that an endpoint without an answer does not occupy a place all the time.
const FAILS: &str = "
UPDATE webhook_endpoint
SET failures = failures + 1, failing_since = coalesce(failing_since, now()),
    paused_until = now() + make_interval(secs => greatest($2, least(5 * 2 ^ least(failures, 10), 300))),
    enabled = enabled AND coalesce(failing_since, now()) > now() - make_interval(secs => $3),
    disabled_reason = CASE WHEN enabled AND coalesce(failing_since, now()) <= now() - make_interval(secs => $3)
        THEN 'no delivery succeeded since ' || to_char(coalesce(failing_since, now()) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC; last error: ' || $4
        ELSE disabled_reason END
WHERE id = $1 RETURNING enabled";

const DISABLE: &str = "
UPDATE webhook_endpoint SET enabled = false, disabled_reason = $2, failing_since = coalesce(failing_since, now())
WHERE id = $1 RETURNING enabled";

const RELEASE: &str = "
UPDATE webhook_endpoint SET held_until = now() WHERE id = ANY($1) AND holder = $2";

const BACKLOG: &str = "
SELECT (SELECT extract(epoch FROM now() - min((SELECT min(d.created_at) FROM webhook_delivery d
                                               WHERE d.endpoint = e.id AND d.state = 'pending')))::float8
        FROM webhook_endpoint e WHERE e.enabled),
       (SELECT count(*) FROM webhook_endpoint WHERE enabled AND failing_since IS NOT NULL),
       (SELECT count(*) FROM webhook_endpoint WHERE NOT enabled AND disabled_reason IS NOT NULL AND deleted_at IS NULL)";

row! {
    struct ClaimRow {
        id: Uuid,
        tenant: String,
        url: String,
        secrets: Vec<String>,
    }
}
row! {
    struct DueRow {
        id: String,
        kind: String,
        occurred: Time,
        data: String,
        attempts: i32,
    }
}

impl PgWebhooks {
    /// Takes endpoints that have something to send and that no live replica holds.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn claim(&self, places: &WebhookPlaces, lease: Duration) -> Result<Vec<ClaimedWebhook>, PortError> {
        let claim = |pool: PgPool| async move {
            let (tenants, held): (Vec<&str>, Vec<i64>) =
                places.held.iter().map(|(tenant, held)| (tenant.as_str(), i64::from(*held))).unzip();
            let claim = sqlx::query_as(CLAIM)
                .bind(&self.database.instance)
                .bind(i64::from(places.free))
                .bind(lease.as_secs_f64())
                .bind(tenants)
                .bind(held)
                .bind(i64::from(places.share));
            let rows: Vec<ClaimRow> = claim.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(claimed).collect())
        };
        self.database.run("webhook", claim).await
    }

    /// Turns new rows into deliveries, extends the lease and returns deliveries that are due, oldest first. Returns
    /// `None` if this replica does not hold the endpoint any more, or it is paused or disabled.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn due_deliveries(
        &self,
        endpoint: Uuid,
        limit: u32,
        lease: Duration,
    ) -> Result<Option<Vec<DueDelivery>>, PortError> {
        let select = |pool: PgPool| async move {
            let hold = sqlx::query(HOLD).bind(endpoint).bind(&self.database.instance).bind(lease.as_secs_f64());
            if hold.fetch_optional(&pool).await?.is_none() {
                return Ok(None);
            }
            let mut rows: Vec<DueRow> = Vec::new();
            for _ in 0..MAX_SCANS {
                let fan_out =
                    sqlx::query(FAN_OUT).bind(endpoint).bind(&self.database.instance).bind(MAX_NEW).bind(MAX_PENDING);
                let moved = fan_out.bind(DEAD_LETTER).execute(&pool).await?.rows_affected() > 0;
                rows =
                    sqlx::query_as(DUE).bind(endpoint).bind(i64::from(limit)).bind(MAX_BYTES).fetch_all(&pool).await?;
                if !rows.is_empty() || !moved {
                    break;
                }
            }
            Ok(Some(rows.into_iter().map(due).collect()))
        };
        self.database.run("webhook", select).await
    }

    /// Records attempts and what they say about the endpoint. Returns `false` if this disabled the endpoint.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; the events are then sent again.
    pub async fn settle(
        &self,
        endpoint: Uuid,
        settled: &[Settlement],
        outcome: &GroupOutcome,
    ) -> Result<bool, PortError> {
        let settle = |pool: PgPool| async move {
            let mut transaction = pool.begin().await?;
            let number = |value: Option<u16>| value.map(i32::from);
            let settle = sqlx::query(SETTLE)
                .bind(endpoint)
                .bind(settled.iter().map(|one| one.id.as_str()).collect::<Vec<_>>())
                .bind(settled.iter().map(|one| i32::try_from(one.attempts).unwrap_or(i32::MAX)).collect::<Vec<_>>())
                .bind(settled.iter().map(|one| one.delivered).collect::<Vec<_>>())
                .bind(settled.iter().map(|one| one.retry.map(|delay| delay.as_secs_f64())).collect::<Vec<_>>())
                .bind(settled.iter().map(|one| number(one.status)).collect::<Vec<_>>())
                .bind(settled.iter().map(|one| one.error.as_deref()).collect::<Vec<_>>());
            // The endpoint first: a deletion locks it before its deliveries.
            let judge = match outcome {
                GroupOutcome::Works => sqlx::query_scalar(WORKS).bind(endpoint),
                GroupOutcome::Fails { pause, disable_after, error } => sqlx::query_scalar(FAILS)
                    .bind(endpoint)
                    .bind(pause.as_secs_f64())
                    .bind(disable_after.as_secs_f64())
                    .bind(error),
                GroupOutcome::Disable(reason) => sqlx::query_scalar(DISABLE).bind(endpoint).bind(reason),
            };
            let enabled: Option<bool> = judge.fetch_optional(&mut *transaction).await?;
            settle.execute(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(enabled.unwrap_or(true))
        };
        self.database.run("webhook", settle).await
    }

    /// Returns endpoints of this replica before their leases end.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; the leases then end by themselves.
    pub async fn release(&self, endpoints: &[Uuid]) -> Result<(), PortError> {
        let release = |pool: PgPool| async move {
            sqlx::query(RELEASE).bind(endpoints).bind(&self.database.instance).execute(&pool).await?;
            Ok(())
        };
        self.database.run("webhook", release).await
    }

    /// Returns the age of the oldest pending delivery and the numbers of endpoints that fail and that the fleet
    /// disabled.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn backlog(&self) -> Result<WebhookBacklog, PortError> {
        let select = |pool: PgPool| async move {
            let (oldest, failing, disabled): (Option<f64>, i64, i64) = sqlx::query_as(BACKLOG).fetch_one(&pool).await?;
            let oldest_seconds = oldest.unwrap_or_default().max(0.0);
            let count = |count: i64| u64::try_from(count).unwrap_or(0);
            Ok(WebhookBacklog { oldest_seconds, failing: count(failing), disabled: count(disabled) })
        };
        self.database.run("webhook", select).await
    }
}

fn claimed(ClaimRow { id, tenant, url, secrets }: ClaimRow) -> ClaimedWebhook {
    ClaimedWebhook {
        id,
        // The tenant was validated before it was stored.
        tenant: Tenant::parse(&tenant).unwrap_or_default(),
        url,
        secrets: secrets.iter().filter_map(|secret| WebhookSecret::parse(secret)).collect(),
    }
}

fn due(row: DueRow) -> DueDelivery {
    let DueRow { id, kind, occurred, data, attempts } = row;
    DueDelivery { id, kind, occurred, data, attempts: u32::try_from(attempts).unwrap_or(0) }
}
