//! The real client: one multiplexed connection that heals itself, every call bounded in time.

mod budget;
mod circuit;
mod cooldown;
mod freshness;
mod in_flight;
mod lease;
mod persistence;
mod script;

use std::future::Future;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, RedisResult};

use crate::{Config, Unavailable};
use circuit::Circuit;
pub use persistence::Persistence;

/// Coordination through a Redis or Valkey server.
pub struct Redis {
    config: Config,
    connection: ConnectionManager,
    circuit: Mutex<Circuit>,
}

impl Redis {
    /// A client. Nothing is connected yet: the fleet starts without Redis as well as with it.
    ///
    /// # Errors
    /// The URL is none, e.g. it does not begin with `redis://` or `rediss://`.
    pub fn new(config: Config) -> Result<Self, Unavailable> {
        let client = Client::open(config.url.as_str()).map_err(|error| failed(&error))?;
        let settings = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(config.timeout))
            .set_response_timeout(Some(config.timeout))
            // The circuit decides when to try again; a manager that goes on retrying would make callers wait.
            .set_number_of_retries(0)
            .set_min_delay(Duration::from_millis(10));
        let connection = ConnectionManager::new_lazy_with_config(client, settings).map_err(|error| failed(&error))?;
        Ok(Self { config, connection, circuit: Mutex::new(Circuit::Closed) })
    }

    /// Whether it answers now.
    ///
    /// # Errors
    /// [`Unavailable`], with the reason.
    pub async fn ping(&self) -> Result<(), Unavailable> {
        self.ask(|mut connection| async move { redis::cmd("PING").query_async::<()>(&mut connection).await }).await
    }

    /// Runs one exchange under the circuit and the time-out.
    async fn ask<T, F, Fut>(&self, exchange: F) -> Result<T, Unavailable>
    where
        F: FnOnce(ConnectionManager) -> Fut,
        Fut: Future<Output = RedisResult<T>>,
    {
        if !self.circuit().admit(Instant::now(), self.config.pause + self.config.timeout) {
            return Err(Unavailable::Skipped);
        }
        let answer = tokio::time::timeout(self.config.timeout, exchange(self.connection.clone())).await;
        let answer = match answer {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) if error.is_timeout() => Err(Unavailable::Slow(self.config.timeout)),
            Ok(Err(error)) => Err(failed(&error)),
            Err(_) => Err(Unavailable::Slow(self.config.timeout)),
        };
        self.learn(&answer);
        answer
    }

    fn learn<T>(&self, answer: &Result<T, Unavailable>) {
        let mut circuit = self.circuit();
        match answer {
            Ok(_) => circuit.answered(),
            Err(error) => {
                if *circuit == Circuit::Closed {
                    tracing::warn!(%error, "Redis is left alone for a moment; the fleet goes on without it");
                }
                circuit.failed(Instant::now(), self.config.pause);
            }
        }
    }

    fn circuit(&self) -> std::sync::MutexGuard<'_, Circuit> {
        // Every change is one assignment, so a panic elsewhere cannot have left it half done.
        self.circuit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn key(&self, kind: &str, name: &str) -> String {
        format!("{}:{kind}:{name}", self.config.prefix)
    }
}

impl std::fmt::Debug for Redis {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Redis").field("config", &self.config).finish_non_exhaustive()
    }
}

fn failed(error: &redis::RedisError) -> Unavailable {
    Unavailable::Failed(error.to_string())
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX >> 12).max(1)
}

/// A time to live as `PTTL` answers it; negative means none, and 0 that the last millisecond is running.
fn left(millis: i64) -> Option<Duration> {
    u64::try_from(millis).ok().map(Duration::from_millis)
}
