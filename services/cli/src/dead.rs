//! `auspex dead`: lists, shows and redrives dead letters.

mod message;

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Subcommand;
use domain::JobId;
use domain::port::DeadLetter;
use serde_json::json;
use store::Store;
use store::reading::DeadLetterLine;

use crate::{Context, output};

/// Maximum dead letters listed or redriven at once; narrow the list with --class.
const MAX_LETTERS: u32 = 1_000;

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
/// When a server cannot be reached or a dead letter does not exist.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let store = context.store().await?;
    match args.verb {
        Verb::List { all, class } => list(&store, context, all, class.as_deref()).await,
        Verb::Show { id } => show(&store, context, id).await,
        Verb::Redrive { ids, all, class } => {
            let ids = if all { open_ids(&store, class.as_deref()).await? } else { ids };
            redrive(&store, context, &ids).await
        }
    }
}

async fn list(store: &Store, context: &Context, all: bool, class: Option<&str>) -> anyhow::Result<ExitCode> {
    let mut letters = store.dead_letters(all, MAX_LETTERS).await?;
    letters.retain(|letter| class.is_none_or(|class| letter.class == class));
    for letter in &letters {
        if context.json { output::json(&line_json(letter))? } else { output::line(&line_text(letter))? }
    }
    if letters.is_empty() && !context.json {
        output::note("no dead letters");
    }
    Ok(ExitCode::SUCCESS)
}

fn line_text(letter: &DeadLetterLine) -> String {
    let again = letter.redriven_at.map(|at| format!("  redriven {}", at.format("%F %T"))).unwrap_or_default();
    format!(
        "{}  {}  {:<11} {:<24} {}{again}",
        letter.id,
        letter.at.format("%F %T"),
        letter.class,
        letter.consumer,
        letter.reason
    )
}

fn line_json(letter: &DeadLetterLine) -> serde_json::Value {
    let DeadLetterLine { id, consumer, subject, class, reason, at, redriven_at } = letter;
    json!({ "id": id, "consumer": consumer, "subject": subject, "class": class, "reason": reason, "at": at, "redriven_at": redriven_at })
}

async fn show(store: &Store, context: &Context, id: JobId) -> anyhow::Result<ExitCode> {
    let letter = store
        .dead_letter(id)
        .await?
        .with_context(|| format!("dead letter {id} does not exist; see `auspex dead list --all`"))?;
    if context.json {
        output::json(&proto::v1::DeadLetter::from(&letter))?;
    } else {
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

async fn open_ids(store: &Store, class: Option<&str>) -> anyhow::Result<Vec<JobId>> {
    let letters = store.dead_letters(false, MAX_LETTERS).await?;
    Ok(letters
        .into_iter()
        .filter(|letter| class.is_none_or(|class| letter.class == class))
        .map(|letter| letter.id)
        .collect())
}

async fn redrive(store: &Store, context: &Context, ids: &[JobId]) -> anyhow::Result<ExitCode> {
    if ids.is_empty() {
        output::note("no dead letters to redrive");
        return Ok(ExitCode::SUCCESS);
    }
    let client = context.client().await?;
    for id in ids {
        // The journal is reset before publishing: if this process ends in between, the reconciler publishes the
        // message.
        let Some(letter) = store.redrive(*id).await? else {
            bail!("dead letter {id} does not exist; see `auspex dead list --all`")
        };
        client
            .redrive(&letter, context.clock.now())
            .await
            .with_context(|| format!("{id} was reset but not published; the reconciler will publish it"))?;
        let subject = proto::subject::with_tenant(&letter.subject, &letter.tenant);
        if context.json {
            output::json(&json!({ "id": id, "job": letter.job, "subject": subject, "redriven": true }))?;
        } else {
            output::line(&format!("{id}  redriven on {subject}"))?;
        }
    }
    client.close().await;
    Ok(ExitCode::SUCCESS)
}
