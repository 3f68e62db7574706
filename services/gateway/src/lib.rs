//! The HTTP gateway: offers the operations (`crates/operations`) over HTTP and MCP, and to people in the console.
//! Stateless; any number of replicas.
//!
//! Invariants: an event is in Postgres before it is acknowledged. The tenant of every read and write is the token's. No
//! response contains a secret or the text of an internal error.
//!
//! | module | responsibility |
//! |---|---|
//! | [`config`] | settings |
//! | [`http`] | bodies, problem details, preconditions, metrics and spans; the server itself is `http_server` |
//! | [`access`] | tokens, scopes, rate limits |
//! | [`webhook_targets`] | hosts and addresses that webhooks may contact |
//! | [`routes`] | the HTTP API: adaptors of the operations, one file per resource |
//! | [`console`] | pages for people, in the browser |
//! | [`mcp`] | the MCP server: tools, resources and prompts over the operations |
//! | [`mcp_transport`] | MCP over HTTP |

pub mod access;
pub mod config;
pub mod console;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
pub mod http;
pub mod mcp;
pub mod mcp_transport;
mod printing;
pub mod routes;
mod service;
mod share_limits;
mod state;
pub mod webhook_targets;

pub use config::GatewayConfig;
pub use service::service;
pub use state::Gateway;
