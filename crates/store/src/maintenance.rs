//! Work on old rows: see [`crate::aging`] and [`crate::prune`].

mod facet;
mod unreadable;

pub use facet::PgMaintenance;
