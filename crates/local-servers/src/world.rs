//! All three servers together.

use anyhow::{Context, Result};

use crate::{Nats, NatsOptions, Postgres, PostgresOptions, Redis, RedisOptions};

/// nats-server, Valkey and Postgres, each on a free port with a temporary folder.
#[derive(Debug)]
pub struct World {
    /// The server of the broker.
    pub nats: Nats,
    /// The Valkey server.
    pub redis: Redis,
    /// The Postgres server.
    pub postgres: Postgres,
}

impl World {
    /// Starts all three with default settings.
    ///
    /// # Errors
    /// Fails if one does not start.
    pub async fn start() -> Result<Self> {
        Self::start_with(NatsOptions::default(), RedisOptions::default(), PostgresOptions::default()).await
    }

    /// Starts all three with the given settings.
    ///
    /// # Errors
    /// Fails if one does not start; the others are stopped again.
    pub async fn start_with(nats: NatsOptions, redis: RedisOptions, postgres: PostgresOptions) -> Result<Self> {
        let (nats, redis, postgres) = tokio::join!(Nats::start(nats), Redis::start(redis), Postgres::start(postgres));
        Ok(Self {
            nats: nats.context("nats-server")?,
            redis: redis.context("Valkey")?,
            postgres: postgres.context("Postgres")?,
        })
    }
}
