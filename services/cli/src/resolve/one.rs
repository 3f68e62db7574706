//! `auspex resolve RUN OUTCOME`: records the outcome of one run, or of the runs of one event.

use std::process::ExitCode;

use anyhow::{Context as _, bail};
use domain::{EventId, RunId};
use operations::outcomes::Outcome;

use super::Args;
use super::report::ResolveReport;
use super::target::{Target, runs_of_event};
use crate::door::{Door, OnBehalf};
use crate::{Context, output};

/// Records the outcome.
pub(super) async fn run(args: &Args, target: &Target, value: f64, context: &Context) -> anyhow::Result<ExitCode> {
    let behalf = OnBehalf { tenant: args.tenant.as_deref(), migrates: true, ..OnBehalf::default() };
    let door = Door::open(context, behalf).await?;
    let mut report = ResolveReport::default();
    let mut found = false;
    for run in runs(&door, target)? {
        let outcome = Outcome { outcome: value, resolved_at: args.at, because: args.because.clone() };
        let recorded = match door.resolve(run, outcome).await {
            Ok(recorded) => recorded,
            Err(error) if error.kind() == "not-found" => continue,
            Err(error) => return Err(error.into()),
        };
        found = true;
        if context.json {
            output::json(&recorded)?;
        }
        report.add(run, &recorded, value);
    }
    if !found {
        bail!("{} has no question about {target}; `auspex show` lists the newest runs", door.whose());
    }
    if !context.json {
        report.print(false)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the runs that the target may name. The run of an event depends on the tenant, which a token hides.
fn runs(door: &Door<'_>, target: &Target) -> anyhow::Result<Vec<RunId>> {
    match (target, door) {
        (Target::Run(run), _) => Ok(vec![*run]),
        (Target::Event(event), Door::Direct(direct)) => {
            let id = EventId::parse(event).with_context(|| format!("{event:?} is not an event id"))?;
            Ok(runs_of_event(direct.acting_for(), &id).to_vec())
        }
        (other, _) => bail!("{other}: with AUSPEX_URL name the run (UUID); `auspex show` lists the newest runs"),
    }
}
