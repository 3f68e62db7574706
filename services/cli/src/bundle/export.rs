//! Export of a run from the fleet's stores to a bundle.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context as _;
use domain::run::RunState;
use domain::{JobId, RunId};
use runtime::config::ConfigError;
use serde_json::json;
use store::{Pages, Runs, Store};
use worker::config::ObjectsConfig;

use super::folder::{Bundle, PartKind};
use crate::output;

/// Object storage of the pages, if configured.
type Objects<'a> = Option<Result<&'a ObjectsConfig, &'a ConfigError>>;

/// A bundle, and the pages missing in it.
pub(super) struct Exported {
    pub(super) bundle: Bundle,
    /// URLs of pages whose bytes are missing or altered in the object storage.
    pub(super) lost: Vec<String>,
}

/// Collects all inputs of the run's forecast.
pub(super) async fn export(store: &Store, objects: Objects<'_>, run: RunId) -> anyhow::Result<Exported> {
    let state = store.runs().load(run).await?.with_context(|| format!("run {run} does not exist"))?;
    let forecast = store.forecasts().made(run).await?.with_context(|| format!("run {run} has no forecast yet"))?;
    let mut bundle = Bundle::default();
    bundle.add(PartKind::Run, serde_json::to_vec(&state)?);
    bundle.add(PartKind::Forecast, serde_json::to_vec(&forecast)?);
    let steps = store.bundles().steps(run).await?;
    let mut jobs: BTreeSet<JobId> = BTreeSet::new();
    for kept in steps {
        jobs.insert(kept.key.job);
        let (job, step, input) = (kept.key.job, kept.key.step, kept.key.input);
        let what = match kept.paid {
            Some((agent, model)) => PartKind::Reply { job, step, input, agent, model },
            None => PartKind::Step { job, step, input },
        };
        bundle.add(what, kept.value);
    }
    let mut wanted = pages(&state);
    let jobs: Vec<JobId> = jobs.into_iter().collect();
    for basis in store.pages().rested_on(&jobs).await? {
        match basis.body {
            Some(body) => bundle.add(PartKind::Answer { url: basis.url }, body.into_bytes()),
            None => {
                wanted.insert((basis.url, basis.hash));
            }
        }
    }
    let lost = fetch_pages(&mut bundle, objects, wanted).await?;
    Ok(Exported { bundle, lost })
}

/// Returns URL and hash of every page that the evidence cites.
fn pages(state: &RunState) -> BTreeSet<(String, String)> {
    let sources = state.answers.iter().flat_map(|answer| &answer.evidence.research.sources);
    let read = sources.filter(|source| !source.content_hash.is_empty());
    read.map(|source| (source.url.clone(), source.content_hash.clone())).collect()
}

/// Adds the bytes of the pages, by hash; returns the URLs of those that are not available.
async fn fetch_pages(
    bundle: &mut Bundle,
    objects: Objects<'_>,
    wanted: BTreeSet<(String, String)>,
) -> anyhow::Result<Vec<String>> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let config = objects.context("set AUSPEX_OBJECTS to the object storage of the pages")?.map_err(Clone::clone)?;
    let objects = worker::objects::connect(config)?;
    let mut lost = Vec::new();
    for (url, hash) in wanted {
        let key = format!("pages/{}/{hash}", hash.get(..2).unwrap_or("00"));
        match objects.get(&key).await?.filter(|bytes| worker::ContentHash::from_bytes(bytes).as_str() == hash) {
            Some(bytes) => bundle.add(PartKind::Page { url }, bytes),
            None => lost.push(url),
        }
    }
    Ok(lost)
}

/// Prints the exported parts, as text or JSON.
pub(super) fn print(exported: &Exported, id: &str, folder: &Path, is_json: bool) -> anyhow::Result<()> {
    let count = |kind: fn(&PartKind) -> bool| exported.bundle.parts().filter(|(what, _)| kind(what)).count();
    let replies = count(|what| matches!(what, PartKind::Reply { .. }));
    let pages = count(|what| matches!(what, PartKind::Page { .. }));
    let others = count(|what| matches!(what, PartKind::Step { .. } | PartKind::Answer { .. }));
    if is_json {
        return output::json(&json!({
            "bundle": id, "folder": folder, "replies": replies, "pages": pages, "others": others, "lost": exported.lost,
        }));
    }
    for url in &exported.lost {
        output::note(&format!("missing  {url}: its bytes are no longer in the object storage"));
    }
    let all = format!("{replies} model replies, {pages} pages, {others} tool and service responses");
    output::line(&format!("Exported the run, its evidence, its forecast, {all} to {}.\nId: {id}", folder.display()))?;
    Ok(())
}
