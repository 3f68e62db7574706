//! Model client of an evaluation: the model that the environment configures, else the offline model, started for the
//! run.
//!
//! Calls bypass ledger and budgets, because an evaluation is not part of the work of a fleet.

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

/// Maximum output tokens of one reply.
const MAX_TOKENS: u32 = 8_000;

/// A model client, with the offline world if it serves the model.
pub(super) struct Judge {
    model: Arc<dyn Model>,
    world: Option<World>,
}

/// A private offline world. Dropping it ends the process.
struct World {
    offline: Worker,
    port: Port,
    folder: PathBuf,
}

/// Maximum time until the offline world listens.
const LISTEN_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum time for an orderly stop.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// The fixed parts of one model call.
pub(super) struct Call<'a> {
    /// Number of the call; the call id derives from it.
    pub(super) n: usize,
    /// Worker whose built-in prompts are used.
    pub(super) worker: &'static str,
    /// Names of the system prompt and the user prompt.
    pub(super) prompts: [&'static str; 2],
    /// Schema of the reply.
    pub(super) schema: &'a Schema,
}

impl Judge {
    /// Connects to the model of AUSPEX_MODEL_BASE_URL, AUSPEX_RESEARCHER_BASE_URL, AUSPEX_MODEL_PROVIDER or a
    /// provider's key, else starts the offline model.
    ///
    /// # Errors
    /// If the environment is invalid or the offline world does not listen.
    pub(super) async fn connect() -> anyhow::Result<Self> {
        let addresses = ["AUSPEX_MODEL_BASE_URL", "AUSPEX_RESEARCHER_BASE_URL", "AUSPEX_MODEL_PROVIDER"];
        let named = addresses.iter().chain(&worker::config::MODEL_KEYS);
        let mut env = Env::from_process();
        if named.into_iter().any(|name| env.secret(name, "").is_some()) {
            let model = model(env)?;
            return Ok(Self { model, world: None });
        }
        let world = World::start().await?;
        let base = format!("http://127.0.0.1:{}/anthropic", world.port.number());
        let model = model(Env::from_pairs([("AUSPEX_MODEL_BASE_URL", base.as_str()), ("AUSPEX_MODEL", "MiniMax-M2")]))?;
        Ok(Self { model, world: Some(world) })
    }

    /// Calls the model for a reply that matches the schema and that `read` accepts, and once more with the errors if it
    /// does not. Returns `None` if the second reply is unusable too.
    ///
    /// # Errors
    /// If the model cannot be called.
    pub(super) async fn ask<T: DeserializeOwned, U>(
        &self,
        call: Call<'_>,
        input: &(impl Serialize + Sync),
        read: impl Fn(T) -> Result<U, Vec<String>>,
    ) -> anyhow::Result<Option<U>> {
        let Call { n, worker, prompts, schema } = call;
        let request = request(&Prompts::builtin(worker)?, prompts, input)?.with_max_tokens(MAX_TOKENS);
        self.answer(n, schema, request, read).await
    }

    /// As [`Judge::ask`], with a request that the caller has made.
    ///
    /// # Errors
    /// If the model cannot be called.
    pub(super) async fn answer<T: DeserializeOwned, U>(
        &self,
        n: usize,
        schema: &Schema,
        request: Request,
        read: impl Fn(T) -> Result<U, Vec<String>>,
    ) -> anyhow::Result<Option<U>> {
        let request = schema.force(request);
        let usable = |reply: &llm::ModelReply| schema.parse(reply).map_err(|unusable| unusable.errors).and_then(&read);
        let reply = self.complete(&request, n, "first").await?;
        let errors = match usable(&reply) {
            Ok(value) => return Ok(Some(value)),
            Err(errors) => errors,
        };
        let again = self.complete(&schema.ask_again(&request, &reply, &errors), n, "again").await?;
        Ok(usable(&again).ok())
    }

    async fn complete(&self, request: &Request, n: usize, time: &str) -> anyhow::Result<llm::ModelReply> {
        let call = domain::JobId::named(&["eval", time, &n.to_string()]);
        self.model.complete(request, call).await.with_context(|| format!("calling {}", self.model.card().model))
    }

    /// Stops the offline world if one was started.
    ///
    /// # Errors
    /// If it cannot be stopped.
    pub(super) async fn close(self) -> anyhow::Result<()> {
        let Some(world) = self.world else { return Ok(()) };
        world.offline.stop(STOP_TIMEOUT).await?;
        std::fs::remove_dir_all(&world.folder).with_context(|| format!("removing {}", world.folder.display()))
    }
}

/// Renders a pair of prompts with their input.
///
/// # Errors
/// If the prompt does not exist or the input does not fit it.
pub(super) fn request(
    texts: &Prompts,
    prompts: [&'static str; 2],
    input: &(impl Serialize + Sync),
) -> anyhow::Result<Request> {
    let render = |at: usize| texts.render(prompts[at], json!({ "input": input }));
    Ok(Request::new(render(0)?, render(1)?))
}

impl World {
    /// Starts an offline world and waits until it listens.
    async fn start() -> anyhow::Result<Self> {
        let port = Port::free()?;
        let address = format!("127.0.0.1:{}", port.number());
        let folder = std::env::temp_dir().join(format!("auspex-eval-{}-{}", std::process::id(), port.number()));
        std::fs::create_dir_all(&folder).with_context(|| format!("creating {}", folder.display()))?;
        let offline = Worker::spawn("offline", &folder, [("AUSPEX_OFFLINE_LISTEN", address.as_str())])?;
        let begun = Instant::now();
        while TcpStream::connect(&address).await.is_err() {
            let ended = offline.ended()?;
            let log = || std::fs::read_to_string(offline.log()).unwrap_or_default();
            anyhow::ensure!(
                ended.is_none() && begun.elapsed() < LISTEN_TIMEOUT,
                "the offline world is not listening on {address} ({ended:?}): {}",
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
