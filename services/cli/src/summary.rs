//! `auspex summary`: accounts for every event of all tenants, and prints the costs and the newest reports.

mod table;

use std::process::ExitCode;

use anyhow::Context as _;
use domain::MicroUsd;
use store::Store;
use store::audit::ActionCount;
use telemetry::http::{ClientConfig, client};

use crate::{Context, blocks, output};
pub use table::{AgentLine, FleetSummary, Invoice};

/// Maximum reports listed; `auspex show` finds the others.
const MAX_REPORTS: u32 = 20;
/// Maximum open work items listed.
const MAX_OPEN_ITEMS: u32 = 10;

/// Command-line arguments of `auspex summary`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// List the newest reports as well.
    #[arg(long)]
    reports: bool,
}

/// Prints the summary. Exit code 3 if there are dead letters.
///
/// # Errors
/// When Postgres cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let store = context.store().await?;
    let account = gather(&store, context).await?;
    if context.json {
        output::json(&account)?;
    } else {
        let mut lines = account.lines();
        if args.reports {
            lines.extend(account.reports_at());
        }
        lines.iter().try_for_each(|line| output::line(line))?;
    }
    Ok(output::complete_if(account.dead == 0))
}

/// Reads the summary from the store.
///
/// # Errors
/// When Postgres cannot be reached.
pub async fn gather(store: &Store, context: &Context) -> anyhow::Result<FleetSummary> {
    let (stored_results, jobs, ledger) = (store.results(), store.jobs(), store.ledger());
    let (events, audit, letters, reports) = (store.events(), store.audit(), store.dead_letters(), store.reports());
    let (events, results, actions) = tokio::try_join!(events.counts(), stored_results.counts(), audit.counts())?;
    let (dead, unsent, open, reports) =
        tokio::try_join!(letters.count(), jobs.unsent(), jobs.open(MAX_OPEN_ITEMS), reports.keys(MAX_REPORTS))?;
    let (money, totals) = tokio::try_join!(ledger.money(None), ledger.totals(None))?;
    let (degraded, blocked) = tokio::join!(stored_results.degraded(), blocks::read(context));
    let researched = results.iter().find(|count| count.kind == "research").map_or(0, |count| count.results);
    let from_cache = from_cache(&actions);
    Ok(FleetSummary {
        kinds: events,
        results,
        researched: researched.saturating_sub(from_cache),
        from_cache,
        degraded: degraded?,
        blocked,
        dead,
        unsent,
        open: open.into_iter().map(Into::into).collect(),
        cost: money.charged(),
        reserved: money.reserved,
        agents: totals
            .into_iter()
            .map(|total| AgentLine { agent: total.agent, calls: total.calls, cost: total.charged })
            .collect(),
        invoice: invoice(context).await,
        reports_in: context.objects().map(str::to_owned),
        reports,
    })
}

/// Counts research answered from memory, according to the researcher's audit trail.
fn from_cache(actions: &[ActionCount]) -> u64 {
    actions.iter().filter(|count| count.action == "cached").map(|count| count.from_cache).sum()
}

/// Reads the offline world's invoice, if it runs, for comparison with the ledger.
async fn invoice(context: &Context) -> Option<Invoice> {
    let world = context.fleet.as_ref()?.offline_url.as_ref()?;
    match read_invoice(world).await {
        Ok(invoice) => Some(invoice),
        Err(error) => {
            output::note(&format!("cannot read the offline world's invoice: {error:#}"));
            None
        }
    }
}

/// Reads the totals of the offline world's invoice.
///
/// # Errors
/// The offline world does not answer.
pub(crate) async fn read_invoice(world: &str) -> anyhow::Result<Invoice> {
    let client = client(ClientConfig::default()).context("HTTP client")?;
    let reply = client.get(format!("{world}/invoice?lines=false")).send().await?.error_for_status()?;
    let bill: serde_json::Value = serde_json::from_slice(&reply.bytes().await?)?;
    let number = |name: &str| bill["totals"][name].as_u64().unwrap_or_default();
    let rejected = bill["totals"]["by_status"]["rejected"].as_u64().unwrap_or_default();
    let doctor = bill["totals"]["cost_by_task"][crate::doctor::TEST_TOOL].as_u64().unwrap_or_default();
    let (calls, cost) = (number("charged_calls"), MicroUsd(number("cost_micro_usd")));
    Ok(Invoice { calls, cost, doctor: MicroUsd(doctor), rejected })
}
