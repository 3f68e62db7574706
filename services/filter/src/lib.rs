//! The filter: removes noise from research without adding anything.
//!
//! The model requests operations on ids and pure code applies them; both are in [`research::evidence_filter`]. This
//! service adds the model call, its budget and the fallback.

pub mod handler;

pub use handler::{Filter, FilterConfig};
