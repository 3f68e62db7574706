//! Tasks of MCP clients.

use domain::Time;
use domain::access::TokenId;
use domain::port::PortError;
use uuid::Uuid;

use super::facet::PgMcp;
use crate::pool::PgPool;

const OPEN: &str = "
INSERT INTO mcp_task (id, token, tool, work, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING";

const READ: &str = "SELECT tool, work, created_at FROM mcp_task WHERE id = $1 AND token = $2";

/// Work that a tool has begun for a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct McpTask {
    /// Id of the task.
    pub id: Uuid,
    /// Name of the tool.
    pub tool: String,
    /// Ids of the work, as JSON.
    pub work: String,
    /// Time of the call.
    pub created_at: Time,
}

impl PgMcp {
    /// Stores a task. May be repeated.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn open_task(&self, token: TokenId, task: &McpTask) -> Result<(), PortError> {
        let open = |pool: PgPool| async move {
            let open = sqlx::query(OPEN).bind(task.id).bind(token.0).bind(&task.tool).bind(&task.work);
            open.bind(task.created_at).execute(&pool).await?;
            Ok(())
        };
        self.database.run("mcp_task", open).await
    }

    /// Returns a task; `None` if the token has no such task.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn task(&self, token: TokenId, id: Uuid) -> Result<Option<McpTask>, PortError> {
        let read = |pool: PgPool| async move {
            let row: Option<(String, String, Time)> =
                sqlx::query_as(READ).bind(id).bind(token.0).fetch_optional(&pool).await?;
            Ok(row.map(|(tool, work, created_at)| McpTask { id, tool, work, created_at }))
        };
        self.database.run("mcp_task", read).await
    }
}
