//! The offline world, and fleet.json.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use local_servers::{Port, Start, Worker};
use runtime::config::Env;

use super::Args;
use super::listing::Listing;
use super::post::Post;
use super::worker_env::Surroundings;
use crate::fleet_file::FleetFile;

/// Any of these says that the user has a model.
const MODEL_SETTINGS: &[&str] = &[
    "MINIMAX_API_KEY",
    "ANTHROPIC_API_KEY",
    "AUSPEX_MODEL_API_KEY",
    "AUSPEX_MODEL_BASE_URL",
    "AUSPEX_CLASSIFIER_API_KEY",
    "AUSPEX_RESEARCHER_API_KEY",
    "AUSPEX_FILTER_API_KEY",
    "AUSPEX_FORECASTER_API_KEY",
    "AUSPEX_WRITER_API_KEY",
];
/// Where a checkout keeps its documents.
const USUAL_CORPUS: &str = "examples/corpus";

/// Starts the offline world and waits until it answers; none where the user has a model.
pub(super) async fn start_offline(args: &Args, dir: &Path, listing: &Listing) -> anyhow::Result<Option<Post>> {
    if !args.offline && has_model() {
        return Ok(None);
    }
    let port = Port::free()?;
    let mut start = Start::new("offline", Worker::locate("offline")?, dir.join("offline.log"));
    let mut flags = vec![("--listen", format!("127.0.0.1:{}", port.number()))];
    flags.push(("--invoice", dir.join("invoice.ndjson").display().to_string()));
    if let Some(corpus) = corpus(args)? {
        flags.push(("--corpus", corpus.display().to_string()));
    } else {
        listing.note(&format!(
            "the offline world has no pages: there is no {USUAL_CORPUS} here; --offline-corpus FOLDER gives it some"
        ));
    }
    start.args = flags.into_iter().flat_map(|(flag, value)| [flag.to_owned(), value]).collect();
    // Faults, latency and prices of the offline world come from the user's environment.
    start.inherit = true;
    let post = Post::fill(start, port, "/healthz")?;
    post.ready(listing).await?;
    Ok(Some(post))
}

fn has_model() -> bool {
    let mut env = Env::from_process();
    MODEL_SETTINGS.iter().any(|name| env.secret(name, "").is_some())
}

fn corpus(args: &Args) -> anyhow::Result<Option<PathBuf>> {
    if let Some(given) = &args.offline_corpus {
        let found =
            given.canonicalize().with_context(|| format!("--offline-corpus {}: no such folder", given.display()))?;
        return Ok(Some(found));
    }
    Ok(Path::new(USUAL_CORPUS).canonicalize().ok())
}

/// What fleet.json says about processes.
pub(super) struct Parts {
    /// Name and process of everything that was started.
    pub(super) pids: Vec<(String, u32)>,
    /// Name and health address of the offline world and the workers, for `auspex doctor`.
    pub(super) services: Vec<(String, String)>,
    /// nats-server's monitoring, where it is ours.
    pub(super) nats_monitor_url: Option<String>,
}

/// Tells the other commands where everything is, and a person which process is which.
pub(super) fn write_fleet_file(dir: &Path, around: &Surroundings, nats_url: &str, parts: &Parts) -> anyhow::Result<()> {
    let file = FleetFile {
        nats_url: Some(nats_url.to_owned()),
        postgres_url: Some(around.postgres_url.clone()),
        redis_url: Some(around.redis_url.clone()),
        offline_url: around.offline_url.clone(),
        objects_dir: Some(around.objects.clone()),
        otlp_url: Some(around.otlp_url.clone()),
        spans_file: Some(dir.join("spans.ndjson")),
        nats_monitor_url: parts.nats_monitor_url.clone(),
    };
    let mut value = serde_json::to_value(file)?;
    value["up_pid"] = std::process::id().into();
    value["pids"] = parts.pids.iter().map(|(name, pid)| serde_json::json!({ "name": name, "pid": pid })).collect();
    value["services"] =
        parts.services.iter().map(|(name, url)| serde_json::json!({ "name": name, "url": url })).collect();
    let path = dir.join("fleet.json");
    let half = dir.join("fleet.json.part");
    std::fs::write(&half, serde_json::to_string_pretty(&value)?)
        .with_context(|| format!("cannot write {}", half.display()))?;
    std::fs::rename(&half, &path).with_context(|| format!("cannot write {}", path.display()))
}
