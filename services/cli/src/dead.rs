//! `auspex dead`: what was given up, why, and sending it again.

mod message;

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use clap::Subcommand;
use domain::JobId;
use domain::port::DeadLetter;
use serde_json::json;
use store::Store;
use store::reading::DeadLine;

use crate::{Context, output};

/// More than this on a screen is a fire; narrow it with --class.
const LIST: u32 = 1_000;

/// Why work can be dead, as the runtime names it.
const CLASSES: [&str; 4] = ["undecodable", "rejected", "exhausted", "poisoned"];

/// `auspex dead`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Clone, Subcommand)]
enum Verb {
    /// Lists what is dead, newest first.
    List {
        /// With those that were sent again.
        #[arg(long)]
        all: bool,
        /// Only this class.
        #[arg(long, value_parser = CLASSES)]
        class: Option<String>,
    },
    /// Shows one with its message, headers and reasons.
    Show {
        /// Its id.
        id: JobId,
    },
    /// Sends messages again, as they came.
    Redrive {
        /// Their ids.
        #[arg(required_unless_present = "all", conflicts_with = "all")]
        ids: Vec<JobId>,
        /// Every one that was not sent again yet.
        #[arg(long)]
        all: bool,
        /// With --all: only this class.
        #[arg(long, requires = "all", value_parser = CLASSES)]
        class: Option<String>,
    },
}

/// Lists, shows or redrives.
///
/// # Errors
/// When a server cannot be reached or there is no such letter.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let store = context.store().await?;
    match args.verb {
        Verb::List { all, class } => list(&store, context, (all, class.as_deref())).await,
        Verb::Show { id } => show(&store, context, id).await,
        Verb::Redrive { ids, all, class } => {
            let ids = if all { chosen(&store, class.as_deref()).await? } else { ids };
            redrive(&store, context, &ids).await
        }
    }
}

async fn list(store: &Store, context: &Context, (all, class): (bool, Option<&str>)) -> anyhow::Result<ExitCode> {
    let mut letters = store.dead_letters(all, LIST).await?;
    letters.retain(|letter| class.is_none_or(|class| letter.class == class));
    for letter in &letters {
        if context.json { output::json(&line_json(letter))? } else { output::line(&line_text(letter))? }
    }
    if letters.is_empty() && !context.json {
        output::note("nothing is dead");
    }
    Ok(ExitCode::SUCCESS)
}

fn line_text(letter: &DeadLine) -> String {
    let again = letter.redriven_at.map(|at| format!("  sent again {}", at.format("%F %T"))).unwrap_or_default();
    format!(
        "{}  {}  {:<11} {:<24} {}{again}",
        letter.id,
        letter.at.format("%F %T"),
        letter.class,
        letter.consumer,
        letter.reason
    )
}

fn line_json(letter: &DeadLine) -> serde_json::Value {
    let DeadLine { id, consumer, subject, class, reason, at, redriven_at } = letter;
    json!({ "id": id, "consumer": consumer, "subject": subject, "class": class, "reason": reason, "at": at, "redriven_at": redriven_at })
}

async fn show(store: &Store, context: &Context, id: JobId) -> anyhow::Result<ExitCode> {
    let letter = store
        .dead_letter(id)
        .await?
        .with_context(|| format!("no dead letter {id}; `auspex dead list --all` names them"))?;
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
            "class     {class}, given up by {consumer} at {} after {}",
            at.format("%F %T"),
            output::counted(*attempts, "attempt")
        ),
        format!("job       {job}, tenant {tenant}"),
        format!("subject   {subject}"),
        format!("trace     {trace_id}"),
        "reasons".to_owned(),
    ];
    lines.extend(errors.iter().map(|error| format!("    {error}")));
    lines.push("headers".to_owned());
    lines.extend(headers.iter().map(|(name, value)| format!("    {name}: {value}")));
    lines.push(format!("payload   {} bytes", payload.len()));
    lines.push(format!("    {}", message::readable(subject, payload)));
    lines.push(format!("again     when the reason is mended: auspex dead redrive {id}"));
    lines
}

async fn chosen(store: &Store, class: Option<&str>) -> anyhow::Result<Vec<JobId>> {
    let letters = store.dead_letters(false, LIST).await?;
    Ok(letters
        .into_iter()
        .filter(|letter| class.is_none_or(|class| letter.class == class))
        .map(|letter| letter.id)
        .collect())
}

async fn redrive(store: &Store, context: &Context, ids: &[JobId]) -> anyhow::Result<ExitCode> {
    if ids.is_empty() {
        output::note("nothing to send again");
        return Ok(ExitCode::SUCCESS);
    }
    let client = context.client().await?;
    for id in ids {
        // First the journal forgets the outcome, then the message goes out: if we die in between, the reconciler sends it.
        let Some(letter) = store.redrive(*id).await? else {
            bail!("no dead letter {id}; `auspex dead list --all` names them")
        };
        client
            .redrive(&letter, context.clock.now())
            .await
            .with_context(|| format!("{id} is runnable again but was not published; the reconciler will"))?;
        if context.json {
            output::json(&json!({ "id": id, "job": letter.job, "subject": letter.subject, "redriven": true }))?;
        } else {
            output::line(&format!("{id}  sent again on {}", letter.subject))?;
        }
    }
    client.close().await;
    Ok(ExitCode::SUCCESS)
}
