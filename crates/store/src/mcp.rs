//! MCP sessions and tasks, what each client was shown for review, and what its tools read: any replica of the gateway
//! can serve any request.

mod questions;
mod tasks;

use domain::access::TokenId;
use domain::port::PortError;
use domain::review::SessionId;
use domain::{JobId, Tenant, Time};
use uuid::Uuid;

use crate::Store;
use crate::pool::PgPool;

pub use questions::McpQuestion;
pub use tasks::McpTask;

const OPEN: &str = "
INSERT INTO mcp_session (id, token, params) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET params = excluded.params
WHERE mcp_session.token = excluded.token";

const READ: &str = "SELECT params FROM mcp_session WHERE id = $1 AND token = $2";

const CLOSE: &str = "DELETE FROM mcp_session WHERE id = $1 AND token = $2";

const SHOW: &str = "
INSERT INTO mcp_shown (token, session, result, version) VALUES ($1, $2, $3, $4)
ON CONFLICT (token, session) DO UPDATE SET result = excluded.result, version = excluded.version, shown_at = now()";

const SHOWN: &str = "SELECT result, version FROM mcp_shown WHERE token = $1 AND session = $2";

/// The newest one that has not been redriven.
const DEAD: &str = "
SELECT id, class, coalesce(errors[1], '') FROM dead_letter
WHERE job = ANY($1) AND tenant = $2 AND redriven_at IS NULL ORDER BY at DESC LIMIT 1";

const NOTES: &str = "SELECT count(*) FROM note WHERE tenant = $1 AND made_at = $2 AND source_url = ANY($3)";

/// Work that was dead-lettered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeadWork {
    /// Id of the dead letter.
    pub id: JobId,
    /// `undecodable`, `rejected`, `exhausted`, `poisoned`.
    pub class: String,
    /// Outermost error of the chain.
    pub reason: String,
}

/// The version of a research session that a client has seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownVersion {
    /// Id of the result that was pending.
    pub result: JobId,
    /// Version of the research session.
    pub version: i64,
}

impl Store {
    /// Stores an MCP session. `params` are the client's `initialize` parameters as JSON.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn open_mcp_session(&self, token: TokenId, id: &str, params: &str) -> Result<(), PortError> {
        let open = |pool: PgPool| async move {
            sqlx::query(OPEN).bind(id).bind(token.0).bind(params).execute(&pool).await?;
            Ok(())
        };
        self.run("mcp_session", open).await
    }

    /// Returns the `initialize` parameters of a session; `None` if the token has no such session.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn mcp_session(&self, token: TokenId, id: &str) -> Result<Option<String>, PortError> {
        let read = |pool: PgPool| async move {
            Ok(sqlx::query_scalar(READ).bind(id).bind(token.0).fetch_optional(&pool).await?)
        };
        self.run("mcp_session", read).await
    }

    /// Deletes a session of the token.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn close_mcp_session(&self, token: TokenId, id: &str) -> Result<(), PortError> {
        let close = |pool: PgPool| async move {
            sqlx::query(CLOSE).bind(id).bind(token.0).execute(&pool).await?;
            Ok(())
        };
        self.run("mcp_session", close).await
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
        self.run("mcp_shown", record).await
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
        self.run("mcp_shown", read).await
    }

    /// Returns the newest dead letter of these jobs that belongs to the tenant and has not been redriven.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn dead_work(&self, tenant: &Tenant, jobs: &[JobId]) -> Result<Option<DeadWork>, PortError> {
        let jobs: &[Uuid] = &jobs.iter().map(|job| job.0).collect::<Vec<_>>();
        let read = |pool: PgPool| async move {
            let row: Option<(Uuid, String, String)> =
                sqlx::query_as(DEAD).bind(jobs).bind(tenant.as_str()).fetch_optional(&pool).await?;
            Ok(row.map(|(id, class, reason)| DeadWork { id: JobId(id), class, reason }))
        };
        self.run("dead letter", read).await
    }

    /// Counts the tenant's notes of one research: those about these sources that were learned at its time.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn count_notes(&self, tenant: &Tenant, made_at: Time, urls: &[String]) -> Result<u64, PortError> {
        let count = |pool: PgPool| async move {
            let query = sqlx::query_scalar(NOTES).bind(tenant.as_str()).bind(made_at).bind(urls);
            let count: i64 = query.fetch_one(&pool).await?;
            Ok(u64::try_from(count).unwrap_or(0))
        };
        self.run("note", count).await
    }
}
