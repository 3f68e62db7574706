//! `auspex budget`: shows the spending of the token's tenant. For an operator it lists and raises the limits of all
//! tenants: a tenant must not raise its own.

use std::process::ExitCode;

use anyhow::Context as _;
use clap::Subcommand;
use domain::budget::describe_kind;
use domain::{MicroUsd, Tenant};
use operations::spend::{AgentSpending, DaySpending, RefusedAmount};
use serde_json::json;
use store::Store;
use store::ledger::{AgentTotal, DayBudget};

use crate::asking::parse_dollars;
use crate::door::Door;
use crate::{Context, output};

/// Command-line arguments of `auspex budget`.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum Args {
    /// List today's budgets (UTC) by tenant, highest spending first.
    List,
    /// Show the spending of the token's tenant: the last days (UTC), newest first, today's calls by worker and model,
    /// and what budgets refused.
    Show,
    /// Raise a tenant's limit for the rest of the day (UTC). Running workers use it at once; other days keep
    /// AUSPEX_BUDGET_TENANT_DAY.
    Raise {
        /// Name of the tenant.
        #[arg(long, default_value = "default")]
        tenant: String,
        /// The new limit in dollars, with at most six decimals. A lower one than the present limit changes nothing.
        #[arg(value_name = "DOLLARS", value_parser = parse_dollars)]
        limit: MicroUsd,
    },
}

/// Lists the budgets or raises one. Exit code 3 if there was nothing to raise.
///
/// # Errors
/// When the name of the tenant is invalid, or Postgres (`show`: the gateway) cannot be reached.
pub(crate) async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    match args {
        Args::List => list(&context.migrated_store().await?, context).await,
        Args::Show => show(context).await,
        Args::Raise { tenant, limit } => {
            let store = context.migrated_store().await?;
            raise(&store, context, &Tenant::parse(&tenant).context("--tenant")?, limit).await
        }
    }
}

async fn show(context: &Context) -> anyhow::Result<ExitCode> {
    let spending = Door::open(context)?.spending().await?;
    context.print(&spending, |spending| {
        let days = spending.days.iter().map(|DaySpending { day, limit_micro_usd, committed_micro_usd }| {
            let (committed, limit) = (MicroUsd(*committed_micro_usd), MicroUsd(*limit_micro_usd));
            format!("{day}  {committed} spent or reserved of {limit}")
        });
        let today = spending.today.iter().map(|AgentTotal { agent, model, charged, calls, .. }| {
            format!("today       {agent:<12} {model}  {charged} in {calls} calls")
        });
        let agents = spending.agents.iter().map(|AgentSpending { day, agent, charged_micro_usd }| {
            format!("{day}  {agent:<12} {}", MicroUsd(*charged_micro_usd))
        });
        let refusals =
            spending.refusals.iter().map(|RefusedAmount { day, agent, budget, calls, amount_micro_usd, .. }| {
                let (amount, budget) = (MicroUsd(*amount_micro_usd), describe_kind(budget));
                format!("{day}  {agent:<12} {amount} refused in {} by the {budget}", output::pluralize(*calls, "call"))
            });
        days.chain(today).chain(agents).chain(refusals).collect::<Vec<_>>()
    })?;
    if spending.days.is_empty() {
        context.remark("the tenant has made no model call in the last days");
    }
    Ok(ExitCode::SUCCESS)
}

async fn list(store: &Store, context: &Context) -> anyhow::Result<ExitCode> {
    let days = store.ledger().day(context.clock.now().date_naive()).await?;
    days.iter().try_for_each(|day| print(day, context))?;
    if days.is_empty() {
        context.remark("no tenant has made a model call today");
    }
    Ok(ExitCode::SUCCESS)
}

async fn raise(store: &Store, context: &Context, tenant: &Tenant, limit: MicroUsd) -> anyhow::Result<ExitCode> {
    let today = context.clock.now().date_naive();
    let raised = store.ledger().raise_day(tenant, today, limit).await?;
    match &raised {
        Some(day) => {
            print(day, context)?;
            if day.limit > limit {
                context.remark(&format!(
                    "unchanged: the limit of {} is higher; a limit cannot be lowered during the day",
                    day.limit
                ));
            }
        }
        None if context.json => output::json(&json!({ "tenant": tenant, "raised": false }))?,
        None => output::note(&format!(
            "tenant {tenant} has made no model call today ({today} UTC), so it has no budget yet; set AUSPEX_BUDGET_TENANT_DAY instead"
        )),
    }
    Ok(output::complete_if(raised.is_some()))
}

fn print(day: &DayBudget, context: &Context) -> anyhow::Result<()> {
    let (tenant, left) = (day.tenant(), day.limit.saturating_sub(day.committed));
    let DayBudget { limit, committed, .. } = day;
    context.print(&json!({ "tenant": tenant, "limit_micro_usd": limit, "committed_micro_usd": committed }), |_| {
        [format!("{tenant:<20} {committed} spent or reserved of {limit}, {left} left")]
    })
}
