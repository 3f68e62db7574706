//! External MCP servers as sources of tools (Model Context Protocol; streamable HTTP and stdio).
//!
//! The official SDK implements the protocol, with a handshake (versions up to 2025-11-25) or stateless (2026-07-28).
//! Answers are limited in size and time. Everything that a server sends is untrusted, including the descriptions of its
//! tools: results are data for quarantined reading, never instructions. A tool is offered to the model only if the
//! operator has named it, with the operator's description and the form of its schema.

mod client;
mod offer;
mod results;
mod schema;
mod search;
mod server;

use std::sync::Arc;
use std::time::Duration;

use crate::route::Route;

pub use client::McpClient;
pub use offer::{McpTool, McpToolRole};
pub(crate) use search::{McpSearch, to_service_error};
pub use server::{McpConfigError, McpServerConfig, parse_servers};

/// Time limit for connecting to a server and listing its tools when a worker starts.
const DISCOVERY_TIMEOUT: Duration = Duration::from_secs(10);

/// The reason why an MCP server gave no usable answer.
#[derive(Debug, thiserror::Error)]
pub enum McpError {
    /// The connection failed or broke.
    #[error("the MCP server cannot be reached: {0}")]
    Unreachable(String),
    /// The time limit passed.
    #[error("the MCP server took longer than {0:?}")]
    Timeout(Duration),
    /// An HTTP status other than success.
    #[error("the MCP server answered status {0}")]
    Status(u16),
    /// A JSON-RPC error.
    #[error("the MCP server refused the request: {0}")]
    Refused(String),
    /// The tool ran and reported a failure.
    #[error("the tool failed: {0}")]
    Failed(String),
    /// An answer that is not valid, or larger than the limit.
    #[error("the MCP server's answer is not valid: {0}")]
    InvalidAnswer(String),
    /// The server closed the connection.
    #[error("the MCP server closed the connection")]
    Closed,
    /// No server offers a tool of this name.
    #[error("no MCP server offers this tool")]
    UnknownTool,
}

/// The servers that answered at start-up and the tools they offer.
#[derive(Default)]
pub struct McpServers {
    clients: Vec<Arc<McpClient>>,
    tools: Vec<McpTool>,
}

impl McpServers {
    /// Lists the tools of all servers concurrently. A server that does not answer in time is left out with a warning,
    /// so that a worker starts without it.
    pub async fn discover(configs: Vec<McpServerConfig>, route: &Route) -> Self {
        let discoveries = configs.into_iter().map(|config| async move {
            let name = config.name.clone();
            match tokio::time::timeout(DISCOVERY_TIMEOUT, discover_one(config, route)).await {
                Ok(Ok(found)) => Some(found),
                Ok(Err(error)) => {
                    tracing::warn!(server = name, error = %error, "MCP server left out");
                    None
                }
                Err(_) => {
                    tracing::warn!(server = name, timeout = ?DISCOVERY_TIMEOUT, "MCP server left out: no answer in time");
                    None
                }
            }
        });
        let mut servers = Self::default();
        for (client, tools) in futures::future::join_all(discoveries).await.into_iter().flatten() {
            let server = servers.clients.len();
            servers.clients.push(Arc::new(client));
            servers.tools.extend(tools.into_iter().map(|tool| McpTool { server, ..tool }));
        }
        servers
    }

    /// The offered tools, by server in the order of the configuration.
    pub fn tools(&self) -> &[McpTool] {
        &self.tools
    }

    /// Returns the tool with this prefixed name.
    pub fn tool(&self, name: &str) -> Option<&McpTool> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// Calls a tool and returns its answer as text.
    ///
    /// # Errors
    /// [`McpError`] if the server gives no usable answer or reports that the call failed.
    pub async fn call(&self, tool: &McpTool, arguments: serde_json::Value) -> Result<String, McpError> {
        let client = self.clients.get(tool.server).ok_or(McpError::UnknownTool)?;
        client.call(&tool.original, arguments).await.map(|result| results::text(&result))
    }

    /// The tools with this role, each with the client of its server.
    pub(crate) fn with_role(&self, role: McpToolRole) -> impl Iterator<Item = (&Arc<McpClient>, &McpTool)> {
        self.tools.iter().filter(move |tool| tool.role == role).map(|tool| (&self.clients[tool.server], tool))
    }
}

async fn discover_one(config: McpServerConfig, route: &Route) -> Result<(McpClient, Vec<McpTool>), McpError> {
    let client = McpClient::new(&config, route)?;
    let listed = client.tools().await?;
    Ok((client, offer::select_tools(&config, &listed)))
}

/// Reads a page with a reading tool and returns its text.
pub(crate) async fn read(client: &McpClient, tool: &McpTool, url: &str) -> Result<String, McpError> {
    let result = client.call(&tool.original, serde_json::json!({"url": url})).await?;
    let text = results::text(&result);
    if text.trim().is_empty() { Err(McpError::InvalidAnswer("an empty page".to_owned())) } else { Ok(text) }
}

#[cfg(any(test, feature = "fuzzing"))]
pub(crate) fn read_for_fuzzing(answer: &serde_json::Value) {
    let _ = (results::text(answer), results::hits(answer, 20));
    let listed = answer.get("tools").and_then(serde_json::Value::as_array).cloned().unwrap_or_default();
    let servers = parse_servers(r#"[{"name": "s", "command": "true", "tools": ["x"]}]"#).unwrap_or_default();
    let _ = servers.iter().map(|config| offer::select_tools(config, &listed).len()).sum::<usize>();
}

#[cfg(test)]
mod tests;
