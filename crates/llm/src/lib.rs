//! Language models: a provider-neutral request and reply, the providers, the price of a call, and the extraction of
//! JSON from an answer.
//!
//! Invariant: this crate never waits for a rate limit or decides about budgets. A call is billed at most once, and its
//! [`LlmError`] states what is known about it. A request is repeated for one reason only: the provider refused it,
//! unbilled, and named an optional part of it; the repetition leaves that part out, and [`Model::max_cost`] covers it.
//! `worker::metering` does the rest.

mod arguments;
pub mod batch;
mod coerce;
pub mod embeddings;
pub mod error;
pub mod message;
pub mod model;
mod observe;
mod ordered;
pub mod plan;
pub mod price;
pub mod profile;
pub mod providers;
pub mod repair;
pub mod schema;
mod shape;
mod strict;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod written;

pub use batch::{BatchItem, BatchModel, BatchOffer, BatchOutcome, BatchState, FoundBatch, LostBatch};
pub use coerce::coerce;
pub use error::{Charge, LlmError};
pub use message::{Block, Message, ModelReply, Request, Role, StopReason, Tool, ToolChoice, Usage};
pub use model::{CallInvoice, Model, ModelCard, ReplyFuture};
pub use plan::{AnswerMode, CacheTtl, Parameter, Plan, Refused, Thinking};
pub use price::{Price, Tier};
pub use profile::{Catalog, ModelProfile, PlanSettings};
#[cfg(feature = "fuzzing")]
pub use providers::fuzzing;
pub use providers::{ApiStyle, Endpoint, Recorded, connect, read_recorded};
pub use schema::{Schema, UnusableReply};
pub use shape::Shape;
pub use written::holds_call_marks;
