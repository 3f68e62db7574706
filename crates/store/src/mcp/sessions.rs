//! MCP sessions, and what each client was shown for review.

use domain::JobId;
use domain::access::TokenId;
use domain::port::PortError;
use domain::review::SessionId;
use uuid::Uuid;

use super::facet::PgMcp;
use crate::pool::PgPool;

const OPEN: &str = "
INSERT INTO mcp_session (id, token, params) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET params = excluded.params
WHERE mcp_session.token = excluded.token";

const READ: &str = "SELECT params FROM mcp_session WHERE id = $1 AND token = $2";

const CLOSE: &str = "DELETE FROM mcp_session WHERE id = $1 AND token = $2";

const SHOW: &str = "
INSERT INTO mcp_shown (token, session, result, version) VALUES ($1, $2, $3, $4)
ON CONFLICT (token, session) DO UPDATE SET result = excluded.result, version = excluded.version, shown_at = now()";

const SHOWN: &str = "SELECT result, version FROM mcp_shown WHERE token = $1 AND session = $2";

/// The version of a research session that a client has seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownVersion {
    /// Id of the result that was pending.
    pub result: JobId,
    /// Version of the research session.
    pub version: i64,
}

impl PgMcp {
    /// Stores an MCP session. `params` are the client's `initialize` parameters as JSON.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn open_session(&self, token: TokenId, id: &str, params: &str) -> Result<(), PortError> {
        let open = |pool: PgPool| async move {
            sqlx::query(OPEN).bind(id).bind(token.0).bind(params).execute(&pool).await?;
            Ok(())
        };
        self.database.run("mcp_session", open).await
    }

    /// Returns the `initialize` parameters of a session; `None` if the token has no such session.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn session(&self, token: TokenId, id: &str) -> Result<Option<String>, PortError> {
        let read = |pool: PgPool| async move {
            Ok(sqlx::query_scalar(READ).bind(id).bind(token.0).fetch_optional(&pool).await?)
        };
        self.database.run("mcp_session", read).await
    }

    /// Deletes a session of the token.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn close_session(&self, token: TokenId, id: &str) -> Result<(), PortError> {
        let close = |pool: PgPool| async move {
            sqlx::query(CLOSE).bind(id).bind(token.0).execute(&pool).await?;
            Ok(())
        };
        self.database.run("mcp_session", close).await
    }

    /// Records which version of a research session a client has seen.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn record_shown(&self, token: TokenId, session: SessionId, shown: ShownVersion) -> Result<(), PortError> {
        let record = |pool: PgPool| async move {
            let query = sqlx::query(SHOW).bind(token.0).bind(session.0).bind(shown.result.0).bind(shown.version);
            query.execute(&pool).await?;
            Ok(())
        };
        self.database.run("mcp_shown", record).await
    }

    /// Returns the version of a research session that a client has seen last.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn shown(&self, token: TokenId, session: SessionId) -> Result<Option<ShownVersion>, PortError> {
        let read = |pool: PgPool| async move {
            let row: Option<(Uuid, i64)> =
                sqlx::query_as(SHOWN).bind(token.0).bind(session.0).fetch_optional(&pool).await?;
            Ok(row.map(|(result, version)| ShownVersion { result: JobId(result), version }))
        };
        self.database.run("mcp_shown", read).await
    }
}
