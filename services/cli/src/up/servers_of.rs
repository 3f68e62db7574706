//! The three servers of a local fleet: started here, or the user's own.

use std::path::Path;
use std::time::Instant;

use anyhow::Context as _;
use runtime::client::{Client, Target};
use runtime::config::Credentials;
use runtime::topology::Options;
use servers::{Nats, NatsOptions, Postgres, PostgresOptions, Redis, RedisOptions, Server};
use store::Store;

use super::listing::{Listing, Part};
use super::users::{OPERATOR, Users};
use super::{Args, room};

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
        let nats = NatsOptions {
            dir: Some(dir.join("nats")),
            sync_always: args.sync_always,
            extra_config: users.as_ref().map(Users::config).unwrap_or_default(),
            ..NatsOptions::default()
        };
        let postgres = PostgresOptions { dir: Some(dir.join("postgres")), ..PostgresOptions::default() };
        let redis = RedisOptions { dir: Some(dir.join("valkey")), port: None };
        let (nats, postgres, redis) = tokio::try_join!(
            unless(args.nats_url.is_some(), listing, Nats::start(nats)),
            unless(args.postgres_url.is_some(), listing, Postgres::start(postgres)),
            unless(args.redis_url.is_some(), listing, Redis::start(redis)),
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

    /// Starts those again that have ended.
    pub(super) async fn revive(&self, listing: &Listing) -> anyhow::Result<()> {
        for server in self.own() {
            if !server.is_running() {
                listing.note(&format!(
                    "{} has ended (see {}); starting it again",
                    server.name(),
                    server.log().display()
                ));
                server.restart().await.with_context(|| format!("starting {} again", server.name()))?;
            }
        }
        Ok(())
    }

    /// Starts nats-server again if it cannot store anything and could, started anew.
    pub(super) async fn unstick(&self, listing: &Listing) {
        let Some(nats) = &self.nats else { return };
        let Some(error) = room::write_error(nats).await else { return };
        if !room::is_there(nats.dir()) {
            let mend = "make room there; it is started again by itself then";
            listing.note(&format!("nats-server cannot store anything in {}: {error}; {mend}", nats.dir().display()));
            return;
        }
        listing.note(&format!("nats-server cannot store anything ({error}) and there is room: starting it again"));
        if let Err(error) = nats.restart().await {
            listing.note(&format!("nats-server does not come up again: {error:#}"));
        }
    }

    /// nats-server's monitoring, where it is ours.
    pub(super) fn monitor_url(&self) -> Option<String> {
        self.nats.as_ref().map(Nats::monitor_url)
    }

    /// Makes the streams again if somebody removed them. Not reachable is no reason to end: it is said and tried again.
    pub(super) async fn repair_topology(&self, listing: &Listing) {
        if let Err(error) = self.try_repair(listing).await {
            listing.note(&format!("streams could not be compared with the topology: {error:#}"));
        }
    }

    async fn try_repair(&self, listing: &Listing) -> anyhow::Result<()> {
        let client = connect(&self.operator_url()).await?;
        let options = Options::default();
        let missing = client.check_topology(&options).await;
        if !missing.is_empty() {
            let names: Vec<&str> = missing.iter().map(|difference| difference.what.as_str()).collect();
            listing.note(&format!("making again: {}", names.join(", ")));
            client.apply_topology(&options).await?;
        }
        client.close().await;
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
    let server = start.await?;
    listing.ready(&Part { name: server.name(), address: &server.address(), pid: server.pid(), took: begun.elapsed() });
    Ok(Some(server))
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
