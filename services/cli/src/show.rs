//! `auspex show`: prints a run, an entity or an event.

mod account;
mod ending;
mod entity;
mod event;
mod removed;
mod run;
mod verdict;
mod waiting_review;

pub(crate) use ending::{ending, ending_exit_code, ending_line};
pub(crate) use waiting_review::{pending_review, waiting_review};

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use domain::{EntityId, EventId, EventKind, Forecast, JobId, RunId, Tenant};
use store::{Memory, Runs, Store};

use crate::{Context, output};

/// Maximum similar entity names suggested for an unknown name.
const MAX_SUGGESTIONS: u32 = 5;

/// Command-line arguments of `auspex show`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Run (UUID), event (publisher's id or job), or entity (slug, mint, symbol or name); without it the newest runs
    /// are listed.
    target: Option<String>,
    /// Tenant of an event named by its publisher's id (default: `default`), and of the research, the timeline and the
    /// report of an entity (default: all tenants; of a report: `default`).
    #[arg(long)]
    tenant: Option<String>,
    /// Print the report in Markdown.
    #[arg(long)]
    report: bool,
}

/// Finds the target and prints it.
///
/// # Errors
/// When the target does not exist, or Postgres cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let store = context.store().await?;
    let Some(target) = args.target.as_deref() else { return recent(&store, context).await };
    let tenant = args.tenant.as_deref().map(Tenant::parse).transpose().context("--tenant")?;
    let shown = match target.parse::<JobId>() {
        Ok(id) => by_uuid(&store, id, args.report, context).await?,
        Err(_) => {
            by_name(&Lookup { store: &store, tenant: tenant.as_ref(), report: args.report, context }, target).await?
        }
    };
    if shown {
        return Ok(ExitCode::SUCCESS);
    }
    let of = tenant.clone().unwrap_or_default();
    let similar = store.similar(&of, target, MAX_SUGGESTIONS).await?;
    let names: Vec<String> = similar.iter().map(|found| found.entity.id.to_string()).collect();
    let hint = if names.is_empty() { String::new() } else { format!("; did you mean {}?", names.join(", ")) };
    let tenant = tenant.unwrap_or_default();
    bail!("no run, event of tenant {tenant} or entity matches {target:?}{hint}");
}

async fn recent(store: &Store, context: &Context) -> anyhow::Result<ExitCode> {
    for line in store.recent_runs(50).await? {
        if context.json { output::json(&run::brief_json(&line))? } else { output::line(&run::brief(&line))? }
    }
    Ok(ExitCode::SUCCESS)
}

async fn by_uuid(store: &Store, id: JobId, report: bool, context: &Context) -> anyhow::Result<bool> {
    let run = RunId(id.0);
    if let Some(state) = store.load(run).await? {
        if report {
            return print_report(store, &format!("runs/{run}/report.md")).await;
        }
        let budgets = store.run_budgets(run, state.run.event_job).await?;
        let forecast = store.forecast(run).await?;
        let pending = pending_review(store, &state).await?;
        let outcome = run::Outcome { forecast: forecast.as_ref(), pending: pending.as_ref() };
        run::show(&state, &budgets, outcome, context)?;
        return Ok(true);
    }
    event_of(store, id, context).await
}

async fn event_of(store: &Store, job: JobId, context: &Context) -> anyhow::Result<bool> {
    let Some(view) = store.event(job).await? else { return verdict::show(store, job, context).await };
    let trail = store.audit_of(job, 1_000).await?;
    let evidence = store.evidence_of(job, 100).await?;
    event::show(&event::EventReport { job, view, trail, evidence }, context)?;
    Ok(true)
}

/// Store and options of a lookup by name.
struct Lookup<'a> {
    store: &'a Store,
    tenant: Option<&'a Tenant>,
    report: bool,
    context: &'a Context,
}

async fn by_name(lookup: &Lookup<'_>, name: &str) -> anyhow::Result<bool> {
    let Lookup { store, tenant: of, report, context } = *lookup;
    let tenant = &of.cloned().unwrap_or_default();
    if let Ok(event) = EventId::parse(name) {
        for kind in EventKind::NAMES {
            if event_of(store, JobId::for_event(tenant, kind, &event), context).await? {
                return Ok(true);
            }
        }
    }
    let Some(id) = entity_named(store, tenant, name).await? else { return Ok(false) };
    if report {
        let folder = if *tenant == Tenant::default() { String::new() } else { format!("{tenant}/") };
        return print_report(store, &format!("entities/{folder}{id}/report.md")).await;
    }
    let Some(known) = store.known(of, &id).await? else { return Ok(false) };
    entity::show(&known, context)?;
    Ok(true)
}

async fn print_report(store: &Store, key: &str) -> anyhow::Result<bool> {
    let found = store.report(key).await?.with_context(|| format!("report {key} does not exist yet"))?;
    output::line(&found.markdown)?;
    Ok(true)
}

/// Resolves a slug, mint, unique symbol or unique name, in this order.
async fn entity_named(store: &Store, tenant: &Tenant, name: &str) -> anyhow::Result<Option<EntityId>> {
    if let Ok(id) = EntityId::parse(name)
        && store.known(None, &id).await?.is_some()
    {
        return Ok(Some(id));
    }
    if let Some(entity) = store.by_context(tenant, "mint", name).await? {
        return Ok(Some(entity.id));
    }
    for found in [store.by_symbol(tenant, name).await?, store.by_name(tenant, name).await?] {
        let (verified, others): (Vec<_>, Vec<_>) = found.into_iter().partition(|entity| entity.verified);
        let found = if verified.is_empty() { others } else { verified };
        match found.as_slice() {
            [] => {}
            [one] => return Ok(Some(one.id.clone())),
            many => {
                let ids: Vec<String> = many.iter().map(|entity| entity.id.to_string()).collect();
                bail!("{name:?} matches several entities: {}; name one of them", ids.join(", "));
            }
        }
    }
    Ok(None)
}

/// Prints a finished forecast; shared with `ask`.
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
