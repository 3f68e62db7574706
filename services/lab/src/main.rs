//! The `lab` binary: evaluation, benchmarks and the kill loop.

fn main() -> std::process::ExitCode {
    // `lab eval pdf` parses each file in a child process of this binary.
    extraction::sandbox::child_main().unwrap_or_else(lab::run)
}
