//! The form of requests and answers: bodies, problem details, preconditions, metrics and spans. `http_server` limits
//! connections, time and memory.

pub mod body;
pub mod conditions;
mod misfit;
pub mod observe;
pub mod params;
pub mod problem;

pub use body::{JsonBody, Payload, request_key};
pub(crate) use misfit::{Misfit, decode};
pub(crate) use params::decode_query;
pub use params::{Id, Params};
pub use problem::{Problem, Problems, Unmet};
