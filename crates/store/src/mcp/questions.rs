//! Questions to the users of MCP clients, whose answers may reach another replica than the one that asked.

use std::time::Duration;

use domain::access::TokenId;
use domain::port::PortError;

use super::facet::PgMcp;
use crate::pool::PgPool;

/// The ids of questions are counted by session and replica, so two replicas can choose the same one. The first question
/// stays until it is ended, or older than any question waits for its answer.
const OPEN: &str = "
INSERT INTO mcp_question (token, session, request) VALUES ($1, $2, $3)
ON CONFLICT (token, session, request) DO UPDATE SET asked_at = now(), answer = NULL
WHERE mcp_question.asked_at < now() - make_interval(secs => $4)";

const ANSWER: &str = "
UPDATE mcp_question SET answer = $4 WHERE token = $1 AND session = $2 AND request = $3 AND answer IS NULL";

const READ: &str = "SELECT answer FROM mcp_question WHERE token = $1 AND session = $2 AND request = $3";

const END: &str = "DELETE FROM mcp_question WHERE token = $1 AND session = $2 AND request = $3";

/// Names a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct McpQuestion {
    /// Token of the session.
    pub token: TokenId,
    /// Id of the session.
    pub session: String,
    /// Id of the request that asks, as JSON.
    pub request: String,
}

impl PgMcp {
    /// Stores a question. Returns `false` if another question of the session that is younger than `limit` has the same
    /// id.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn open_question(&self, question: &McpQuestion, limit: Duration) -> Result<bool, PortError> {
        let open = |pool: PgPool| async move {
            let open = sqlx::query(OPEN).bind(question.token.0).bind(&question.session).bind(&question.request);
            Ok(open.bind(limit.as_secs_f64()).execute(&pool).await?.rows_affected() > 0)
        };
        self.database.run("mcp_question", open).await
    }

    /// Stores the answer to a question, as JSON. Returns `false` if no question waits for it.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn answer_question(&self, question: &McpQuestion, answer: &str) -> Result<bool, PortError> {
        let store = |pool: PgPool| async move {
            let store = sqlx::query(ANSWER).bind(question.token.0).bind(&question.session).bind(&question.request);
            Ok(store.bind(answer).execute(&pool).await?.rows_affected() > 0)
        };
        self.database.run("mcp_question", store).await
    }

    /// Returns the answer to a question, as JSON; `None` while there is none.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn answer(&self, question: &McpQuestion) -> Result<Option<String>, PortError> {
        let read = |pool: PgPool| async move {
            let read = sqlx::query_scalar(READ).bind(question.token.0).bind(&question.session).bind(&question.request);
            Ok(read.fetch_optional(&pool).await?.flatten())
        };
        self.database.run("mcp_question", read).await
    }

    /// Deletes a question, whose answer has been read or is no longer waited for.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn end_question(&self, question: &McpQuestion) -> Result<(), PortError> {
        let end = |pool: PgPool| async move {
            let end = sqlx::query(END).bind(question.token.0).bind(&question.session).bind(&question.request);
            end.execute(&pool).await?;
            Ok(())
        };
        self.database.run("mcp_question", end).await
    }
}
