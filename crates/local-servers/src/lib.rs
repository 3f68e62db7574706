//! Starts nats-server, Valkey and Postgres as child processes for tests, benchmarks and `auspex up`.
//!
//! The binaries are pinned by version and hash in `dev/servers.txt` and fetched once by [`fetch()`]. Every server
//! listens on a free port of 127.0.0.1, keeps its data and its log in a folder, can be killed, frozen, wiped and
//! restarted on the same port, and dies with the process that started it, however that ends.
//!
//! ```no_run
//! # async fn example() -> anyhow::Result<()> {
//! let world = local_servers::World::start().await?;
//! println!("{} {} {}", world.nats.url(), world.redis.url(), world.postgres.url());
//! world.nats.kill9().await?;
//! world.nats.restart().await?;
//! # Ok(())
//! # }
//! ```
//!
//! [`Embedder`] is a fourth one, which is fetched on request only; [`Chromium`] is the machine's own browser.
//!
//! Every method takes `&self`, so that a chaos loop can kill a server that a test is using.

mod account;
mod binary;
pub mod chromium;
mod cluster;
pub mod embedder;
mod fetch;
mod guardian;
mod nats;
mod password;
mod pgbouncer;
mod port;
mod postgres;
pub mod private;
mod process;
mod proxy;
mod redis;
mod server;
mod template;
mod tree;
mod worker;
mod world;

pub use binary::{Program, ServerKind, find, find_with_tls};
pub use chromium::Chromium;
pub use cluster::NatsCluster;
pub use embedder::Embedder;
pub use fetch::{Cache, fetch, install};
pub use nats::{Nats, NatsOptions};
pub use pgbouncer::PgBouncer;
pub use port::Port;
pub use postgres::{Postgres, PostgresOptions};
pub use process::{Ended, Process, Start};
pub use proxy::{ChaosProxy, Fault};
pub use redis::{Redis, RedisOptions};
pub use server::Server;
pub use worker::Worker;
pub use world::World;
