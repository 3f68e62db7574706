//! Outgoing webhooks: endpoints with their secrets, and the deliveries of results and dead letters.
//!
//! An endpoint has a position in the rows of its tenant, ordered by the transaction that wrote them.
//! [`PgWebhooks::claim`] gives an endpoint to one replica, which turns new rows into deliveries and sends those
//! that are due. Publishing a result therefore costs nothing more, and a crash loses no row: what was not settled is
//! sent again under the same id.

mod deliver;
mod facet;
mod history;

use std::time::Duration;

use domain::port::PortError;
use domain::webhook::WebhookSecret;
use domain::{Tenant, Time};
use uuid::Uuid;

use crate::pool::PgPool;
use crate::rows::row;

pub use deliver::{ClaimedWebhook, DueDelivery, GroupOutcome, Settlement, WebhookBacklog, WebhookPlaces};
pub use facet::PgWebhooks;
#[cfg(feature = "testing")]
pub use history::replay_statement;
pub use history::{DeliveryRow, Replay, Replayed};

/// Maximum endpoints of one tenant.
pub const MAX_ENDPOINTS: i64 = 20;
/// Maximum secrets of an endpoint that are valid at the same time.
pub const MAX_SECRETS: i64 = 5;

/// An endpoint without its secrets.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct WebhookEndpoint {
    /// Id of the endpoint.
    pub id: Uuid,
    /// The tenant whose events it receives.
    pub tenant: Tenant,
    /// Address of the receiver.
    pub url: String,
    /// Kinds of events; empty for all kinds.
    pub kinds: Vec<String>,
    /// Text by the person who created it.
    pub description: String,
    /// `false`: nothing is sent; events wait.
    pub enabled: bool,
    /// Why the fleet disabled it; `None` if it is enabled or a person disabled it.
    pub disabled_reason: Option<String>,
    /// Time of creation.
    pub created_at: Time,
    /// Time of the first failure since the last success.
    pub failing_since: Option<Time>,
}

/// A new endpoint with its first secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewWebhook {
    /// The endpoint.
    pub endpoint: WebhookEndpoint,
    /// Its first secret.
    pub secret: WebhookSecret,
}

/// Changes of an endpoint; `None` leaves a value as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WebhookChange {
    /// Address of the receiver.
    pub url: Option<String>,
    /// Kinds of events; empty for all kinds.
    pub kinds: Option<Vec<String>>,
    /// Text by the person who created it.
    pub description: Option<String>,
    /// Enabling it ends a pause and forgets its failures.
    pub enabled: Option<bool>,
}

const COLUMNS: &str = "id, tenant, url, kinds, description, enabled, disabled_reason, created_at, failing_since";

const CREATE: &str = "
WITH made AS (
    INSERT INTO webhook_endpoint (id, tenant, url, kinds, description, enabled, created_at)
    SELECT $1, $2, $3, $4, $5, $6, $7
    WHERE (SELECT count(*) FROM webhook_endpoint WHERE tenant = $2 AND id <> $1 AND deleted_at IS NULL) < $9
    ON CONFLICT (id) DO UPDATE SET url = excluded.url WHERE webhook_endpoint.deleted_at IS NULL
    RETURNING id
)
INSERT INTO webhook_secret (endpoint, secret) SELECT id, $8 FROM made
ON CONFLICT (endpoint, secret) DO UPDATE SET expires_at = 'infinity' RETURNING endpoint";

const CHANGE: &str = "
UPDATE webhook_endpoint
SET url = coalesce($3, url), kinds = coalesce($4, kinds), description = coalesce($5, description),
    enabled = coalesce($6, enabled),
    disabled_reason = CASE WHEN $6 IS NULL THEN disabled_reason END,
    failures = CASE WHEN $6 THEN 0 ELSE failures END,
    failing_since = CASE WHEN $6 THEN NULL ELSE failing_since END,
    paused_until = CASE WHEN $6 THEN '-infinity' ELSE paused_until END
WHERE id = $1 AND ($2::text IS NULL OR tenant = $2) AND deleted_at IS NULL
RETURNING ";

/// Adds a secret and limits the validity of the older ones. The newest are kept if there are too many.
const ADD_SECRET: &str = "
WITH mine AS (
    SELECT id FROM webhook_endpoint WHERE id = $1 AND ($2::text IS NULL OR tenant = $2) AND deleted_at IS NULL FOR UPDATE
), doomed AS MATERIALIZED (
    SELECT s.secret FROM webhook_secret s JOIN mine ON s.endpoint = mine.id
    WHERE s.secret <> $3 ORDER BY s.expires_at > now() DESC, s.created_at DESC OFFSET $5 - 1
), gone AS (
    DELETE FROM webhook_secret s USING mine
    WHERE s.endpoint = mine.id AND s.secret IN (SELECT secret FROM doomed)
), old AS (
    UPDATE webhook_secret s SET expires_at = least(s.expires_at, now() + make_interval(secs => $4))
    FROM mine WHERE s.endpoint = mine.id AND s.secret <> $3 AND s.secret NOT IN (SELECT secret FROM doomed)
)
INSERT INTO webhook_secret (endpoint, secret) SELECT id, $3 FROM mine
ON CONFLICT (endpoint, secret) DO UPDATE SET expires_at = 'infinity' RETURNING endpoint";

const DELETE: &str = "
WITH gone AS (
    UPDATE webhook_endpoint SET enabled = false, deleted_at = now()
    WHERE id = $1 AND ($2::text IS NULL OR tenant = $2) AND deleted_at IS NULL RETURNING id
), secrets AS (DELETE FROM webhook_secret s USING gone WHERE s.endpoint = gone.id)
SELECT id FROM gone";

/// A replica skips the endpoint that another one is at.
const SWEEP: &str = "
WITH doomed AS MATERIALIZED (
    SELECT id FROM webhook_endpoint e
    WHERE deleted_at IS NOT NULL AND EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint = e.id)
    ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED
), gone AS (
    DELETE FROM webhook_delivery WHERE ctid = ANY(ARRAY(
        SELECT d.ctid FROM webhook_delivery d WHERE d.endpoint = (SELECT id FROM doomed) LIMIT $1 FOR UPDATE SKIP LOCKED))
    RETURNING id
)
SELECT EXISTS (SELECT FROM gone)";

/// The foreign keys find nothing to delete.
const REMOVE: &str = "
DELETE FROM webhook_endpoint e
WHERE deleted_at IS NOT NULL AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint = e.id)";

/// Deliveries that one statement deletes.
const MAX_SWEPT: i64 = 5_000;

/// Two requests of a tenant are counted one after the other.
const IN_TURN: &str = "SELECT pg_advisory_xact_lock(hashtextextended('webhooks of ' || $1, 0))";

row! {
    struct Row {
        id: Uuid,
        tenant: String,
        url: String,
        kinds: Vec<String>,
        description: String,
        enabled: bool,
        disabled_reason: Option<String>,
        created_at: Time,
        failing_since: Option<Time>,
    }
}

impl PgWebhooks {
    /// Creates an endpoint. It receives what is published from now on, and perhaps events of the transactions before.
    /// Returns `false` if the tenant has [`MAX_ENDPOINTS`] already.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn create(&self, new: &NewWebhook) -> Result<bool, PortError> {
        let (endpoint, secret) = (&new.endpoint, &new.secret.reveal());
        let create = |pool: PgPool| async move {
            let create = sqlx::query(CREATE)
                .bind(endpoint.id)
                .bind(endpoint.tenant.as_str())
                .bind(&endpoint.url)
                .bind(&endpoint.kinds)
                .bind(&endpoint.description)
                .bind(endpoint.enabled)
                .bind(endpoint.created_at);
            let mut transaction = pool.begin().await?;
            sqlx::query(IN_TURN).bind(endpoint.tenant.as_str()).execute(&mut *transaction).await?;
            let created = create.bind(secret).bind(MAX_ENDPOINTS).fetch_optional(&mut *transaction).await?;
            transaction.commit().await?;
            Ok(created.is_some())
        };
        self.database.run("webhook", create).await
    }

    /// Returns the endpoints of one tenant, or of all tenants, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn list(&self, tenant: Option<&Tenant>) -> Result<Vec<WebhookEndpoint>, PortError> {
        let select = |pool: PgPool| async move {
            let sql = format!(
                "SELECT {COLUMNS} FROM webhook_endpoint WHERE ($1::text IS NULL OR tenant = $1) AND deleted_at IS NULL ORDER BY created_at DESC, id"
            );
            let query = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(tenant.map(Tenant::as_str));
            let rows: Vec<Row> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(endpoint).collect())
        };
        self.database.run("webhook", select).await
    }

    /// Changes an endpoint and returns it. Returns `None` if it does not exist, or belongs to another tenant than
    /// `tenant`. Without changes it only reads.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn change(
        &self,
        tenant: Option<&Tenant>,
        id: Uuid,
        change: &WebhookChange,
    ) -> Result<Option<WebhookEndpoint>, PortError> {
        let update = |pool: PgPool| async move {
            let sql = if *change == WebhookChange::default() {
                format!(
                    "SELECT {COLUMNS} FROM webhook_endpoint WHERE id = $1 AND ($2::text IS NULL OR tenant = $2) AND deleted_at IS NULL"
                )
            } else {
                format!("{CHANGE}{COLUMNS}")
            };
            let query = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).bind(tenant.map(Tenant::as_str));
            let query = if *change == WebhookChange::default() {
                query
            } else {
                query.bind(&change.url).bind(&change.kinds).bind(&change.description).bind(change.enabled)
            };
            let row: Option<Row> = query.fetch_optional(&pool).await?;
            Ok(row.map(endpoint))
        };
        self.database.run("webhook", update).await
    }

    /// Deletes an endpoint with its secrets: nothing is sent any more, and nobody finds it. [`PgWebhooks::sweep`]
    /// deletes its deliveries. Returns `false` if there is none.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn delete(&self, tenant: Option<&Tenant>, id: Uuid) -> Result<bool, PortError> {
        let delete = |pool: PgPool| async move {
            let done = sqlx::query(DELETE).bind(id).bind(tenant.map(Tenant::as_str)).execute(&pool).await?;
            Ok(done.rows_affected() > 0)
        };
        self.database.run("webhook", delete).await
    }

    /// Deletes a portion of the deliveries of a deleted endpoint, or the endpoint itself. Returns `false` if none is
    /// left.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn sweep(&self) -> Result<bool, PortError> {
        let sweep = |pool: PgPool| async move {
            let deleted = sqlx::query_scalar(SWEEP).bind(MAX_SWEPT).fetch_one(&pool).await?;
            if deleted {
                return Ok(true);
            }
            Ok(sqlx::query(REMOVE).execute(&pool).await?.rows_affected() > 0)
        };
        self.database.run("webhook", sweep).await
    }

    /// Adds a secret. Older ones sign for `keep` longer, at most [`MAX_SECRETS`] in all. Returns `false` if there is no
    /// such endpoint.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn add_secret(
        &self,
        (tenant, id): (Option<&Tenant>, Uuid),
        secret: &WebhookSecret,
        keep: Duration,
    ) -> Result<bool, PortError> {
        let secret = &secret.reveal();
        let add = |pool: PgPool| async move {
            let add = sqlx::query(ADD_SECRET).bind(id).bind(tenant.map(Tenant::as_str)).bind(secret);
            let added = add.bind(keep.as_secs_f64()).bind(MAX_SECRETS).fetch_optional(&pool).await?;
            Ok(added.is_some())
        };
        self.database.run("webhook", add).await
    }
}

fn endpoint(row: Row) -> WebhookEndpoint {
    let Row { id, tenant, url, kinds, description, enabled, disabled_reason, created_at, failing_since } = row;
    // The tenant was validated before it was stored.
    let tenant = Tenant::parse(&tenant).unwrap_or_default();
    WebhookEndpoint { id, tenant, url, kinds, description, enabled, disabled_reason, created_at, failing_since }
}
