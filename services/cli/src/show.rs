//! `auspex show`: prints a run, an entity or an event.

mod account;
mod ending;
mod entity;
mod event;
mod remote;
mod removed;
mod run;
mod verdict;
mod waiting_review;

pub(crate) use ending::{ending, ending_exit_code, ending_line};
pub(crate) use run::RunView;
pub(crate) use waiting_review::{pending_review, waiting_review};

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use domain::{EntityId, EventId, EventKind, Forecast, JobId, RunId, Tenant};
use store::{Memory, Store};

use crate::door::{Door, DoorError, OnBehalf};
use crate::{Context, output};
use remote::Similar;

/// Maximum similar entity names suggested for an unknown name.
const MAX_SUGGESTIONS: u32 = 5;

/// Command-line arguments of `auspex show`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Run (UUID), event (publisher's id or job), or entity (slug, mint, symbol or name); without it the newest runs
    /// are listed.
    target: Option<String>,
    /// Tenant of an event named by its publisher's id (default: `default`), and of the research, the timeline and the
    /// report of an entity (default: all tenants; of a report: `default`). With AUSPEX_URL that of the token.
    #[arg(long)]
    tenant: Option<String>,
    /// Print the report in Markdown.
    #[arg(long)]
    report: bool,
}

/// Finds the target and prints it.
///
/// # Errors
/// When the target does not exist, or the fleet cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let door = Door::open(context, OnBehalf { tenant: args.tenant.as_deref(), ..OnBehalf::default() }).await?;
    let Some(target) = args.target.as_deref() else { return recent(&door, context).await };
    let id = target.parse::<JobId>().ok();
    let hint = match (id, &door) {
        (Some(id), _) if by_uuid(&door, id, args.report, context).await? => return Ok(ExitCode::SUCCESS),
        (None, Door::Http(http)) => match remote::show(http, target, args.report, context).await? {
            Similar::Shown => return Ok(ExitCode::SUCCESS),
            Similar::To(names) => names,
        },
        (None, Door::Direct(direct)) => {
            let tenant = args.tenant.is_some().then(|| direct.acting_for());
            let lookup = Lookup { door: &door, store: direct.store(), tenant, report: args.report, context };
            if by_name(&lookup, target).await? {
                return Ok(ExitCode::SUCCESS);
            }
            let similar = direct.store().memory().similar(direct.acting_for(), target, MAX_SUGGESTIONS).await?;
            similar.iter().map(|found| found.entity.id.to_string()).collect()
        }
        (Some(_), _) => Vec::new(),
    };
    let hint = if hint.is_empty() { String::new() } else { format!("; did you mean {}?", hint.join(", ")) };
    bail!("no run, event of {} or entity matches {target:?}{hint}", door.whose());
}

async fn recent(door: &Door<'_>, context: &Context) -> anyhow::Result<ExitCode> {
    for item in door.runs().await? {
        if context.json { output::json(&item)? } else { output::line(&run::brief(&item))? }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns `None` if what was asked for does not exist.
fn found<T>(asked: Result<T, DoorError>) -> Result<Option<T>, DoorError> {
    match asked {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == "not-found" => Ok(None),
        Err(error) => Err(error),
    }
}

async fn by_uuid(door: &Door<'_>, id: JobId, report: bool, context: &Context) -> anyhow::Result<bool> {
    let run = RunId(id.0);
    if let Some(detail) = found(door.run(run).await)? {
        if report {
            let missing = || format!("the report of run {run} does not exist yet");
            output::line(&door.report(run).await.map_err(|error| error.or_missing(missing))?)?;
        } else {
            run::show(detail, context)?;
        }
        return Ok(true);
    }
    event_of(door, id, context).await
}

async fn event_of(door: &Door<'_>, job: JobId, context: &Context) -> anyhow::Result<bool> {
    let Some(detail) = found(door.event(job).await)? else { return Ok(false) };
    match door {
        // The inbound stream may still have the body of a quiet event.
        Door::Direct(direct) if detail["verdict"].is_object() => {
            verdict::show(direct.store(), job, context).await?;
        }
        _ => event::show(job, detail, context)?,
    }
    Ok(true)
}

/// Store and options of a lookup by name.
struct Lookup<'a> {
    door: &'a Door<'a>,
    store: &'a Store,
    tenant: Option<&'a Tenant>,
    report: bool,
    context: &'a Context,
}

async fn by_name(lookup: &Lookup<'_>, name: &str) -> anyhow::Result<bool> {
    let Lookup { door, store, tenant: of, report, context } = *lookup;
    let tenant = &of.cloned().unwrap_or_default();
    if let Ok(event) = EventId::parse(name) {
        for kind in EventKind::NAMES {
            if event_of(door, JobId::for_event(tenant, kind, &event), context).await? {
                return Ok(true);
            }
        }
    }
    let Some(id) = entity_named(store, tenant, name).await? else { return Ok(false) };
    if report {
        let folder = if *tenant == Tenant::default() { String::new() } else { format!("{tenant}/") };
        return print_report(store, &format!("entities/{folder}{id}/report.md")).await;
    }
    let Some(known) = store.memory().overview(of, &id).await? else { return Ok(false) };
    entity::show(&known, context)?;
    Ok(true)
}

async fn print_report(store: &Store, key: &str) -> anyhow::Result<bool> {
    let found = store.reports().load(key).await?.with_context(|| format!("report {key} does not exist yet"))?;
    output::line(&found.markdown)?;
    Ok(true)
}

/// Resolves a slug, mint, unique symbol or unique name, in this order.
async fn entity_named(store: &Store, tenant: &Tenant, name: &str) -> anyhow::Result<Option<EntityId>> {
    if let Ok(id) = EntityId::parse(name)
        && store.memory().overview(None, &id).await?.is_some()
    {
        return Ok(Some(id));
    }
    if let Some(entity) = store.memory().by_context(tenant, "mint", name).await? {
        return Ok(Some(entity.id));
    }
    for found in [store.memory().by_symbol(tenant, name).await?, store.memory().by_name(tenant, name).await?] {
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
