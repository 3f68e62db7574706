//! The MCP server over real sockets, a real Postgres and the official client. No worker runs.

#![allow(clippy::unwrap_used, reason = "a test may")]
#![allow(dead_code, reason = "the support is shared with the tests of the HTTP API")]

#[path = "mcp/access.rs"]
mod access;
#[path = "mcp/attempts.rs"]
mod attempts;
#[path = "mcp/client.rs"]
mod client;
#[path = "mcp/doors.rs"]
mod doors;
#[path = "mcp/official_clients.rs"]
mod official_clients;
#[path = "mcp/reports.rs"]
mod reports;
#[path = "mcp/reviews.rs"]
mod reviews;
#[path = "mcp/sessions.rs"]
mod sessions;
#[path = "api/support.rs"]
mod support;
#[path = "mcp/tasks.rs"]
mod tasks;
#[path = "mcp/tools.rs"]
mod tools;
#[path = "api/world.rs"]
mod world;
