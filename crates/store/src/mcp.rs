//! MCP sessions and tasks, what each client was shown for review, and questions to its user: any replica of the gateway
//! can serve any request.

mod facet;
mod questions;
mod sessions;
mod tasks;

pub use facet::PgMcp;
pub use questions::McpQuestion;
pub use sessions::ShownVersion;
pub use tasks::McpTask;
