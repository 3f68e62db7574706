//! `auspex import`: what others have listed, taken into memory at once.

pub(crate) mod outcomes;
mod tokens;

use std::process::ExitCode;

use crate::Context;

/// `auspex import`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// A token list: NDJSON, a JSON array, or an object with `tokens`.
    Tokens(tokens::Args),
    /// Resolved questions of others: past cases for the base rates of forecasts.
    Outcomes(outcomes::Args),
}

/// What a list is called if nobody says it: its file's name.
fn file_name(file: &str) -> String {
    let path = std::path::Path::new(file);
    path.file_name().map_or_else(|| file.to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Imports. Exit code 3 if a line was refused.
///
/// # Errors
/// When a file cannot be read or Postgres cannot be reached; what was taken in by then stays so.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    match args.what {
        What::Tokens(args) => tokens::run(args, context).await,
        What::Outcomes(args) => outcomes::run(args, context).await,
    }
}
