//! The HTTP gateway: offers the operations (`crates/operations`) over HTTP and MCP, and to people in the console.
//! Stateless; any number of replicas.
//!
//! Invariants: an event is in Postgres before it is acknowledged. The tenant of every read and write is the token's. No
//! response contains a secret or the text of an internal error.
//!
//! | module | responsibility |
//! |---|---|
//! | [`config`] | settings |
//! | [`http`] | the listener, its limits, problem details, metrics and spans |
//! | [`access`] | tokens, scopes, rate limits |
//! | [`hooks`] | outgoing webhooks |
//! | [`stream`] | streams of results and runs |
//! | [`routes`] | the HTTP API: adaptors of the operations, one file per resource |
//! | [`console`] | pages for people, in the browser |
//! | [`mcp`] | the MCP server: tools, resources and prompts over the operations |
//! | [`mcp_transport`] | MCP over HTTP |

pub mod access;
pub mod config;
pub mod console;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
pub mod hooks;
pub mod http;
pub mod mcp;
pub mod mcp_transport;
mod printing;
pub mod routes;
mod service;
mod share_limits;
mod state;
mod stored_result;
pub mod stream;

pub use config::GatewayConfig;
pub use service::service;
pub use state::Gateway;
