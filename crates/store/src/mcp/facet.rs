//! [`PgMcp`].

use std::sync::Arc;

use crate::database::Database;

/// Access to MCP sessions, questions and tasks; see [`crate::Store::mcp`].
#[derive(Clone)]
pub struct PgMcp {
    pub(crate) database: Arc<Database>,
}
