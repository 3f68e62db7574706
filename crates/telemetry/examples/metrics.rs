//! Prints the table of metrics for docs/LOGGING.md.
#![allow(clippy::print_stdout, reason = "that is all it does")]

fn main() {
    print!("{}", telemetry::metric::markdown());
}
