//! The Redis client: one multiplexed connection that reconnects by itself, with a time limit for every call.

use std::fmt;
use std::future::Future;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use domain::cool_down::{Admission, CoolDown, Event, Policy};
use domain::{TlsFiles, TlsServer};
use redis::RedisResult;
use redis::aio::ConnectionManager;

use crate::connection::Connection;

/// Address and limits of the client.
#[derive(Clone)]
pub struct RedisConfig {
    /// `redis://` or `rediss://`, with password and database if needed.
    pub url: String,
    /// Prefix of every key, so that two fleets can share a server.
    pub prefix: String,
    /// Certificates of TLS; with any of them the URL must begin with `rediss://`.
    pub tls: TlsFiles,
    /// Maximum time of one call. A healthy server takes well below a millisecond; 200 ms is a delay that does not
    /// matter beside a model call of seconds.
    pub timeout: Duration,
    /// Time during which a server that failed is not called.
    pub cool_down: Duration,
    /// Time after which a budget's balance is read from Postgres again. It bounds how long an outdated rejection lasts.
    pub balance_ttl: Duration,
}

impl RedisConfig {
    /// Returns the defaults for a server.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            prefix: "auspex".to_owned(),
            tls: TlsFiles::default(),
            timeout: Duration::from_millis(200),
            cool_down: Duration::from_secs(1),
            balance_ttl: Duration::from_secs(30),
        }
    }
}

impl fmt::Debug for RedisConfig {
    /// Omits the URL, which may contain a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisConfig")
            .field("prefix", &self.prefix)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

/// Redis did not serve the call. The caller continues without the hint.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unavailable {
    /// Redis did not answer in time.
    #[error("Redis did not answer within {0:?}")]
    Slow(Duration),
    /// Redis cannot be reached, or refused the call (loading, out of memory, wrong password).
    #[error("Redis failed: {0}")]
    Failed(String),
    /// Redis failed less than [`RedisConfig::cool_down`] ago; this call was skipped without delay.
    #[error("Redis is in cool-down after a failure; the call was skipped")]
    Skipped,
}

/// Server settings for `auspex doctor`. A flushed server makes the fleet slower for a while; a server that evicts keys
/// drops leases and budgets one by one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Persistence {
    /// `yes` if the server appends every write to a file.
    pub appendonly: Option<String>,
    /// `noeviction` if a full server rejects writes instead of evicting keys.
    pub maxmemory_policy: Option<String>,
}

impl Persistence {
    /// Reads the sections `persistence` and `memory` of `INFO`.
    fn of(info: &str) -> Self {
        let value = |name: &str| {
            let mut lines = info.lines().filter_map(|line| line.trim().split_once(':'));
            lines.find(|(known, _)| *known == name).map(|(_, value)| value)
        };
        let appendonly = match value("aof_enabled") {
            Some("1") => Some("yes".to_owned()),
            Some(_) => Some("no".to_owned()),
            None => None,
        };
        Self { appendonly, maxmemory_policy: value("maxmemory_policy").map(str::to_owned) }
    }
}

/// Coordination through a Redis or Valkey server.
pub struct Redis {
    pub(crate) config: RedisConfig,
    connection: Connection,
    /// An outage costs one time-out instead of one per call.
    state: Mutex<CoolDown>,
    policy: Policy,
    started: Instant,
}

impl Redis {
    /// Creates a client without connecting: the fleet starts without Redis as well as with it.
    ///
    /// # Errors
    /// The URL is invalid, e.g. does not begin with `redis://` or `rediss://`, or a certificate cannot be read.
    pub fn new(config: RedisConfig) -> Result<Self, Unavailable> {
        let connection = Connection::new(&config)?;
        let policy = Policy {
            failures: 1,
            first: config.cool_down,
            longest: config.cool_down,
            probe: Some(config.cool_down + config.timeout),
        };
        Ok(Self { config, connection, state: Mutex::default(), policy, started: Instant::now() })
    }

    /// Checks that the server answers.
    ///
    /// # Errors
    /// [`Unavailable`], with the reason.
    pub async fn ping(&self) -> Result<(), Unavailable> {
        self.ask(|mut connection| async move { redis::cmd("PING").query_async::<()>(&mut connection).await }).await
    }

    /// Reads the server's persistence settings from `INFO`, which needs no administrative command.
    ///
    /// # Errors
    /// [`Unavailable`]; a managed server may reject it.
    pub async fn persistence(&self) -> Result<Persistence, Unavailable> {
        // One section per command: servers before version 7 know no lists.
        let exchange = |mut connection| async move {
            let [persistence, memory] =
                ["persistence", "memory"].map(|section| redis::cmd("INFO").arg(section).to_owned());
            let persistence: String = persistence.query_async(&mut connection).await?;
            let memory: String = memory.query_async(&mut connection).await?;
            Ok(persistence + "\n" + &memory)
        };
        Ok(Persistence::of(&self.ask(exchange).await?))
    }

    /// Runs one exchange under the cool-down and the time limit.
    pub(crate) async fn ask<T, F, Fut>(&self, exchange: F) -> Result<T, Unavailable>
    where
        F: FnOnce(ConnectionManager) -> Fut,
        Fut: Future<Output = RedisResult<T>>,
    {
        if matches!(self.state().admit(self.started.elapsed(), &self.policy), Admission::Wait(_)) {
            return Err(Unavailable::Skipped);
        }
        let asked = Instant::now();
        let answer = match tokio::time::timeout(self.config.timeout, exchange(self.connection.manager())).await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) if !error.is_timeout() => Err(failed(&error)),
            Ok(Err(_)) | Err(_) => Err(Unavailable::Slow(self.config.timeout)),
        };
        let outcome = if answer.is_ok() { "ok" } else { "failed" };
        metrics::histogram!("auspex_redis_duration_seconds", "outcome" => outcome).record(asked.elapsed());
        self.record(&answer);
        if answer.is_err() {
            self.connection.renew(&self.config);
        }
        answer
    }

    fn record<T>(&self, answer: &Result<T, Unavailable>) {
        let mut state = self.state();
        let event = match answer {
            Ok(_) => Event::Answered,
            Err(error) => {
                if matches!(*state, CoolDown::Ready { .. }) {
                    tracing::warn!(%error, "Redis in cool-down after a failure; the fleet continues without it");
                }
                Event::Refused(Some(self.config.cool_down))
            }
        };
        state.record(event, self.started.elapsed(), &self.policy);
    }

    fn state(&self) -> MutexGuard<'_, CoolDown> {
        // Each change is one assignment of a `Copy` value, so a panic elsewhere cannot leave it inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn key(&self, kind: &str, name: &str) -> String {
        format!("{}:{kind}:{name}", self.config.prefix)
    }
}

impl fmt::Debug for Redis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redis").field("config", &self.config).finish_non_exhaustive()
    }
}

pub(crate) fn failed(error: &redis::RedisError) -> Unavailable {
    let reason = error.to_string();
    Unavailable::Failed(match TlsServer::Redis.mend(&reason) {
        Some(mend) => format!("{reason}; {mend}"),
        None => reason,
    })
}

pub(crate) fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX >> 12).max(1)
}

/// Converts the result of `PTTL`: negative means no time to live, 0 that the last millisecond is running.
pub(crate) fn time_left(millis: i64) -> Option<Duration> {
    u64::try_from(millis).ok().map(Duration::from_millis)
}
