//! `auspex doctor`: checks servers, settings, budgets and disks, and tells how to fix each problem. Exit code 3 if anything is broken.

mod budgets;
mod disk;
mod finding;
mod nats;
mod objects;
mod postgres;
mod services;
mod settings;
mod valkey;

use std::process::ExitCode;

use serde_json::json;

use crate::{Context, output};
use finding::{Finding, State};

/// Command-line arguments of `auspex doctor`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs all checks and prints their findings.
///
/// # Errors
/// When standard output is closed; problems of the fleet are findings, not errors.
pub async fn run(_args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let (nats, postgres, valkey, objects, disk, services) = tokio::join!(
        nats::check(context),
        postgres::check(context),
        valkey::check(context),
        objects::check(context),
        disk::check(context),
        services::check(context)
    );
    let findings: Vec<Finding> = [settings::check(context), nats, postgres, valkey, objects, disk, services].concat();
    let broken = findings.iter().filter(|finding| finding.state == State::Broken).count();
    if context.json {
        output::json(&json!({ "healthy": broken == 0, "findings": findings }))?;
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
