//! `auspex doctor`: checks servers, settings, models, budgets and disks, and tells how to fix each problem. Exit code 3
//! if anything is broken.

mod answers;
mod batches;
mod budgets;
mod certificates;
mod disk;
mod fairness;
mod files;
mod finding;
mod gateway;
mod macros;
mod model_calls;
mod models;
mod nats;
mod objects;
mod postgres;
mod replication;
mod services;
mod settings;
mod valkey;
mod vectors;

use std::process::ExitCode;

use domain::MicroUsd;
use serde_json::json;

use crate::{Context, output};
use finding::{Finding, State};
pub(crate) use model_calls::TOOL as TEST_TOOL;
pub(crate) use valkey::config as redis_config;

/// Command-line arguments of `auspex doctor`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Call each configured model twice with a short request, and check key, name, tools, structured answers, usage and
    /// caching. This costs money; the calls are not in the ledger.
    #[arg(long)]
    call: bool,
    /// Dollars that the calls of --call may cost at most; if they could cost more, none is made.
    #[arg(long, default_value = "2.00", value_name = "DOLLARS", value_parser = MicroUsd::parse_dollars)]
    max_cost: MicroUsd,
}

/// Runs all checks and prints their findings.
///
/// # Errors
/// When standard output is closed; problems of the fleet are findings, not errors.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let (nats, postgres, fairness, valkey, objects, disk, services, gateway, answers, macros) = tokio::join!(
        nats::check(context),
        postgres::check(context),
        fairness::check(context),
        valkey::check(context),
        objects::check(context),
        disk::check(context),
        services::check(context),
        gateway::check(context),
        answers::check(context),
        macros::check(context)
    );
    let certificates = certificates::check(context);
    let own = [settings::check(context), files::check(context), certificates, models::check(context)].concat();
    let mut findings: Vec<Finding> =
        [own, nats, postgres, fairness.findings, valkey, objects, disk, services, gateway, answers, macros].concat();
    if args.call {
        findings.extend(model_calls::check(context, args.max_cost).await);
    }
    let broken = findings.iter().filter(|finding| finding.state == State::Broken).count();
    if context.json {
        output::json(&json!({ "healthy": broken == 0, "findings": findings, "tenants": fairness.shares }))?;
    } else {
        for finding in &findings {
            output::line(&finding.to_string())?;
        }
        output::line(&verdict(broken))?;
    }
    Ok(output::complete_if(broken == 0))
}

fn verdict(broken: usize) -> String {
    match broken {
        0 => "\nNo problems found.".to_owned(),
        1 => "\n1 problem found.".to_owned(),
        _ => format!("\n{broken} problems found."),
    }
}
