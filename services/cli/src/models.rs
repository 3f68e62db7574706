//! `auspex models`: the model of each worker, what it costs, and where the price comes from. No model is called.

use std::process::ExitCode;

use operations::fleet::ModelItem;
use runtime::config::{Env, Mistake};
use runtime::topology::SERVICES;
use serde_json::json;
use worker::{ModelConfig, ModelLine};

use crate::door::Door;
use crate::up::OfflineProfile;
use crate::{Context, output};

/// Command-line arguments of `auspex models`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print the models that the workers of the gateway's fleet report, instead of those that the settings here name.
    #[arg(long)]
    fleet: bool,
}

/// Models of all workers, as a worker would read them here.
pub(crate) struct Configured {
    /// Worker and its model.
    pub(crate) workers: Vec<(&'static str, ModelConfig)>,
    /// Mistakes in the models' settings, each once.
    pub(crate) mistakes: Vec<Mistake>,
}

/// Returns the environment that a worker of this fleet reads: with the offline world, its settings as `auspex up` sets
/// them.
pub(crate) fn worker_env(context: &Context, worker: &str) -> Env {
    let mut env = Env::from_process();
    let Some(fleet) = &context.fleet else { return env };
    let profile = fleet.offline_profile.as_deref().and_then(OfflineProfile::named).unwrap_or_default();
    if let Some(url) = &fleet.embeddings_url {
        env.set("AUSPEX_EMBEDDINGS_URL", url);
    }
    if let Some(world) = &fleet.offline_url {
        for (name, value) in profile.environment(world, worker, &mut Env::from_process()) {
            env.set(&name, &value);
        }
    }
    env
}

/// Returns `true` if the offline world serves the models, which it also does in a fleet that is started without a key.
pub(crate) fn needs_no_key(context: &Context) -> bool {
    context.fleet.as_ref().map_or(!context.has_fleet(), |fleet| fleet.offline_url.is_some())
}

/// Returns `true` if the mistake is a missing key of a provider.
pub(crate) fn is_missing_key(mistake: &Mistake) -> bool {
    mistake.problem.contains("needs a key")
}

/// Reads the settings of every worker's model.
pub(crate) fn configured(context: &Context) -> Configured {
    let mut mistakes: Vec<Mistake> = Vec::new();
    let read = |service: &'static str, mistakes: &mut Vec<Mistake>| {
        let mut env = worker_env(context, service);
        let config = ModelConfig::read(&mut env, service);
        let own = env.finish().err().map_or_else(Vec::new, |error| error.0);
        mistakes.extend(own.into_iter().filter(|mistake| !mistakes.contains(mistake)).collect::<Vec<_>>());
        (service, config)
    };
    let workers = SERVICES.iter().map(|service| read(service.name, &mut mistakes)).collect();
    Configured { workers, mistakes }
}

/// Prints one entry per worker. Exit code 3 if the settings have mistakes, so that a worker would not start.
///
/// # Errors
/// When standard output is closed, or with `--fleet` the gateway cannot be reached.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    if args.fleet {
        return reported(context).await;
    }
    let Configured { workers, mut mistakes } = configured(context);
    if needs_no_key(context) {
        mistakes.retain(|mistake| !is_missing_key(mistake));
    }
    if !context.has_fleet() {
        output::note("no fleet runs here; `auspex up` would use these models, or without a key the offline world");
    }
    let choice = workers.iter().find_map(|(_, config)| config.choice.clone());
    let lines: Vec<ModelLine> = workers.iter().map(|(worker, config)| ModelLine::new(worker, config)).collect();
    let problems: Vec<String> = mistakes.iter().map(|one| format!("{}: {}", one.name, one.problem)).collect();
    context.print(&json!({ "workers": lines, "choice": choice, "mistakes": problems }), |_| {
        lines.iter().map(ToString::to_string).chain(choice).chain(problems.iter().cloned())
    })?;
    Ok(output::complete_if(problems.is_empty()))
}

/// Prints what the workers report.
async fn reported(context: &Context) -> anyhow::Result<ExitCode> {
    context.print_each(&Door::open(context)?.worker_models().await?, |item| {
        let ModelItem { provider, model, price_source, .. } = &item.model;
        let seen = item.seen_at.format("%F %T");
        format!("{:<12} {provider} {model}  price: {price_source}  seen {seen}", item.worker)
    })?;
    Ok(ExitCode::SUCCESS)
}
