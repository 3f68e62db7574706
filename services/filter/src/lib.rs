//! The filter: an airlock that cannot add (SPEC 4.3).
//!
//! The model names operations on ids ([`ask`], [`operations`]); pure code applies them ([`airlock`]), after exact duplicates are
//! gone ([`prefilter`]) and before the caps ([`caps`]). Only [`handler`] waits for anything.

pub mod airlock;
pub mod ask;
pub mod caps;
pub mod handler;
pub mod operations;
pub mod prefilter;
#[cfg(test)]
mod sample;

pub use handler::Filter;
