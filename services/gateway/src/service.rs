//! Wiring: connects the store, opens the listener, and adds the gateway's tasks to the runtime's service.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use extraction::sandbox::{ParserPool, ParserPoolSettings};
use http_server::tls::Tls;
use http_server::{BodyMemory, Server, cors};
use operations::events::{PendingEvents, Queued, queue};
use operations::macros::RELOAD_INTERVAL;
use operations::streams::{ResultHub, RunWatch};
use operations::webhooks::delivery::{Deliverer, DeliveryLimits};
use operations::{Broker, Operations};
use runtime::service::wait_for_server;
use runtime::{Periodic, Service, Start};
use secrecy::ExposeSecret;
use store::{PgJournal, Store};
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use crate::access::{Access, Oidc};
use crate::console::track_record::TrackRecord;
use crate::printing::Printing;
use crate::webhook_targets::Targets;
use crate::{Gateway, GatewayConfig, console, mcp_transport, routes};

/// Interval in which the state of watched runs is read.
const RUN_INTERVAL: Duration = Duration::from_secs(1);
/// Interval in which the bytes of events that are not settled are read.
const PENDING_INTERVAL: Duration = Duration::from_secs(1);
/// Interval in which the figures of webhooks are read.
const MEASURE_INTERVAL: Duration = Duration::from_secs(15);
/// Interval in which due redrives are looked for.
const REDRIVE_INTERVAL: Duration = Duration::from_secs(1);
/// Interval in which deliveries of deleted webhooks are deleted.
const SWEEP_INTERVAL: Duration = Duration::from_secs(10);
/// Delay before a failed listener or subscription is used again.
const LISTEN_AGAIN: Duration = Duration::from_secs(1);

/// Builds the service. Its API listens before it returns, and answers once the service runs.
///
/// # Errors
/// Postgres refuses the user or the database, or the address is in use.
pub async fn service(config: GatewayConfig, start: &Start) -> anyhow::Result<Service<PgJournal>> {
    let mut postgres = store::PostgresConfig::new(config.postgres_url.expose_secret(), start.name);
    postgres.max_connections = config.pool_connections;
    postgres.pooler = config.postgres_pooler;
    postgres.tls = config.postgres_tls;
    postgres.shares_memory = config.shares_memory;
    postgres.names_tenants = true;
    let place = format!("Postgres at {} (AUSPEX_POSTGRES_URL)", postgres.address());
    let store = wait_for_server(&place, || Store::connect(postgres.clone())).await.context(place)?;
    let store = Arc::new(config.embeddings.apply(store)?);
    let listener = runtime::listen::listen(config.listen)
        .await
        .with_context(|| format!("AUSPEX_GATEWAY_ADDR: cannot listen on {}", config.listen))?;
    let tls = match config.tls {
        Some(files) => Some(Arc::new(Tls::load(files).await.context("AUSPEX_GATEWAY_TLS_CERT_FILE")?)),
        None => None,
    };
    tracing::info!(api = %listener.local_addr()?, tls = tls.is_some(), "the API listens");
    let (queue, queued) = queue();
    // Decisions, schedules and rounds of all processes use the database's clock.
    let clock = store.clock(Arc::clone(&start.clock));
    // A group of attempts must end before the lease of its endpoint.
    let timeout = config.webhook_timeout.clamp(Duration::from_millis(100), Duration::from_secs(20));
    let targets = Arc::new(Targets::new(config.webhook_hosts, config.webhook_deny, timeout)?);
    let oidc = config.oidc.map(Oidc::new).transpose()?;
    let broker = Arc::new(Broker::new(start.broker.clone()));
    let stop = CancellationToken::new();
    let operations = Operations {
        all_tenants: Arc::clone(&store),
        clock: Arc::clone(&clock),
        queue,
        pending: PendingEvents::new(config.limits.pending),
        objects: worker::objects::connect(&config.objects)?,
        // A person waits for one page; the pod has memory for one parser.
        parser: Arc::new(ParserPool::new(ParserPoolSettings { children: 1, ..ParserPoolSettings::default() })),
        printer: config.browser.map(Printing::new).transpose()?.map(|printer| Arc::new(printer) as _),
        broker: Arc::clone(&broker),
        targets: Arc::clone(&targets) as _,
        memory: config.memory,
        macros: config.macros,
        limits: config.limits.operations(),
        stop: stop.clone(),
    };
    let gateway = Arc::new(Gateway {
        operations,
        access: Access::new(Arc::clone(&store), config.limits).with_oidc(oidc),
        results: ResultHub::new(Arc::clone(&store), broker, stop),
        runs: RunWatch::default(),
        bodies: BodyMemory::new(config.limits.body, config.limits.request),
        limits: config.limits,
        grafana: config.grafana,
        track_record: TrackRecord::of(config.track_record),
    });
    let router = routes::router(&gateway).merge(console::router(&gateway));
    let router = cors::allow(router.merge(mcp_transport::router(&gateway, config.mcp)), config.origins);
    let server = Arc::new(Server {
        listener: Mutex::new(Some(listener)),
        router,
        tls,
        limits: config.limits.connections(),
        open: metrics::gauge!(telemetry::metric::HTTP_CONNECTIONS, "service" => telemetry::service()),
        stop: start.stop.clone(),
        closing: gateway.operations.stop.clone(),
        drained: CancellationToken::new(),
    });
    let service = Service::new(Arc::new(store.journal())).clock(clock);
    let service = with_webhooks(service, &gateway, (targets, DeliveryLimits::concurrent(config.webhook_concurrency)));
    Ok(with_tasks(service, &gateway, server, queued))
}

/// Adds the gateway's tasks. After a stop request the server finishes its requests, then the events that they have
/// stored are published, then the process ends.
fn with_tasks(
    service: Service<PgJournal>,
    gateway: &Arc<Gateway>,
    server: Arc<Server>,
    queued: Queued,
) -> Service<PgJournal> {
    let (drained, queued) = (server.drained.clone(), Arc::new(queued));
    service
        .task_emits(runtime::topology::GATEWAY.emits)
        .server("serve", LISTEN_AGAIN, move || {
            let server = Arc::clone(&server);
            async move {
                server.run().await;
                Ok(Vec::new())
            }
        })
        .server("publish", Duration::ZERO, move || {
            let (queued, drained) = (Arc::clone(&queued), drained.clone());
            async move { Ok(queued.next(&drained).await) }
        })
        .periodic(WriteUses(Arc::clone(gateway)))
        .periodic(WatchRuns(Arc::clone(gateway)))
        .periodic(ReadPending(Arc::clone(gateway)))
        .periodic(ReloadMacros(Arc::clone(gateway)))
        .periodic(ExecuteRedrives(Arc::clone(gateway)))
}

/// Writes the times at which tokens were used.
struct WriteUses(Arc<Gateway>);

impl Periodic for WriteUses {
    const NAME: &'static str = "token-use";
    const EVERY: Duration = store::tokens::USE_INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        Ok(self.0.access.write_uses().await?)
    }
}

/// Reads the state of the runs that streams follow.
struct WatchRuns(Arc<Gateway>);

impl Periodic for WatchRuns {
    const NAME: &'static str = "watch-runs";
    const EVERY: Duration = RUN_INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        Ok(self.0.runs.refresh(&self.0.operations.all_tenants).await?)
    }
}

/// Reads the bytes of events that are not settled.
struct ReadPending(Arc<Gateway>);

impl Periodic for ReadPending {
    const NAME: &'static str = "pending-events";
    const EVERY: Duration = PENDING_INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        let operations = &self.0.operations;
        Ok(operations.pending.refresh(&operations.all_tenants).await?)
    }
}

/// Loads changed definitions of macros.
struct ReloadMacros(Arc<Gateway>);

impl Periodic for ReloadMacros {
    const NAME: &'static str = "macros";
    const EVERY: Duration = RELOAD_INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        self.0.operations.macros.reload().await;
        Ok(())
    }
}

/// Redrives the next letters of redrives that are due.
struct ExecuteRedrives(Arc<Gateway>);

impl Periodic for ExecuteRedrives {
    const NAME: &'static str = "redrives";
    const EVERY: Duration = REDRIVE_INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        Ok(operations::redrives::execute_due(&self.0.operations).await?)
    }
}

/// Adds the delivery of webhooks.
fn with_webhooks(
    service: Service<PgJournal>,
    gateway: &Arc<Gateway>,
    (targets, limits): (Arc<Targets>, DeliveryLimits),
) -> Service<PgJournal> {
    let deliverer = Arc::new(Deliverer {
        store: Arc::clone(&gateway.operations.all_tenants),
        clock: Arc::clone(&gateway.operations.clock),
        targets,
        limits,
    });
    let stop = gateway.operations.stop.clone();
    service
        .periodic(SweepWebhooks { deliverer: Arc::clone(&deliverer), stop: stop.clone() })
        .periodic(MeasureWebhooks(Arc::clone(&deliverer)))
        .periodic(Deliver { deliverer, stop })
}

/// Deletes the deliveries of deleted webhooks.
struct SweepWebhooks {
    deliverer: Arc<Deliverer>,
    stop: CancellationToken,
}

impl Periodic for SweepWebhooks {
    const NAME: &'static str = "sweep-webhooks";
    const EVERY: Duration = SWEEP_INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        self.deliverer.sweep(&self.stop).await
    }
}

/// Delivers until the process stops.
struct Deliver {
    deliverer: Arc<Deliverer>,
    stop: CancellationToken,
}

impl Periodic for Deliver {
    const NAME: &'static str = "webhooks";
    const EVERY: Duration = LISTEN_AGAIN;

    async fn pass(&self) -> anyhow::Result<()> {
        self.deliverer.run(&self.stop).await;
        Ok(())
    }
}

/// Reads the figures of webhooks.
struct MeasureWebhooks(Arc<Deliverer>);

impl Periodic for MeasureWebhooks {
    const NAME: &'static str = "measure-webhooks";
    const EVERY: Duration = MEASURE_INTERVAL;

    async fn pass(&self) -> anyhow::Result<()> {
        self.0.measure().await
    }
}
