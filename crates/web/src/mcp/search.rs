//! A search tool of an external MCP server as a search provider.

use std::sync::Arc;

use futures::future::BoxFuture;

use super::{McpClient, McpError, McpTool, results};
use crate::ServiceError;
use crate::search::{Hit, Provider, WebQuery};

pub(crate) struct McpSearch {
    name: String,
    client: Arc<McpClient>,
    tool: McpTool,
}

impl McpSearch {
    pub(crate) fn new(client: Arc<McpClient>, tool: McpTool) -> Self {
        // Several search tools of one server have a cool-down each.
        Self { name: format!("mcp:{}/{}", client.name, tool.original), client, tool }
    }
}

/// Converts an MCP error to a provider error, so that the same cool-down rules apply.
pub(crate) fn to_service_error(error: &McpError) -> ServiceError {
    let service = "mcp";
    match error {
        McpError::Status(status @ (401 | 402 | 403 | 429)) => {
            ServiceError::Blocked { service, status: *status, retry_after: None }
        }
        McpError::InvalidAnswer(_) => ServiceError::Shape { service, reason: error.to_string() },
        _ => ServiceError::Unavailable { service, reason: error.to_string() },
    }
}

/// Calls a search tool and reads at most `query.limit` results from its answer.
pub(super) async fn search(client: &McpClient, tool: &McpTool, query: &WebQuery) -> Result<Vec<Hit>, McpError> {
    let result = client.call(&tool.original, tool.search_arguments(&query.text, query.limit)).await?;
    results::hits(&result, query.limit)
}

impl Provider for McpSearch {
    fn name(&self) -> &str {
        &self.name
    }

    fn ask<'a>(&'a self, query: &'a WebQuery) -> BoxFuture<'a, Result<Vec<Hit>, ServiceError>> {
        Box::pin(async move { search(&self.client, &self.tool, query).await.map_err(|error| to_service_error(&error)) })
    }
}
