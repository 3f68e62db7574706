//! `auspex schedule`: asks questions repeatedly on a cron schedule.

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use domain::event::AskConfig;
use domain::schedule::{Cron, Schedule};
use domain::{Event, Run, RunId, Tenant, Time, schedule};
use serde_json::{Value, json};
use store::{Runs, Store};

use crate::asking::{Asking, Envelope, checked};
use crate::{Context, output};

/// Source of events published by a schedule.
const SOURCE: &str = "auspex schedule";

/// Command-line arguments of `auspex schedule`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Clone, clap::Subcommand)]
enum Action {
    /// Add a schedule, or replace the one with the same name. Instants missed during an outage are asked once.
    Add(Box<Add>),
    /// List schedules with their next instant and last run.
    List(List),
    /// Remove a schedule. Runs that it started continue.
    Remove(Remove),
}

#[derive(Debug, Clone, clap::Args)]
struct Add {
    /// Name: letters, digits, - and _.
    name: String,
    /// Cron expression with five fields (minute hour day month weekday) in UTC, e.g. "30 6 * * 1-5".
    cron: String,
    /// Question; or use --run.
    #[arg(required_unless_present = "run", conflicts_with = "run")]
    question: Option<String>,
    /// Ask the question of this run with the same options.
    #[arg(long)]
    run: Option<RunId>,
    #[command(flatten)]
    asking: Asking,
    /// The answers are urgent: no model call is made in a batch. Batches cost less and take up to a day.
    #[arg(long)]
    urgent: bool,
    /// Tenant to account the work to.
    #[arg(long, default_value = "default")]
    tenant: String,
}

#[derive(Debug, Clone, clap::Args)]
struct List {
    /// List only schedules of this tenant.
    #[arg(long)]
    tenant: Option<String>,
}

#[derive(Debug, Clone, clap::Args)]
struct Remove {
    /// Name of the schedule.
    name: String,
    /// Tenant of the schedule.
    #[arg(long, default_value = "default")]
    tenant: String,
}

/// Adds, lists or removes schedules. Exit code 3 if there was nothing to remove.
///
/// # Errors
/// When the name, the cron expression or the question is invalid, or Postgres cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    match args.action {
        Action::Add(add) => add.run(context).await,
        Action::List(list) => list.run(context).await,
        Action::Remove(remove) => remove.run(context).await,
    }
}

impl Add {
    async fn run(&self, context: &Context) -> anyhow::Result<ExitCode> {
        let (name, cron) = (schedule::name(&self.name).context("NAME")?, self.cron.parse::<Cron>()?);
        let now = context.clock.now();
        // Checked before connecting, so that a mistake in the arguments is reported without a fleet.
        let asked = self.question.as_deref().map(|text| self.asking.event(text, self.envelope())).transpose()?;
        let store = context.store().await?;
        let event = match (asked, self.run) {
            (Some(event), _) => event,
            (None, Some(run)) => self.of_run(&store, run).await?,
            (None, None) => bail!("name a question or --run"),
        };
        let event = self.prioritized(event);
        let next_at = next(&cron, &event, now)?;
        let tenant = event.tenant.clone();
        let made = Schedule {
            tenant,
            name,
            cron: self.cron.clone(),
            event,
            next_at: Some(next_at),
            fired: 0,
            last_at: None,
            last_job: None,
        };
        store.put_schedule(&made, None).await?;
        if context.json {
            output::json(&to_json(&made))?;
        } else {
            output::line(&line(&made))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Marks the question as not urgent unless the caller says otherwise.
    fn prioritized(&self, mut event: Event) -> Event {
        if let domain::EventKind::Question(asked) = &mut event.kind {
            asked.config.can_wait = !self.urgent;
        }
        event
    }

    fn envelope(&self) -> Envelope<'_> {
        // Each firing gets its own id; this one is never published.
        Envelope { tenant: &self.tenant, id: &self.name, source: SOURCE, at: None }
    }

    async fn of_run(&self, store: &Store, run: RunId) -> anyhow::Result<Event> {
        let state = store.load(run).await?.with_context(|| format!("run {run} does not exist"))?;
        repeat(state.run, &self.name)
    }
}

/// Builds the event that repeats a run's question as of now, not as of the date of the run.
fn repeat(run: Run, name: &str) -> anyhow::Result<Event> {
    let tenant = run.tenant.to_string();
    let mut asked = run.asked;
    asked.config = AskConfig { as_of: None, ..asked.config };
    checked(asked, Some(run.budget), Envelope { tenant: &tenant, id: name, source: SOURCE, at: None })
}

fn next(cron: &Cron, event: &Event, now: Time) -> anyhow::Result<Time> {
    let next = cron.after(now).context("the cron expression matches no instant")?;
    match &event.kind {
        domain::EventKind::Question(asked) if asked.closes.is_some_and(|closes| closes <= next) => {
            bail!("the question closes before the first instant, {}", next.format("%F %H:%M UTC"))
        }
        _ => Ok(next),
    }
}

impl List {
    async fn run(&self, context: &Context) -> anyhow::Result<ExitCode> {
        let tenant = self.tenant.as_deref().map(Tenant::parse).transpose().context("--tenant")?;
        for known in context.store().await?.schedules(tenant.as_ref()).await? {
            if context.json { output::json(&to_json(&known))? } else { output::line(&line(&known))? }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Remove {
    async fn run(&self, context: &Context) -> anyhow::Result<ExitCode> {
        let tenant = Tenant::parse(&self.tenant).context("--tenant")?;
        let removed = context.store().await?.remove_schedule(&tenant, &self.name).await?;
        let word = if removed { "removed" } else { "no such schedule:" };
        if context.json {
            output::json(&json!({ "tenant": tenant, "name": self.name, "removed": removed }))?;
        } else {
            output::line(&format!("{word} {} of tenant {tenant}", self.name))?;
        }
        Ok(output::complete_if(removed))
    }
}

fn line(known: &Schedule) -> String {
    let next = known.next_at.map_or("ended".to_owned(), |at| at.format("next %F %H:%M").to_string());
    let last = last_run(known).map(|run| format!(", last run {run}")).unwrap_or_default();
    format!("{:<16} {:<14} {next:<21} {}  (asked {} times{last})", known.name, known.cron, text(known), known.fired)
}

fn to_json(known: &Schedule) -> Value {
    let Schedule { tenant, name, cron, event: _, next_at, fired, last_at, last_job } = known;
    json!({
        "tenant": tenant, "name": name, "cron": cron, "question": text(known), "next_at": next_at, "fired": fired,
        "last_at": last_at, "last_job": last_job, "last_run": last_run(known),
    })
}

fn text(known: &Schedule) -> &str {
    match &known.event.kind {
        domain::EventKind::Question(asked) => &asked.text,
        _ => "",
    }
}

/// Returns the last run. An event starts one run, whose id derives from the event's job.
fn last_run(known: &Schedule) -> Option<RunId> {
    known.last_job.map(RunId::for_event)
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use domain::{EventId, EventKind, JobId, MicroUsd};

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn added(line: &[&str]) -> Result<Add, clap::Error> {
        let parsed = Line::try_parse_from([&["schedule", "add"], line].concat())?;
        let Action::Add(add) = parsed.args.action else { unreachable!() };
        Ok(*add)
    }

    #[test]
    fn a_question_or_a_run_is_required_but_not_both() {
        let run = "5f0f2f0e-8f0b-5a8f-9d3c-000000000000";
        assert!(added(&["n", "0 8 * * *", "Will it?"]).is_ok());
        assert!(added(&["n", "0 8 * * *", "--run", run]).is_ok());
        assert!(added(&["n", "0 8 * * *"]).is_err());
        assert!(added(&["n", "0 8 * * *", "Will it?", "--run", run]).is_err());
    }

    #[test]
    fn a_repeated_run_keeps_its_options_and_drops_its_date() {
        let add = added(&["n", "0 8 * * *", "Will it?", "--budget", "0.5", "--closes", "2026-12-01"]).unwrap();
        let event = add.asking.event("Will it?", add.envelope()).unwrap();
        let EventKind::Question(mut asked) = event.kind.clone() else { unreachable!() };
        asked.config.as_of = Some(Time::UNIX_EPOCH);
        let job = JobId::named(&["a"]);
        let run = Run {
            id: RunId::for_event(job),
            tenant: Tenant::parse("acme").unwrap(),
            event: EventId::parse("e").unwrap(),
            event_job: job,
            asked,
            alert: None,
            budget: MicroUsd(500_000),
            asked_at: Time::UNIX_EPOCH,
        };
        let repeated = repeat(run, "n").unwrap();
        assert_eq!((&repeated.kind, repeated.budget, repeated.tenant.as_str()), (&event.kind, event.budget, "acme"));
    }

    #[test]
    fn a_schedule_is_urgent_only_on_request() {
        for (line, can_wait) in
            [(vec!["n", "0 8 * * *", "Will it?"], true), (vec!["n", "0 8 * * *", "Will it?", "--urgent"], false)]
        {
            let add = added(&line).unwrap();
            let event = add.prioritized(add.asking.event("Will it?", add.envelope()).unwrap());
            let EventKind::Question(asked) = event.kind else { unreachable!() };
            assert_eq!(asked.config.can_wait, can_wait, "{line:?}");
        }
    }

    #[test]
    fn a_question_that_closes_before_the_first_instant_is_refused() {
        let add = added(&["n", "0 8 * * *", "Will it?", "--closes", "2026-12-01"]).unwrap();
        let event = add.asking.event("Will it?", add.envelope()).unwrap();
        let cron = add.cron.parse::<Cron>().unwrap();
        assert!(next(&cron, &event, "2026-11-29T09:00:00Z".parse().unwrap()).is_ok());
        let late = next(&cron, &event, "2026-11-30T09:00:00Z".parse().unwrap()).unwrap_err();
        assert!(late.to_string().contains("closes before"), "{late}");
    }
}
