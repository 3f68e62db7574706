//! The contract between the workers.
pub mod event;
pub mod events;
