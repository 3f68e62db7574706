//! Code shared by the five workers: configuration, wiring, metered model calls and object storage (ADR 0002).
//!
//! Invariant: workers call models only through [`metering`], so every call is recorded before it is made and settled
//! after it.

pub mod config;
pub mod degraded;
mod dependencies;
pub mod look_up;
pub mod metering;
mod model_line;
pub mod objects;
pub mod prompt;
pub mod tasks;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

pub use config::{
    EmbeddingsConfig, JustInTime, ModelConfig, ObjectsConfig, Payer, SpendingLimits, Work, WorkerConfig,
    pool_connections, postgres_pooler, shares_memory,
};
pub use dependencies::{WorkerDependencies, main};
pub use metering::{Answered, AskError, Metered, MeteredCall, MeteredModel, ModelClient, Models};
pub use model_line::ModelLine;
pub use objects::{ContentHash, LocalObjects, ObjectError, Objects, S3Objects};
pub use prompt::{PromptError, PromptMistake, Prompts};
