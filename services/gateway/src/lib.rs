//! The HTTP gateway: publishes events, asks questions and reads what belongs to a tenant. Stateless; any number of replicas.
//!
//! Invariants: an event is in Postgres before it is acknowledged. The tenant of every read and write is the token's. No response
//! contains a secret or the text of an internal error.
//!
//! | module | responsibility |
//! |---|---|
//! | [`config`] | settings |
//! | [`http`] | the listener, its limits, problem details, metrics and spans |
//! | [`access`] | tokens, scopes, rate limits |
//! | [`broker`] | the connection to NATS |
//! | [`hooks`] | outgoing webhooks |
//! | [`publish`] | from a request's body to acknowledged events |
//! | [`stream`] | streams of results and runs |
//! | [`routes`] | one file per resource |

pub mod access;
pub mod broker;
pub mod config;
pub mod hooks;
pub mod http;
pub mod page;
pub mod publish;
pub mod routes;
mod service;
mod state;
pub mod stream;

pub use config::Config;
pub use service::service;
pub use state::Gateway;
