//! The model of an evaluation: the one that the environment names, else the offline model, started in this process.
//!
//! No ledger: an evaluation is no part of a fleet's work. What it costs is told at the end.

use std::sync::Arc;

use anyhow::Context as _;
use fleet::Prompts;
use fleet::config::ModelConfig;
use llm::{Model, Request, Schema};
use runtime::config::Env;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

/// Longest answer.
const MAX_TOKENS: u32 = 8_000;

/// A model to ask, with the world behind it if it is the offline one.
pub(super) struct Judge {
    model: Arc<dyn Model>,
    world: Option<offline::Offline>,
}

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
        let world = offline::serve(offline::Config::default()).await?;
        let base = format!("{}/anthropic", world.url());
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
    /// When it did not stop in order.
    pub(super) async fn close(self) -> anyhow::Result<()> {
        match self.world {
            Some(world) => world.stop().await,
            None => Ok(()),
        }
    }
}

fn model(mut env: Env) -> anyhow::Result<Arc<dyn Model>> {
    let config = ModelConfig::read(&mut env, "researcher");
    env.finish()?;
    let http = telemetry::http::client(config.http())?;
    Ok(llm::connect(config.endpoint, http))
}
