//! `auspex summary`: accounts for every event, and prints the costs: those of the token's tenant, or for an operator
//! and beside a local fleet those of all tenants.

mod table;

use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use domain::MicroUsd;
use operations::reports::ReportItem;
use operations::summary::{MAX_DAYS, SummaryQuery};
use store::Store;
use telemetry::http::{ClientConfig, client};

use crate::door::Door;
use crate::whole_number::within;
use crate::{Context, blocks, output};
pub use table::{FleetState, Invoice, SummaryText};

/// Maximum reports listed; `auspex show` finds the others.
const MAX_REPORTS: u32 = 20;
/// Maximum open work items listed.
const MAX_OPEN_ITEMS: u32 = 10;

/// Command-line arguments of `auspex summary`.
#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// Number of days in UTC, today included [default: 7; for an operator and beside a local fleet all].
    #[arg(long, value_name = "N", value_parser = within(1..=MAX_DAYS))]
    days: Option<u32>,
    /// List the newest reports as well.
    #[arg(long)]
    reports: bool,
}

/// Prints the summary. Exit code 3 if there are dead letters.
///
/// # Errors
/// When the gateway, or for an operator Postgres, cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let summary =
        if context.is_operator() { of_fleet(&args, context).await? } else { of_tenant(&args, context).await? };
    context.print(&summary, SummaryText::lines)?;
    Ok(output::complete_if(summary.counts.dead == 0))
}

async fn of_tenant(args: &Args, context: &Context) -> anyhow::Result<SummaryText> {
    let door = Door::open(context)?;
    let counts = door.summary(&SummaryQuery { days: args.days }).await?;
    let reports = if args.reports { Some(door.reports(MAX_REPORTS).await?) } else { None };
    Ok(SummaryText { counts, reports, ..SummaryText::default() })
}

async fn of_fleet(args: &Args, context: &Context) -> anyhow::Result<SummaryText> {
    ensure!(
        args.days.is_none(),
        "--days: for an operator and beside a local fleet everything is counted; with AUSPEX_URL and AUSPEX_TOKEN the days of \
         one tenant are"
    );
    let store = context.store().await?;
    let counts = operations::summary::of_all_tenants(&store).await?;
    let newest = if args.reports { Some(store.reports().newest(MAX_REPORTS).await?) } else { None };
    let reports = newest.map(|newest| newest.into_iter().map(ReportItem::from).collect());
    let reports_in = context.objects().filter(|_| args.reports).map(str::to_owned);
    Ok(SummaryText { counts, fleet: Some(state(&store, context).await?), reports_in, reports })
}

/// Reads what concerns the fleet and no tenant.
async fn state(store: &Store, context: &Context) -> anyhow::Result<FleetState> {
    let jobs = store.jobs();
    let (unsent, open) = tokio::try_join!(jobs.unsent(), jobs.open(MAX_OPEN_ITEMS))?;
    let (blocked, invoice) = tokio::join!(blocks::read(context), invoice(context));
    Ok(FleetState { blocked, unsent, open: open.into_iter().map(Into::into).collect(), invoice })
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
