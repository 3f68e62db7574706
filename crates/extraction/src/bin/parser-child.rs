//! The child alone: what this crate's tests start. Workers start themselves.

use std::process::ExitCode;

fn main() -> ExitCode {
    extraction::sandbox::child_main().unwrap_or_else(|| {
        eprintln!("a parser that is started by its parent, with {}", extraction::sandbox::PARSER_ARGUMENT);
        ExitCode::FAILURE
    })
}
