//! A gateway with its own servers, and clients with tokens.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ::console::grafana::Grafana;
use axum::Router;
use domain::access::{AccessScope, AccessToken};
use domain::{Clock, Tenant};
use extraction::sandbox::InProcessReader;
use futures::future::BoxFuture;
use gateway::access::{Access, Oidc};
use gateway::config::{OidcConfig, RequestLimits};
use gateway::console;
use gateway::console::track_record::TrackRecord;
use gateway::mcp::McpConfig;
use gateway::mcp_transport;
use gateway::webhook_targets::Targets;
use gateway::{Gateway, GatewayConfig, routes};
use http_server::{BodyMemory, Server, cors};
use local_servers::{Nats, NatsOptions, Postgres, PostgresOptions};
use operations::events::{PendingEvents, Queued, queue};
use operations::macros::Macros;
use operations::printing::PagePrinter;
use operations::streams::{ResultHub, RunWatch};
use operations::{Broker, Operations};
use reqwest::{Method, RequestBuilder, Response};
use runtime::SystemClock;
use runtime::client::Target;
use runtime::config::{Credentials, Env};
use runtime::topology;
use serde_json::Value;
use store::testing::{close_to_public, copy_database};
use store::tokens::{StoredToken, TokenRow};
use store::{PostgresConfig, Store};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, OnceCell};
use tokio_util::sync::CancellationToken;
use worker::{JustInTime, LocalObjects};

/// All scopes of a token.
pub(crate) const ALL: [AccessScope; 5] = AccessScope::ALL;

static TOKENS: AtomicU64 = AtomicU64::new(1);
static POSTGRES: OnceCell<Postgres> = OnceCell::const_new();
static DATABASES: AtomicU64 = AtomicU64::new(1);

/// A running API. Dropping it ends the API and its nats-server.
pub(crate) struct Api {
    pub(crate) url: String,
    pub(crate) store: Arc<Store>,
    pub(crate) document: Value,
    pub(crate) queued: Queued,
    pub(crate) http: reqwest::Client,
    /// Requests the stop of the process.
    pub(crate) stop: CancellationToken,
    /// Cancelled when the last request is answered.
    pub(crate) drained: CancellationToken,
    /// Files of bundles.
    pub(crate) objects: TempDir,
    pub(crate) gateway: Arc<Gateway>,
    database: String,
    nats: Nats,
}

impl Drop for Api {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// Grafana, to which the console links.
pub(crate) const GRAFANA: &str = "https://grafana.example";

/// Hosts that webhooks of the tests may contact.
const WEBHOOK_HOSTS: [&str; 2] = ["hooks.example.com", "127.0.0.1:*=private"];

/// Changes of a test to an API.
#[derive(Default)]
pub(crate) struct Options<'a> {
    pub(crate) limits: RequestLimits,
    /// Issuer of OIDC tokens.
    pub(crate) oidc: Option<OidcConfig>,
    /// Origins whose scripts may use the API.
    pub(crate) origins: &'a [&'a str],
    /// Prints reports as PDF.
    pub(crate) printer: Option<Arc<dyn PagePrinter>>,
    /// Forecasts that anyone may read.
    pub(crate) public: &'a [&'a str],
}

/// Prints the page itself after the beginning of a PDF.
pub(crate) struct Copier;

impl PagePrinter for Copier {
    fn print<'a>(&'a self, page: &'a str) -> BoxFuture<'a, Result<Vec<u8>, String>> {
        Box::pin(async move {
            if page.contains("broken") { Err("no".to_owned()) } else { Ok([b"%PDF-", page.as_bytes()].concat()) }
        })
    }
}

/// Starts an API with these limits.
pub(crate) async fn start(limits: RequestLimits) -> Api {
    start_with(Options { limits, ..Options::default() }, mcp).await
}

/// Returns the MCP server of an API.
pub(crate) fn mcp(gateway: &Arc<Gateway>) -> Router {
    mcp_transport::router(gateway, McpConfig::default()).merge(console::router(gateway))
}

/// Starts an API with an MCP server.
pub(crate) async fn start_with(options: Options<'_>, mcp: impl FnOnce(&Arc<Gateway>) -> Router) -> Api {
    telemetry::http::install_tls();
    let database = database().await;
    let nats = Nats::start(NatsOptions::default()).await.expect("a nats-server");
    let store = Store::connect(PostgresConfig::new(&database, "tests")).await.expect("a store");
    // The tests store what the fleet would; the gateway has only the privileges of its role.
    let (store, own) = (Arc::new(store), own_store(&database).await);
    let stop = CancellationToken::new();
    let objects = tempfile::tempdir().expect("a folder");
    let access = Access::new(Arc::clone(&own), options.limits)
        .with_oidc(options.oidc.map(|oidc| Oidc::new(oidc).expect("a client")));
    let parts =
        Parts { store: own, nats: &nats, objects: objects.path(), printer: options.printer, public: options.public };
    let (gateway, queued) = gateway(parts, access, options.limits);
    gateway
        .operations
        .broker
        .client()
        .await
        .expect("NATS")
        .apply_topology(&topology::Options::default())
        .await
        .expect("the topology");
    follow(Arc::clone(&gateway));
    let origins = options.origins.iter().map(|origin| origin.parse().expect("an origin")).collect();
    let mcp = mcp(&gateway);
    let (url, document, drained) = serve(&gateway, |router| cors::allow(router.merge(mcp), origins), &stop).await;
    let http = telemetry::http::client(telemetry::http::ClientConfig::default()).expect("a client");
    Api { url, store, document, queued, http, stop, drained, objects, gateway, database, nats }
}

/// Creates a database with the tables and privileges of a fleet, and returns the owner's URL. All tests of the process
/// share one server, which ends with the process (`local_servers`), and copy one migrated database: migrating each
/// would take half of the time of the tests.
async fn database() -> String {
    let start = async || {
        let server =
            Postgres::start(PostgresOptions { fsync: false, ..PostgresOptions::default() }).await.expect("a Postgres");
        let store = Store::connect(PostgresConfig::new(server.url_of("template1"), "tests")).await.expect("a store");
        store.migrate().await.expect("migrated");
        store.roles().apply("auspex").await.expect("roles");
        store.close_pool().await;
        server
    };
    let server = POSTGRES.get_or_init(start).await;
    let name = format!("t{}", DATABASES.fetch_add(1, Ordering::Relaxed));
    copy_database(&server.url(), "template1", &name).await.expect("a new name");
    let url = server.url_of(&name);
    close_to_public(&url).await.expect("the database was created");
    url
}

/// Connects as a gateway does, with its number of connections: with fewer, one tenant could hold every permit.
async fn own_store(database: &str) -> Arc<Store> {
    let url = store::roles::url_as(database, "auspex_gateway");
    let max_connections = GatewayConfig::read(&mut Env::default()).pool_connections;
    let config = PostgresConfig { names_tenants: true, max_connections, ..PostgresConfig::new(url, "gateway") };
    Arc::new(Store::connect(config).await.expect("a store"))
}

/// Servers of a gateway, and the folder of its object storage.
struct Parts<'a> {
    store: Arc<Store>,
    nats: &'a Nats,
    objects: &'a Path,
    printer: Option<Arc<dyn PagePrinter>>,
    public: &'a [&'a str],
}

/// Creates what the routes share.
fn gateway(parts: Parts<'_>, access: Access, limits: RequestLimits) -> (Arc<Gateway>, Queued) {
    let Parts { store, nats, objects, printer, public } = parts;
    let (queue, queued) = queue();
    let stop = CancellationToken::new();
    let broker = Arc::new(Broker::new(Target {
        url: nats.url(),
        credentials: Credentials::None,
        tls: Default::default(),
        name: "gateway".to_owned(),
    }));
    let results = ResultHub::new(Arc::clone(&store), Arc::clone(&broker), stop.clone());
    let operations = Operations {
        all_tenants: store,
        clock: Arc::new(SystemClock),
        queue,
        pending: PendingEvents::new(limits.pending),
        objects: Arc::new(LocalObjects::new(objects)),
        parser: Arc::new(InProcessReader),
        printer,
        broker,
        targets: Arc::new(targets()),
        memory: JustInTime::read(&mut Env::default()),
        macros: Macros::builtin(),
        limits: limits.operations(),
        stop,
    };
    let gateway = Gateway {
        operations,
        access,
        results,
        runs: RunWatch::default(),
        bodies: BodyMemory::new(limits.body, limits.request),
        limits,
        grafana: Some(Grafana::new(&GRAFANA.parse().expect("an address"))),
        track_record: TrackRecord::of(public.iter().map(|one| one.parse().expect("an entry")).collect()),
    };
    (Arc::new(gateway), queued)
}

/// Serves the API of a gateway on a free port until `stop`. Returns its address and description, and a token that is
/// cancelled once all requests are answered.
async fn serve(
    gateway: &Arc<Gateway>,
    complete: impl FnOnce(Router) -> Router,
    stop: &CancellationToken,
) -> (String, Value, CancellationToken) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let (router, description) = (routes::router(gateway), routes::description());
    let server = Server {
        listener: Mutex::new(Some(listener)),
        router: complete(router),
        tls: None,
        limits: gateway.limits.connections(),
        open: metrics::gauge!("open"),
        stop: stop.clone(),
        closing: gateway.operations.stop.clone(),
        drained: CancellationToken::new(),
    };
    let drained = server.drained.clone();
    tokio::spawn(async move { server.run().await });
    (url, serde_json::to_value(&description).expect("a document"), drained)
}

pub(crate) fn targets() -> Targets {
    let rules = WEBHOOK_HOSTS.iter().map(|rule| rule.parse().expect("a rule")).collect();
    Targets::new(rules, web::DenyList::default(), Duration::from_secs(5)).expect("clients")
}

/// Runs the task that feeds the streams of runs, as the service does.
fn follow(gateway: Arc<Gateway>) {
    tokio::spawn(async move {
        let mut ticks = tokio::time::interval(Duration::from_millis(20));
        while !gateway.operations.stop.is_cancelled() {
            ticks.tick().await;
            gateway.runs.refresh(&gateway.operations.all_tenants).await.expect("the state of the runs");
        }
    });
}

impl Api {
    /// Returns the address of the nats-server.
    #[allow(dead_code, reason = "only the tests of the MCP server use it")]
    pub(crate) fn nats_url(&self) -> String {
        self.nats.url()
    }

    /// Stores the page of a report, as the writer does.
    pub(crate) fn store_page(&self, report: &str, page: &str) {
        let file = self.objects.path().join(report.replace(".md", ".html"));
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("created");
        std::fs::write(&file, page).expect("written");
    }

    /// Stops the nats-server, as a failure does.
    #[allow(dead_code, reason = "only the tests of the HTTP API use it")]
    pub(crate) async fn kill_nats(&self) {
        self.nats.kill9().await.expect("killed");
    }

    /// Starts a second replica on the same servers and returns its address.
    pub(crate) async fn replica(&self) -> String {
        let (store, limits) = (own_store(&self.database).await, self.gateway.limits);
        let access = Access::new(Arc::clone(&store), limits);
        let parts = Parts { store, nats: &self.nats, objects: self.objects.path(), printer: None, public: &[] };
        let (gateway, _) = gateway(parts, access, limits);
        serve(&gateway, |router| router.merge(mcp(&gateway)), &self.stop).await.0
    }

    /// Creates a token and returns its text.
    pub(crate) async fn token(&self, tenant: &str, scopes: &[AccessScope]) -> String {
        let number = TOKENS.fetch_add(1, Ordering::Relaxed);
        let mut id = [0; 16];
        id[..8].copy_from_slice(&number.to_be_bytes());
        let token = AccessToken::from_random(id, [9; 32]);
        let row = TokenRow {
            id: token.id(),
            name: format!("token {number}"),
            tenant: Tenant::parse(tenant).expect("a tenant"),
            scopes: scopes.to_vec(),
            created_at: SystemClock.now(),
            expires_at: None,
            revoked_at: None,
            used_at: None,
        };
        let stored = StoredToken { row, secret_hash: token.hash().to_vec() };
        self.store.tokens().create(&stored).await.expect("created");
        token.reveal()
    }

    /// A request with a token.
    pub(crate) fn request(&self, method: Method, path: &str, token: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.url)).bearer_auth(token)
    }

    /// Posts JSON with a token.
    pub(crate) async fn post(&self, path: &str, token: &str, body: &Value) -> Response {
        self.request(Method::POST, path, token).json(body).send().await.expect("an answer")
    }

    /// Gets a path with a token.
    pub(crate) async fn get(&self, path: &str, token: &str) -> Response {
        self.request(Method::GET, path, token).send().await.expect("an answer")
    }
}

/// Returns the status and the JSON body of an answer. An error must be problem details without a secret.
pub(crate) async fn read(answer: Response) -> (u16, Value) {
    let status = answer.status().as_u16();
    let media_type = answer.headers().get("content-type").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let is_problem = media_type == "application/problem+json";
    assert_eq!(is_problem, status >= 400, "{status} {media_type}");
    let text = answer.text().await.expect("a body");
    assert!(!text.contains("auspex_0") && !text.contains("postgres://"), "{text}");
    let body: Value = serde_json::from_str(&text).expect("JSON");
    if is_problem {
        assert_eq!(body["status"], status, "{body}");
        assert!(body["type"].as_str().is_some_and(|kind| kind.starts_with("urn:auspex:problem:")), "{body}");
        assert!(body["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{body}");
    }
    (status, body)
}

/// Returns how many requests of this process were refused at a door for want of a scope; `None` if that is not counted.
pub(crate) fn refusals(door: &str, scope: &str) -> Option<u64> {
    let labels = [format!("door=\"{door}\""), format!("scope=\"{scope}\"")];
    let rendered = telemetry::metric::render();
    let mut lines = rendered.lines().filter(|line| line.starts_with(telemetry::metric::SCOPE_REFUSALS));
    let line = lines.find(|line| labels.iter().all(|label| line.contains(label)))?;
    line.rsplit(' ').next()?.parse().ok()
}
