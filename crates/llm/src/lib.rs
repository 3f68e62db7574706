//! Language models: one neutral request and reply, the providers that speak it, what a call costs, and how an answer
//! that should be JSON becomes JSON.
//!
//! Invariant: nothing here retries, waits for a rate limit or decides about budgets; a call is made once and its
//! [`LlmError`] says what is known about it. `fleet::paid` does the rest.

pub mod error;
pub mod message;
pub mod model;
mod observe;
pub mod price;
pub mod providers;
pub mod repair;
pub mod schema;
mod shape;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use error::{Charge, LlmError};
pub use message::{Block, Message, Reply, Request, Role, StopReason, Tool, ToolChoice, Usage};
pub use model::{Answer, Card, Invoiced, Model};
pub use price::Price;
pub use providers::{ApiStyle, Endpoint, connect};
pub use schema::{Schema, Unusable};
pub use shape::Shape;
