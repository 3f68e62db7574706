//! The three servers of a local fleet: started here, or provided by the user.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use local_servers::{Nats, NatsOptions, Postgres, PostgresOptions, Redis, RedisOptions, Server};
use runtime::client::{Client, Target};
use runtime::config::Credentials;
use runtime::topology::Options;
use store::Store;

use super::listing::{Listing, Part};
use super::throttle::Throttle;
use super::users::{self, OPERATOR, Users};
use super::{Args, disk_space, watchdog};
use crate::disk;

/// Interval of the nats-server health check.
const HEALTH_INTERVAL: Duration = Duration::from_secs(10);
/// Interval of the comparison of streams and consumers with the topology. A worker waits three seconds for a missing
/// consumer; within that time it is recreated.
const TOPOLOGY_INTERVAL: Duration = Duration::from_secs(2);

/// Servers of a fleet. A server provided by the user has only an address.
pub(super) struct Servers {
    /// URL without user and password.
    pub(super) nats_url: String,
    /// Users of the servers started here.
    pub(super) users: Users,
    /// URL of the tables' owner.
    pub(super) postgres_url: String,
    pub(super) redis_url: String,
    nats: Option<Nats>,
    postgres: Option<Postgres>,
    redis: Option<Redis>,
}

impl Servers {
    /// Starts the servers without a given address, concurrently.
    pub(super) async fn start(args: &Args, dir: &Path, listing: &Listing) -> anyhow::Result<Self> {
        let users = Users::new(args)?;
        let [nats_dir, postgres_dir, redis_dir] = ["nats", "postgres", "valkey"].map(|part| dir.join(part));
        let nats = NatsOptions {
            dir: Some(nats_dir.clone()),
            sync_always: args.sync_always,
            extra_config: users.nats_config(),
            ..NatsOptions::default()
        };
        let owner_password = Some(users::owner_password(dir)?);
        let postgres =
            PostgresOptions { dir: Some(postgres_dir.clone()), owner_password, ..PostgresOptions::default() };
        let redis = RedisOptions { dir: Some(redis_dir.clone()), acl: users.redis_acl(), ..RedisOptions::default() };
        let (nats, postgres, redis) = tokio::try_join!(
            start_unless(args.nats_url.is_some(), &nats_dir, listing, Nats::start(nats)),
            start_unless(args.postgres_url.is_some(), &postgres_dir, listing, Postgres::start(postgres)),
            start_unless(args.redis_url.is_some(), &redis_dir, listing, Redis::start(redis)),
        )?;
        Ok(Self {
            nats_url: address(args.nats_url.as_ref(), nats.as_ref().map(Nats::url)),
            postgres_url: address(args.postgres_url.as_ref(), postgres.as_ref().map(Postgres::url)),
            redis_url: address(args.redis_url.as_ref(), redis.as_ref().map(Redis::url)),
            users,
            nats,
            postgres,
            redis,
        })
    }

    /// NATS address for the other commands, with user and password if nats-server was started here.
    pub(super) fn operator_url(&self) -> String {
        match (&self.nats, self.users.nats_password(OPERATOR)) {
            (Some(nats), Some(password)) => nats.url_as(OPERATOR, password),
            _ => self.nats_url.clone(),
        }
    }

    /// Creates tables, roles, streams and consumers.
    pub(super) async fn prepare(&self, listing: &Listing) -> anyhow::Result<()> {
        let begun = Instant::now();
        let nats_url = self.operator_url();
        let tables = async {
            migrate(&self.postgres_url).await?;
            self.users.apply_roles(&self.postgres_url).await
        };
        tokio::try_join!(tables, apply_topology(&nats_url))?;
        listing.note(&format!("tables, streams and consumers ready after {:.2} s", begun.elapsed().as_secs_f64()));
        Ok(())
    }

    /// Watches the servers started here, and the streams, for ever.
    pub(super) async fn watch(&self, listing: &Listing) {
        let watchdogs = self.own().into_iter().map(|server| watchdog::watch(server, listing));
        tokio::join!(
            futures::future::join_all(watchdogs),
            self.restart_stuck_nats(listing),
            self.repair_topology(listing)
        );
    }

    /// Restarts nats-server whenever it cannot store messages although there is disk space.
    async fn restart_stuck_nats(&self, listing: &Listing) {
        let Some(nats) = &self.nats else { return };
        let (mut look, mut status) = (every(HEALTH_INTERVAL), Throttle::default());
        loop {
            look.tick().await;
            let Some(error) = disk_space::write_error(nats).await else {
                status.reset();
                continue;
            };
            if !disk_space::is_available(nats.dir()).await {
                let text = format!(
                    "nats-server cannot store messages in {}: {error}; {}",
                    nats.dir().display(),
                    disk::DISK_FULL_ADVICE
                );
                status.report(listing, "full", &text);
                continue;
            }
            listing.note(&format!(
                "nats-server cannot store messages ({error}) although there is disk space; restarting it"
            ));
            if let Err(error) = nats.restart().await {
                status.report(listing, "failed", &format!("nats-server failed to restart, retrying: {error:#}"));
            }
        }
    }

    /// Monitoring address of a nats-server started here.
    pub(super) fn monitor_url(&self) -> Option<String> {
        self.nats.as_ref().map(Nats::monitor_url)
    }

    /// Recreates streams and consumers that were removed. An unreachable server is reported and retried.
    async fn repair_topology(&self, listing: &Listing) {
        let (mut look, mut status, mut client) = (every(TOPOLOGY_INTERVAL), Throttle::default(), None);
        loop {
            look.tick().await;
            match self.try_repair(&mut client, listing).await {
                Ok(()) => drop(status.reset()),
                Err(error) => {
                    let text = format!("cannot compare the streams with the topology, retrying: {error:#}");
                    status.report(listing, "failed", &text);
                }
            }
        }
    }

    /// Compares and repairs once. The connection is reused and reconnects by itself.
    async fn try_repair(&self, connection: &mut Option<Client>, listing: &Listing) -> anyhow::Result<()> {
        let client = match connection {
            Some(client) => client,
            None => connection.insert(connect(&self.operator_url()).await?),
        };
        let options = Options::default();
        let checked = tokio::time::timeout(HEALTH_INTERVAL, client.check_topology(&options)).await;
        let missing = checked.context("NATS did not respond in time")?;
        if !missing.is_empty() {
            client.apply_topology(&options).await?;
            let names: Vec<&str> = missing.iter().map(|difference| difference.what.as_str()).collect();
            listing.note(&format!("recreated: {}", names.join(", ")));
        }
        Ok(())
    }

    /// Stops the servers started here, concurrently.
    pub(super) async fn stop(&self, listing: &Listing) {
        let stops = self.own().into_iter().map(|server| async move {
            if let Err(error) = server.stop_gracefully().await {
                listing.note(&format!("{} did not stop: {error:#}", server.name()));
            }
        });
        futures::future::join_all(stops).await;
    }

    /// Name and process id of each server started here.
    pub(super) fn pids(&self) -> Vec<(String, u32)> {
        self.own().into_iter().filter_map(|server| Some((server.name().to_owned(), server.pid()?))).collect()
    }

    fn own(&self) -> Vec<&Server> {
        let nats = self.nats.as_ref().map(|server| -> &Server { server });
        let postgres = self.postgres.as_ref().map(|server| -> &Server { server });
        let redis = self.redis.as_ref().map(|server| -> &Server { server });
        [nats, postgres, redis].into_iter().flatten().collect()
    }
}

/// Starts and lists a server, unless the user provided one.
async fn start_unless<S>(
    given: bool,
    dir: &Path,
    listing: &Listing,
    start: impl Future<Output = anyhow::Result<S>>,
) -> anyhow::Result<Option<S>>
where
    S: std::ops::Deref<Target = Server>,
{
    if given {
        return Ok(None);
    }
    let begun = Instant::now();
    let server = match start.await {
        Ok(server) => server,
        Err(error) => {
            return Err(match disk::full(dir).await {
                Some(full) => error.context(format!("{full}; free disk space and start again")),
                None => error,
            });
        }
    };
    listing.ready(&Part { name: server.name(), address: &server.address(), pid: server.pid(), took: begun.elapsed() });
    Ok(Some(server))
}

/// Returns an interval whose first tick is after one period: everything was just created.
fn every(pause: Duration) -> tokio::time::Interval {
    let mut look = tokio::time::interval_at(tokio::time::Instant::now() + pause, pause);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    look
}

/// Returns the user's address or that of the started server; exactly one of them exists.
fn address(given: Option<&String>, started: Option<String>) -> String {
    given.cloned().or(started).unwrap_or_default()
}

async fn migrate(url: &str) -> anyhow::Result<()> {
    let store = Store::connect(store::PostgresConfig::new(url, "up")).await.context("connecting to Postgres")?;
    store.migrate().await.context("migrating the tables")
}

async fn apply_topology(url: &str) -> anyhow::Result<()> {
    let client = connect(url).await?;
    client.apply_topology(&Options::default()).await?;
    client.close().await;
    Ok(())
}

async fn connect(url: &str) -> anyhow::Result<Client> {
    let target = Target {
        url: url.to_owned(),
        credentials: Credentials::None,
        tls: Default::default(),
        name: OPERATOR.to_owned(),
    };
    Ok(Client::connect(&target).await?)
}
