//! External MCP servers as sources of tools (Model Context Protocol; streamable HTTP and stdio).
//!
//! A thin client of our own: three requests are all that it needs, every answer is bounded in size and time, and both eras of the
//! protocol are spoken (a handshake until 2025-11-25; stateless since 2026-07-28). What a server answers, its tools' descriptions
//! included, is untrusted: results are data to be read in quarantine, never instructions, and only tools that say that they
//! only read, or that the operator has named, are offered at all.

mod client;
mod http;
mod offer;
mod results;
mod server;
mod stdio;
mod wire;

use std::sync::Arc;
use std::time::Duration;

pub use client::Client;
pub use offer::{Offered, Role};
pub use server::{BadServers, ServerConfig, servers};
pub use wire::McpError;

use crate::search::Hit;

/// Finding out what a server offers, at the start of a worker.
const DISCOVERY: Duration = Duration::from_secs(10);

/// All servers that answered, and what they offer.
#[derive(Default)]
pub struct Servers {
    clients: Vec<Arc<Client>>,
    offered: Vec<Offered>,
}

impl Servers {
    /// Asks every server for its tools, all at once. One that does not answer is left out, with a warning: a worker starts
    /// without its extras.
    pub async fn discover(configs: Vec<ServerConfig>) -> Self {
        let asked = configs.into_iter().map(|config| async move {
            let name = config.name.clone();
            match tokio::time::timeout(DISCOVERY, one(config)).await {
                Ok(Ok(found)) => Some(found),
                Ok(Err(error)) => {
                    tracing::warn!(server = name, error = %error, "MCP server is left out");
                    None
                }
                Err(_) => {
                    tracing::warn!(server = name, "MCP server is left out: it did not answer in time");
                    None
                }
            }
        });
        let mut all = Self::default();
        for (client, tools) in futures::future::join_all(asked).await.into_iter().flatten() {
            let index = all.clients.len();
            all.clients.push(Arc::new(client));
            all.offered.extend(tools.into_iter().map(|tool| Offered { server: index, ..tool }));
        }
        all
    }

    /// The tools, by server in the order of the configuration.
    pub fn offered(&self) -> &[Offered] {
        &self.offered
    }

    /// The tool of that name (with its prefix).
    pub fn tool(&self, name: &str) -> Option<&Offered> {
        self.offered.iter().find(|tool| tool.name == name)
    }

    /// Calls a tool: what it answered, as text.
    ///
    /// # Errors
    /// [`McpError`]: the server is away, answers nonsense, or says that the call failed.
    pub async fn call(&self, tool: &Offered, arguments: serde_json::Value) -> Result<String, McpError> {
        let client = self.clients.get(tool.server).ok_or(McpError::Gone)?;
        client.call(&tool.original, arguments).await.map(|result| results::text(&result))
    }

    /// Search results of the tools that search, first answer first.
    pub(crate) fn searchers(&self) -> impl Iterator<Item = (&Arc<Client>, &Offered)> {
        self.of(Role::Search)
    }

    /// Tools that read a page by its address.
    pub(crate) fn readers(&self) -> impl Iterator<Item = (&Arc<Client>, &Offered)> {
        self.of(Role::Read)
    }

    fn of(&self, role: Role) -> impl Iterator<Item = (&Arc<Client>, &Offered)> {
        self.offered.iter().filter(move |tool| tool.role == role).map(|tool| (&self.clients[tool.server], tool))
    }
}

async fn one(config: ServerConfig) -> Result<(Client, Vec<Offered>), McpError> {
    let client = Client::new(&config)?;
    let listed = client.tools().await?;
    Ok((client, offer::of(&config, &listed)))
}

/// Results of a searching tool, at most `most`.
pub(crate) async fn search(
    client: &Client,
    tool: &Offered,
    (query, most): (&str, usize),
) -> Result<Vec<Hit>, McpError> {
    let result = client.call(&tool.original, tool.search_arguments(query, most)).await?;
    results::hits(&result, most)
}

/// What a reading tool says about an address.
pub(crate) async fn read(client: &Client, tool: &Offered, url: &str) -> Result<String, McpError> {
    let result = client.call(&tool.original, tool.read_arguments(url)).await?;
    let text = results::text(&result);
    if text.trim().is_empty() { Err(McpError::Nonsense("an empty page".to_owned())) } else { Ok(text) }
}

#[cfg(test)]
mod tests;
