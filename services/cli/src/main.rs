//! The command `auspex`.

fn main() -> std::process::ExitCode {
    cli::run()
}
