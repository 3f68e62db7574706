//! Access tokens of the HTTP gateway. Only the hash of a secret is stored.

use std::sync::Arc;
use std::time::Duration;

use domain::access::{AccessScope, TokenId};
use domain::port::PortError;
use domain::{Tenant, Time};
use uuid::Uuid;

use crate::database::Database;
use crate::pool::PgPool;
use crate::rows::row;

/// Interval at which gateways write the times of use.
pub const USE_INTERVAL: Duration = Duration::from_secs(60);

/// Access to the tokens of the gateway; see [`crate::Store::tokens`].
#[derive(Clone)]
pub struct PgTokens {
    pub(crate) database: Arc<Database>,
}

/// A token without its secret.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct TokenRow {
    /// Public id of the token.
    pub id: TokenId,
    /// Name given by the person who created it.
    pub name: String,
    /// The only tenant that the token may act for.
    pub tenant: Tenant,
    /// Permissions, without duplicates.
    pub scopes: Vec<AccessScope>,
    /// Time of creation.
    pub created_at: Time,
    /// Time from which the token is refused; `None`: never.
    pub expires_at: Option<Time>,
    /// Time of revocation, if it was revoked.
    pub revoked_at: Option<Time>,
    /// Time of the last use, accurate to a minute.
    pub used_at: Option<Time>,
}

/// A token with the hash of its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredToken {
    /// The token without its secret.
    pub row: TokenRow,
    /// SHA-256 hash of its secret, 32 bytes.
    pub secret_hash: Vec<u8>,
}

const COLUMNS: &str =
    "SELECT id, name, tenant, scopes, created_at, expires_at, revoked_at, used_at, secret_hash FROM gateway_token";

const CREATE: &str = "
INSERT INTO gateway_token (id, name, tenant, scopes, secret_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (id) DO NOTHING";

const REVOKE: &str = "UPDATE gateway_token SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL";

/// At most one write a minute and token, however many replicas report the same one.
const USED: &str = "
UPDATE gateway_token AS t SET used_at = greatest(t.used_at, now() - make_interval(secs => u.age))
FROM unnest($1::uuid[], $2::float8[]) AS u (id, age)
WHERE t.id = u.id AND (t.used_at IS NULL OR t.used_at < now() - make_interval(secs => u.age) - interval '1 minute')";

row! {
    pub(crate) struct Row {
        id: Uuid,
        name: String,
        tenant: String,
        scopes: Vec<String>,
        created_at: Time,
        expires_at: Option<Time>,
        revoked_at: Option<Time>,
        used_at: Option<Time>,
        secret_hash: Vec<u8>,
    }
}

impl PgTokens {
    /// Stores a token.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn create(&self, token: &StoredToken) -> Result<(), PortError> {
        let StoredToken { row, secret_hash } = token;
        let scopes: Vec<&str> = row.scopes.iter().map(|scope| scope.name()).collect();
        let scopes = &scopes;
        let create = |pool: PgPool| async move {
            let query = sqlx::query(CREATE).bind(row.id.0).bind(&row.name).bind(row.tenant.as_str());
            query.bind(scopes).bind(secret_hash).bind(row.created_at).bind(row.expires_at).execute(&pool).await?;
            Ok(())
        };
        self.database.run("gateway_token", create).await
    }

    /// Returns a token with the hash of its secret, unless it has expired by the database's clock. It may be revoked.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn load(&self, id: TokenId) -> Result<Option<StoredToken>, PortError> {
        let select = |pool: PgPool| async move {
            let sql =
                sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE id = $1 AND (expires_at IS NULL OR expires_at > now())"));
            let row: Option<Row> = sqlx::query_as(sql).bind(id.0).fetch_optional(&pool).await?;
            Ok(row.map(stored))
        };
        self.database.run("gateway_token", select).await
    }

    /// Returns the tokens of one tenant, or of all tenants, newest first.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn list(&self, tenant: Option<&Tenant>) -> Result<Vec<TokenRow>, PortError> {
        let select = |pool: PgPool| async move {
            let sql = format!("{COLUMNS} WHERE $1::text IS NULL OR tenant = $1 ORDER BY created_at DESC, id");
            let query = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(tenant.map(Tenant::as_str));
            let rows: Vec<Row> = query.fetch_all(&pool).await?;
            Ok(rows.into_iter().map(|row| stored(row).row).collect())
        };
        self.database.run("gateway_token", select).await
    }

    /// Revokes a token. Returns `false` if it does not exist or was revoked before.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn revoke(&self, id: TokenId, at: Time) -> Result<bool, PortError> {
        let revoke = |pool: PgPool| async move {
            Ok(sqlx::query(REVOKE).bind(id.0).bind(at).execute(&pool).await?.rows_affected() > 0)
        };
        self.database.run("gateway_token", revoke).await
    }

    /// Records how long ago tokens were last used.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn mark_used(&self, ages: &[(TokenId, Duration)]) -> Result<(), PortError> {
        let (ids, ages): (Vec<Uuid>, Vec<f64>) = ages.iter().map(|(id, age)| (id.0, age.as_secs_f64())).unzip();
        let (ids, ages) = (&ids, &ages);
        let update = |pool: PgPool| async move {
            sqlx::query(USED).bind(ids).bind(ages).execute(&pool).await?;
            Ok(())
        };
        self.database.run("gateway_token", update).await
    }
}

pub(crate) fn stored(row: Row) -> StoredToken {
    let Row { id, name, tenant, scopes, created_at, expires_at, revoked_at, used_at, secret_hash } = row;
    StoredToken {
        row: TokenRow {
            id: TokenId(id),
            name,
            // The tenant was validated before it was stored.
            tenant: Tenant::parse(&tenant).unwrap_or_default(),
            // A scope that only a newer binary knows permits nothing here.
            scopes: scopes.iter().filter_map(|scope| scope.parse().ok()).collect(),
            created_at,
            expires_at,
            revoked_at,
            used_at,
        },
        secret_hash,
    }
}
