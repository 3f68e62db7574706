//! Sessions of the console and their one-time logins. Only the hash of a secret is stored.

use std::sync::Arc;
use std::time::Duration;

use domain::Tenant;
use domain::access::{AccessScope, TokenId};
use domain::port::PortError;
use uuid::Uuid;

use crate::database::Database;
use crate::pool::PgPool;
use crate::tokens::{Row, StoredToken, stored};

/// Access to the sessions of browsers; see [`crate::Store::console`].
#[derive(Clone)]
pub struct PgConsole {
    pub(crate) database: Arc<Database>,
}

/// A session, or a login that becomes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSession {
    /// Public id, the first part of the secret.
    pub id: Uuid,
    /// The token that it acts for.
    pub token: TokenId,
    /// Tenant of that token.
    pub tenant: Tenant,
    /// The person, if the token is that of an OIDC issuer; such a token has no row in `gateway_token`.
    pub issued: Option<IssuedPerson>,
    /// `true` for a login, which is valid for one use.
    pub one_time: bool,
    /// SHA-256 hash of its secret, 32 bytes.
    pub secret_hash: Vec<u8>,
    /// Time until it is refused.
    pub lifetime: Duration,
}

/// A person whom an OIDC issuer has named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedPerson {
    /// Subject of the issuer's token.
    pub name: String,
    /// Scopes of that token.
    pub scopes: Vec<AccessScope>,
}

const CREATE: &str = "
INSERT INTO console_session (id, token, tenant, one_time, secret_hash, expires_at, name, scopes)
VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => $6), $7, $8) ON CONFLICT (id) DO NOTHING";

/// The row of the token with the secret of the session. A session ends with its token; that of an OIDC issuer has its
/// person in the session.
const LOAD: &str = "
SELECT s.token AS id, coalesce(t.name, s.name) AS name, s.tenant, coalesce(t.scopes, s.scopes) AS scopes,
       coalesce(t.created_at, s.created_at) AS created_at, least(s.expires_at, t.expires_at) AS expires_at, t.revoked_at, t.used_at,
       s.secret_hash
FROM console_session s LEFT JOIN gateway_token t ON t.id = s.token AND s.scopes IS NULL
WHERE s.id = $1 AND s.one_time = $2 AND s.ended_at IS NULL AND s.expires_at > now()
  AND (s.scopes IS NOT NULL OR t.id IS NOT NULL) AND (t.expires_at IS NULL OR t.expires_at > now())";

const END: &str = "UPDATE console_session SET ended_at = now() WHERE id = $1 AND ended_at IS NULL";

impl PgConsole {
    /// Stores a session or a login.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn create(&self, new: &NewSession) -> Result<(), PortError> {
        let name = new.issued.as_ref().map(|person| person.name.as_str());
        let names = |person: &IssuedPerson| person.scopes.iter().map(|scope| scope.name()).collect();
        let scopes: Option<Vec<&'static str>> = new.issued.as_ref().map(names);
        let scopes = scopes.as_ref();
        let create = |pool: PgPool| async move {
            let query = sqlx::query(CREATE).bind(new.id).bind(new.token.0).bind(new.tenant.as_str());
            let query = query.bind(new.one_time).bind(&new.secret_hash).bind(new.lifetime.as_secs_f64());
            let query = query.bind(name).bind(scopes);
            query.execute(&pool).await?;
            Ok(())
        };
        self.database.run("console_session", create).await
    }

    /// Returns the token of a session, or of a login, with the hash of the session's secret. `None` if it has ended or
    /// expired. The token may be revoked.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn load(&self, id: Uuid, one_time: bool) -> Result<Option<StoredToken>, PortError> {
        let select = |pool: PgPool| async move {
            let row: Option<Row> = sqlx::query_as(LOAD).bind(id).bind(one_time).fetch_optional(&pool).await?;
            Ok(row.map(stored))
        };
        self.database.run("console_session", select).await
    }

    /// Ends a session, or uses a login. Of several calls exactly one returns `true`.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn end(&self, id: Uuid) -> Result<bool, PortError> {
        let end = |pool: PgPool| async move { Ok(sqlx::query(END).bind(id).execute(&pool).await?.rows_affected() > 0) };
        self.database.run("console_session", end).await
    }
}
