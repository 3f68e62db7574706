//! The servers of a kill loop: one of each kind, or a cluster of nats-servers and a primary with a synchronous standby.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, ensure};
use local_servers::{ChaosProxy, Nats, NatsCluster, Postgres, PostgresOptions, Redis, Server, World};
use rand::Rng;
use rand::rngs::StdRng;

use super::KillLoop;
use crate::fault_setup::wait_out;
use crate::fleet::Urls;
use crate::{Database, Fleet, Setup, users, wait};

/// Maximum time until a standby that was away has caught up.
const CAUGHT_UP: Duration = Duration::from_secs(60);
/// Name of the standby in `synchronous_standby_names`.
const STANDBY: &str = "second";
/// Standbys that confirm commits. Only such a standby is promoted, as by a manager of fail-overs.
const CONFIRMING: &str =
    "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')";

/// A fleet and its servers.
pub(super) struct Stage {
    pub(super) fleet: Fleet,
    /// The nats-servers beside `fleet.servers.nats`.
    others: NatsCluster,
    /// The standby, and the address that moves to it.
    pair: Option<(Postgres, ChaosProxy)>,
    is_promoted: AtomicBool,
}

impl Stage {
    pub(super) async fn start(kill_loop: &KillLoop, mut setup: Setup) -> anyhow::Result<Self> {
        let with_users = users::nats(setup.nats.clone());
        let mut cluster = NatsCluster::start(kill_loop.nats, &with_users).await.context("nats-server")?;
        let nats = cluster.url();
        setup.topology.replicas = kill_loop.nats.min(3);
        let redis = Redis::start(users::redis(setup.redis.clone())).await.context("Valkey")?;
        let (postgres, pair) =
            databases(kill_loop.failover_ms > 0, setup.postgres.clone()).await.context("Postgres")?;
        let direct = postgres.url();
        let address = pair.as_ref().map_or(Ok(direct.clone()), |(_, proxy)| proxy.url(&direct))?;
        let urls = Urls { nats, postgres: address.clone(), redis: redis.url() };
        let servers = World { nats: cluster.nodes.remove(0), redis, postgres };
        let mut fleet = Fleet::start_through(setup, servers, urls).await?;
        fleet.database = Database::connect_lazy(&address)?;
        Ok(Self { fleet, others: cluster, pair, is_promoted: AtomicBool::new(false) })
    }

    /// Returns the server that accepts writes.
    pub(super) fn postgres(&self) -> &Postgres {
        match &self.pair {
            Some((standby, _)) if self.is_promoted.load(Ordering::Relaxed) => standby,
            _ => &self.fleet.servers.postgres,
        }
    }

    fn nats(&self) -> impl Iterator<Item = &Nats> {
        std::iter::once(&self.fleet.servers.nats).chain(&self.others.nodes)
    }

    /// Restarts the servers that do not run. A former primary stays down: nothing may write to it.
    pub(super) async fn revive(&self) -> anyhow::Result<()> {
        let nats = self.nats().map(|node| &**node);
        for server in nats.chain([&**self.postgres(), &*self.fleet.servers.redis]) {
            if !server.is_running() {
                server.restart().await?;
            }
        }
        self.fleet.restart_ended().await
    }

    /// Kills and restarts the nats-server that leads the stream of work, or any if none is known to lead it.
    pub(super) async fn kill_nats(&self, random: &mut StdRng) -> anyhow::Result<()> {
        let leader = self.leader().await.unwrap_or_default();
        let nodes: Vec<&Nats> = self.nats().collect();
        let led = nodes.iter().position(|node| leader.ends_with(&format!("-{}", node.port())));
        kill_and_restart(nodes[led.unwrap_or_else(|| random.random_range(0..nodes.len()))]).await
    }

    async fn leader(&self) -> Option<String> {
        let stream = self.fleet.publisher.jetstream.get_stream("AUSPEX_WORK").await.ok()?;
        stream.cached_info().cluster.as_ref()?.leader.clone()
    }

    /// Kills all nats-servers but one, restarts them after `without`, and fails if a worker has ended in between.
    pub(super) async fn lose_quorum(&self, without: Duration, workers: &[usize]) -> anyhow::Result<()> {
        ensure!(!self.others.nodes.is_empty(), "one nats-server has no quorum to lose: use --nats 3");
        for node in &self.others.nodes {
            node.kill9().await?;
        }
        wait_out(without).await;
        for place in workers {
            let ended = self.fleet.ended(*place)?;
            ensure!(ended.is_none(), "a worker ended without quorum ({ended:?}): {}", self.fleet.log(*place));
        }
        for node in &self.others.nodes {
            node.restart().await?;
        }
        Ok(())
    }

    /// Kills the primary and promotes the standby, once it confirms commits.
    pub(super) async fn fail_over(&self) -> anyhow::Result<()> {
        let (standby, proxy) = self.pair.as_ref().context("there is no standby")?;
        wait::until("the standby confirms commits", CAUGHT_UP, || async {
            let count = self.fleet.database.count(CONFIRMING).await?;
            Ok(if count > 0 { Ok(()) } else { Err("none does".to_owned()) })
        })
        .await?;
        self.fleet.servers.postgres.kill9().await?;
        standby.promote().await?;
        proxy.forward_to(standby.address());
        self.is_promoted.store(true, Ordering::Relaxed);
        Ok(())
    }
}

async fn databases(
    with_standby: bool,
    mut options: PostgresOptions,
) -> anyhow::Result<(Postgres, Option<(Postgres, ChaosProxy)>)> {
    let usual = options.clone();
    if with_standby {
        options.settings.push(format!("synchronous_standby_names={STANDBY}"));
    }
    let primary = Postgres::start(options).await?;
    if !with_standby {
        return Ok((primary, None));
    }
    let standby = primary.standby(STANDBY, usual).await?;
    let proxy = ChaosProxy::start(primary.address()).await?;
    Ok((primary, Some((standby, proxy))))
}

pub(super) async fn kill_and_restart(server: &Server) -> anyhow::Result<()> {
    server.kill9().await?;
    server.restart().await
}
