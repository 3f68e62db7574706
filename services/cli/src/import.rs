//! `auspex import`: imports third-party lists into memory.

pub(crate) mod outcomes;
mod tokens;

use std::process::ExitCode;

use crate::Context;

/// Command-line arguments of `auspex import`.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Args {
    /// Import a token list: NDJSON, a JSON array, or an object with `tokens`.
    Tokens(tokens::Args),
    /// Import resolved questions of others as past cases for base rates.
    Outcomes(outcomes::Args),
}

/// Returns the file's name, the default name of a list.
fn file_name(file: &str) -> String {
    let path = std::path::Path::new(file);
    path.file_name().map_or_else(|| file.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Runs an import. Exit code 3 if a line was refused.
///
/// # Errors
/// When a file cannot be read or Postgres cannot be reached; rows imported before remain.
pub(crate) async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    match args {
        Args::Tokens(args) => tokens::run(args, context).await,
        Args::Outcomes(args) => outcomes::run(args, context).await,
    }
}
