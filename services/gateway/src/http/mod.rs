//! HTTP itself: the listener with its limits, bodies, problem details, metrics and spans.

pub mod body;
pub mod conditions;
mod connections;
pub mod cors;
mod memory;
mod misfit;
pub mod observe;
pub mod params;
pub mod problem;
mod processor;
mod refusal;
mod room;
pub mod server;
mod stall;
pub mod tls;

pub(crate) use body::unread;
pub use body::{JsonBody, Payload, request_key};
pub use connections::RequestSlot;
pub use memory::{BodyKind, BodyMemory};
pub(crate) use misfit::{Misfit, decode};
pub(crate) use params::decode_query;
pub use params::{Id, Params};
pub use problem::{Problem, Problems, Unmet};
pub use processor::{Gate, Processor};
pub(crate) use refusal::Spread;
pub use room::Taken;
