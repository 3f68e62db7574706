//! In-memory stand-ins for the workers' tests. The conformance suite in `tests/` runs over them and over Postgres alike.

mod knowledge;
mod memory;
mod runs;
mod trigram;

pub use memory::FakeMemory;
pub use runs::FakeRuns;
