//! Fetched pages, answers of services, and the removal of bytes that no page references.

mod bytes;
mod index;
mod port;

pub use bytes::CollectionLimits;
pub use port::{KeptPage, Pages, PgPages};
