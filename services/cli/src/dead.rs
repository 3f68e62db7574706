//! `auspex dead`: lists, shows and redrives dead letters.

mod message;

use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use clap::Subcommand;
use domain::JobId;
use domain::port::DeadLetter;
use operations::dead_letters::DeadLetterItem;

use crate::door::{Door, OnBehalf};
use crate::{Context, output};

/// Command-line arguments of `auspex dead`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Tenant of the dead letters [default: all tenants, or that of the token].
    #[arg(long, global = true)]
    tenant: Option<String>,
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
        /// Id of the dead letter.
        id: JobId,
    },
    /// Publish dead-lettered messages again, unchanged.
    Redrive {
        /// Ids of the dead letters.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        ids: Vec<JobId>,
        /// Redrive all that were not redriven yet.
        #[arg(long)]
        all: bool,
        /// With --all: redrive only this class.
        #[arg(long, requires = "all", value_parser = DeadLetter::CLASSES)]
        class: Option<String>,
    },
}

/// Lists, shows or redrives dead letters.
///
/// # Errors
/// When the fleet cannot be reached or a dead letter does not exist.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let door = Door::open(context, OnBehalf { tenant: args.tenant.as_deref(), ..OnBehalf::default() }).await?;
    match args.verb {
        Verb::List { all, class } => list(&door, context, all, class.as_deref()).await,
        Verb::Show { id } => show(&door, context, id).await,
        Verb::Redrive { ids, all, class } => {
            let ids = if all { open_ids(&door, class.as_deref()).await? } else { ids };
            redrive(&door, context, &ids).await
        }
    }
}

/// Returns the newest dead letters of a class, or of all.
async fn letters(door: &Door<'_>, all: bool, class: Option<&str>) -> anyhow::Result<Vec<DeadLetterItem>> {
    let mut letters = door.dead_letters(all).await?;
    letters.retain(|letter| class.is_none_or(|class| letter.class == class));
    Ok(letters)
}

async fn list(door: &Door<'_>, context: &Context, all: bool, class: Option<&str>) -> anyhow::Result<ExitCode> {
    let letters = letters(door, all, class).await?;
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

async fn show(door: &Door<'_>, context: &Context, id: JobId) -> anyhow::Result<ExitCode> {
    let letter = door.dead_letter(id).await.map_err(|error| error.or_missing(|| unknown(id)))?;
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

async fn open_ids(door: &Door<'_>, class: Option<&str>) -> anyhow::Result<Vec<JobId>> {
    let letters = letters(door, false, class).await?;
    letters.iter().map(|letter| letter.id.parse().context("the id of a dead letter")).collect()
}

async fn redrive(door: &Door<'_>, context: &Context, ids: &[JobId]) -> anyhow::Result<ExitCode> {
    if ids.is_empty() {
        output::note("no dead letters to redrive");
        return Ok(ExitCode::SUCCESS);
    }
    for id in ids {
        let redriven = door.redrive(*id).await.map_err(|error| error.or_missing(|| unknown(*id)))?;
        if context.json {
            output::json(&redriven)?;
        } else {
            output::line(&format!("{id}  redriven on {}", redriven.subject))?;
        }
        // A gateway publishes events only, and leaves the other messages to the reconciler.
        match door {
            Door::Http(_) if !redriven.published => output::note("the reconciler publishes it within minutes"),
            Door::Http(_) => {}
            Door::Direct(_) => {
                ensure!(redriven.published, "{id} was reset but not published; the reconciler will publish it");
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
