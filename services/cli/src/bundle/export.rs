//! From a fleet's stores to a bundle.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context as _;
use domain::run::RunState;
use domain::{JobId, RunId};
use runtime::config::ConfigError;
use serde_json::json;
use store::{Pages, Runs, Store};
use worker::config::ObjectsConfig;

use super::folder::{Bundle, What};
use crate::output;

/// Where pages lie, if that is known.
type Objects<'a> = Option<Result<&'a ObjectsConfig, &'a ConfigError>>;

/// A bundle, and what could not be put into it.
pub(super) struct Exported {
    pub(super) bundle: Bundle,
    /// Addresses of pages whose bytes the object store has not, or has altered.
    pub(super) lost: Vec<String>,
}

/// Everything that the run's forecast rested on.
pub(super) async fn export(store: &Store, objects: Objects<'_>, run: RunId) -> anyhow::Result<Exported> {
    let state = store.load(run).await?.with_context(|| format!("Postgres knows no run {run}"))?;
    let forecast = store.forecast(run).await?.with_context(|| format!("the run {run} has no forecast yet"))?;
    let mut bundle = Bundle::default();
    bundle.add(What::Run, serde_json::to_vec(&state)?);
    bundle.add(What::Forecast, serde_json::to_vec(&forecast)?);
    let steps = store.steps_of_run(run).await?;
    let mut jobs: BTreeSet<JobId> = BTreeSet::new();
    for kept in steps {
        jobs.insert(kept.key.job);
        let (job, step, input) = (kept.key.job, kept.key.step, kept.key.input);
        let what = match kept.paid {
            Some((agent, model)) => What::Reply { job, step, input, agent, model },
            None => What::Step { job, step, input },
        };
        bundle.add(what, kept.value);
    }
    let mut wanted = pages(&state);
    let jobs: Vec<JobId> = jobs.into_iter().collect();
    for basis in store.rested_on(&jobs).await? {
        match basis.body {
            Some(body) => bundle.add(What::Answer { url: basis.url }, body.into_bytes()),
            None => {
                wanted.insert((basis.url, basis.hash));
            }
        }
    }
    let lost = fetched(&mut bundle, objects, wanted).await?;
    Ok(Exported { bundle, lost })
}

/// Address and hash of every page that the evidence cites.
fn pages(state: &RunState) -> BTreeSet<(String, String)> {
    let sources = state.answers.iter().flat_map(|answer| &answer.evidence.research.sources);
    let read = sources.filter(|source| !source.content_hash.is_empty());
    read.map(|source| (source.url.clone(), source.content_hash.clone())).collect()
}

/// Puts the pages' bytes into the bundle, by hash; answers those that are not to be had.
async fn fetched(
    bundle: &mut Bundle,
    objects: Objects<'_>,
    wanted: BTreeSet<(String, String)>,
) -> anyhow::Result<Vec<String>> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let config = objects.context("AUSPEX_OBJECTS must say where pages lie")?.map_err(Clone::clone)?;
    let objects = worker::objects::connect(config)?;
    let mut lost = Vec::new();
    for (url, hash) in wanted {
        let key = format!("pages/{}/{hash}", hash.get(..2).unwrap_or("00"));
        match objects.get(&key).await?.filter(|bytes| worker::ContentHash::of(bytes).as_str() == hash) {
            Some(bytes) => bundle.add(What::Page { url }, bytes),
            None => lost.push(url),
        }
    }
    Ok(lost)
}

/// What was exported, for a person or a program.
pub(super) fn told(exported: &Exported, (id, folder): (&str, &Path), is_json: bool) -> anyhow::Result<()> {
    let count = |kind: fn(&What) -> bool| exported.bundle.parts().filter(|(what, _)| kind(what)).count();
    let replies = count(|what| matches!(what, What::Reply { .. }));
    let pages = count(|what| matches!(what, What::Page { .. }));
    let others = count(|what| matches!(what, What::Step { .. } | What::Answer { .. }));
    if is_json {
        return output::json(&json!({
            "bundle": id, "folder": folder, "replies": replies, "pages": pages, "others": others, "lost": exported.lost,
        }));
    }
    for url in &exported.lost {
        output::note(&format!("lost     the bytes of {url} are not in the object store any more"));
    }
    let all = format!("{replies} model replies, {pages} pages, {others} answers of tools and services");
    output::line(&format!("{} holds the run, its evidence, its forecast, {all}.\nIts name: {id}", folder.display()))?;
    Ok(())
}
