//! What a worker is handed when it is built, connected and ready to use.

use std::sync::Arc;

use anyhow::Context;
use coordination::{Coordination, Redis};
use domain::Clock;
use llm::Model;
use runtime::{Service, Start};
use secrecy::ExposeSecret;
use store::Store;

use crate::objects::{self, Objects};
use crate::paid::{Asks, PaidModel, Settings};
use crate::tasks::{self, Resolver};
use crate::{Config, Limits};

/// The parts. Cheap to clone. The model itself is not among them: it is asked through [`Parts::asks`], for money.
#[derive(Clone)]
pub struct Parts {
    /// The worker's name; also the agent that budgets know.
    pub name: &'static str,
    /// The truth.
    pub store: Arc<Store>,
    /// The fast helper.
    pub coordination: Arc<dyn Coordination>,
    /// The model, for money.
    pub asks: Arc<dyn Asks>,
    /// Files.
    pub objects: Arc<dyn Objects>,
    /// Time.
    pub clock: Arc<dyn Clock>,
    /// What may be spent.
    pub limits: Limits,
    resolver: Arc<Resolver>,
}

impl Parts {
    /// Connects. Postgres must answer; Redis, the model and the objects may come later.
    ///
    /// # Errors
    /// Postgres is not reachable, or an address is none.
    pub async fn connect(config: Config, start: &Start) -> anyhow::Result<Self> {
        let model_settings = config.model.clone();
        // Reading the system's certificates takes tens of milliseconds: beside the connecting, not after it.
        let client = tokio::task::spawn_blocking(move || telemetry::http::client(model_settings.http()));
        let mut postgres = store::Config::new(config.postgres_url.expose_secret(), start.name);
        postgres.max_connections = config.postgres_connections;
        let (store, client) = tokio::join!(Store::connect(postgres), client);
        let store = Arc::new(store.context("Postgres (AUSPEX_POSTGRES_URL)")?);
        let model = llm::connect(config.model.endpoint.clone(), client??);
        Self::over(store, model, &config, start)
    }

    /// Over a store and a model that are there already.
    ///
    /// # Errors
    /// The address of Redis or of the objects is none.
    pub fn over(store: Arc<Store>, model: Arc<dyn Model>, config: &Config, start: &Start) -> anyhow::Result<Self> {
        let coordination = coordination(config)?;
        let settings = Settings {
            agent: start.name.to_owned(),
            instance: store.instance().to_owned(),
            concurrency: config.model.concurrency,
        };
        let stores = (store.clone(), coordination.clone());
        let paid = PaidModel::new(stores, model.clone(), start.clock.clone(), settings);
        let resolver = Resolver::new(model, start.clock.clone(), config.model.invoice_grace);
        Ok(Self {
            name: start.name,
            store,
            coordination,
            asks: Arc::new(paid),
            objects: objects::connect(&config.objects)?,
            clock: start.clock.clone(),
            limits: config.limits.clone(),
            resolver: Arc::new(resolver),
        })
    }

    /// A service without handlers, over this store and clock, with the tasks that every worker does.
    pub fn service(&self) -> Service<Store> {
        let service = Service::new(self.store.clone()).clock(self.clock.clone());
        tasks::add(service, &self.store, &self.resolver)
    }
}

fn coordination(config: &Config) -> anyhow::Result<Arc<dyn Coordination>> {
    telemetry::http::install_tls();
    let mut redis = coordination::Config::new(config.redis_url.expose_secret());
    redis.prefix.clone_from(&config.redis_prefix);
    Ok(Arc::new(Redis::new(redis).context("Redis (AUSPEX_REDIS_URL)")?))
}
