//! The filter: an airlock that cannot add (SPEC 4.3).
//!
//! The model names operations on ids and pure code applies them: both are the crate [`research::evidence_filter`]'s. Here is who is asked, for whose money,
//! and what happens where nothing usable comes back.

pub mod handler;

pub use handler::Filter;
