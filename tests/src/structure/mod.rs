//! Rules for the source code as functions from source text to violations. Each rule is pure, so its tests run it on
//! fixtures that violate it; `tests/structure.rs` runs all rules on the repository.

pub mod adapters;
pub mod cycles;
pub mod dependencies;
pub mod direct;
pub mod doors;
pub mod facts;
pub mod files;
pub mod names;
pub mod parameters;
pub mod prose;
pub mod purity;
mod tree;

pub use tree::Tree;

/// Violations of a rule, each with its place and, if it is not obvious, the remedy. Empty if the rule holds.
pub type Violations = Vec<String>;
