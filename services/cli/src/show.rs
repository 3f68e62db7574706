//! `auspex show`: a run, an entity or an event, with all that is known of it.

mod account;
mod ending;
mod entity;
mod event;
mod removed;
mod run;

pub(crate) use ending::{ending, exit_of, line_of as ending_of};

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use domain::{EntityId, EventId, Forecast, JobId, Kind, RunId, Tenant};
use store::{Memory, Runs, Store};

use crate::{Context, output};

/// Proposals for a name that is not known exactly.
const PROPOSALS: u32 = 5;

/// `auspex show`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// A run (UUID), an event (its publisher's id or its job), or an entity (slug, mint, symbol or name). Without one:
    /// the newest runs.
    target: Option<String>,
    /// Whose event it is, if it is named by its publisher's id.
    #[arg(long, default_value = "default")]
    tenant: String,
    /// Prints the readable report, in Markdown.
    #[arg(long)]
    report: bool,
}

/// Shows it.
///
/// # Errors
/// When nothing has that name, or Postgres cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let store = context.store().await?;
    let Some(target) = args.target.as_deref() else { return recent(&store, context).await };
    let tenant = Tenant::parse(&args.tenant).context("--tenant")?;
    let shown = match target.parse::<JobId>() {
        Ok(id) => by_uuid(&store, id, (context, args.report)).await?,
        Err(_) => by_name(&store, target, (&tenant, context, args.report)).await?,
    };
    if shown {
        return Ok(ExitCode::SUCCESS);
    }
    let similar = store.similar(target, PROPOSALS).await?;
    let names: Vec<String> = similar.iter().map(|found| found.entity.id.to_string()).collect();
    let meant = if names.is_empty() { String::new() } else { format!("; did you mean {}?", names.join(", ")) };
    bail!("no run, event of tenant {tenant} or entity is called {target:?}{meant}");
}

async fn recent(store: &Store, context: &Context) -> anyhow::Result<ExitCode> {
    for line in store.recent_runs(50).await? {
        if context.json { output::json(&run::brief_json(&line))? } else { output::line(&run::brief(&line))? }
    }
    Ok(ExitCode::SUCCESS)
}

async fn by_uuid(store: &Store, id: JobId, (context, report): (&Context, bool)) -> anyhow::Result<bool> {
    let run = RunId(id.0);
    if let Some(state) = store.load(run).await? {
        if report {
            return print_report(store, &format!("runs/{run}/report.md")).await;
        }
        let purse = store.purse(run, state.run.event_job).await?;
        run::show((&state, &purse), store.forecast(run).await?.as_ref(), context)?;
        return Ok(true);
    }
    event_of(store, id, context).await
}

async fn event_of(store: &Store, job: JobId, context: &Context) -> anyhow::Result<bool> {
    let Some(view) = store.event(job).await? else { return Ok(false) };
    let trail = store.audit_of(job, 1_000).await?;
    let evidence = store.evidence_of(job, 100).await?;
    event::show((job, &view), (&trail, &evidence), context)?;
    Ok(true)
}

async fn by_name(
    store: &Store,
    name: &str,
    (tenant, context, report): (&Tenant, &Context, bool),
) -> anyhow::Result<bool> {
    if let Ok(event) = EventId::parse(name) {
        for kind in Kind::NAMES {
            if event_of(store, JobId::of_event(tenant, kind, &event), context).await? {
                return Ok(true);
            }
        }
    }
    let Some(id) = entity_named(store, name).await? else { return Ok(false) };
    if report {
        return print_report(store, &format!("entities/{id}/report.md")).await;
    }
    let Some(known) = store.known(&id).await? else { return Ok(false) };
    entity::show(&known, context)?;
    Ok(true)
}

async fn print_report(store: &Store, key: &str) -> anyhow::Result<bool> {
    let found = store.report(key).await?.with_context(|| format!("there is no report {key} yet"))?;
    output::line(&found.markdown)?;
    Ok(true)
}

/// Slug, mint, unique symbol, unique name: in this order, and never a guess.
async fn entity_named(store: &Store, name: &str) -> anyhow::Result<Option<EntityId>> {
    if let Ok(id) = EntityId::parse(name)
        && store.entity(&id).await?.is_some()
    {
        return Ok(Some(id));
    }
    if let Some(entity) = store.by_context("mint", name).await? {
        return Ok(Some(entity.id));
    }
    for found in [store.by_symbol(name).await?, store.by_name(name).await?] {
        match found.as_slice() {
            [] => {}
            [one] => return Ok(Some(one.id.clone())),
            many => {
                let ids: Vec<String> = many.iter().map(|entity| entity.id.to_string()).collect();
                bail!("{name:?} is several entities: {}; name one of them", ids.join(", "));
            }
        }
    }
    Ok(None)
}

/// A finished forecast, as `ask` prints it too.
///
/// # Errors
/// When standard output is closed.
pub fn forecast(forecast: &Forecast, context: &Context) -> anyhow::Result<()> {
    if context.json {
        return output::json(&proto::v1::ForecastMade::from(forecast));
    }
    run::forecast_lines(forecast).iter().try_for_each(|line| output::line(line))?;
    let key = format!("runs/{}/report.md", forecast.run.id);
    match context.objects() {
        Some(place) => output::line(&format!("report       {place}/{key} and .html"))?,
        None => output::line(&format!("report       {key} and .html"))?,
    }
    Ok(())
}
