//! The MCP server: the gateway's operations as tools, resources and prompts, at [`PATH`] (ADR 0027). The module
//! `mcp_transport` connects it to HTTP.
//!
//! Invariants: every request has the caller of its own token, also within a session. A session belongs to the token
//! that opened it. What a session needs is in Postgres, so any replica continues it. A tool that the token may not use
//! is not listed, and refused.
//!
//! | module | responsibility |
//! |---|---|
//! | [`config`] | settings |
//! | [`sessions`] | sessions in Postgres |
//! | [`tasks`] | work that a client polls |
//! | [`server`] | the methods of the protocol |
//! | [`tool`], [`tools`] | what a tool is, and all tools |
//! | [`schema`] | JSON Schemas of inputs and outputs |
//! | [`waiting`] | waiting for work, with progress and cancellation |
//! | [`confirm`] | questions to the client's user |
//! | [`resources`], [`prompts`] | reports and entities; research macros |
//! | [`app`] | the form of a review for hosts that show MCP Apps |

mod app;
mod config;
mod confirm;
mod prompts;
mod questions;
mod resources;
mod schema;
mod server;
mod sessions;
mod tasks;
mod tool;
mod tools;
mod waiting;

pub use config::McpConfig;
pub use server::McpServer;
pub(crate) use sessions::TokenSessions;

/// Path of the MCP server.
pub const PATH: &str = "/mcp";
/// Header with the id of a session.
pub(crate) const SESSION_HEADER: &str = "mcp-session-id";
