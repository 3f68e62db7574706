//! The main function of a worker, and the connected dependencies that it is built from.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use coordination::{Coordination, Redis};
use domain::Clock;
use llm::Endpoint;
use runtime::config::Env;
use runtime::service::wait_for_server;
use runtime::{Service, Start};
use secrecy::ExposeSecret;
use store::{PgJournal, Store};
use telemetry::http::ClientConfig;

use crate::metering::{
    BatchCollector, CollectorSettings, MeteredModel, MeteringSettings, MeteringStores, ModelClient, Models, OpenCalls,
};
use crate::objects::{self, Objects};
use crate::tasks::{self, Resolver};
use crate::{ModelConfig, ModelLine, Prompts, SpendingLimits, WorkerConfig, degraded};

/// Connected dependencies of a worker. Cheap to clone. The model itself is only reachable through the metered
/// [`WorkerDependencies::model_client`].
#[derive(Clone)]
pub struct WorkerDependencies {
    /// Name of the worker, which is also its agent name in budgets.
    pub name: &'static str,
    /// Postgres, which holds all work, money and knowledge.
    pub store: Arc<Store>,
    /// Redis, which may be unavailable.
    pub coordination: Arc<dyn Coordination>,
    /// The metered model.
    pub model_client: Arc<dyn ModelClient>,
    /// The metered model that reads pages; the same as `model_client` unless the settings name another one.
    pub reader_client: Arc<dyn ModelClient>,
    /// Object storage for files.
    pub objects: Arc<dyn Objects>,
    /// The database's clock; the process's before the first renewal of the lease.
    pub clock: Arc<dyn Clock>,
    /// Spending limits of the configuration.
    pub limits: SpendingLimits,
    /// The worker's prompts.
    pub prompts: Arc<Prompts>,
    open_calls: Vec<Arc<OpenCalls>>,
    resolver: Arc<Resolver>,
    collector: Arc<BatchCollector>,
    model_line: Arc<ModelLine>,
}

impl WorkerDependencies {
    /// Connects. Waits until Postgres is reachable; Redis, the model and object storage may become reachable later.
    ///
    /// # Errors
    /// Postgres refuses the user or the database, or an address is invalid.
    pub async fn connect(config: WorkerConfig, start: &Start) -> anyhow::Result<Self> {
        if let Some(choice) = &config.model.choice {
            tracing::info!("{choice}");
        }
        let http = http(&config.model);
        // Reading the system's certificates takes tens of milliseconds, so it runs in parallel with the connection.
        let client = tokio::task::spawn_blocking(move || telemetry::http::client(http));
        let mut postgres = store::PostgresConfig::new(config.postgres_url.expose_secret(), start.name);
        postgres.max_connections = config.pool_connections;
        postgres.pooler = config.postgres_pooler;
        postgres.tls = config.postgres_tls.clone();
        postgres.shares_memory = config.shares_memory;
        let place = format!("Postgres at {} (AUSPEX_POSTGRES_URL)", postgres.address());
        let store = wait_for_server(&place, || Store::connect(postgres.clone()));
        let (store, client) = tokio::join!(store, client);
        let store = Arc::new(config.embeddings.apply(store.context(place)?)?);
        let client = client??;
        let connect = |endpoint: &Endpoint| llm::connect(endpoint.clone(), client.clone());
        let models = Models {
            primary: connect(&config.model.endpoint),
            fallback: config.model.fallback.as_ref().map(connect),
            reader: config.model.reader.as_ref().map(connect),
        };
        Self::over(store, models, &config, start)
    }

    /// Uses an existing store and existing models.
    ///
    /// # Errors
    /// The address of Redis or of object storage is invalid.
    pub fn over(store: Arc<Store>, models: Models, config: &WorkerConfig, start: &Start) -> anyhow::Result<Self> {
        let coordination = coordination(config)?;
        let settings = MeteringSettings {
            agent: start.name.to_owned(),
            instance: store.instance().to_owned(),
            concurrency: config.model.concurrency,
            queue_batches: config.model.batch.queue,
        };
        let collector = CollectorSettings { agent: start.name.to_owned(), fill: config.model.batch.fill };
        let collector = BatchCollector::new(store.clone(), models.primary.clone(), collector);
        let clock = store.clock(start.clock.clone());
        let metered = |models: Models| {
            let stores = MeteringStores { ledger: Arc::new(store.ledger()), coordination: coordination.clone() };
            MeteredModel::new(stores, models, clock.clone(), settings.clone()).stopping(start.stop.clone())
        };
        let reader = models.reading().map(&metered);
        let metered = metered(models.clone());
        let open_calls = std::iter::once(&metered).chain(&reader).map(MeteredModel::open_calls).collect();
        let model_client: Arc<dyn ModelClient> = Arc::new(metered);
        let resolver = Resolver::new(models, clock.clone(), config.model.invoice_grace);
        Ok(Self {
            name: start.name,
            store,
            coordination,
            reader_client: reader.map_or_else(|| model_client.clone(), |reader| Arc::new(reader)),
            model_client,
            open_calls,
            objects: objects::connect(&config.objects)?,
            clock,
            limits: config.limits.clone(),
            prompts: config.prompts.clone(),
            resolver: Arc::new(resolver),
            collector: Arc::new(collector),
            model_line: Arc::new(ModelLine::new(start.name, &config.model)),
        })
    }

    /// Returns a service without handlers, with the store, the clock and the background tasks of every worker.
    pub fn service(&self) -> Service<PgJournal> {
        let service = Service::new(Arc::new(self.store.journal())).clock(self.clock.clone());
        degraded::register(self.name);
        let clients = [self.model_client.clone(), self.reader_client.clone()];
        let service = tasks::add(service, &self.store, &self.resolver, clients);
        let service = tasks::finish_calls(service, &self.open_calls);
        let (store, model) = (self.store.clone(), self.model_line.clone());
        let service = service.periodic(tasks::RecordModel { store, model });
        tasks::collect_batches(service, &self.store, &self.collector)
    }
}

/// Runs a worker. `read` reads the worker's own settings; `build` creates its service, starting from
/// [`WorkerDependencies::service`].
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     worker::main("filter", |_env| (), |(), parts| Ok(parts.service()))
/// }
/// ```
pub fn main<S, R, B>(name: &'static str, read: R, build: B) -> ExitCode
where
    R: FnOnce(&mut Env) -> S,
    B: FnOnce(S, WorkerDependencies) -> anyhow::Result<Service<PgJournal>>,
{
    let read = |env: &mut Env| (WorkerConfig::read(env, name), read(env));
    runtime::service::main(name, read, |(fleet, own), start| async move {
        let parts = WorkerDependencies::connect(fleet, &start).await?;
        build(own, parts)
    })
}

/// Returns the settings of the HTTP client, with time limits that suit both providers.
fn http(model: &ModelConfig) -> ClientConfig {
    let of = |endpoint: &Endpoint| ModelConfig { endpoint: endpoint.clone(), fallback: None, ..model.clone() }.http();
    let primary = of(&model.endpoint);
    let Some(fallback) = model.fallback.as_ref().map(of) else { return primary };
    ClientConfig {
        timeout: primary.timeout.max(fallback.timeout),
        read_timeout: primary.read_timeout.max(fallback.read_timeout),
        ..primary
    }
}

fn coordination(config: &WorkerConfig) -> anyhow::Result<Arc<dyn Coordination>> {
    telemetry::http::install_tls();
    let mut redis = coordination::RedisConfig::new(config.redis_url.expose_secret());
    redis.prefix.clone_from(&config.redis_prefix);
    redis.tls.clone_from(&config.redis_tls);
    Ok(Arc::new(Redis::new(redis).context("Redis (AUSPEX_REDIS_URL)")?))
}
