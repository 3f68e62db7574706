//! `auspex dead`: lists, shows, redrives and drops dead letters.

mod desk;
mod message;
mod redrives;

use std::process::ExitCode;

use anyhow::Context as _;
use clap::Subcommand;
use domain::JobId;
use domain::port::DeadLetter;
use operations::dead_letter_groups::DeadLetterGroupItem;
use operations::dead_letters::DeadLetterItem;
use uuid::Uuid;

use crate::door::Door;
use crate::{Context, output};
use desk::Desk;

/// Class of messages that could not be read.
const UNDECODABLE: &str = "undecodable";

/// Command-line arguments of `auspex dead`.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum Args {
    /// List dead letters, newest first: the id that `show`, `redrive` and `drop` take, the failure, and the publisher's
    /// id of the event.
    List {
        /// Include redriven and dropped ones.
        #[arg(long)]
        all: bool,
        /// List only this class.
        #[arg(long, value_parser = DeadLetter::CLASSES)]
        class: Option<String>,
    },
    /// List open dead letters by consumer, class and reason, newest first: those of the token's tenant.
    Groups,
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
        /// Redrive all open ones, except undecodable ones, which need --class. A gateway redrives one letter of each
        /// class first, and the others after the outcome of its job.
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        bulk: redrives::Bulk,
    },
    /// Close dead letters that will not be redriven. Their events stay dead.
    Drop {
        /// Dead letters: their ids, at least the first 6 digits of each, or `last`.
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
    },
    /// List redrives of many dead letters, newest first.
    Redrives,
    /// Stop a redrive until it is resumed.
    Pause {
        /// Redrive: its id.
        id: Uuid,
    },
    /// Redrive the remaining letters of a paused redrive.
    Resume {
        /// Redrive: its id.
        id: Uuid,
    },
    /// End a redrive. Jobs that run again are not stopped.
    Cancel {
        /// Redrive: its id.
        id: Uuid,
    },
}

/// Lists, shows, redrives or drops dead letters: those of the token's tenant, or for an operator and beside a local
/// fleet those of all tenants.
///
/// # Errors
/// When the fleet cannot be reached or a dead letter does not exist.
pub(crate) async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    match args {
        Args::List { all, class } => list(&Desk::open(context).await?, context, all, class.as_deref()).await,
        Args::Groups => groups(&Door::open(context)?, context).await,
        Args::Show { id } => {
            let desk = Desk::open(context).await?;
            show(&desk, context, desk.id(&id).await?).await
        }
        Args::Redrive { ids, all, bulk } => match &Desk::open(context).await? {
            Desk::User(door) if all => redrives::start(door, &bulk, context).await,
            desk if all => redrive(desk, context, &open_ids(desk, bulk.class.as_deref()).await?).await,
            desk => redrive(desk, context, &wanted(desk, &ids).await?).await,
        },
        Args::Drop { ids } => {
            let desk = Desk::open(context).await?;
            drop_letters(&desk, context, &wanted(&desk, &ids).await?).await
        }
        Args::Redrives => redrives::list(&Door::open(context)?, context).await,
        Args::Pause { id } => redrives::control(&Door::open(context)?, (id, "pause"), context).await,
        Args::Resume { id } => redrives::control(&Door::open(context)?, (id, "resume"), context).await,
        Args::Cancel { id } => redrives::control(&Door::open(context)?, (id, "cancel"), context).await,
    }
}

/// Returns the ids that a person has written.
async fn wanted(desk: &Desk, ids: &[String]) -> anyhow::Result<Vec<JobId>> {
    let mut wanted = Vec::new();
    for id in ids {
        wanted.push(desk.id(id).await?);
    }
    Ok(wanted)
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
        &format!("{:<36}  {:<19}  {:<11} {:<24} {:<24} REASON", "DEAD LETTER", "AT", "CLASS", "CONSUMER", "EVENT"),
        context.json,
    )?;
    context.print_each(&letters, line)?;
    if letters.is_empty() {
        context.remark("no dead letters");
    }
    Ok(ExitCode::SUCCESS)
}

fn line(letter: &DeadLetterItem) -> String {
    let DeadLetterItem { id, consumer, subject: _, class, reason, at, redriven_at, dropped_at, event } = letter;
    let ended = redriven_at.map(|at| ("redriven", at)).or(dropped_at.map(|at| ("dropped", at)));
    let ended = ended.map(|(how, at)| format!("  {how} {}", at.format("%F %T"))).unwrap_or_default();
    let event = event.as_deref().unwrap_or("-");
    format!("{id}  {}  {class:<11} {consumer:<24} {event:<24} {reason}{ended}", at.format("%F %T"))
}

async fn groups(door: &Door, context: &Context) -> anyhow::Result<ExitCode> {
    output::header(
        &format!("{:>7}  {:<19}  {:<11} {:<24} REASON", "LETTERS", "NEWEST", "CLASS", "CONSUMER"),
        context.json,
    )?;
    context.print_each(&door.dead_letter_groups().await?, group_line)?;
    Ok(ExitCode::SUCCESS)
}

fn group_line(group: &DeadLetterGroupItem) -> String {
    let DeadLetterGroupItem { consumer, class, reason, letters, newest_at, .. } = group;
    format!("{letters:>7}  {}  {class:<11} {consumer:<24} {reason}", newest_at.format("%F %T"))
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
        context.print(&redriven, |redriven| [format!("{id}  redriven on {}", redriven.subject)])?;
        if !redriven.published {
            output::note("it is published within minutes by the reconciler");
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn drop_letters(desk: &Desk, context: &Context, ids: &[JobId]) -> anyhow::Result<ExitCode> {
    for id in ids {
        let dropped = desk.drop_letter(*id).await?;
        context.print(&dropped, |dropped| [format!("{id}  dropped {}", dropped.dropped_at.format("%F %T"))])?;
    }
    Ok(ExitCode::SUCCESS)
}
