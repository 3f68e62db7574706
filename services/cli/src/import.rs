//! `auspex import`: what others have listed, taken into memory at once.

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
}

/// Imports. Exit code 3 if a line was refused.
///
/// # Errors
/// When a file cannot be read or Postgres cannot be reached; what was taken in by then stays so.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    match args.what {
        What::Tokens(args) => tokens::run(args, context).await,
    }
}
