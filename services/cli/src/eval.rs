//! `auspex eval`: one capability over any file or folder of a known shape, its answers written for that set's scorer.
//!
//! Each capability is a variant of [`Capability`] and a module with `run(files, context) -> Report`. What is refused is told line by
//! line and never stops the rest; how good the answers are, the scorer says.

mod claims;
mod collection;
mod confidence;
mod filter;
mod html;
mod json;
mod lines;
mod model;
mod pdf;
mod pooling;
mod report;
mod retrieval;
mod tokens;

use std::path::PathBuf;
use std::process::ExitCode;

use crate::{Context, output};
pub use lines::{Answers, Line, files_in, lines};
pub use report::{Refused, Report};

/// `auspex eval`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    capability: Capability,
}

/// What is measured.
#[derive(Debug, clap::Subcommand)]
enum Capability {
    /// How claims stand after their evidence (NDJSON of claims).
    Claims(claims::Args),
    /// What is left of research after the noise is dropped (NDJSON of questions with items).
    Filter(Files),
    /// Which token a mint, symbol or name means (NDJSON of queries).
    Tokens(Files),
    /// Which documents answer a question (folder with docs.ndjson and queries.ndjson).
    Retrieval(Files),
    /// How sure retrieval is that the answer is there; with its calibration where the set knows (the same folder).
    Confidence(Files),
    /// The main content of saved pages, title, author and date (folder of .html or .html.gz).
    Html(Files),
    /// The text of PDFs, parsed in a limited child process (folder of files, or of folders of them).
    Pdf(Files),
    /// How several estimates and a crowd become one probability (NDJSON of lists of samples, crowd, outcome).
    Pooling(pooling::Args),
    /// JSON out of text that is nearly JSON (NDJSON of id and input).
    Json(Files),
}

/// Where the questions are and where the answers go.
#[derive(Debug, Clone, clap::Args)]
pub struct Files {
    /// The set: a file or a folder, as the capability says.
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// Where the answers are written, as the set's scorer reads them.
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
}

/// Runs it. Exit code 3 if a row was refused.
///
/// # Errors
/// When the input cannot be read, the output cannot be written or a server that the capability needs cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let report = match args.capability {
        Capability::Claims(args) => claims::run(&args).await?,
        Capability::Filter(files) => filter::run(&files).await?,
        Capability::Tokens(files) => tokens::run(&files, context).await?,
        Capability::Retrieval(files) => retrieval::run(&files)?,
        Capability::Confidence(files) => confidence::run(&files, context.json)?,
        Capability::Html(files) => html::run(&files)?,
        Capability::Pdf(files) => pdf::run(&files).await?,
        Capability::Pooling(args) => pooling::run(&args)?,
        Capability::Json(files) => json::run(&files)?,
    };
    report.print(context.json)?;
    Ok(output::complete_if(report.refused.is_empty()))
}
