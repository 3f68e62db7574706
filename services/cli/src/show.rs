//! `auspex show`: prints a run, an entity or an event.

mod account;
mod ending;
mod entity;
mod event;
mod forecast;
mod named;
mod parts;
mod reading;
mod removed;
mod run;
mod verdict;
mod waiting_review;

pub(crate) use ending::ending_line;
pub(crate) use run::{RunFollower, RunView};

use std::process::ExitCode;

use anyhow::bail;
use domain::{JobId, RunId};
use operations::find::IdKind;

use crate::door::{Door, DoorError};
use crate::whole_number::within;
use crate::{Context, output};
use named::Similar;

/// Command-line arguments of `auspex show`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Run or event (its id, or at least the first 6 digits of it), `last` for the newest run, event (publisher's id),
    /// or entity (slug, mint, symbol or name); without it the newest runs are listed.
    target: Option<String>,
    /// Maximum number of runs to list, 1 to 200.
    #[arg(long, default_value_t = 50, value_parser = within(1_u32..=200))]
    limit: u32,
    /// List only runs in whose research this entity plays a part (its id, as `auspex show NAME` prints it).
    #[arg(long, conflicts_with = "target", value_name = "ID")]
    entity: Option<String>,
    /// Print the report in Markdown.
    #[arg(long, group = "part", requires = "target")]
    report: bool,
    /// Write the report of the run to this file as PDF. The gateway needs a browser: `auspex up --browser`, or
    /// AUSPEX_BROWSER_URL.
    #[arg(long, group = "part", requires = "target", value_name = "FILE")]
    pdf: Option<std::path::PathBuf>,
    /// Print all findings and what was removed, the rounds, the costs by worker and the budgets as well.
    #[arg(long, short)]
    verbose: bool,
    /// Print the probability that the number or date is at most this threshold, e.g. 400 or 2027-03-01 (to its end in
    /// UTC); repeat it for several.
    #[arg(long, group = "part", requires = "target", value_name = "THRESHOLD", allow_hyphen_values = true)]
    at_most: Vec<String>,
    /// Print the model calls of the run in the order of their begin.
    #[arg(long, group = "part", requires = "target")]
    calls: bool,
    /// Print other runs with the question of the run or about its market, newest first.
    #[arg(long, group = "part", requires = "target")]
    related: bool,
    /// Print the text of a page that the run cites, by the hash of its source (`contentHash`).
    #[arg(long, group = "part", requires = "target", value_name = "HASH")]
    page: Option<String>,
    /// With --page: locate the quote of this finding, e.g. i1q1/f2.
    #[arg(long, requires = "page")]
    finding: Option<String>,
}

impl Args {
    /// Returns the option that names a part which only a run has.
    fn part_of_run(&self) -> Option<&'static str> {
        let parts = [
            (self.pdf.is_some(), "--pdf"),
            (!self.at_most.is_empty(), "--at-most"),
            (self.calls, "--calls"),
            (self.related, "--related"),
            (self.page.is_some(), "--page"),
        ];
        parts.into_iter().find_map(|(is_wanted, option)| is_wanted.then_some(option))
    }
}

/// Finds the target and prints it.
///
/// # Errors
/// When the target does not exist, or the gateway cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let door = Door::open(context)?;
    let Some(target) = args.target.as_deref() else { return recent(&door, &args, context).await };
    let similar = match id_of(&door, target).await? {
        Some(id) if by_id(&door, id, &args, context).await? => return Ok(ExitCode::SUCCESS),
        Some(_) => Vec::new(),
        None => match named::show(&door, target, &args, context).await? {
            Similar::Shown => return Ok(ExitCode::SUCCESS),
            Similar::To(names) => names,
        },
    };
    let hint = if similar.is_empty() { String::new() } else { format!("; did you mean {}?", similar.join(", ")) };
    bail!("no run, event or entity of the token's tenant matches {target:?}{hint}");
}

/// Prints the probability of each threshold.
///
/// # Errors
/// When the run has no forecast of a number or a date, or a threshold is neither.
pub(crate) async fn thresholds(door: &Door, run: RunId, at_most: &[String], context: &Context) -> anyhow::Result<()> {
    for threshold in at_most {
        let found = door.probability(run, threshold).await?;
        let shown = format!("at most      {}: {:.1} %", found.at_most, found.probability * 100.0);
        context.print(&found, |_| [shown])?;
    }
    Ok(())
}

async fn recent(door: &Door, args: &Args, context: &Context) -> anyhow::Result<ExitCode> {
    output::header(&run::header(), context.json)?;
    context.print_each(&door.runs(args.limit, args.entity.as_deref()).await?, run::brief)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns `None` if the object does not exist.
fn optional<T>(answer: Result<T, DoorError>) -> Result<Option<T>, DoorError> {
    match answer {
        Ok(object) => Ok(Some(object)),
        Err(error) if error.kind() == "not-found" => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the id of the run or event that a text names; `None` if it names neither.
async fn id_of(door: &Door, text: &str) -> anyhow::Result<Option<JobId>> {
    if let Ok(whole) = text.parse() {
        return Ok(Some(whole));
    }
    let matches = door.find(text, None).await?;
    let of = |kind| matches.iter().filter(move |one| one.kind == kind).map(|one| JobId(one.id)).collect::<Vec<_>>();
    let (runs, events) = (of(IdKind::Run), of(IdKind::Event));
    let ids = if runs.is_empty() { events } else { runs };
    if let [_, _, ..] = ids.as_slice() {
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        bail!("{text:?} matches several ids: {}; write more digits", ids.join(", "));
    }
    Ok(ids.first().copied())
}

async fn by_id(door: &Door, id: JobId, args: &Args, context: &Context) -> anyhow::Result<bool> {
    let run = RunId(id.0);
    if let Some(detail) = optional(door.run(run).await)? {
        if !parts::show(door, run, args, context).await? {
            run::show(detail, context, args.verbose)?;
        }
        return Ok(true);
    }
    let Some(detail) = optional(door.event(id).await)? else { return Ok(false) };
    only_of_runs(if args.report { Some("--report") } else { args.part_of_run() }, "an event")?;
    // An operator, also beside a local fleet, may read the inbound stream, which keeps the body of a quiet event.
    if detail.verdict.is_some() && context.is_operator() {
        return verdict::show(&context.store().await?, id, context).await;
    }
    event::show(detail, context)?;
    Ok(true)
}

/// Refuses an option that names a part of a run, for another object.
fn only_of_runs(option: Option<&str>, object: &str) -> anyhow::Result<()> {
    match option {
        Some(option) => bail!("only a run has this part: {option} does not apply to {object}"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse_arguments;

    #[test]
    fn one_part_of_a_named_object_is_printed() {
        let parsed = parse_arguments::<Args>;
        let parts: [&[&str]; 6] =
            [&["--report"], &["--pdf", "f"], &["--at-most", "-4"], &["--calls"], &["--related"], &["--page", "0af"]];
        for (at, part) in parts.iter().copied().enumerate() {
            assert!(parsed(&[&["last"], part].concat()).is_ok(), "{part:?}");
            assert!(parsed(part).is_err(), "{part:?} without an object");
            for other in parts.iter().copied().skip(at + 1) {
                assert!(parsed(&[&["last"], part, other].concat()).is_err(), "{part:?} and {other:?}");
            }
        }
        let several = parsed(&["last", "--at-most", "4", "--at-most", "5"]).unwrap();
        assert_eq!((several.at_most.len(), several.part_of_run()), (2, Some("--at-most")));
        assert!(parsed(&["--limit", "3"]).unwrap().part_of_run().is_none());
    }

    #[test]
    fn a_part_of_a_run_is_refused_for_another_object() {
        assert!(only_of_runs(None, "an event").is_ok());
        let refused = only_of_runs(Some("--calls"), "an event").unwrap_err().to_string();
        assert_eq!(refused, "only a run has this part: --calls does not apply to an event");
    }
}
