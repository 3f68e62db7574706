//! Settings of every worker process.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use domain::{TlsFiles, TlsServer};
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use super::{ConsumerConfig, Env};
use crate::crash::CrashAt;
use crate::listen::ListenAddress;

/// Authentication to nats-server.
#[derive(Debug, Clone)]
pub enum Credentials {
    /// No authentication, for a server without accounts.
    None,
    /// Seed of an nkey.
    Nkey(SecretString),
    /// User name and password.
    Password {
        /// Name of the user.
        user: String,
        /// Password of the user.
        password: SecretString,
    },
    /// File with the JWT of a user and the seed of its nkey (`.creds`).
    File(PathBuf),
}

/// The runtime's settings, `AUSPEX_*`.
#[derive(Debug, Clone)]
pub struct RuntimeConfig {
    /// URLs of the NATS servers, separated by commas.
    pub nats_url: String,
    /// Authentication to NATS.
    pub credentials: Credentials,
    /// Certificates of TLS to NATS.
    pub nats_tls: TlsFiles,
    /// How consumers take deliveries and settle them.
    pub consumer: Arc<ConsumerConfig>,
    /// Time without a lease renewal after which other instances may take over this instance's jobs.
    pub lease: Duration,
    /// Interval at which the relay looks for unsent rows.
    pub relay_interval: Duration,
    /// Minimum age of an unsent row; younger rows are still being published.
    pub relay_age: Duration,
    /// Interval at which the reconciler looks for messages that JetStream lost.
    pub reconcile_interval: Duration,
    /// Minimum age of an unconsumed message.
    pub reconcile_age: Duration,
    /// Maximum time from the signal to the end of the process.
    pub grace: Duration,
    /// Address of `/livez`, `/readyz` and `/metrics`; port 0 selects a free one.
    pub http: std::net::SocketAddr,
    /// Threads of the event loop; at least 2.
    pub threads: usize,
    /// Address to which traces are sent.
    pub traces_url: Option<Url>,
    /// Directives of the `tracing` filter.
    pub log_filter: String,
    /// Writes log lines as JSON instead of readable text.
    pub log_json: bool,
    /// Crash point, for tests.
    pub crash_at: Option<CrashAt>,
    /// Seconds by which this process's clock is fast (or slow, if negative), for tests.
    pub clock_skew: i32,
}

impl RuntimeConfig {
    /// Reads the settings.
    pub fn read(env: &mut Env) -> Self {
        Self {
            nats_url: env.text("AUSPEX_NATS_URL", "nats://127.0.0.1:4222", "NATS servers, separated by commas."),
            credentials: credentials(env),
            nats_tls: super::tls_files(env, TlsServer::Nats),
            consumer: Arc::new(ConsumerConfig::read(env)),
            lease: env.duration(
                "AUSPEX_WORKER_LEASE",
                "30s",
                "Time without a renewal in Postgres after which other instances may take over this instance's jobs.",
            ),
            relay_interval: env.duration(
                "AUSPEX_RELAY_INTERVAL",
                "1s",
                "Interval at which the relay looks for outbox rows that a crash left behind.",
            ),
            relay_age: env.duration(
                "AUSPEX_RELAY_AGE",
                "2s",
                "Minimum age of such a row; younger rows are still being published.",
            ),
            reconcile_interval: env.duration(
                "AUSPEX_RECONCILE_INTERVAL",
                "30s",
                "Interval at which the reconciler looks for messages that JetStream lost.",
            ),
            reconcile_age: env.duration(
                "AUSPEX_RECONCILE_AGE",
                "60s",
                "Time without an outcome after which a message is published again.",
            ),
            grace: env.duration(
                "AUSPEX_WORKER_GRACE",
                "10s",
                "Maximum time from SIGTERM to the end; unfinished work is handed back.",
            ),
            http: address(env),
            threads: {
                let number = env.number("AUSPEX_WORKER_THREADS", 2, "Threads of the event loop.");
                at_least(env, "AUSPEX_WORKER_THREADS", 2, number)
            },
            traces_url: collector(env),
            log_filter: env.text("AUSPEX_LOG", "info", "Log filter, e.g. info,runtime=debug."),
            log_json: env.flag("AUSPEX_LOG_JSON", true, "Writes the log as JSON lines; false writes readable text."),
            crash_at: crash_at(env),
            clock_skew: env.number(
                "AUSPEX_CLOCK_SKEW",
                0,
                "For tests: seconds by which the clock of this process is fast, or slow if negative.",
            ),
        }
    }

    /// Returns the settings of telemetry.
    pub fn telemetry(&self, service: &str) -> telemetry::TelemetryConfig {
        telemetry::TelemetryConfig {
            service: service.to_owned(),
            traces_url: self.traces_url.clone(),
            log_filter: self.log_filter.clone(),
            json: self.log_json,
        }
    }
}

/// Reports a number below its minimum.
pub(super) fn at_least(env: &mut Env, name: &str, min: usize, number: usize) -> usize {
    if number < min {
        env.mistake(name, &format!("must be at least {min}"));
    }
    number.max(min)
}

fn credentials(env: &mut Env) -> Credentials {
    let seed = env.secret("AUSPEX_NATS_NKEY_SEED", "Seed of the worker's nkey (SU…).");
    let user = env.optional("AUSPEX_NATS_USER", "User name, if nats-server uses passwords instead of nkeys.");
    let password = env.secret("AUSPEX_NATS_PASSWORD", "Password of that user.");
    let file = env.optional(
        "AUSPEX_NATS_CREDS_FILE",
        "File with the JWT of a user and the seed of its nkey (.creds), if nats-server uses JWTs. Read again for each new connection.",
    );
    match (seed, user, password, file) {
        (Some(seed), None, None, None) => {
            if nkeys::KeyPair::from_seed(seed.expose_secret()).is_err() {
                env.mistake(
                    "AUSPEX_NATS_NKEY_SEED",
                    "is not the seed of an nkey (SU…); `nk -gen user` of nats-io/nkeys creates one",
                );
            }
            Credentials::Nkey(seed)
        }
        (None, Some(user), Some(password), None) => Credentials::Password { user, password },
        (None, None, None, Some(file)) => {
            if let Err(error) = super::creds::check(Path::new(&file)) {
                env.mistake("AUSPEX_NATS_CREDS_FILE", &format!("{file}: {error}; `nsc generate creds` writes one"));
            }
            Credentials::File(PathBuf::from(file))
        }
        (None, None, None, None) => Credentials::None,
        _ => {
            env.mistake(
                "AUSPEX_NATS_USER",
                "set either AUSPEX_NATS_NKEY_SEED, or both AUSPEX_NATS_USER and AUSPEX_NATS_PASSWORD, or AUSPEX_NATS_CREDS_FILE",
            );
            Credentials::None
        }
    }
}

fn address(env: &mut Env) -> std::net::SocketAddr {
    let about = "Address of /livez, /readyz and /metrics, for IPv6 and IPv4; port 0 selects a free one.";
    env.number("AUSPEX_HTTP_LISTEN", ListenAddress(crate::listen::anywhere(8080)), about).0
}

/// Returns the address to which traces are sent. As OpenTelemetry specifies, one variable is a base address and the
/// other one, which takes precedence, the address itself.
fn collector(env: &mut Env) -> Option<url::Url> {
    let base = env.optional_url(
        "OTEL_EXPORTER_OTLP_ENDPOINT",
        "OTLP/HTTP collector, e.g. http://localhost:4318; traces are sent to v1/traces below this address.",
    );
    let traces = env.optional_url(
        "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
        "Address to which traces are sent, used unchanged; takes precedence over OTEL_EXPORTER_OTLP_ENDPOINT.",
    );
    // The OpenTelemetry SDK reads these itself.
    let _ = env.secret(
        "OTEL_EXPORTER_OTLP_HEADERS",
        "Headers of each export, e.g. Authorization=Basic%20…; values are percent-encoded, commas separate headers.",
    );
    let _ = env.secret(
        "OTEL_EXPORTER_OTLP_TRACES_HEADERS",
        "The same for traces only; takes precedence over OTEL_EXPORTER_OTLP_HEADERS.",
    );
    let _ = env.optional(
        "OTEL_RESOURCE_ATTRIBUTES",
        "Further attributes of every trace, e.g. k8s.pod.name=filter-0,deployment.environment.name=production.",
    );
    let name = match traces {
        Some(_) => "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
        None => "OTEL_EXPORTER_OTLP_ENDPOINT",
    };
    let url = traces.or_else(|| base.as_ref().map(telemetry::traces_url))?;
    // `localhost:4318` is read as a scheme and a path.
    if !(matches!(url.scheme(), "http" | "https") && url.has_host()) {
        env.mistake(
            name,
            "must begin with http:// or https://: traces are sent over OTLP/HTTP, port 4318, not over gRPC",
        );
    }
    Some(url)
}

fn crash_at(env: &mut Env) -> Option<CrashAt> {
    let text = env.optional(
        "AUSPEX_CRASH_AT",
        "For tests: aborts at this crash point, `<point>` or `<point>:<n>` for the n-th time.",
    )?;
    CrashAt::parse(&text).map_err(|problem| env.mistake("AUSPEX_CRASH_AT", &problem)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_are_sent_below_the_base_address_or_to_their_own() {
        let sent = |pairs: &[(&str, &str)]| {
            let pairs: Vec<(String, String)> =
                pairs.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
            RuntimeConfig::read(&mut Env::from_pairs(pairs)).traces_url.map(String::from)
        };
        let base = |url: &str| sent(&[("OTEL_EXPORTER_OTLP_ENDPOINT", url)]);
        for (url, expected) in [
            ("http://localhost:4318", "http://localhost:4318/v1/traces"),
            ("http://localhost:4318/", "http://localhost:4318/v1/traces"),
            ("https://gateway.example/otlp", "https://gateway.example/otlp/v1/traces"),
            ("https://gateway.example/otlp/", "https://gateway.example/otlp/v1/traces"),
            ("https://h.example/a/b?token=x", "https://h.example/a/b/v1/traces?token=x"),
        ] {
            assert_eq!(base(url).as_deref(), Some(expected));
        }
        let own = "https://gateway.example/custom/";
        let both = [("OTEL_EXPORTER_OTLP_ENDPOINT", "http://x:1"), ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", own)];
        assert_eq!(sent(&both).as_deref(), Some(own));
        assert_eq!(sent(&both[1..]).as_deref(), Some(own));
        assert_eq!(
            sent(&[("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", ""), both[0]]).as_deref(),
            Some("http://x:1/v1/traces")
        );
        assert_eq!(sent(&[]), None);
        assert_eq!(base("http://[fd00::1]:4318").as_deref(), Some("http://[fd00::1]:4318/v1/traces"));
        for url in ["localhost:4318", "grpc://collector:4317", "collector.example:4318/otlp", "unix:/run/otel"] {
            let mut env = Env::from_pairs([("OTEL_EXPORTER_OTLP_ENDPOINT", url)]);
            RuntimeConfig::read(&mut env);
            assert!(env.finish().unwrap_err().to_string().contains("OTLP/HTTP"), "{url}");
        }
        let mut env = Env::from_pairs([("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "localhost:4318")]);
        RuntimeConfig::read(&mut env);
        assert!(env.finish().unwrap_err().to_string().contains("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"));
    }

    #[test]
    fn the_defaults_are_valid() {
        let mut env = Env::default();
        let config = RuntimeConfig::read(&mut env);
        env.finish().unwrap();
        assert_eq!(config.consumer.ack_wait, Duration::from_secs(30));
        assert!(config.threads >= 2);
    }

    #[test]
    fn half_a_login_and_one_thread_are_reported() {
        let mut env =
            Env::from_pairs([("AUSPEX_NATS_USER", "a"), ("AUSPEX_WORKER_THREADS", "1"), ("AUSPEX_CRASH_AT", "lunch")]);
        RuntimeConfig::read(&mut env);
        let error = env.finish().unwrap_err().to_string();
        assert!(["AUSPEX_NATS_USER", "at least 2", "lunch"].iter().all(|part| error.contains(part)), "{error}");
    }
}
