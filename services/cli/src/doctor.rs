//! `auspex doctor`: what is reachable, what is wrong, and how to mend each. Exit code 3 if anything is broken.

mod budgets;
mod disk;
mod finding;
mod nats;
mod objects;
mod postgres;
mod settings;
mod surroundings;
mod valkey;

use std::process::ExitCode;

use serde_json::json;

use crate::{Context, output};
use finding::{Finding, State};

/// `auspex doctor`.
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Runs it.
///
/// # Errors
/// When standard output is closed; what is wrong with the fleet is an answer, not an error.
pub async fn run(_args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    let (nats, postgres, valkey, objects, disk, around) = tokio::join!(
        nats::look(context),
        postgres::look(context),
        valkey::look(context),
        objects::look(context),
        disk::look(context),
        surroundings::look(context)
    );
    let findings: Vec<Finding> = [settings::look(context), nats, postgres, valkey, objects, disk, around].concat();
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
        0 => "\nNothing is broken.".to_owned(),
        1 => "\nOne thing is broken.".to_owned(),
        _ => format!("\n{broken} things are broken."),
    }
}
