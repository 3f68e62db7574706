//! How a worker lives. NATS is spoken here and nowhere else.
pub mod failure;
pub mod handler;

pub use failure::{Failure, Verdict};
pub use handler::{Attempt, BatchHandler, Handler, Outcome};
