//! Entry point of the `auspex` binary.

fn main() -> std::process::ExitCode {
    cli::run()
}
