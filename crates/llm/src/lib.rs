//! Language models: a provider-neutral request and reply, the providers, the price of a call, and the extraction of JSON from an
//! answer.
//!
//! Invariant: this crate never retries, waits for a rate limit or decides about budgets. A call is made once, and its [`LlmError`]
//! states what is known about it. `worker::metering` does the rest.

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
pub use message::{Block, Message, ModelReply, Request, Role, StopReason, Tool, ToolChoice, Usage};
pub use model::{CallInvoice, Model, ModelCard, ReplyFuture};
pub use price::Price;
pub use providers::{ApiStyle, Endpoint, connect};
pub use schema::{Schema, UnusableReply};
pub use shape::Shape;
