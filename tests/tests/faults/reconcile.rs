//! A promotion that loses commits: `auspex reconcile` finds in the streams what Postgres has lost.

use local_servers::{ChaosProxy, Nats, NatsOptions, Postgres, PostgresOptions, Redis, RedisOptions, Worker, World};
use serde_json::Value;
use tests::fault_setup::{fast_setup, none_ended, reaches};
use tests::fleet::Urls;
use tests::wait::PATIENCE;
use tests::{Database, Fleet, events, streams, users, wait};

/// A fleet on an asynchronous pair, with the standby and the address that moves to it.
struct Pair {
    fleet: Fleet,
    standby: Postgres,
    proxy: ChaosProxy,
}

async fn pair() -> Pair {
    let postgres = Postgres::start(PostgresOptions::default()).await.unwrap();
    let standby = postgres.standby("second", PostgresOptions::default()).await.unwrap();
    let (nats, redis) = (users::nats(NatsOptions::default()), users::redis(RedisOptions::default()));
    let (nats, redis) = tokio::try_join!(Nats::start(nats), Redis::start(redis)).unwrap();
    let proxy = ChaosProxy::start(postgres.address()).await.unwrap();
    let address = proxy.url(&postgres.url()).unwrap();
    let urls = Urls { nats: nats.url(), postgres: address.clone(), redis: redis.url() };
    let mut fleet = Fleet::start_through(fast_setup(), World { nats, redis, postgres }, urls).await.unwrap();
    fleet.database = Database::connect_lazy(&address).unwrap();
    Pair { fleet, standby, proxy }
}

impl Pair {
    /// Ends the replication, so that the standby receives nothing more.
    async fn detach(&self) {
        let written = self.fleet.database.texts("SELECT pg_current_wal_lsn()::text").await.unwrap().remove(0);
        let caught_up = format!("SELECT count(*) FROM pg_stat_replication WHERE replay_lsn >= '{written}'");
        reaches(&self.fleet, "the standby has caught up", &caught_up, 1).await.unwrap();
        let standby = Database::connect_lazy(&self.standby.url()).unwrap();
        for change in ["ALTER SYSTEM SET primary_conninfo = ''", "SELECT pg_reload_conf()"] {
            standby.change(change).await.unwrap();
        }
        wait::until("the standby is detached", PATIENCE, || async {
            let count = self.fleet.database.count("SELECT count(*) FROM pg_stat_replication").await?;
            Ok(if count == 0 { Ok(()) } else { Err(format!("{count} standbys")) })
        })
        .await
        .unwrap();
    }

    async fn drained(&self) {
        wait::until("the streams are drained", PATIENCE, || async {
            let open = streams::undrained(&self.fleet.publisher.jetstream).await?;
            Ok(if open.is_empty() { Ok(()) } else { Err(format!("{open:?}")) })
        })
        .await
        .unwrap();
    }

    async fn fail_over(&self) {
        self.fleet.servers.postgres.kill9().await.unwrap();
        self.standby.promote().await.unwrap();
        self.proxy.forward_to(self.standby.address());
    }

    /// Runs `auspex reconcile` and returns its exit code and report.
    async fn reconcile(&self, apply: &[&str]) -> (i32, Value) {
        let done = tokio::process::Command::new(Worker::locate("auspex").unwrap())
            .args(["reconcile", "--json"])
            .args(apply)
            .envs(self.fleet.operator())
            .output()
            .await
            .unwrap();
        let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        (done.status.code().unwrap(), serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}")))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_acknowledged_event_that_a_promotion_lost_is_found_and_answered() {
    let pair = pair().await;
    let Pair { fleet, .. } = &pair;
    let mut all = events::mixture(50);
    let late = all.split_off(20);
    let mut jobs = fleet.run(&all, PATIENCE).await.unwrap();
    pair.detach().await;
    let lost = fleet.run(&late, PATIENCE).await.unwrap();
    pair.drained().await;
    pair.fail_over().await;
    assert_eq!(fleet.database.accounted(&lost).await.unwrap(), 0, "nothing was lost: nothing is tested");
    assert_eq!(fleet.database.accounted(&jobs).await.unwrap(), jobs.len());

    let (code, dry) = pair.reconcile(&[]).await;
    assert_eq!((code, dry["lost_events"].as_u64(), dry["replayed"].as_u64()), (3, Some(30), Some(0)), "{dry}");
    assert_eq!(dry["consumers"]["classifier"]["done"], 20, "{dry}");
    assert!(!dry["results"]["missing"].as_array().unwrap().is_empty(), "{dry}");
    let lost_groups = dry["results"]["missing_groups"].as_u64().unwrap();
    assert!(lost_groups > 0, "the group of the first events is not missing, those of the lost events are: {dry}");
    assert_eq!(pair.reconcile(&[]).await.1["lost_events"], 30, "a dry run publishes nothing");

    let (_, applied) = pair.reconcile(&["--apply"]).await;
    assert_eq!((applied["lost_events"].as_u64(), applied["replayed"].as_u64()), (Some(0), Some(30)), "{applied}");
    // Redis kept the marks of the lost research; with them the repeated events would not be researched.
    assert!(applied["forgotten_marks"].as_u64().unwrap() > 0, "{applied}");
    jobs.extend(lost);
    fleet.settled(&jobs, PATIENCE).await.unwrap();
    pair.drained().await;
    none_ended(fleet).unwrap();
    assert_eq!(fleet.database.count("SELECT count(*) FROM dead_letter").await.unwrap(), 0);
    let (code, after) = pair.reconcile(&["--apply"]).await;
    assert_eq!((code, after["lost_events"].as_u64(), after["lost_facts"].as_u64()), (0, Some(0), Some(0)), "{after}");
    assert_eq!(after["results"]["missing"].as_array().unwrap().len(), 0, "each is made again under its id: {after}");
    assert!(after["results"]["missing_groups"].as_u64().unwrap() <= lost_groups, "{after}");

    // The provider has billed the lost calls as well; the ledger cannot know them, and the report says so.
    let charged = fleet.database.count("SELECT coalesce(sum(charged), 0)::bigint FROM call").await.unwrap();
    let billed = i64::try_from(fleet.offline.totals().cost_micro_usd).unwrap();
    assert!(billed > charged, "{billed} billed, {charged} charged");
    assert!(dry["unknown_spending_since"].is_string() && after["unknown_spending_since"].is_null(), "{dry} {after}");
}
