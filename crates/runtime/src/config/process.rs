//! What every worker's process needs to know, whatever it works on.

use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};
use url::Url;

use super::Env;
use crate::crash::CrashAt;
use crate::policy::Backoff;

/// How to prove to nats-server who we are.
#[derive(Debug, Clone)]
pub enum Credentials {
    /// No proof; a server without accounts.
    None,
    /// An nkey's seed.
    Nkey(SecretString),
    /// A user with a password.
    Password {
        /// The user.
        user: String,
        /// The password.
        password: SecretString,
    },
}

/// The runtime's settings, `AUSPEX_*`.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where NATS is; several servers as a comma-separated list.
    pub nats_url: String,
    /// Who we are to it.
    pub credentials: Credentials,
    /// Deliveries in flight at most, per consumer.
    pub concurrency: usize,
    /// How long JetStream waits for a sign of life; progress is said every third of it.
    pub ack_wait: Duration,
    /// Transient failures before the dead letter.
    pub max_attempts: u32,
    /// Delays between them.
    pub backoff: Backoff,
    /// No handler may take longer.
    pub hard_deadline: Duration,
    /// How long Postgres may be away before a delivery is handed back.
    pub journal_patience: Duration,
    /// How long this instance's jobs stay its own without a sign of life in Postgres.
    pub lease: Duration,
    /// How often the relay looks for unsent rows.
    pub relay_interval: Duration,
    /// How old an unsent row must be: younger ones are on their way.
    pub relay_age: Duration,
    /// How often the reconciler looks for messages that JetStream lost.
    pub reconcile_interval: Duration,
    /// How old an unheard message must be.
    pub reconcile_age: Duration,
    /// A consumer without message, heartbeat or error for this long is built anew.
    pub watchdog: Duration,
    /// From the signal to the end at most.
    pub grace: Duration,
    /// Where `/livez`, `/readyz` and `/metrics` listen; port 0 picks a free one.
    pub http: std::net::SocketAddr,
    /// Threads of the event loop, at least 2.
    pub threads: usize,
    /// The collector.
    pub otlp_endpoint: Option<Url>,
    /// `tracing` directives.
    pub log_filter: String,
    /// JSON lines rather than readable ones.
    pub log_json: bool,
    /// Where to abort, for tests.
    pub crash_at: Option<CrashAt>,
    /// Seconds that this process' clock is fast (or slow), for tests.
    pub clock_skew: i32,
}

impl Config {
    /// Reads it.
    pub fn read(env: &mut Env) -> Self {
        let ack_wait = env.duration(
            "AUSPEX_NATS_ACK_WAIT",
            "30s",
            "How long JetStream waits for a sign of life before it delivers again; must be the topology's.",
        );
        Self {
            nats_url: env.text("AUSPEX_NATS_URL", "nats://127.0.0.1:4222", "NATS servers, separated by commas."),
            credentials: credentials(env),
            concurrency: at_least(
                env,
                "AUSPEX_WORKER_CONCURRENCY",
                (64, 1),
                "Deliveries in flight at most, per consumer of this process.",
            ),
            ack_wait,
            max_attempts: env.number(
                "AUSPEX_WORKER_MAX_ATTEMPTS",
                8,
                "Transient failures of one job before it becomes a dead letter.",
            ),
            backoff: Backoff {
                base: env.duration(
                    "AUSPEX_WORKER_BACKOFF_BASE",
                    "500ms",
                    "Upper bound of the delay after the first failure; doubles with each further one.",
                ),
                cap: env.duration("AUSPEX_WORKER_BACKOFF_CAP", "60s", "The delay's upper bound never exceeds this."),
            },
            hard_deadline: env.duration(
                "AUSPEX_WORKER_HARD_DEADLINE",
                "15m",
                "No handler may take longer; it counts as a failure then.",
            ),
            journal_patience: env.duration(
                "AUSPEX_WORKER_JOURNAL_PATIENCE",
                "2m",
                "How long a delivery waits for Postgres before it is handed back.",
            ),
            lease: env.duration(
                "AUSPEX_WORKER_LEASE",
                "30s",
                "How long this instance's jobs stay its own without a sign of life in Postgres.",
            ),
            relay_interval: env.duration(
                "AUSPEX_RELAY_INTERVAL",
                "1s",
                "How often the relay looks for outbox rows that a crash left behind.",
            ),
            relay_age: env.duration(
                "AUSPEX_RELAY_AGE",
                "2s",
                "How old such a row must be; younger ones are on their way.",
            ),
            reconcile_interval: env.duration(
                "AUSPEX_RECONCILE_INTERVAL",
                "30s",
                "How often the reconciler looks for messages that JetStream lost.",
            ),
            reconcile_age: env.duration(
                "AUSPEX_RECONCILE_AGE",
                "60s",
                "How long a message may be without an outcome before it is published again.",
            ),
            watchdog: env.duration(
                "AUSPEX_WORKER_WATCHDOG",
                "30s",
                "A consumer that is silent for this long is built anew.",
            ),
            grace: env.duration(
                "AUSPEX_WORKER_GRACE",
                "10s",
                "From SIGTERM to the end at most; what is not finished is handed back.",
            ),
            http: address(env),
            threads: at_least(env, "AUSPEX_WORKER_THREADS", (2, 2), "Threads of the event loop."),
            otlp_endpoint: env.optional_url(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                "OTLP/HTTP collector for traces, e.g. http://localhost:4318.",
            ),
            log_filter: env.text("AUSPEX_LOG", "info", "Log filter, e.g. info,runtime=debug."),
            log_json: env.flag("AUSPEX_LOG_JSON", true, "JSON lines; false for readable ones."),
            crash_at: crash_at(env),
            clock_skew: env.number(
                "AUSPEX_CLOCK_SKEW",
                0,
                "For tests: seconds that this process' clock is fast, or slow if negative.",
            ),
        }
    }

    /// What telemetry needs of it.
    pub fn telemetry(&self, service: &str) -> telemetry::Config {
        telemetry::Config {
            service: service.to_owned(),
            otlp_endpoint: self.otlp_endpoint.clone(),
            log_filter: self.log_filter.clone(),
            json: self.log_json,
        }
    }
}

fn at_least(env: &mut Env, name: &str, (default, least): (usize, usize), doc: &str) -> usize {
    let number = env.number(name, default, doc);
    if number < least {
        env.mistake(name, &format!("must be at least {least}"));
    }
    number.max(least)
}

fn credentials(env: &mut Env) -> Credentials {
    let seed = env.secret("AUSPEX_NATS_NKEY_SEED", "Seed of the worker's nkey (SU…).");
    let user = env.optional("AUSPEX_NATS_USER", "User, where nats-server knows passwords instead of nkeys.");
    let password = env.secret("AUSPEX_NATS_PASSWORD", "That user's password.");
    match (seed, user, password) {
        (Some(seed), None, None) => {
            if nkeys::KeyPair::from_seed(seed.expose_secret()).is_err() {
                env.mistake(
                    "AUSPEX_NATS_NKEY_SEED",
                    "is not the seed of an nkey (SU…); `nk -gen user` of nats-io/nkeys makes one",
                );
            }
            Credentials::Nkey(seed)
        }
        (None, Some(user), Some(password)) => Credentials::Password { user, password },
        (None, None, None) => Credentials::None,
        _ => {
            env.mistake(
                "AUSPEX_NATS_USER",
                "set either AUSPEX_NATS_NKEY_SEED, or both AUSPEX_NATS_USER and AUSPEX_NATS_PASSWORD",
            );
            Credentials::None
        }
    }
}

fn address(env: &mut Env) -> std::net::SocketAddr {
    const DEFAULT: std::net::SocketAddr =
        std::net::SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::UNSPECIFIED), 8080);
    env.number("AUSPEX_HTTP_LISTEN", DEFAULT, "Where /livez, /readyz and /metrics listen; port 0 picks a free one.")
}

fn crash_at(env: &mut Env) -> Option<CrashAt> {
    let text = env
        .optional("AUSPEX_CRASH_AT", "For tests: abort at this point, `<point>` or `<point>:<n>` for the n-th time.")?;
    CrashAt::parse(&text).map_err(|problem| env.mistake("AUSPEX_CRASH_AT", &problem)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_valid() {
        let mut env = Env::default();
        let config = Config::read(&mut env);
        env.finish().unwrap();
        assert_eq!(config.ack_wait, Duration::from_secs(30));
        assert!(config.threads >= 2);
    }

    #[test]
    fn half_a_login_and_one_thread_are_mistakes() {
        let mut env =
            Env::from_pairs([("AUSPEX_NATS_USER", "a"), ("AUSPEX_WORKER_THREADS", "1"), ("AUSPEX_CRASH_AT", "lunch")]);
        Config::read(&mut env);
        let told = env.finish().unwrap_err().to_string();
        assert!(told.contains("AUSPEX_NATS_USER") && told.contains("at least 2") && told.contains("lunch"), "{told}");
    }
}
