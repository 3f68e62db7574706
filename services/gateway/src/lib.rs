//! The HTTP gateway: publishes events, asks questions and reads what belongs to a tenant. Stateless; any number of
//! replicas.
//!
//! Invariants: an event is in Postgres before it is acknowledged. The tenant of every read and write is the token's. No
//! response contains a secret or the text of an internal error.
//!
//! | module | responsibility |
//! |---|---|
//! | [`config`] | settings |
//! | [`http`] | the listener, its limits, problem details, metrics and spans |
//! | [`access`] | tokens, scopes, rate limits |
//! | [`broker`] | the connection to NATS |
//! | [`hooks`] | outgoing webhooks |
//! | [`publish`] | from a request's body to acknowledged events |
//! | [`audit`] | the audit trail of changes |
//! | [`macros`] | the definitions in force |
//! | [`given_research`] | research that a client gives |
//! | [`desk`] | macros and reviews, independent of HTTP |
//! | [`stream`] | streams of results and runs |
//! | [`routes`] | one file per resource |
//! | [`mcp`] | the MCP server |

pub mod access;
pub mod audit;
pub mod broker;
pub mod confidence;
pub mod config;
pub mod desk;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
pub mod given_research;
pub mod hooks;
pub mod http;
pub mod macros;
pub mod mcp;
pub mod page;
pub mod publish;
pub mod routes;
mod service;
mod share_limits;
mod state;
mod stored_result;
pub mod stream;

pub use config::GatewayConfig;
pub use service::service;
pub use state::Gateway;
