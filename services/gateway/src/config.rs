//! Configuration of the gateway.

mod browser;
mod oidc;

use std::fmt::Display;
use std::net::SocketAddr;
use std::str::FromStr;
use std::time::Duration;

use console::grafana::Grafana;
use domain::{TlsFiles, TlsServer};
use http_server::ConnectionLimits;
use http_server::cors::Origin;
use http_server::tls::ServerFiles;
use operations::OperationLimits;
use operations::macros::Macros;
use operations::scores::PublicForecasts;
use runtime::config::Env;
use runtime::listen::ListenAddress;
use secrecy::SecretString;
use web::DenyList;
use web::browser::BrowserConfig;
use worker::{EmbeddingsConfig, JustInTime, ObjectsConfig};

use crate::mcp::McpConfig;
use crate::share_limits::ShareLimits;

use crate::webhook_targets::Rule;

pub(crate) use oidc::is_secure;
pub use oidc::{OidcClient, OidcConfig};

/// The gateway's settings.
#[derive(Debug, Clone)]
pub struct GatewayConfig {
    /// URL of Postgres; contains a password.
    pub postgres_url: SecretString,
    /// Maximum connections of the pool.
    pub pool_connections: u32,
    /// Tenants read research of others about public subjects.
    pub shares_memory: bool,
    /// The embedder of memory.
    pub embeddings: EmbeddingsConfig,
    /// Certificates of TLS to Postgres.
    pub postgres_tls: TlsFiles,
    /// Kind of server behind the URL of Postgres.
    pub postgres_pooler: store::Pooler,
    /// Address of the API; port 0 selects a free one.
    pub listen: SocketAddr,
    /// Files of the API's certificate, if it speaks TLS.
    pub tls: Option<ServerFiles>,
    /// Limits of requests and connections.
    pub limits: RequestLimits,
    /// Thresholds below which `retrieve` requests research.
    pub memory: JustInTime,
    /// Research macros that callers may list and execute.
    pub macros: Macros,
    /// Storage of the files of bundles.
    pub objects: ObjectsConfig,
    /// The browser that prints reports as PDF, if there is one.
    pub browser: Option<BrowserConfig>,
    /// Grafana, to which the console links, if there is one.
    pub grafana: Option<Grafana>,
    /// Forecasts that anyone may read.
    pub track_record: Vec<PublicForecasts>,
    /// Settings of the MCP server.
    pub mcp: McpConfig,
    /// Hosts that webhooks may contact.
    pub webhook_hosts: Vec<Rule>,
    /// Networks and hosts that webhooks never contact.
    pub webhook_deny: DenyList,
    /// Maximum time of an attempt to deliver to a webhook.
    pub webhook_timeout: Duration,
    /// Concurrent attempts to deliver to one webhook.
    pub webhook_concurrency: usize,
    /// The issuer of OIDC tokens, if there is one.
    pub oidc: Option<OidcConfig>,
    /// Origins whose scripts may use the API.
    pub origins: Vec<Origin>,
}

/// Limits of requests and connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestLimits {
    /// Maximum body with events in bytes; other bodies have at most 1 MiB, messages of MCP 256 KiB.
    pub body: usize,
    /// Maximum time from the head of a request to the head of its response.
    pub request: Duration,
    /// Maximum open connections. An idle one is closed for a further one; if none is idle, it waits in the listener's
    /// queue.
    pub connections: usize,
    /// Maximum open connections of one address that have carried no request with a valid token.
    pub strangers: usize,
    /// Requests in progress of one token and of one tenant.
    pub requests: ShareLimits,
    /// Open streams of one token and of one tenant.
    pub streams: ShareLimits,
    /// Maximum bytes of a tenant's stored events that the fleet has not settled; 0 for no limit.
    pub pending: u64,
    /// Maximum schedules of one tenant; 0 for no limit.
    pub schedules: u32,
    /// Requests per second of one token; the burst is as large. 0 turns the limit off.
    pub rate: u32,
    /// Time for which a token is used without being read again; a revocation takes effect within it.
    pub token_age: Duration,
    /// Maximum time to wait for the answer of an executor of verbs.
    pub executor: Duration,
    /// Time for which connections are still accepted after a stop request, while readiness has fallen already.
    pub stop_delay: Duration,
}

impl RequestLimits {
    /// Returns the limits of connections.
    pub fn connections(&self) -> ConnectionLimits {
        ConnectionLimits { total: self.connections, strangers: self.strangers, stop_delay: self.stop_delay }
    }

    /// Returns the limits of operations.
    pub fn operations(&self) -> OperationLimits {
        OperationLimits { schedules: self.schedules, executor: self.executor }
    }
}

impl Default for RequestLimits {
    fn default() -> Self {
        Self {
            body: 32 << 20,
            request: Duration::from_secs(30),
            connections: 4_096,
            strangers: 512,
            requests: ShareLimits { token: 512, tenant: 1_024 },
            streams: ShareLimits { token: 256, tenant: 512 },
            pending: 1 << 30,
            schedules: 200,
            rate: 5_000,
            token_age: Duration::from_secs(5),
            executor: Duration::from_secs(20),
            stop_delay: Duration::ZERO,
        }
    }
}

impl GatewayConfig {
    /// Reads the settings.
    pub fn read(env: &mut Env) -> Self {
        const LISTEN: ListenAddress = ListenAddress(runtime::listen::anywhere(8088));
        let postgres_url = env.secret_text(
            "AUSPEX_POSTGRES_URL",
            "postgres://auspex@127.0.0.1:5432/auspex",
            "URL of Postgres, which holds all work, money and knowledge.",
        );
        let own: u32 = env.number(
            "AUSPEX_GATEWAY_POSTGRES_CONNECTIONS",
            4,
            "Connections to Postgres of the gateway beyond AUSPEX_POSTGRES_CONNECTIONS, so that a statement of one tenant need not wait for that of another; at least 2 for that.",
        );
        let pool_connections = worker::pool_connections(env).saturating_add(own);
        let postgres_tls = runtime::config::tls_files(env, TlsServer::Postgres);
        let postgres_pooler = worker::postgres_pooler(env);
        let shares_memory = worker::shares_memory(env);
        let about = "Address of the HTTP API, for IPv6 and IPv4; port 0 selects a free one.";
        let listen = env.number("AUSPEX_GATEWAY_ADDR", LISTEN, about).0;
        let tls = tls_files(env);
        let limits = RequestLimits::read(env);
        let mcp = McpConfig::read(env, listen);
        let oidc = OidcConfig::read(env);
        let origins = origins(env);
        let issuer = oidc.as_ref().map(|oidc| oidc.issuer.clone());
        Self {
            postgres_url,
            pool_connections,
            postgres_tls,
            postgres_pooler,
            shares_memory,
            embeddings: EmbeddingsConfig::read(env),
            listen,
            tls,
            limits,
            memory: JustInTime::read(env),
            objects: ObjectsConfig::read(env),
            browser: browser::read(env),
            grafana: grafana(env),
            track_record: track_record(env),
            macros: Macros::read(env),
            mcp: McpConfig { issuer, scripts: origins.clone(), ..mcp },
            webhook_hosts: list(
                env,
                "AUSPEX_GATEWAY_WEBHOOK_HOSTS",
                "Hosts that webhooks may contact, separated by commas: `host` or `*.suffix`, with `:port` or `:*` for another port than the \
                 scheme's, and `=private` to allow private addresses. Empty: no webhook can be created.",
            ),
            webhook_deny: env.value(DenyList::SETTING, DenyList::DOC),
            webhook_timeout: env.duration(
                "AUSPEX_GATEWAY_WEBHOOK_TIMEOUT",
                "15s",
                "Maximum time of an attempt to deliver to a webhook, at most 20 s.",
            ),
            webhook_concurrency: webhook_concurrency(env),
            oidc,
            origins,
        }
    }
}

/// Reads the address of Grafana.
fn grafana(env: &mut Env) -> Option<Grafana> {
    let doc = "Address of Grafana as a person's browser reaches it, with the dashboard and the data sources of deploy/grafana: the console \
               links to both. Empty: no links.";
    env.optional_url("AUSPEX_GATEWAY_GRAFANA_URL", doc).as_ref().map(Grafana::new)
}

/// Reads the forecasts that anyone may read.
fn track_record(env: &mut Env) -> Vec<PublicForecasts> {
    let doc = "Resolved forecasts that anyone may read at /track-record without a token, separated by commas: `TENANT` for all of a tenant, \
               `TENANT/TOPIC` for those of a topic, `TENANT/RUN` for one. The page has their questions and figures. Empty: there is no such page.";
    list(env, "AUSPEX_GATEWAY_TRACK_RECORD", doc)
}

/// Reads the files of the certificate. Returns `None` without them: the API speaks HTTP without TLS, behind a proxy
/// that ends it.
fn tls_files(env: &mut Env) -> Option<ServerFiles> {
    const CERT: &str = "AUSPEX_GATEWAY_TLS_CERT_FILE";
    const KEY: &str = "AUSPEX_GATEWAY_TLS_KEY_FILE";
    let cert = env.optional(CERT, "File with the certificate of the API and its chain, in PEM. The API then speaks TLS only; a changed file takes effect within 10 s.");
    let key = env.optional(KEY, "File with the private key of that certificate, in PEM.");
    match (cert, key) {
        (Some(cert), Some(key)) => return Some(ServerFiles { cert: cert.into(), key: key.into() }),
        (None, None) => {}
        (Some(_), None) => env.mistake(KEY, "is required with AUSPEX_GATEWAY_TLS_CERT_FILE"),
        (None, Some(_)) => env.mistake(CERT, "is required with AUSPEX_GATEWAY_TLS_KEY_FILE"),
    }
    None
}

/// Reads the origins whose scripts may use the API.
fn origins(env: &mut Env) -> Vec<Origin> {
    let doc =
        "Origins whose scripts may use the API, separated by commas, e.g. `https://app.example.com`. Empty: none.";
    list(env, "AUSPEX_GATEWAY_CORS_ORIGINS", doc)
}

impl RequestLimits {
    fn read(env: &mut Env) -> Self {
        let default = Self::default();
        Self {
            body: env.number("AUSPEX_GATEWAY_MAX_BODY", default.body, "Maximum body with events in bytes; other bodies have at most 1 MiB, messages of MCP 256 KiB."),
            request: env.duration(
                "AUSPEX_GATEWAY_REQUEST_TIMEOUT",
                "30s",
                "Maximum time from the head of a request to the head of its response.",
            ),
            connections: env.number(
                "AUSPEX_GATEWAY_MAX_CONNECTIONS",
                default.connections,
                "Maximum open connections. For a further one an idle one is closed, or the oldest whose request has no verified token; if there is none, it waits.",
            ),
            strangers: env.number(
                "AUSPEX_GATEWAY_ADDRESS_CONNECTIONS",
                default.strangers,
                "Maximum open connections of one address that have carried no request with a valid token; a further one closes the oldest of them.",
            ),
            requests: requests_share(env),
            streams: streams_share(env),
            pending: env.number(
                "AUSPEX_GATEWAY_TENANT_PENDING",
                default.pending,
                "Bytes of stored events of one tenant that the fleet has not settled, above which its further events are refused with 429; 0 turns the limit off.",
            ),
            schedules: env.number(
                "AUSPEX_GATEWAY_TENANT_SCHEDULES",
                default.schedules,
                "Maximum schedules of one tenant, of those that it creates itself; 0 turns the limit off.",
            ),
            rate: env.number(
                "AUSPEX_GATEWAY_RATE",
                default.rate,
                "Requests per second of one token at this replica, with a burst of the same size; 0 turns the limit off.",
            ),
            token_age: env.duration(
                "AUSPEX_GATEWAY_TOKEN_AGE",
                "5s",
                "Time for which a token is used without being read again; a revocation takes effect within it.",
            ),
            executor: env.duration(
                "AUSPEX_GATEWAY_EXECUTOR_TIMEOUT",
                "20s",
                "Maximum time to wait for the answer of an executor of verbs; less than AUSPEX_GATEWAY_REQUEST_TIMEOUT.",
            ),
            stop_delay: env.duration(
                "AUSPEX_GATEWAY_STOP_DELAY",
                "0s",
                "Time for which connections are still accepted after SIGTERM, until every load balancer has seen that the gateway is not ready; part of AUSPEX_WORKER_GRACE.",
            ),
        }
    }
}

/// Reads the shares of requests in progress.
fn requests_share(env: &mut Env) -> ShareLimits {
    let default = RequestLimits::default();
    ShareLimits {
                token: env.number(
                    "AUSPEX_GATEWAY_TOKEN_REQUESTS",
                    default.requests.token,
                    "Requests of one token in progress at this replica, waits over MCP included; 0 turns the limit off.",
                ),
                tenant: env.number(
                    "AUSPEX_GATEWAY_TENANT_REQUESTS",
                    default.requests.tenant,
                    "Requests of one tenant in progress at this replica; below AUSPEX_GATEWAY_MAX_CONNECTIONS. 0 turns the limit off.",
                ),
            }
}

/// Reads the shares of open streams.
fn streams_share(env: &mut Env) -> ShareLimits {
    let default = RequestLimits::default();
    ShareLimits {
                token: env.number(
                    "AUSPEX_GATEWAY_TOKEN_STREAMS",
                    default.streams.token,
                    "Open event streams of one token at this replica; 0 turns the limit off.",
                ),
                tenant: env.number(
                    "AUSPEX_GATEWAY_TENANT_STREAMS",
                    default.streams.tenant,
                    "Open event streams of one tenant at this replica; below AUSPEX_GATEWAY_MAX_CONNECTIONS. 0 turns the limit off.",
                ),
            }
}

/// Reads the concurrent attempts to deliver to one webhook.
fn webhook_concurrency(env: &mut Env) -> usize {
    let name = "AUSPEX_GATEWAY_WEBHOOK_CONCURRENCY";
    let concurrency = env.number(name, 4, "Concurrent attempts to deliver to one webhook, 1 to 32.");
    if !(1..=32).contains(&concurrency) {
        env.mistake(name, "must be 1 to 32");
    }
    concurrency
}

/// Reads a list that is separated by commas. An entry that cannot be read is a mistake of the setting.
fn list<T: FromStr<Err: Display>>(env: &mut Env, name: &str, doc: &str) -> Vec<T> {
    let text = env.text(name, "", doc);
    let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
    let parsed: Result<Vec<T>, T::Err> = entries.map(str::parse).collect();
    parsed.unwrap_or_else(|error| {
        env.mistake(name, &error.to_string());
        Vec::new()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_file_of_tls_without_the_other_is_a_mistake() {
        for name in ["AUSPEX_GATEWAY_TLS_CERT_FILE", "AUSPEX_GATEWAY_TLS_KEY_FILE"] {
            let mut env = Env::from_pairs([(name, "/tmp/file.pem")]);
            assert_eq!(tls_files(&mut env), None);
            assert!(env.finish().is_err(), "{name} alone");
        }
    }

    #[test]
    fn the_defaults_are_valid_and_the_address_can_be_set() {
        let mut env = Env::from_pairs([("AUSPEX_GATEWAY_ADDR", "127.0.0.1:0")]);
        let config = GatewayConfig::read(&mut env);
        env.finish().unwrap();
        assert_eq!((config.listen.port(), config.limits), (0, RequestLimits::default()));
        assert!(
            config.pool_connections >= 4,
            "half of them serve single statements, and one tenant never has all of these"
        );
        assert!(config.oidc.is_none() && config.origins.is_empty() && config.webhook_hosts.is_empty());
        assert!(config.track_record.is_empty(), "nothing is public unless the operator names it");
    }

    #[test]
    fn mistakes_in_lists_and_in_the_issuer_are_reported() {
        for (name, value) in [
            ("AUSPEX_GATEWAY_WEBHOOK_HOSTS", "good.example.com, http://bad"),
            ("AUSPEX_GATEWAY_CORS_ORIGINS", "*"),
            ("AUSPEX_GATEWAY_TRACK_RECORD", "acme, *"),
            ("AUSPEX_GATEWAY_OIDC_ISSUER", "http://login.example.com"),
            ("AUSPEX_GATEWAY_OIDC_ISSUER", "https://login.example.com"),
        ] {
            let mut env = Env::from_pairs([(name, value)]);
            GatewayConfig::read(&mut env);
            let report = env.finish().unwrap_err().to_string();
            assert!(report.contains(if value.starts_with("https") { "OIDC_AUDIENCE" } else { name }), "{report}");
        }
    }
}
