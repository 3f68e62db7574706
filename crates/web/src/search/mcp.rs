//! A search tool of an external MCP server as a provider.

use std::sync::Arc;

use futures::future::BoxFuture;

use super::{Hit, Provider};
use crate::ServiceError;
use crate::mcp::{self, Client, McpError, Offered};

/// One tool.
pub(crate) struct McpSearch {
    name: String,
    client: Arc<Client>,
    tool: Offered,
}

impl McpSearch {
    pub(crate) fn new(client: Arc<Client>, tool: Offered) -> Self {
        Self { name: format!("mcp:{}", client.name), client, tool }
    }
}

/// An MCP server's failure in the words of search providers, so that it rests like them.
pub(crate) fn as_service(error: &McpError) -> ServiceError {
    let service = "mcp";
    match error {
        McpError::Status(status @ (401 | 402 | 403 | 429)) => {
            ServiceError::Blocked { service, status: *status, retry_after: None }
        }
        McpError::Nonsense(_) => ServiceError::Shape { service, reason: error.to_string() },
        _ => ServiceError::Unavailable { service, reason: error.to_string() },
    }
}

impl Provider for McpSearch {
    fn name(&self) -> &str {
        &self.name
    }

    fn ask<'a>(&'a self, query: &'a str, most: usize) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        Box::pin(async move {
            mcp::search(&self.client, &self.tool, (query, most)).await.map_err(|error| as_service(&error))
        })
    }
}
