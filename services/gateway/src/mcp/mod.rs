//! The MCP server: the gateway's operations as tools, resources and prompts, over streamable HTTP at [`PATH`] (ADR
//! 0027).
//!
//! Invariants: every request has the caller of its own token, also within a session. A session belongs to the token
//! that opened it. What a session needs is in Postgres, so any replica continues it. A tool that the token may not use
//! is not listed, and refused.
//!
//! | module | responsibility |
//! |---|---|
//! | [`config`] | settings |
//! | [`transport`] | from an HTTP request to the SDK: token, host, origin, limits |
//! | [`metadata`] | OAuth protected-resource metadata |
//! | [`sessions`] | sessions in Postgres |
//! | [`tasks`] | work that a client polls |
//! | [`server`] | the methods of the protocol |
//! | [`tool`], [`tools`] | what a tool is, and all tools |
//! | [`schema`] | JSON Schemas of inputs and outputs |
//! | [`waiting`] | waiting for work, with progress and cancellation |
//! | [`confirm`] | questions to the client's user |
//! | [`resources`], [`prompts`] | reports and entities; research macros |

pub mod accept;
mod config;
mod confirm;
mod metadata;
mod prompts;
mod questions;
mod resources;
mod schema;
mod server;
mod sessions;
mod tasks;
mod tool;
mod tools;
mod transport;
mod waiting;

pub use config::McpConfig;
pub use server::McpServer;
pub use transport::{Mount, PATH};
