//! What the five workers share: their configuration, their wiring, and the one way to spend money on a model (ADR 0002).
//!
//! Invariant: no worker calls a model except through [`paid`]; so every call is written down before it is made and
//! settled after it.

pub mod config;
pub mod objects;
pub mod paid;
mod parts;
pub mod prompt;
mod start;
pub mod tasks;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use config::{Config, JustInTime, Limits, ModelConfig, ObjectsConfig, Payer};
pub use objects::{ContentHash, LocalObjects, ObjectError, Objects, S3Objects};
pub use paid::{Answered, AskError, Asks, Call, PaidModel};
pub use parts::Parts;
pub use prompt::{PromptError, Prompts};
pub use start::main;
