//! `auspex entity`: entities. A user reads the history of one and lists those of the token's tenant; an operator lists
//! those of any tenant, promotes one to the common catalogue, or removes one. Both are an operator's, because they
//! change what all tenants resolve: the role of a gateway may neither write the catalogue nor delete an entity.

use std::process::ExitCode;

use anyhow::{Context as _, bail, ensure};
use clap::Subcommand;
use domain::{EntityId, Tenant};
use operations::entities::{EntityFact, EntityHistory, OwnEntityItem, VersionChange, VersionFinding};
use serde_json::json;
use store::memory::CataloguePage;

use crate::Context;
use crate::door::Door;
use crate::whole_number::within;

/// Command-line arguments of `auspex entity`.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum Args {
    /// List the entities that a tenant has written, ordered by id.
    List {
        /// The tenant, for an operator and beside a local fleet [default: default]. A token has one tenant.
        #[arg(long)]
        tenant: Option<String>,
        /// List the entities after this id.
        #[arg(long, default_value = "", value_name = "ID", hide_default_value = true)]
        after: String,
        /// Maximum number of entities.
        #[arg(long, default_value_t = 100, value_parser = within(1_u32..=10_000))]
        limit: u32,
    },
    /// Show how the research about an entity changed from version to version, and when its facts were true.
    History {
        /// Id of the entity, as printed by `auspex show NAME`.
        id: String,
        /// Maximum versions of the research, the newest ones, 1 to 50.
        #[arg(long, default_value_t = 10, value_parser = within(1_u32..=50))]
        limit: u32,
    },
    /// For an operator, because it changes what all tenants resolve: make a tenant's entity part of the catalogue that
    /// all tenants see. Its attributes become trusted, and its
    /// website official if it is verified. Research about it stays the tenant's.
    Promote {
        /// Id of the entity, as printed by `list`.
        id: String,
        /// Mark it as verified: its symbol, its name and its keys mean it, whatever others call themselves.
        #[arg(long)]
        verified: bool,
    },
    /// For an operator, for the same reason: remove an entity of a tenant or of the catalogue, with its forms, and end
    /// research about it.
    Remove {
        /// Id of the entity.
        id: String,
    },
}

/// Runs the command.
///
/// # Errors
/// When Postgres cannot be reached, or the entity does not exist or cannot be promoted.
pub(crate) async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    match args {
        Args::List { tenant, after, limit } => {
            context.print_each(&entities(tenant.as_deref(), (&after, limit), context).await?, line)?;
        }
        Args::History { id, limit } => {
            let history = Door::open(context)?.entity_history(&id, limit).await?;
            context.print(&history, history_lines)?;
        }
        Args::Promote { id, verified } => promote(&parse(&id)?, verified, context).await?,
        Args::Remove { id } => {
            let id = parse(&id)?;
            if !context.migrated_store().await?.memory().remove(&id, context.clock.now()).await? {
                bail!("no entity has the id {id}");
            }
            report(context, "removed", &id)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn parse(id: &str) -> anyhow::Result<EntityId> {
    EntityId::parse(id).with_context(|| format!("{id:?} is no id of an entity"))
}

/// Returns the entities of the token's tenant, or for an operator of any one.
async fn entities(
    tenant: Option<&str>,
    (after, limit): (&str, u32),
    context: &Context,
) -> anyhow::Result<Vec<OwnEntityItem>> {
    if !context.is_operator() {
        ensure!(
            tenant.is_none(),
            "--tenant: the tenant is that of the token; `auspex token create` creates one for another tenant"
        );
        return Ok(Door::open(context)?.own_entities(after, limit).await?);
    }
    let tenant = tenant.map_or_else(|| Ok(Tenant::default()), Tenant::parse).context("--tenant")?;
    let page = CataloguePage { tenant: &tenant, after, limit };
    Ok(context.store().await?.memory().entities(&page).await?.into_iter().map(OwnEntityItem::from).collect())
}

fn line(entity: &OwnEntityItem) -> String {
    let OwnEntityItem { id, kind, name, symbol, created_at } = entity;
    let symbol = symbol.as_deref().map(|symbol| format!(" ({symbol:?})")).unwrap_or_default();
    format!("{id}  {kind}  {name:?}{symbol}  {}", created_at.format("%F %T"))
}

fn history_lines(history: &EntityHistory) -> Vec<String> {
    let versions = history.versions.iter().flat_map(version_lines);
    versions.chain(history.facts.iter().map(fact_line)).collect()
}

fn version_lines(change: &VersionChange) -> Vec<String> {
    let VersionChange { version, made_at, summary, ended_at, ended_because, added, removed, changed, .. } = change;
    let mut lines = vec![format!("version {version}  {}  {summary}", made_at.format("%F %T"))];
    if let Some(at) = ended_at {
        lines.push(format!("  ended      {}  {}", at.format("%F %T"), ended_because.as_deref().unwrap_or_default()));
    }
    let line = |sign: &str, finding: &VersionFinding| {
        let before = finding.status_before.as_deref().map(|before| format!("{before} -> ")).unwrap_or_default();
        format!("  {sign} {before}{}  {}", finding.status, finding.text)
    };
    lines.extend(added.iter().map(|finding| line("+", finding)));
    lines.extend(removed.iter().map(|finding| line("-", finding)));
    lines.extend(changed.iter().map(|finding| line("~", finding)));
    lines
}

fn fact_line(fact: &EntityFact) -> String {
    let EntityFact { attribute, value, valid_from, valid_until, source, because, .. } = fact;
    let until = valid_until.map_or_else(|| "today".to_owned(), |until| until.format("%F").to_string());
    let because = if because.is_empty() { String::new() } else { format!("  ({because})") };
    format!("fact  {} to {until}  {attribute}: {value}  [{source}]{because}", valid_from.format("%F"))
}

async fn promote(id: &EntityId, is_verified: bool, context: &Context) -> anyhow::Result<()> {
    let store = context.migrated_store().await?;
    if !store.memory().promote(id, is_verified).await? {
        bail!("no tenant owns an entity with the id {id}");
    }
    report(context, "promoted", id)
}

fn report(context: &Context, what: &str, id: &EntityId) -> anyhow::Result<()> {
    context.print(&json!({ what: id }), |_| [format!("{what} {id}")])
}
