//! All three servers at once.

use anyhow::{Context, Result};

use crate::{Nats, NatsOptions, Postgres, PostgresOptions, Redis, RedisOptions};

/// nats-server, Valkey and Postgres, each on a free port with a temporary folder.
#[derive(Debug)]
pub struct World {
    /// nats-server.
    pub nats: Nats,
    /// Valkey.
    pub redis: Redis,
    /// Postgres.
    pub postgres: Postgres,
}

impl World {
    /// Starts all three together.
    ///
    /// # Errors
    /// When one does not come up.
    pub async fn start() -> Result<Self> {
        Self::start_with(NatsOptions::default(), RedisOptions::default(), PostgresOptions::default()).await
    }

    /// Starts all three together, as told.
    ///
    /// # Errors
    /// When one does not come up; the others are stopped again.
    pub async fn start_with(nats: NatsOptions, redis: RedisOptions, postgres: PostgresOptions) -> Result<Self> {
        let (nats, redis, postgres) = tokio::join!(Nats::start(nats), Redis::start(redis), Postgres::start(postgres));
        Ok(Self {
            nats: nats.context("nats-server")?,
            redis: redis.context("Valkey")?,
            postgres: postgres.context("Postgres")?,
        })
    }
}
