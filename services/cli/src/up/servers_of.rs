//! The three servers of a local fleet: started here, or the user's own.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use local_servers::{Nats, NatsOptions, Postgres, PostgresOptions, Redis, RedisOptions, Server};
use runtime::client::{Client, Target};
use runtime::config::Credentials;
use runtime::topology::Options;
use store::Store;

use super::listing::{Listing, Part};
use super::sparingly::Sparingly;
use super::users::{OPERATOR, Users};
use super::{Args, guard, room};
use crate::disk;

/// How often nats-server is asked how it is.
const HEALTH: Duration = Duration::from_secs(10);
/// How often the streams are compared with what they should be. A worker that does not find its consumer gives up after three seconds;
/// until then it is there again.
const COMPARE: Duration = Duration::from_secs(2);

/// The servers. One that is the user's own has an address only.
pub(super) struct Servers {
    /// Without user and password.
    pub(super) nats_url: String,
    /// Users of a nats-server that is ours.
    pub(super) users: Option<Users>,
    pub(super) postgres_url: String,
    pub(super) redis_url: String,
    nats: Option<Nats>,
    postgres: Option<Postgres>,
    redis: Option<Redis>,
}

impl Servers {
    /// Starts those that have no address, all at once.
    pub(super) async fn start(args: &Args, dir: &Path, listing: &Listing) -> anyhow::Result<Self> {
        let users = if args.nats_url.is_none() { Some(Users::new()?) } else { None };
        let [nats_dir, postgres_dir, redis_dir] = ["nats", "postgres", "valkey"].map(|part| dir.join(part));
        let nats = NatsOptions {
            dir: Some(nats_dir.clone()),
            sync_always: args.sync_always,
            extra_config: users.as_ref().map(Users::config).unwrap_or_default(),
            ..NatsOptions::default()
        };
        let postgres = PostgresOptions { dir: Some(postgres_dir.clone()), ..PostgresOptions::default() };
        let redis = RedisOptions { dir: Some(redis_dir.clone()), port: None };
        let (nats, postgres, redis) = tokio::try_join!(
            unless(args.nats_url.is_some(), (&nats_dir, listing), Nats::start(nats)),
            unless(args.postgres_url.is_some(), (&postgres_dir, listing), Postgres::start(postgres)),
            unless(args.redis_url.is_some(), (&redis_dir, listing), Redis::start(redis)),
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

    /// Where the person at the keyboard connects: with user and password, where nats-server is ours.
    pub(super) fn operator_url(&self) -> String {
        let password = self.users.as_ref().and_then(|users| users.password(OPERATOR));
        match (&self.nats, password) {
            (Some(nats), Some(password)) => nats.url_as(OPERATOR, password),
            _ => self.nats_url.clone(),
        }
    }

    /// Tables, streams and consumers.
    pub(super) async fn prepare(&self, listing: &Listing) -> anyhow::Result<()> {
        let begun = Instant::now();
        let nats_url = self.operator_url();
        tokio::try_join!(migrate(&self.postgres_url), apply_topology(&nats_url))?;
        listing.note(&format!("tables, streams and consumers are there after {:.2} s", begun.elapsed().as_secs_f64()));
        Ok(())
    }

    /// Guards those that are ours, and the streams, for ever.
    pub(super) async fn watch(&self, listing: &Listing) {
        let guards = self.own().into_iter().map(|server| guard::watch(server, listing));
        tokio::join!(futures::future::join_all(guards), self.unstick(listing), self.repair_topology(listing));
    }

    /// Starts nats-server again whenever it cannot store anything and could, started anew.
    async fn unstick(&self, listing: &Listing) {
        let Some(nats) = &self.nats else { return };
        let (mut look, mut said) = (every(HEALTH), Sparingly::default());
        loop {
            look.tick().await;
            let Some(error) = room::write_error(nats).await else {
                said.over();
                continue;
            };
            if !room::is_there(nats.dir()).await {
                let text =
                    format!("nats-server cannot store anything in {}: {error}; {}", nats.dir().display(), disk::MEND);
                said.say(listing, "full", &text);
                continue;
            }
            listing.note(&format!("nats-server cannot store anything ({error}) and there is room: starting it again"));
            if let Err(error) = nats.restart().await {
                said.say(
                    listing,
                    "failed",
                    &format!("nats-server does not come up again, and is tried again: {error:#}"),
                );
            }
        }
    }

    /// nats-server's monitoring, where it is ours.
    pub(super) fn monitor_url(&self) -> Option<String> {
        self.nats.as_ref().map(Nats::monitor_url)
    }

    /// Makes the streams again whenever somebody has removed them. Not reachable is no reason to end: it is said and tried again.
    async fn repair_topology(&self, listing: &Listing) {
        let (mut look, mut said, mut client) = (every(COMPARE), Sparingly::default(), None);
        loop {
            look.tick().await;
            match self.try_repair(&mut client, listing).await {
                Ok(()) => drop(said.over()),
                Err(error) => {
                    let text = format!("streams could not be compared with the topology, and are again: {error:#}");
                    said.say(listing, "failed", &text);
                }
            }
        }
    }

    /// The connection is kept, and finds its server again by itself.
    async fn try_repair(&self, kept: &mut Option<Client>, listing: &Listing) -> anyhow::Result<()> {
        let client = match kept {
            Some(client) => client,
            None => kept.insert(connect(&self.operator_url()).await?),
        };
        let options = Options::default();
        let checked = tokio::time::timeout(HEALTH, client.check_topology(&options)).await;
        let missing = checked.context("NATS answers too slowly")?;
        if !missing.is_empty() {
            client.apply_topology(&options).await?;
            let names: Vec<&str> = missing.iter().map(|difference| difference.what.as_str()).collect();
            listing.note(&format!("made again: {}", names.join(", ")));
        }
        Ok(())
    }

    /// Stops those that are ours, all at once.
    pub(super) async fn stop(&self, listing: &Listing) {
        let stops = self.own().into_iter().map(|server| async move {
            if let Err(error) = server.stop_gracefully().await {
                listing.note(&format!("{} did not stop: {error:#}", server.name()));
            }
        });
        futures::future::join_all(stops).await;
    }

    /// Name and process of those that are ours.
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

/// Starts a server unless the user has one, and lists it.
async fn unless<S>(
    given: bool,
    (dir, listing): (&Path, &Listing),
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
                Some(full) => error.context(format!("{full}; make room there and start again")),
                None => error,
            });
        }
    };
    listing.ready(&Part { name: server.name(), address: &server.address(), pid: server.pid(), took: begun.elapsed() });
    Ok(Some(server))
}

/// The first time after a while: everything has just been made.
fn every(pause: Duration) -> tokio::time::Interval {
    let mut look = tokio::time::interval_at(tokio::time::Instant::now() + pause, pause);
    look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    look
}

/// The user's address, or that of the server that was started; exactly one of them is there.
fn address(given: Option<&String>, started: Option<String>) -> String {
    given.cloned().or(started).unwrap_or_default()
}

async fn migrate(url: &str) -> anyhow::Result<()> {
    let store = Store::connect(store::Config::new(url, "up")).await.context("connecting to Postgres")?;
    store.migrate().await.context("making the tables")
}

async fn apply_topology(url: &str) -> anyhow::Result<()> {
    let client = connect(url).await?;
    client.apply_topology(&Options::default()).await?;
    client.close().await;
    Ok(())
}

async fn connect(url: &str) -> anyhow::Result<Client> {
    let target = Target { url: url.to_owned(), credentials: Credentials::None, name: OPERATOR.to_owned() };
    Ok(Client::connect(&target).await?)
}
