//! `auspex event`: lists the tenant's events, saves the message of one, and reads the bundles of an event with research
//! directions.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Subcommand;
use domain::{JobId, Time};
use operations::bundles::{BundleItem, EpisodeBundles, FileQuery};
use operations::event_list::{EventItem, EventQuery};
use operations::find::IdKind;
use serde_json::json;

use crate::Context;
use crate::door::Door;
use crate::whole_number::within;

/// Command-line arguments of `auspex event`.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum Args {
    /// List classified events, newest first. `auspex show` shows one.
    List {
        /// List only events of this kind.
        #[arg(long)]
        kind: Option<String>,
        /// List only events in this state: open, answered or dead.
        #[arg(long)]
        state: Option<String>,
        /// List only events received at or after this time (RFC 3339, or a day) [default: 7 days ago].
        #[arg(long, value_parser = operations::input::parse_day_or_time)]
        since: Option<Time>,
        /// Maximum number of events, 1 to 200.
        #[arg(long, default_value_t = 50, value_parser = within(1_u32..=200))]
        limit: u32,
    },
    /// Save the message of an event: its bytes as they were published (protobuf).
    Message {
        /// Event: its job, at least the first 6 digits of it, or the publisher's id.
        event: String,
        /// File to write.
        file: PathBuf,
    },
    /// Show the bundles of an event with research directions: todos, progress and files.
    Bundles {
        /// Event: its job, at least the first 6 digits of it, or the publisher's id.
        event: String,
    },
    /// Print a file of a bundle.
    File {
        /// Event: its job, at least the first 6 digits of it, or the publisher's id.
        event: String,
        /// Id of the bundle.
        bundle: String,
        /// Path of the file, as `bundles` lists it.
        path: String,
    },
}

/// Runs the command.
///
/// # Errors
/// When an argument is invalid, the event does not exist, or the gateway cannot be reached.
pub(crate) async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let door = Door::open(context)?;
    match args {
        Args::List { kind, state, since, limit } => {
            let query = EventQuery { kind, state, since, limit: Some(limit), cursor: None };
            list(&door, &query, context).await?;
        }
        Args::Message { event, file } => {
            let job = job(&door, &event).await?;
            let bytes = door.event_message(job).await?;
            std::fs::write(&file, &bytes)
                .with_context(|| format!("the message cannot be written to {}", file.display()))?;
            let (file, bytes) = (file.display().to_string(), bytes.len());
            context.print(&json!({ "job": job, "file": file, "bytes": bytes }), |_| {
                [format!("message      {file}, {bytes} bytes")]
            })?;
        }
        Args::Bundles { event } => {
            let bundles = door.bundles(job(&door, &event).await?).await?;
            context.print(&bundles, lines)?;
        }
        Args::File { event, bundle, path } => {
            let text = door.bundle_file(job(&door, &event).await?, &FileQuery { bundle, path }).await?;
            context.print(&json!({ "text": text }), |_| [text])?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn job(door: &Door, text: &str) -> anyhow::Result<JobId> {
    Ok(JobId(door.id(text, IdKind::Event).await?))
}

async fn list(door: &Door, query: &EventQuery, context: &Context) -> anyhow::Result<()> {
    let page = door.event_page(query).await?;
    context.print_each(&page.items, line)?;
    if page.next.is_some() {
        context.remark("there are more; --since or --limit changes the list");
    }
    Ok(())
}

fn line(item: &EventItem) -> String {
    let EventItem { job, id, kind, state, received_at, .. } = item;
    format!("{job}  {}  {kind:<12} {state:<8}  {id}", received_at.format("%F %T"))
}

fn lines(bundles: &EpisodeBundles) -> Vec<String> {
    let EpisodeBundles { job, state, title, bundles, .. } = bundles;
    let mut lines = vec![format!("{job}  {state}  {title}")];
    for BundleItem { id, state, done, blocked, todos, files, .. } in bundles {
        lines.push(format!("{id}  {state}, {done} of {} done, {blocked} blocked", todos.len()));
        lines.extend(files.iter().map(|file| format!("    {file}")));
    }
    lines
}
