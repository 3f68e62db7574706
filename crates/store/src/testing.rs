//! In-memory fakes for the workers' tests. The conformance suite in `tests/` runs over them and over Postgres alike.

mod database;
mod facts;
mod knowledge;
mod memory;
mod outcomes;
mod pages;
mod reviews;
mod runs;

pub use database::{close_to_public, copy_database};
pub use memory::FakeMemory;
pub use outcomes::FakeOutcomes;
pub use pages::FakePages;
pub use reviews::FakeReviews;
pub use runs::FakeRuns;
