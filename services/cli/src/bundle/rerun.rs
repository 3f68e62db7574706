//! Reruns bundles: starts only a forecaster and its servers, and restores the runs as they were before their forecasts.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail, ensure};
use domain::port::Journal;
use domain::run::RunState;
use domain::{Clock, Forecast, JobId};
use proto::event::Fact;
use proto::events::RunAnswered;
use runtime::SystemClock;
use runtime::client::NewMessage;
use store::{Runs, Store};

use super::Rerun;
use super::comparison::Comparison;
use super::folder::{Bundle, PartKind};
use super::refusing_model::RefusingModel;
use crate::output;
use crate::private_fleet::{PrivateFleet, Setup};
use crate::up::Replicas;

/// Only a forecaster, so that no worker can access the web.
const FORECASTER_ONLY: [(&str, usize); 5] =
    [("classifier", 0), ("researcher", 0), ("filter", 0), ("forecaster", 1), ("writer", 0)];
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A bundle to rerun.
struct Case {
    folder: String,
    state: RunState,
    recorded: Forecast,
    /// Model that the recorded estimates came from.
    model: String,
    bundle: Bundle,
}

/// Reruns all bundles. Exit code 0 if every forecast was made again, identical or not.
pub(super) async fn run(args: &Rerun, is_json: bool) -> anyhow::Result<ExitCode> {
    let cases: Vec<Case> = args.folders.iter().map(|folder| case(folder)).collect::<anyhow::Result<_>>()?;
    let mut by_model: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for case in cases {
        let model = if args.live { String::new() } else { case.model.clone() };
        by_model.entry(model).or_default().push(case);
    }
    let mut failed = Vec::new();
    for (model, cases) in by_model {
        let refusing_model = RefusingModel::start().await?;
        let fleet = PrivateFleet::start(&setup(args, &model, &refusing_model)).await?;
        let done = rerun_all(&fleet, args, &cases, is_json).await;
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
    let (state, recorded): (RunState, Forecast) = (bundle.json(&PartKind::Run)?, bundle.json(&PartKind::Forecast)?);
    let job = round(&state).id(JobId(state.run.id.0), 0);
    let asked = bundle.parts().find_map(|(what, _)| match what {
        PartKind::Reply { job: of, model, .. } if *of == job => Some(model.clone()),
        _ => None,
    });
    let model = asked.unwrap_or_else(|| recorded.model.clone());
    Ok(Case { folder: folder.display().to_string(), state, recorded, model, bundle })
}

/// Builds the message that releases the run's last round.
fn round(state: &RunState) -> RunAnswered {
    RunAnswered { run: state.run.id, tenant: state.run.tenant.clone(), iteration: state.iteration }
}

fn setup(args: &Rerun, model: &str, refusing_model: &RefusingModel) -> Setup {
    let mut env = BTreeMap::new();
    if !args.live {
        for name in ["AUSPEX_MODEL_BASE_URL", "AUSPEX_FORECASTER_BASE_URL"] {
            env.insert(name.to_owned(), refusing_model.url().to_owned());
        }
        env.insert("AUSPEX_MODEL_API".to_owned(), "anthropic".to_owned());
        env.insert("FORECASTER_MODEL".to_owned(), model.to_owned());
        // A worker does not start without a price. The endpoint refuses every call, so none is charged.
        if llm::Catalog::built_in().find(model, None).price(SystemClock.now()).is_none() {
            for name in ["AUSPEX_FORECASTER_PRICE_IN", "AUSPEX_FORECASTER_PRICE_OUT"] {
                env.insert(name.to_owned(), "0".to_owned());
            }
        }
    }
    let replicas = Replicas::from_pairs(&FORECASTER_ONLY);
    Setup { dir: args.dir.clone(), replicas, offline: args.offline, env, ..Setup::default() }
}

/// Reruns all bundles of one model; returns the errors of those that failed.
async fn rerun_all(fleet: &PrivateFleet, args: &Rerun, cases: &[Case], is_json: bool) -> anyhow::Result<Vec<String>> {
    let (store, client) = (fleet.owner_store().await?, fleet.client().await?);
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
        match wait_for_forecast(&store, case, args.timeout).await {
            Err(error) => failed.push(format!("{}: {error:#}", case.folder)),
            Ok(forecast) => {
                let compared = Comparison::new(case.folder.clone(), &case.recorded, &forecast);
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

/// Restores the run as it was when its last round was answered. It gets no further round: the bundle has no answers for
/// it.
async fn restore(store: &Store, case: &Case, live: bool) -> anyhow::Result<()> {
    let mut state = case.state.clone();
    state.run.asked.config.max_iterations = Some(state.iteration);
    store.bundles().restore(&state).await.context("restoring the run")?;
    for (what, bytes) in case.bundle.parts() {
        let is_reply = matches!(what, PartKind::Reply { .. });
        if let Some(key) = what.step().filter(|_| !(live && is_reply)) {
            store.journal().store_step(&key, bytes.to_vec()).await.context("restoring a step")?;
        }
    }
    Ok(())
}

/// Waits for the forecast. A request for anything that the bundle does not contain is an error that names it.
async fn wait_for_forecast(store: &Store, case: &Case, timeout: Duration) -> anyhow::Result<Forecast> {
    let run = case.state.run.id;
    let deadline = Instant::now() + timeout;
    let mut poll = tokio::time::interval(POLL_INTERVAL);
    while Instant::now() < deadline {
        poll.tick().await;
        if let Some(forecast) = store.forecasts().made(run).await? {
            ensure_complete(store, case).await?;
            return Ok(forecast);
        }
        let state = store.runs().load(run).await?.context("the run disappeared")?;
        if state.iteration > case.state.iteration {
            let asked: Vec<&str> =
                state.questions.iter().skip(case.state.questions.len()).map(|q| q.text.as_str()).collect();
            bail!(
                "missing: answers to another round of research ({}); the bundle ends with round {}",
                asked.join("; "),
                case.state.iteration
            );
        }
        if let Some(letter) = store.dead_letters().list(false, 1).await?.first() {
            let reason =
                store.dead_letters().load(letter.id).await?.map(|letter| letter.errors.join(": ")).unwrap_or_default();
            bail!("dead-lettered by the forecaster: {reason}");
        }
    }
    bail!("no forecast after {timeout:?}")
}

async fn ensure_complete(store: &Store, case: &Case) -> anyhow::Result<()> {
    let refused = store.bundles().refused_calls(case.state.run.id).await?;
    let name = |call: &store::bundles::RefusedCall| {
        let input = call.key.input.get(..12).unwrap_or_default();
        format!(
            "the reply to the {}'s step {} (job {}, input {input}…, model {})",
            call.agent, call.key.step, call.key.job, call.model
        )
    };
    let missing: Vec<String> = refused.iter().map(name).collect();
    ensure!(
        missing.is_empty(),
        "missing: {}. The prompt, the model or the forecaster differs from the recorded one. The recorded forecast has the prompts {}: set AUSPEX_PROMPTS if they are in a folder, such as that of AUSPEX_PROMPTS_B; --live calls a model instead",
        missing.join("; "),
        case.recorded.prompt_version
    );
    Ok(())
}
