//! The MCP server with the fixtures that the protocol's conformance suite calls by name, over its own Postgres and
//! nats-server.
//!
//! ```sh
//! cargo run -p gateway --example mcp_fixtures                  # with fixtures
//! cargo run -p gateway --example mcp_fixtures -- --without     # the product's server alone
//! ```
//!
//! Prints the address and serves until it is interrupted. Requests need no token.

#![allow(clippy::unwrap_used, reason = "a program for developers, which may end with a message")]
#![allow(dead_code, reason = "the support of the tests is shared")]

mod answers;
mod server;
#[path = "../../tests/api/support.rs"]
mod support;
mod tasks;

use std::sync::Arc;

use domain::Tenant;
use domain::access::AccessToken;
use gateway::mcp::{McpConfig, McpServer};
use gateway::mcp_transport::Mount;
use store::tokens::{StoredToken, TokenRow};

#[tokio::main]
async fn main() {
    let is_plain = std::env::args().any(|argument| argument == "--without");
    let token = AccessToken::from_random([1; 16], [2; 32]);
    let config = McpConfig { loopback_token: Some(token.reveal().into()), ..McpConfig::default() };
    let api = support::start_with(support::Options::default(), |gateway| {
        let product = McpServer::new(gateway, config.clone());
        match is_plain {
            true => Mount::new(Arc::clone(gateway), config, product).router(),
            false => Mount::new(Arc::clone(gateway), config, server::Fixtures::new(product)).router(),
        }
    })
    .await;
    let row = TokenRow {
        id: token.id(),
        name: "fixtures".to_owned(),
        tenant: Tenant::default(),
        scopes: support::ALL.to_vec(),
        created_at: api.gateway.operations.clock.now(),
        expires_at: None,
        revoked_at: None,
        used_at: None,
    };
    api.store.tokens().create(&StoredToken { row, secret_hash: token.hash().to_vec() }).await.unwrap();
    println!("{}/mcp", api.url);
    tokio::signal::ctrl_c().await.unwrap();
}
