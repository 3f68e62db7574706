//! `auspex schedule`: asks questions, or researches entities, repeatedly on a cron schedule.

use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use domain::schedule::Cron;
use domain::{RunId, Tenant, schedule};
use operations::find::IdKind;
use operations::questions::Ask;
use operations::research::entities::EntitiesWanted;
use operations::schedules::{Repeat, ScheduleItem, ScheduleWanted};
use serde_json::json;

use crate::asking::Asking;
use crate::door::Door;
use crate::research::EntityNeeds;
use crate::{Context, output};

/// Command-line arguments of `auspex schedule`.
#[derive(Debug, Clone, clap::Subcommand)]
pub(crate) enum Args {
    /// Add a schedule, or replace the one with the same name. Instants missed during an outage are asked once.
    Add(Box<Add>),
    /// List schedules with their next instant and last run.
    List,
    /// Ask the question of a schedule, or research its entities, at once. The plan stays; a minute counts once.
    Run(NamedSchedule),
    /// Remove a schedule. Runs that it started continue.
    Remove(NamedSchedule),
}

#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Add {
    /// Name: letters, digits, - and _.
    name: String,
    /// Cron expression with five fields (minute hour day month weekday) in UTC, e.g. "30 6 * * 1-5".
    cron: String,
    /// Question; or use --run or --entity.
    #[arg(required_unless_present_any = ["run", "entity"], conflicts_with_all = ["run", "entity"])]
    question: Option<String>,
    /// Research or refresh an entity at each instant in place of a question: a mint, symbol, name, LEI, URL or id. May
    /// be repeated, up to 50 times.
    #[arg(long, value_name = "IDENTIFIER", conflicts_with = "run")]
    entity: Vec<String>,
    #[command(flatten)]
    needs: EntityNeeds,
    /// Ask the question of this run with the same options: its id, at least the first 6 digits of it, or `last`.
    #[arg(long)]
    run: Option<String>,
    #[command(flatten)]
    asking: Asking,
    /// The answers are urgent: no model call is made in a batch. Batches cost less and take up to a day.
    #[arg(long)]
    urgent: bool,
}

#[derive(Debug, Clone, clap::Args)]
pub(crate) struct NamedSchedule {
    /// Name of the schedule.
    name: String,
}

/// Adds, lists, fires or removes schedules. Exit code 3 if there was nothing to remove.
///
/// # Errors
/// When the name, the cron expression or the question is invalid, or the fleet cannot be reached.
pub(crate) async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    match args {
        Args::Add(add) => add.run(context).await,
        Args::List => list(context).await,
        Args::Run(named) => named.fire(context).await,
        Args::Remove(named) => named.remove(context).await,
    }
}

impl Add {
    async fn run(&self, context: &Context) -> anyhow::Result<ExitCode> {
        // Checked before connecting, so that a mistake in the arguments is reported without a fleet.
        let name = schedule::name(&self.name).context("NAME")?;
        self.cron.parse::<Cron>()?;
        let mut wanted = self.wanted()?;
        if let Some(question) = wanted.question.clone() {
            question.event(&name, Tenant::default(), context.clock.now())?;
        }
        if let Some(sources) = wanted.entities.as_ref().and_then(|entities| entities.sources.clone()) {
            sources.rules()?;
        }
        let door = Door::open(context)?;
        if let Some(run) = &self.run {
            let run = RunId(door.id(run, IdKind::Run).await?);
            wanted.repeat = Some(Repeat { run, urgent: Some(self.urgent) });
        }
        let missing = || format!("run {} does not exist", self.run.as_deref().unwrap_or_default());
        let made = door.put_schedule(&name, wanted).await.map_err(|error| error.or_missing(missing))?;
        context.print(&made, |made| [line(made)])?;
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the schedule. Its answers are not urgent unless the caller says otherwise.
    fn wanted(&self) -> anyhow::Result<ScheduleWanted> {
        let urgent = Some(self.urgent);
        let question = self.question.as_deref().map(|text| Ask { urgent, ..self.asking.ask(text) });
        Ok(ScheduleWanted { cron: self.cron.clone(), question, repeat: None, entities: self.entities()? })
    }

    /// Returns the entities to research; `None` without --entity.
    fn entities(&self) -> anyhow::Result<Option<EntitiesWanted>> {
        if self.entity.is_empty() {
            ensure!(!self.needs.is_given(), "--max-age and --kind need --entity");
            return Ok(None);
        }
        ensure!(!self.urgent, "--urgent: research of entities is never made in batches");
        let (budget_micro_usd, sources) = self.asking.for_entities()?;
        Ok(Some(EntitiesWanted { budget_micro_usd, sources, ..self.needs.wanted(&self.entity) }))
    }
}

async fn list(context: &Context) -> anyhow::Result<ExitCode> {
    output::header(&format!("{:<16} {:<14} {:<21} QUESTION", "NAME", "CRON", "NEXT"), context.json)?;
    let schedules = Door::open(context)?.schedules().await?;
    context.print_each(&schedules, line)?;
    if schedules.is_empty() {
        context.remark("no schedules; `auspex schedule add NAME CRON QUESTION` adds one");
    }
    Ok(ExitCode::SUCCESS)
}

impl NamedSchedule {
    async fn fire(&self, context: &Context) -> anyhow::Result<ExitCode> {
        let door = Door::open(context)?;
        let missing = || format!("no such schedule: {}", self.name);
        let fired = door.run_schedule(&self.name).await.map_err(|error| error.or_missing(missing))?;
        if context.json {
            output::json(&fired)?;
        } else {
            let what = fired.run.as_ref().map_or_else(|| format!("event {}", fired.job), |run| format!("run {run}"));
            let word = if fired.duplicate { "fired in this minute before" } else { "fired" };
            output::line(&format!("{word} {}: {what}", self.name))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    async fn remove(&self, context: &Context) -> anyhow::Result<ExitCode> {
        let door = Door::open(context)?;
        let is_removed = match door.delete_schedule(&self.name).await {
            Ok(()) => true,
            Err(error) if error.kind() == "not-found" => false,
            Err(error) => return Err(error.into()),
        };
        let word = if is_removed { "removed" } else { "no such schedule:" };
        context.print(&json!({ "name": self.name, "removed": is_removed }), |_| [format!("{word} {}", self.name)])?;
        Ok(output::complete_if(is_removed))
    }
}

fn line(known: &ScheduleItem) -> String {
    let ScheduleItem { tenant: _, name, cron, question, next_at, fired, last_at: _, last_run, last_job } = known;
    let next = next_at.map_or("ended".to_owned(), |at| at.format("next %F %H:%M").to_string());
    let job = last_job.as_ref().map(|job| format!(", last research {job}"));
    let last = last_run.as_ref().map(|run| format!(", last run {run}")).or(job).unwrap_or_default();
    let question = output::one_line(question);
    format!("{name:<16} {cron:<14} {next:<21} {question}  (asked {fired} times{last})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::parse_arguments;

    fn added(line: &[&str]) -> Result<Add, clap::Error> {
        parse_arguments(line)
    }

    #[test]
    fn a_question_or_a_run_is_required_but_not_both() {
        let run = "5f0f2f0e-8f0b-5a8f-9d3c-000000000000";
        assert!(added(&["n", "0 8 * * *", "Will it?"]).is_ok());
        assert!(added(&["n", "0 8 * * *", "--run", run]).unwrap().wanted().unwrap().question.is_none());
        assert!(added(&["n", "0 8 * * *"]).is_err());
        assert!(added(&["n", "0 8 * * *", "Will it?", "--run", run]).is_err());
    }

    #[test]
    fn entities_are_researched_in_place_of_a_question() {
        let line = ["n", "0 8 * * *", "--entity", "WIF", "--entity", "Acme", "--max-age", "0", "--budget", "0.5"];
        let wanted = added(&line).unwrap().wanted().unwrap();
        let entities = wanted.entities.unwrap();
        assert_eq!((entities.identifiers.len(), entities.max_age_ms), (2, Some(0)));
        assert_eq!((entities.budget_micro_usd, wanted.question.is_none()), (Some(500_000), true));
        for (line, named) in [
            (&["--entity", "WIF", "--topic", "x"][..], "only --budget"),
            (&["--entity", "WIF", "--urgent"], "--urgent"),
            (&["Will it?", "--max-age", "6h"], "need --entity"),
        ] {
            let error = added(&[&["n", "0 8 * * *"], line].concat()).unwrap().wanted().unwrap_err();
            assert!(error.to_string().contains(named), "{error}");
        }
        assert!(added(&["n", "0 8 * * *", "Will it?", "--entity", "WIF"]).is_err());
    }

    #[test]
    fn a_question_with_line_breaks_is_one_row() {
        let known = json!({
            "tenant": "acme", "name": "daily", "cron": "0 9 * * *", "question": "Will it\r\nother  0 9 * * *?", "next_at": null,
            "fired": 1, "last_at": null, "last_run": null, "last_job": null,
        });
        let row = line(&serde_json::from_value(known).unwrap());
        assert!(row.lines().count() == 1 && row.contains("Will it  other  0 9 * * *?"), "{row}");
    }

    #[test]
    fn a_schedule_is_urgent_only_on_request() {
        for (line, is_urgent) in
            [(vec!["n", "0 8 * * *", "Will it?"], false), (vec!["n", "0 8 * * *", "Will it?", "--urgent"], true)]
        {
            let wanted = added(&line).unwrap().wanted().unwrap();
            assert_eq!(wanted.question.unwrap().urgent, Some(is_urgent), "{line:?}");
        }
    }
}
