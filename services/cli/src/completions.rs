//! `auspex completions SHELL`: prints the completion script of a shell.

use std::io::Write;
use std::process::ExitCode;

use clap_complete::Shell;

/// Command-line arguments of `auspex completions`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Shell that reads the script.
    shell: Shell,
}

/// Prints the script.
///
/// # Errors
/// When standard output is closed.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::command_line(), "auspex", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}
