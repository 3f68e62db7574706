//! `auspex summary`: every event accounted for, what it cost, where the reports lie.

mod account;

use std::process::ExitCode;

use anyhow::Context as _;
use domain::MicroUsd;
use store::Store;
use telemetry::http::{ClientConfig, client};

use crate::{Context, output};
pub use account::{Account, Invoice};

/// Reports named in a summary; `auspex show` finds the others.
const REPORTS: u32 = 20;
/// Open work named in a summary.
const OPEN: u32 = 10;

/// `auspex summary`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {}

/// Prints the account. Exit code 3 while something is dead.
///
/// # Errors
/// When Postgres cannot be reached.
pub async fn run(_args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let store = context.store().await?;
    let account = gather(&store, context).await?;
    if context.json {
        output::json(&account)?;
    } else {
        account.lines().iter().try_for_each(|line| output::line(line))?;
    }
    Ok(output::complete_if(account.dead == 0))
}

/// Reads the account.
///
/// # Errors
/// When Postgres cannot be reached.
pub async fn gather(store: &Store, context: &Context) -> anyhow::Result<Account> {
    let (events, results, actions) =
        tokio::try_join!(store.event_counts(), store.result_counts(), store.action_counts())?;
    let (dead, unsent, open, reports) =
        tokio::try_join!(store.dead_count(), store.unsent_count(), store.open_work(OPEN), store.report_keys(REPORTS))?;
    let (money, totals) = tokio::try_join!(store.money(None), store.totals(None))?;
    let researched = results.iter().find(|count| count.kind == "research").map_or(0, |count| count.results);
    let from_cache = from_cache(&actions);
    Ok(Account {
        kinds: events,
        results,
        researched: researched.saturating_sub(from_cache),
        from_cache,
        dead,
        unsent,
        open: open.into_iter().map(Into::into).collect(),
        cost: money.charged(),
        reserved: money.reserved,
        agents: totals.into_iter().map(|total| (total.agent, total.calls, total.charged)).collect(),
        invoice: invoice(context).await,
        reports_in: context.objects().map(str::to_owned),
        reports,
    })
}

/// Research answered from memory, by the researcher's own lines of the trail.
fn from_cache(actions: &[(String, String, u64, u64)]) -> u64 {
    let cached = actions.iter().filter(|(_, action, _, _)| action == "cached");
    cached.map(|(_, _, _, from_cache)| *from_cache).sum()
}

/// The offline world's own bill, where there is one: the ledger is held against it.
async fn invoice(context: &Context) -> Option<Invoice> {
    let world = context.fleet.as_ref()?.offline_url.as_ref()?;
    match asked(world).await {
        Ok(invoice) => Some(invoice),
        Err(error) => {
            output::note(&format!("the offline world's invoice cannot be read: {error:#}"));
            None
        }
    }
}

async fn asked(world: &str) -> anyhow::Result<Invoice> {
    let client = client(ClientConfig::default()).context("HTTP client")?;
    let reply = client.get(format!("{world}/invoice?lines=false")).send().await?.error_for_status()?;
    let bill: serde_json::Value = serde_json::from_slice(&reply.bytes().await?)?;
    let number = |name: &str| bill["totals"][name].as_u64().unwrap_or_default();
    Ok(Invoice { calls: number("charged_calls"), cost: MicroUsd(number("cost_micro_usd")) })
}
