//! `auspex dead`: lists, shows and redrives dead letters.

mod desk;
mod message;

use std::process::ExitCode;

use anyhow::Context as _;
use clap::Subcommand;
use domain::JobId;
use domain::port::DeadLetter;
use operations::dead_letters::DeadLetterItem;

use crate::door::Door;
use crate::{Context, output};
use desk::Desk;

/// Class of messages that could not be read.
const UNDECODABLE: &str = "undecodable";

/// Command-line arguments of `auspex dead`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Clone, Subcommand)]
enum Verb {
    /// List dead letters, newest first.
    List {
        /// Include redriven ones.
        #[arg(long)]
        all: bool,
        /// List only this class.
        #[arg(long, value_parser = DeadLetter::CLASSES)]
        class: Option<String>,
    },
    /// Show a dead letter with its message, headers and errors.
    Show {
        /// Dead letter: its id, at least the first 6 digits of it, or `last`.
        id: String,
    },
    /// Publish dead-lettered messages again, unchanged.
    Redrive {
        /// Dead letters: their ids, at least the first 6 digits of each, or `last`.
        #[arg(required_unless_present = "all", conflicts_with = "all", value_name = "ID")]
        ids: Vec<String>,
        /// Redrive all that were not redriven yet, except undecodable ones, which need --class.
        #[arg(long)]
        all: bool,
        /// With --all: redrive only this class.
        #[arg(long, requires = "all", value_parser = DeadLetter::CLASSES)]
        class: Option<String>,
    },
}

/// Lists, shows or redrives dead letters: those of the token's tenant, or for an operator and beside a local fleet
/// those of all tenants.
///
/// # Errors
/// When the fleet cannot be reached or a dead letter does not exist.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let desk = match context.is_operator() {
        true => Desk::Operator(context.store().await?),
        false => Desk::User(Door::open(context)?),
    };
    match args.verb {
        Verb::List { all, class } => list(&desk, context, all, class.as_deref()).await,
        Verb::Show { id } => show(&desk, context, desk.id(&id).await?).await,
        Verb::Redrive { ids, all, class } => {
            let mut wanted = if all { open_ids(&desk, class.as_deref()).await? } else { Vec::new() };
            for id in &ids {
                wanted.push(desk.id(id).await?);
            }
            redrive(&desk, context, &wanted).await
        }
    }
}

/// Returns the newest dead letters of a class, or of all.
async fn letters(desk: &Desk, all: bool, class: Option<&str>) -> anyhow::Result<Vec<DeadLetterItem>> {
    let mut letters = desk.list(all).await?;
    letters.retain(|letter| class.is_none_or(|class| letter.class == class));
    Ok(letters)
}

async fn list(desk: &Desk, context: &Context, all: bool, class: Option<&str>) -> anyhow::Result<ExitCode> {
    let letters = letters(desk, all, class).await?;
    output::header(
        &format!("{:<36}  {:<19}  {:<11} {:<24} REASON", "DEAD LETTER", "AT", "CLASS", "CONSUMER"),
        context.json,
    )?;
    for letter in &letters {
        if context.json { output::json(letter)? } else { output::line(&line(letter))? }
    }
    if letters.is_empty() && !context.json {
        output::note("no dead letters");
    }
    Ok(ExitCode::SUCCESS)
}

fn line(letter: &DeadLetterItem) -> String {
    let DeadLetterItem { id, consumer, subject: _, class, reason, at, redriven_at } = letter;
    let again = redriven_at.map(|at| format!("  redriven {}", at.format("%F %T"))).unwrap_or_default();
    format!("{id}  {}  {class:<11} {consumer:<24} {reason}{again}", at.format("%F %T"))
}

fn unknown(id: JobId) -> String {
    format!("dead letter {id} does not exist; see `auspex dead list --all`")
}

async fn show(desk: &Desk, context: &Context, id: JobId) -> anyhow::Result<ExitCode> {
    let letter = desk.show(id).await?;
    if context.json {
        output::json(&letter)?;
    } else {
        let letter = DeadLetter::try_from(letter).context("the dead letter of another version")?;
        letter_lines(&letter).iter().try_for_each(|line| output::line(line))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn letter_lines(letter: &DeadLetter) -> Vec<String> {
    let DeadLetter { id, consumer, job, tenant, subject, headers, payload, class, errors, attempts, trace_id, at } =
        letter;
    let mut lines = vec![
        format!("id        {id}"),
        format!(
            "class     {class}, dead-lettered by {consumer} at {} after {}",
            at.format("%F %T"),
            output::pluralize(*attempts, "attempt")
        ),
        format!("job       {job}, tenant {tenant}"),
        format!("subject   {subject}"),
        format!("trace     {trace_id}"),
        "errors".to_owned(),
    ];
    lines.extend(errors.iter().map(|error| format!("    {error}")));
    lines.push("headers".to_owned());
    lines.extend(headers.iter().map(|(name, value)| format!("    {name}: {value}")));
    lines.push(format!("payload   {} bytes", payload.len()));
    lines.push(format!("    {}", message::readable(subject, payload)));
    lines.push(format!("redrive   after fixing the cause: auspex dead redrive {id}"));
    lines
}

async fn open_ids(desk: &Desk, class: Option<&str>) -> anyhow::Result<Vec<JobId>> {
    let letters = letters(desk, false, class).await?;
    // A message that cannot be read dies again unchanged, unless the binaries are newer: then its class is named.
    let is_readable = |letter: &&DeadLetterItem| class.is_some() || letter.class != UNDECODABLE;
    letters.iter().filter(is_readable).map(|letter| letter.id.parse().context("the id of a dead letter")).collect()
}

async fn redrive(desk: &Desk, context: &Context, ids: &[JobId]) -> anyhow::Result<ExitCode> {
    if ids.is_empty() {
        output::note("no dead letters to redrive");
        return Ok(ExitCode::SUCCESS);
    }
    for id in ids {
        let redriven = desk.redrive(*id, context).await?;
        if context.json {
            output::json(&redriven)?;
        } else {
            output::line(&format!("{id}  redriven on {}", redriven.subject))?;
        }
        if !redriven.published {
            output::note("it is published within minutes by the reconciler");
        }
    }
    Ok(ExitCode::SUCCESS)
}
