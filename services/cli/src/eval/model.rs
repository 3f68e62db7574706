//! The model of an evaluation: the one that the environment names, else the offline model, started for it.
//!
//! No ledger: an evaluation is no part of a fleet's work. What it costs is told at the end.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use llm::{Model, Request, Schema};
use local_servers::{Port, Worker};
use runtime::config::Env;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::net::TcpStream;
use worker::Prompts;
use worker::config::ModelConfig;

/// Longest answer.
const MAX_TOKENS: u32 = 8_000;

/// A model to ask, with the world behind it if it is the offline one.
pub(super) struct Judge {
    model: Arc<dyn Model>,
    world: Option<World>,
}

/// An offline world of our own. Dropping it ends it.
struct World {
    offline: Worker,
    port: Port,
    folder: PathBuf,
}

/// Longest that it may take to listen.
const LISTENING: Duration = Duration::from_secs(10);
/// Longest that it may take to end in order.
const ENDING: Duration = Duration::from_secs(5);

impl Judge {
    /// The environment's model if it says which (AUSPEX_MODEL_BASE_URL or MINIMAX_API_KEY), else the offline model.
    ///
    /// # Errors
    /// When the environment is wrong or the offline world cannot listen.
    pub(super) async fn connect() -> anyhow::Result<Self> {
        let named = ["AUSPEX_MODEL_BASE_URL", "AUSPEX_RESEARCHER_BASE_URL", "MINIMAX_API_KEY"];
        let mut env = Env::from_process();
        if named.iter().any(|name| env.optional(name, "").is_some()) {
            let model = model(env)?;
            return Ok(Self { model, world: None });
        }
        let world = World::start().await?;
        let base = format!("http://127.0.0.1:{}/anthropic", world.port.number());
        let model = model(Env::from_pairs([("AUSPEX_MODEL_BASE_URL", base.as_str())]))?;
        Ok(Self { model, world: Some(world) })
    }

    /// Asks for an answer of that shape, and once more if it is unusable; `None` if it is then still unusable.
    ///
    /// # Errors
    /// When the model cannot be asked.
    pub(super) async fn ask<T: DeserializeOwned, U>(
        &self,
        n: usize,
        (prompts, schema): (&[(&'static str, &'static str); 2], &Schema),
        input: &(impl Serialize + Sync),
        read: impl Fn(T) -> Result<U, Vec<String>>,
    ) -> anyhow::Result<Option<U>> {
        let texts = Prompts::new(prompts)?;
        let render = |at: usize| texts.render(prompts[at].0, json!({ "input": input }));
        let request = schema.force(Request::new(render(0)?, render(1)?).with_max_tokens(MAX_TOKENS));
        let usable = |reply: &llm::Reply| schema.parse(reply).map_err(|unusable| unusable.errors).and_then(&read);
        let reply = self.complete(&request, n, "first").await?;
        let errors = match usable(&reply) {
            Ok(value) => return Ok(Some(value)),
            Err(errors) => errors,
        };
        let again = self.complete(&schema.ask_again(&request, &reply, &errors), n, "again").await?;
        Ok(usable(&again).ok())
    }

    async fn complete(&self, request: &Request, n: usize, time: &str) -> anyhow::Result<llm::Reply> {
        let call = domain::JobId::named(&["eval", time, &n.to_string()]);
        self.model.complete(request, call).await.with_context(|| format!("{} cannot be asked", self.model.card().model))
    }

    /// Stops the world that was started.
    ///
    /// # Errors
    /// When it cannot be ended.
    pub(super) async fn close(self) -> anyhow::Result<()> {
        let Some(world) = self.world else { return Ok(()) };
        world.offline.stop(ENDING).await?;
        std::fs::remove_dir_all(&world.folder).with_context(|| format!("cannot remove {}", world.folder.display()))
    }
}

impl World {
    /// Starts one and waits until it listens.
    async fn start() -> anyhow::Result<Self> {
        let port = Port::free()?;
        let address = format!("127.0.0.1:{}", port.number());
        let folder = std::env::temp_dir().join(format!("auspex-eval-{}-{}", std::process::id(), port.number()));
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let offline = Worker::spawn("offline", &folder, [("AUSPEX_OFFLINE_LISTEN", address.as_str())])?;
        let begun = Instant::now();
        while TcpStream::connect(&address).await.is_err() {
            let ended = offline.ended()?;
            let log = || std::fs::read_to_string(offline.log()).unwrap_or_default();
            anyhow::ensure!(
                ended.is_none() && begun.elapsed() < LISTENING,
                "the offline world does not listen on {address} ({ended:?}): {}",
                log()
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(Self { offline, port, folder })
    }
}

fn model(mut env: Env) -> anyhow::Result<Arc<dyn Model>> {
    let config = ModelConfig::read(&mut env, "researcher");
    env.finish()?;
    let http = telemetry::http::client(config.http())?;
    Ok(llm::connect(config.endpoint, http))
}
