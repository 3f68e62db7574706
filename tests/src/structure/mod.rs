//! What the house demands of the source, as functions from source text to complaints. Pure, so that each rule is tested on
//! fixtures that break it; `tests/structure.rs` runs them on the repository.

pub mod dependencies;
pub mod facts;
pub mod files;
pub mod purity;
pub mod tongues;
mod tree;

pub use tree::Tree;

/// What is wrong, each with the file and how to mend it; empty if all is well.
pub type Complaints = Vec<String>;
