//! The parsers of files from outside, each as a function of bytes, for `fuzz/`. No result is returned.

pub use crate::resolve::fuzzing::{resolution_rows, resolved_markets};
