//! What may happen to research on its way to a decision (SPEC 4.3): drop, merge, reorder, downgrade; nothing else. Pure.
//!
//! 1. [`prefilter`]: what needs no model. What says the same is one, what has nothing to do with the question goes ([`relevance`]).
//! 2. [`ask`]: what a model is asked about the rest: operations on ids, never rewritten evidence.
//! 3. [`operations`]: code applies them; it can only move the researcher's own values.
//! 4. [`caps`]: the profile's caps; nothing that is kept loses its source.
//! 5. [`gate`]: all of it together, with what was removed and why beside the result.
//!
//! A crate, because the filter works with it and `auspex eval filter` measures it: services never depend on one another.

pub mod ask;
pub mod caps;
pub mod gate;
pub mod operations;
pub mod prefilter;
pub mod relevance;
#[cfg(any(test, feature = "testing"))]
pub mod testing;

mod named;

pub use gate::{Cleared, Passed, Spent, Word, clear, evidence, given_up};
pub use operations::Operation;
