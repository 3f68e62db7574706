//! The command `auspex`.

fn main() -> std::process::ExitCode {
    // `auspex eval pdf` parses in children that are this binary, too.
    sandbox::child_main().unwrap_or_else(cli::run)
}
