//! From bundles to forecasts: a forecaster and its servers, nothing else, with the runs as they stood before their forecast.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use domain::port::Journal;
use domain::run::RunState;
use domain::{Forecast, JobId, RunId};
use proto::event::Fact;
use proto::events::RunAnswered;
use runtime::client::NewMessage;
use store::{Runs, Store};

use super::Rerun;
use super::comparison::Comparison;
use super::folder::{Bundle, What};
use super::refuser::Refuser;
use crate::output;
use crate::private_fleet::{PrivateFleet, Setup};
use crate::up::Replicas;

/// A forecaster alone: whoever could reach the web is not there.
const ALONE: [(&str, usize); 5] =
    [("classifier", 0), ("researcher", 0), ("filter", 0), ("forecaster", 1), ("writer", 0)];
const LOOK: Duration = Duration::from_millis(100);

/// A bundle that is to be rerun.
struct Case {
    folder: String,
    state: RunState,
    recorded: Forecast,
    /// The model that the recorded estimates were asked of.
    model: String,
    bundle: Bundle,
}

/// Reruns all of them. Exit code 0 when every forecast was made again, the same or not.
pub(super) async fn run(args: &Rerun, is_json: bool) -> anyhow::Result<ExitCode> {
    let cases: Vec<Case> = args.folders.iter().map(|folder| case(folder)).collect::<anyhow::Result<_>>()?;
    let mut by_model: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for case in cases {
        let model = if args.live { String::new() } else { case.model.clone() };
        by_model.entry(model).or_default().push(case);
    }
    let mut failed = Vec::new();
    for (model, cases) in by_model {
        let refuser = Refuser::start().await?;
        let fleet = PrivateFleet::start(&setup(args, &model, &refuser)).await?;
        let done = together(&fleet, args, &cases, is_json).await;
        fleet.stop().await?;
        failed.extend(done?);
    }
    if !failed.is_empty() {
        bail!("{} of {} bundles could not be rerun:\n{}", failed.len(), args.folders.len(), failed.join("\n"));
    }
    Ok(ExitCode::SUCCESS)
}

fn case(folder: &Path) -> anyhow::Result<Case> {
    let bundle = Bundle::read(folder)?;
    let (state, recorded): (RunState, Forecast) = (bundle.json(&What::Run)?, bundle.json(&What::Forecast)?);
    let job = round(&state).id(JobId(state.run.id.0), 0);
    let asked = bundle.parts().find_map(|(what, _)| match what {
        What::Reply { job: of, model, .. } if *of == job => Some(model.clone()),
        _ => None,
    });
    let model = asked.unwrap_or_else(|| recorded.model.clone());
    Ok(Case { folder: folder.display().to_string(), state, recorded, model, bundle })
}

/// The message that releases the run's last round.
fn round(state: &RunState) -> RunAnswered {
    RunAnswered { run: state.run.id, tenant: state.run.tenant.clone(), iteration: state.iteration }
}

fn setup(args: &Rerun, model: &str, refuser: &Refuser) -> Setup {
    let mut env = BTreeMap::new();
    if !args.live {
        for name in ["AUSPEX_MODEL_BASE_URL", "AUSPEX_FORECASTER_BASE_URL"] {
            env.insert(name.to_owned(), refuser.url().to_owned());
        }
        env.insert("AUSPEX_MODEL_API".to_owned(), "anthropic".to_owned());
        env.insert("FORECASTER_MODEL".to_owned(), model.to_owned());
    }
    Setup { dir: args.dir.clone(), replicas: Replicas::of(&ALONE), offline: args.offline, corpus: None, env }
}

/// All bundles of one model; answers what is wrong with those that failed.
async fn together(fleet: &PrivateFleet, args: &Rerun, cases: &[Case], is_json: bool) -> anyhow::Result<Vec<String>> {
    let (store, client) = (fleet.store().await?, fleet.client().await?);
    for case in cases {
        restore(&store, case, args.live).await?;
        let fact = round(&case.state);
        let message = NewMessage {
            subject: fact.subject(),
            id: fact.id(JobId(case.state.run.id.0), 0).to_string(),
            tenant: fact.tenant.clone(),
            payload: fact.encode().into(),
            ..NewMessage::default()
        };
        client.publish(message).await.with_context(|| format!("releasing the run of {}", case.folder))?;
    }
    client.close().await;
    let mut failed = Vec::new();
    for case in cases {
        match finished(&store, case, args.timeout).await {
            Err(error) => failed.push(format!("{}: {error:#}", case.folder)),
            Ok(forecast) => {
                let compared = Comparison::of(case.folder.clone(), &case.recorded, &forecast);
                if is_json {
                    output::json(&compared)?;
                } else {
                    compared.lines().iter().try_for_each(|line| output::line(line))?;
                }
            }
        }
    }
    store.close_pool().await;
    Ok(failed)
}

/// The run as it stood when its last round was answered. No further round: the bundle has no answers to other questions.
async fn restore(store: &Store, case: &Case, live: bool) -> anyhow::Result<()> {
    let mut state = case.state.clone();
    state.run.asked.config.max_iterations = Some(state.iteration);
    store.restore_run(&state).await.context("restoring the run")?;
    for (what, bytes) in case.bundle.parts() {
        let is_reply = matches!(what, What::Reply { .. });
        if let Some(key) = what.step().filter(|_| !(live && is_reply)) {
            store.remember(&key, bytes.to_vec()).await.context("restoring a step")?;
        }
    }
    Ok(())
}

/// Waits for the forecast; whatever the run asked for and did not get is an error that names it.
async fn finished(store: &Store, case: &Case, patience: Duration) -> anyhow::Result<Forecast> {
    let run = case.state.run.id;
    let deadline = Instant::now() + patience;
    let mut look = tokio::time::interval(LOOK);
    while Instant::now() < deadline {
        look.tick().await;
        if let Some(forecast) = store.forecast(run).await? {
            nothing_missing(store, run).await?;
            return Ok(forecast);
        }
        let state = store.load(run).await?.context("the run has gone")?;
        if state.iteration > case.state.iteration {
            let asked: Vec<&str> =
                state.questions.iter().skip(case.state.questions.len()).map(|q| q.text.as_str()).collect();
            bail!(
                "missing: answers to another round of research ({}); the bundle ends with round {}",
                asked.join("; "),
                case.state.iteration
            );
        }
        if let Some(letter) = store.dead_letters(false, 1).await?.first() {
            let reason = store.dead_letter(letter.id).await?.map(|letter| letter.errors.join(": ")).unwrap_or_default();
            bail!("the forecaster gave up: {reason}");
        }
    }
    bail!("no forecast after {patience:?}")
}

async fn nothing_missing(store: &Store, run: RunId) -> anyhow::Result<()> {
    let refused = store.refused_calls(run).await?;
    let name = |call: &store::bundle::RefusedCall| {
        let input = call.key.input.get(..12).unwrap_or_default();
        format!(
            "the reply to the {}'s step {} (job {}, input {input}…, model {})",
            call.agent, call.key.step, call.key.job, call.model
        )
    };
    let missing: Vec<String> = refused.iter().map(name).collect();
    ensure!(
        missing.is_empty(),
        "missing: {}. The prompt, the model or the forecaster is another than when it was recorded; --live asks a model instead",
        missing.join("; ")
    );
    Ok(())
}
