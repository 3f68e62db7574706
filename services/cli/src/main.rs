//! The command `auspex`.

fn main() -> std::process::ExitCode {
    // `auspex eval pdf` parses in children that are this binary, too.
    extraction::sandbox::child_main().unwrap_or_else(cli::run)
}
