//! A gateway with its own servers, and clients with tokens.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use domain::access::{AccessScope, AccessToken};
use domain::{Clock, Tenant};
use gateway::access::{Access, Oidc};
use gateway::broker::Broker;
use gateway::config::{Limits, OidcConfig};
use gateway::hooks::Targets;
use gateway::http::cors;
use gateway::http::server::Server;
use gateway::publish::{Queued, queue};
use gateway::stream::{ResultHub, RunWatch};
use gateway::{Gateway, routes};
use local_servers::{Nats, NatsOptions, Postgres, PostgresOptions};
use reqwest::{Method, RequestBuilder, Response};
use runtime::SystemClock;
use runtime::client::Target;
use runtime::config::{Credentials, Env};
use runtime::topology::Options;
use serde_json::Value;
use store::tokens::{StoredToken, TokenRow};
use store::{PostgresConfig, Store};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use worker::JustInTime;

/// All scopes of a token.
pub(crate) const ALL: [AccessScope; 4] = AccessScope::ALL;

static TOKENS: AtomicU64 = AtomicU64::new(1);

/// A running API. Dropping it ends the API and its Postgres.
pub(crate) struct Api {
    pub(crate) url: String,
    pub(crate) store: Arc<Store>,
    pub(crate) document: Value,
    pub(crate) queued: Queued,
    pub(crate) http: reqwest::Client,
    stop: CancellationToken,
    pub(crate) gateway: Arc<Gateway>,
    _servers: (Postgres, Nats),
}

impl Drop for Api {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// Hosts that webhooks of the tests may contact.
const WEBHOOK_HOSTS: [&str; 2] = ["hooks.example.com", "127.0.0.1:*=private"];

/// Starts an API with these limits.
pub(crate) async fn start(limits: Limits) -> Api {
    start_with(limits, None, &[]).await
}

/// Starts an API that accepts tokens of an issuer and requests of scripts of these origins.
pub(crate) async fn start_with(limits: Limits, oidc: Option<OidcConfig>, origins: &[&str]) -> Api {
    telemetry::http::install_tls();
    let postgres =
        Postgres::start(PostgresOptions { fsync: false, ..PostgresOptions::default() }).await.expect("a Postgres");
    let nats = Nats::start(NatsOptions::default()).await.expect("a nats-server");
    let store = Store::connect(PostgresConfig::new(postgres.url(), "gateway")).await.expect("a store");
    store.migrate().await.expect("migrated");
    let store = Arc::new(store);
    let stop = CancellationToken::new();
    let (queue, queued) = queue();
    let gateway = Arc::new(Gateway {
        store: Arc::clone(&store),
        clock: Arc::new(SystemClock),
        access: Access::new(Arc::clone(&store), limits).with_oidc(oidc.map(|oidc| Oidc::new(oidc).expect("a client"))),
        targets: Arc::new(targets()),
        queue,
        broker: Broker::new(Target { url: nats.url(), credentials: Credentials::None, name: "gateway".to_owned() }),
        results: ResultHub::default(),
        runs: RunWatch::default(),
        stop: stop.clone(),
        limits,
        memory: JustInTime::read(&mut Env::default()),
    });
    gateway.broker.client().await.expect("NATS").apply_topology(&Options::default()).await.expect("the topology");
    follow(Arc::clone(&gateway));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let (router, description) = routes::router(&gateway);
    let router = cors::allow(router, origins.iter().map(|origin| origin.parse().expect("an origin")).collect());
    let server = Server { listener, router, limits, stop: stop.clone() };
    tokio::spawn(async move { server.run().await });
    let document = serde_json::to_value(&description).expect("a document");
    let http = telemetry::http::client(telemetry::http::ClientConfig::default()).expect("a client");
    Api { url, store, document, queued, http, stop, gateway, _servers: (postgres, nats) }
}

fn targets() -> Targets {
    let rules = WEBHOOK_HOSTS.iter().map(|rule| rule.parse().expect("a rule")).collect();
    Targets::new(rules, Duration::from_secs(5)).expect("clients")
}

/// Runs the tasks that feed the streams, as the service does.
fn follow(gateway: Arc<Gateway>) {
    let runs = Arc::clone(&gateway);
    tokio::spawn(async move {
        let mut ticks = tokio::time::interval(Duration::from_millis(20));
        while !runs.stop.is_cancelled() {
            ticks.tick().await;
            runs.runs.refresh(&runs.store).await.expect("the state of the runs");
        }
    });
    tokio::spawn(async move {
        if gateway.results.wanted(&gateway.stop).await {
            let client = gateway.broker.client().await.expect("NATS");
            gateway.results.run(client, &gateway.stop).await.expect("the stream of results");
        }
    });
}

impl Api {
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
            revoked_at: None,
            used_at: None,
        };
        let stored = StoredToken { row, secret_hash: token.hash().to_vec() };
        self.store.create_token(&stored).await.expect("created");
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
