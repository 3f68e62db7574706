//! `lab eval`: runs one capability over a file or folder of a known format and writes its answers for the scorer of the
//! set.
//!
//! Each capability is a variant of [`Capability`] and a module with a `run` function that returns a [`EvalReport`]. A
//! refused row is listed in the report and does not stop the run. The scorer of the set judges the answers.

mod analysts;
mod claims;
mod collection;
mod confidence;
mod deadlines;
mod documents;
mod filter;
mod html;
mod json;
mod lei;
mod lines;
mod markets;
mod model;
mod page_reader;
mod pdf;
mod pooling;
mod reading;
mod replies;
mod report;
mod retrieval;
mod support;
mod tables;
mod tokens;
mod vectors;
mod wire;

use std::path::PathBuf;
use std::process::ExitCode;

pub use lines::{Answers, Line, files_in, lines};
pub use report::{EvalReport, Refused};

/// Exit code if a row was refused.
const ROWS_REFUSED: u8 = 3;

/// Command-line options of `lab eval`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print the report as JSON.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    capability: Capability,
}

/// The capability to evaluate.
#[derive(Debug, clap::Subcommand)]
enum Capability {
    /// Status of claims after their evidence (NDJSON of claims).
    Claims(claims::Args),
    /// Whether quotes support a finding (NDJSON of findings with quotes; reports precision and recall if rows have
    /// labels).
    Support(support::Args),
    /// Items that the evidence filter keeps (NDJSON of questions with items).
    Filter(Files),
    /// Token that a mint, symbol or name refers to (NDJSON of queries; reads the memory at AUSPEX_POSTGRES_URL).
    Tokens(Files),
    /// Documents that answer a question (folder with docs.ndjson and queries.ndjson, or notes.ndjson and
    /// questions.ndjson), by words or, with --vectors, by words and vectors.
    Retrieval(collection::Args),
    /// Confidence that the documents contain the answer, with its calibration if the set has labels (same folder
    /// format).
    Confidence(confidence::Args),
    /// Deadlines that the texts of questions name (NDJSON of qid, question, freeze_datetime; rows with a label are
    /// judged).
    Deadlines(Files),
    /// Main content, title, author and date of saved pages (folder of .html or .html.gz).
    Html(Files),
    /// Text of PDFs, each parsed in a limited child process (folder of files, or of folders of files).
    Pdf(Files),
    /// Passages of long documents that concern a question (NDJSON of questions with a document).
    Reading(reading::Args),
    /// Cells and tables of documents (NDJSON of questions with a document).
    Tables(tables::Args),
    /// One probability pooled from several estimates and a market price (NDJSON of lists of samples, crowd, outcome).
    Pooling(pooling::Args),
    /// Probabilities of simulated analysts who know a crowd's price, after the forecaster's arithmetic (NDJSON of qid,
    /// crowd, outcome).
    Analysts(Files),
    /// JSON repaired from malformed text (NDJSON of id and input).
    Json(Files),
    /// Legal Entity Identifiers with right check digits (NDJSON of lei).
    Lei(Files),
    /// Markets that ask the same question, found at AUSPEX_POLYMARKET_URL and the like (NDJSON of questions).
    Markets(Files),
    /// Facts in recorded replies of token services (folder with mints/MINT/SERVICE.json).
    Replies(Files),
    /// Recorded replies of language-model providers (NDJSON named after the wire format, or a folder of them).
    Wire(Files),
}

/// Input and output of an evaluation.
#[derive(Debug, Clone, clap::Args)]
pub struct Files {
    /// The set: a file or a folder, depending on the capability.
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// File or folder for the answers, in the format that the scorer of the set reads.
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
}

/// Runs one evaluation and prints its report. Exit code 3 if a row was refused.
///
/// # Errors
/// If the input cannot be read, the output cannot be written or a server that the capability needs cannot be reached.
pub async fn run(args: Args) -> anyhow::Result<ExitCode> {
    let report = match args.capability {
        Capability::Claims(args) => claims::run(&args).await?,
        Capability::Support(args) => support::run(&args).await?,
        Capability::Filter(files) => filter::run(&files).await?,
        Capability::Tokens(files) => tokens::run(&files).await?,
        Capability::Retrieval(args) => retrieval::run(&args).await?,
        Capability::Confidence(set) => confidence::run(&set, args.json).await?,
        Capability::Deadlines(files) => deadlines::run(&files)?,
        Capability::Html(files) => html::run(&files)?,
        Capability::Pdf(files) => pdf::run(&files).await?,
        Capability::Reading(args) => reading::run(&args).await?,
        Capability::Tables(args) => tables::run(&args).await?,
        Capability::Pooling(args) => pooling::run(&args)?,
        Capability::Analysts(files) => analysts::run(&files)?,
        Capability::Json(files) => json::run(&files)?,
        Capability::Lei(files) => lei::run(&files)?,
        Capability::Markets(files) => markets::run(&files).await?,
        Capability::Replies(files) => replies::run(&files)?,
        Capability::Wire(files) => wire::run(&files)?,
    };
    report.print(args.json)?;
    Ok(if report.refused.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(ROWS_REFUSED) })
}
