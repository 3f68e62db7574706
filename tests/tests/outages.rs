//! Rows of the fault matrix (RELIABILITY (b)) in which a server fails for a while: killed again and again, without its leader, out of
//! disk.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use std::time::{Duration, Instant};

use domain::JobId;
use local_servers::{NatsCluster, NatsOptions, Postgres, PostgresOptions, Redis, RedisOptions, World};
use runtime::topology::{CONSUMERS, Options as Topology};
use tests::fleet::Urls;
use tests::sabotage::{self, DISK_FULL};
use tests::small_disk::SmallDisk;
use tests::trial::{busy, ends_well, hasty, lasts, none_ended, publish, reaches};
use tests::{Fleet, Setup, events, wait};

/// A pull that a restarted server has forgotten stalls its worker for 35 s unless somebody notices (RELIABILITY E3). The promise is
/// six; the rest is for a machine that runs other tests.
const PULLING_AGAIN: Duration = Duration::from_secs(15);

/// Waits until every consumer has a pull open; answers how long it took.
async fn all_pull(fleet: &Fleet) -> Duration {
    let since = Instant::now();
    wait::until("every consumer is pulled", PULLING_AGAIN, || async {
        let mut idle = Vec::new();
        for spec in CONSUMERS {
            let stream = fleet.publisher.jetstream.get_stream(spec.stream).await?;
            let info = stream.consumer_info(spec.name).await?;
            if info.num_waiting == 0 && info.num_ack_pending == 0 {
                idle.push(spec.name);
            }
        }
        Ok(if idle.is_empty() { Ok(()) } else { Err(format!("nobody pulls {idle:?}")) })
    })
    .await
    .unwrap();
    since.elapsed()
}

#[tokio::test]
async fn row_7_nats_is_killed_again_and_again_and_every_worker_pulls_again() {
    let (fleet, mut jobs) = busy(hasty(), 30).await.unwrap();
    for round in 0..3 {
        fleet.servers.nats.kill9().await.unwrap();
        fleet.servers.nats.restart().await.unwrap();
        println!("round {round}: all pull after {:?}", all_pull(&fleet).await);
        jobs.extend(fleet.publisher.events(&events::every_kind(500 + round)).await.unwrap());
    }
    ends_well(&fleet, &jobs).await.unwrap();
    none_ended(&fleet).unwrap();
}

/// Three servers, three copies of every stream, through one address list.
async fn clustered() -> (Fleet, Vec<local_servers::Nats>) {
    let options = NatsOptions::default();
    let (cluster, redis, postgres) = tokio::try_join!(
        NatsCluster::start(3, &options),
        Redis::start(RedisOptions::default()),
        Postgres::start(PostgresOptions::default()),
    )
    .unwrap();
    let nats = cluster.url();
    let mut nodes = cluster.nodes;
    let urls = Urls { nats, postgres: postgres.url(), redis: redis.url() };
    let servers = World { nats: nodes.remove(0), redis, postgres };
    let topology = Topology { replicas: 3, work_bytes: 64 << 20, kept_bytes: 32 << 20, ..Topology::default() };
    let setup = Setup { topology, ..hasty() };
    (Fleet::start_through(setup, servers, urls).await.unwrap(), nodes)
}

#[tokio::test]
async fn row_11_the_leader_of_the_work_is_killed_and_another_leads() {
    let (fleet, others) = clustered().await;
    let mut jobs = publish(&fleet, 20).await.unwrap();
    let stream = fleet.publisher.jetstream.get_stream("AUSPEX_WORK").await.unwrap();
    let leader = stream.get_info().await.unwrap().cluster.unwrap().leader.unwrap();
    let nodes = std::iter::once(&fleet.servers.nats).chain(&others);
    let led = nodes.into_iter().find(|node| leader.ends_with(&node.port().to_string())).unwrap();
    led.kill9().await.unwrap();
    let since = Instant::now();
    let first = fleet.publisher.events(&events::every_kind(700)).await.unwrap();
    wait::until("work goes on without the leader", Duration::from_secs(30), || async {
        let taken = fleet.truth.accounted(&first).await?;
        Ok(if taken == first.len() { Ok(()) } else { Err(format!("{taken} of {}", first.len())) })
    })
    .await
    .unwrap();
    println!("{leader} is dead, new work was taken in after {:?}", since.elapsed());
    jobs.extend(first);
    // The dead one stays dead: two of three are enough.
    ends_well(&fleet, &jobs).await.unwrap();
    none_ended(&fleet).unwrap();
}

#[tokio::test]
async fn row_29_postgres_has_no_room_and_has_room_again() {
    let (fleet, jobs) = busy(hasty(), 40).await.unwrap();
    sabotage::refuse(&fleet.truth, &[DISK_FULL], 1.0).await.unwrap();
    let done = "SELECT count(*) FROM inbox WHERE done_at IS NOT NULL";
    let before = fleet.truth.count(done).await.unwrap();
    lasts(Duration::from_secs(6)).await;
    assert_eq!(fleet.truth.count(done).await.unwrap(), before, "nothing can have been written");
    none_ended(&fleet).unwrap();
    sabotage::heal(&fleet.truth).await.unwrap();
    ends_well(&fleet, &jobs).await.unwrap();
    assert_eq!(fleet.truth.count("SELECT count(*) FROM dead_letter").await.unwrap(), 0);
}

/// The work stream is full: outcomes stay in the outbox, publishers hear why, and all is sent when there is room.
#[tokio::test]
async fn row_29_jetstream_has_no_room_and_has_room_again() {
    let full = Topology { work_bytes: 48 << 10, ..Topology::default() };
    let fleet = Fleet::start(Setup { topology: full, ..hasty() }).await.unwrap();
    let (taken, refused) = publish_until_full(&fleet).await;
    assert!(refused.contains("maximum bytes exceeded"), "{refused}");
    reaches(&fleet, "outcomes wait in the outbox", "SELECT count(*) FROM dispatch WHERE sent_at IS NULL", 1)
        .await
        .unwrap();
    none_ended(&fleet).unwrap();
    fleet.apply(&Topology::default()).await.unwrap();
    ends_well(&fleet, &taken).await.unwrap();
    assert_eq!(fleet.truth.count("SELECT count(*) FROM dead_letter").await.unwrap(), 0);
}

/// nats-server's disk is full: nothing is confirmed any more, not even when there is room again, until it is started anew (measured; its
/// `/healthz` says so, which is what Kubernetes and `auspex up` go by). What it had confirmed is all there.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn row_29_nats_cannot_write_any_more_and_forgets_nothing_that_it_confirmed() {
    let disk = SmallDisk::new(48).unwrap();
    let nats = NatsOptions { dir: Some(disk.dir()), max_file_store: 32 << 20, ..NatsOptions::default() };
    let topology = Topology { work_bytes: 8 << 20, kept_bytes: 4 << 20, ..Topology::default() };
    let (fleet, mut jobs) = busy(Setup { nats, topology, ..hasty() }, 30).await.unwrap();
    let nats = &fleet.servers.nats;
    disk.fill(nats).unwrap();
    let late = events::every_kind(600);
    refuses(&fleet, &mut jobs).await;
    let health = healthz(&fleet).await;
    assert!(health.contains("write error"), "{health}");
    none_ended(&fleet).unwrap();
    disk.free(nats).unwrap();
    assert!(
        try_once(&fleet, &late[0]).await.is_err(),
        "room alone does not mend it; if it does now, tell doctor and `up`"
    );
    nats.restart().await.unwrap();
    jobs.extend(fleet.publisher.events(&late).await.unwrap());
    ends_well(&fleet, &jobs).await.unwrap();
    // Every kind of event has one that no fleet without macros can work on.
    let dead = "SELECT count(*) FROM dead_letter WHERE class <> 'rejected'";
    assert_eq!(fleet.truth.count(dead).await.unwrap(), 0);
    none_ended(&fleet).unwrap();
}

/// Publishes until an event is refused: the last bytes of a disk take some. What was confirmed counts.
#[cfg(target_os = "linux")]
async fn refuses(fleet: &Fleet, taken: &mut Vec<JobId>) {
    for event in events::mixture(400).split_off(100) {
        match try_once(fleet, &event).await {
            Ok(()) => taken.push(event.job()),
            Err(_) => return,
        }
    }
    panic!("a full disk took 300 events");
}

/// Postgres' disk is really full: it refuses what needs more room, dies when its log needs more, and cannot start. All of that is the
/// server's fault: no worker ends, no job is given up, and none has an attempt counted.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn row_29_postgres_dies_of_a_full_disk_and_no_job_is_to_blame() {
    let disk = SmallDisk::new(160).unwrap();
    let postgres = PostgresOptions { dir: Some(disk.dir()), ..PostgresOptions::default() };
    // A single attempt that was counted wrongly would be a dead letter.
    let setup = Setup { postgres, ..hasty() }.with("AUSPEX_WORKER_MAX_ATTEMPTS", 3);
    let (fleet, mut jobs) = busy(setup, 120).await.unwrap();
    let postgres = &fleet.servers.postgres;
    disk.fill(postgres).unwrap();
    jobs.extend(fleet.publisher.events(&events::mixture(300).split_off(120)).await.unwrap());
    if disk.is_real() {
        // It lives, and refuses for longer than the store is patient (30 s): whoever works meets it.
        lasts(Duration::from_secs(33)).await;
        none_ended(&fleet).unwrap();
        let open = fleet.truth.count("SELECT count(*) FROM inbox WHERE done_at IS NULL").await.unwrap();
        assert!(open > 0, "all work was done before the disk was full: nothing was tested");
    }
    wait::until("its log needs room, and it dies", Duration::from_secs(30), || async {
        let _ = fleet.truth.change("SELECT pg_switch_wal()").await;
        Ok(if postgres.is_running() { Err("it runs".to_owned()) } else { Ok(()) })
    })
    .await
    .unwrap();
    if disk.is_real() {
        let refused = format!("{:#}", postgres.restart().await.unwrap_err());
        assert!(refused.contains("No space left"), "{refused}");
    }
    none_ended(&fleet).unwrap();
    disk.free(postgres).unwrap();
    postgres.restart().await.unwrap();
    ends_well(&fleet, &jobs).await.unwrap();
    none_ended(&fleet).unwrap();
    assert_eq!(fleet.truth.count("SELECT count(*) FROM dead_letter").await.unwrap(), 0);
    let blamed = "SELECT consumer || ': ' || last_error FROM inbox WHERE failures > 0";
    let blamed = fleet.truth.texts(blamed).await.unwrap();
    assert!(blamed.iter().all(|error| !error.contains("database")), "a fault of the server was counted: {blamed:?}");
}

/// A server falls while another is frozen, and then all three at once.
#[tokio::test]
async fn rows_7_8_21_and_25_together_lose_nothing() {
    let (fleet, mut jobs) = busy(hasty(), 60).await.unwrap();
    let World { nats, redis, postgres } = &fleet.servers;
    postgres.freeze().unwrap();
    lasts(Duration::from_secs(3)).await;
    nats.kill9().await.unwrap();
    redis.freeze().unwrap();
    nats.restart().await.unwrap();
    // Longer than the ack wait and the lease: everything comes again while nobody can say who holds it.
    lasts(Duration::from_secs(9)).await;
    redis.thaw().unwrap();
    postgres.thaw().unwrap();
    jobs.extend(fleet.publisher.events(&events::mixture(120).split_off(60)).await.unwrap());
    tokio::try_join!(nats.kill9(), redis.kill9(), postgres.kill9()).unwrap();
    lasts(Duration::from_secs(2)).await;
    tokio::try_join!(nats.restart(), redis.restart(), postgres.restart()).unwrap();
    ends_well(&fleet, &jobs).await.unwrap();
    none_ended(&fleet).unwrap();
    assert_eq!(fleet.truth.count("SELECT count(*) FROM dead_letter").await.unwrap(), 0);
}

/// Workers are killed while Postgres refuses everything: their successors wait for it, too.
#[tokio::test]
async fn rows_1_and_29_together_lose_nothing() {
    let (fleet, jobs) = busy(hasty(), 60).await.unwrap();
    sabotage::refuse(&fleet.truth, &[DISK_FULL], 1.0).await.unwrap();
    for name in ["researcher", "classifier", "writer"] {
        for place in fleet.places(name) {
            fleet.kill_worker(place).await.unwrap();
        }
    }
    lasts(Duration::from_secs(4)).await;
    sabotage::heal(&fleet.truth).await.unwrap();
    ends_well(&fleet, &jobs).await.unwrap();
    none_ended(&fleet).unwrap();
    assert_eq!(fleet.truth.count("SELECT count(*) FROM dead_letter").await.unwrap(), 0);
}

/// Valkey cannot write its file: it refuses writes and goes on reading. The fleet goes on without it.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn row_29_valkey_has_no_room_and_the_work_goes_on_without_it() {
    let disk = SmallDisk::new(16).unwrap();
    let redis = RedisOptions { dir: Some(disk.dir()), port: None };
    let (fleet, mut jobs) = busy(Setup { redis, ..hasty() }, 20).await.unwrap();
    let redis = &fleet.servers.redis;
    disk.fill(redis).unwrap();
    jobs.extend(fleet.publisher.events(&events::mixture(60).split_off(20)).await.unwrap());
    ends_well(&fleet, &jobs).await.unwrap();
    assert!(redis.flush_all().await.is_err(), "it took a write on a full disk: nothing was tested");
    // A limit on its files has ended it by now (SIGXFSZ); a full disk does not, and it starts on one, too.
    redis.kill9().await.unwrap();
    if disk.is_real() {
        redis.restart().await.unwrap();
    }
    disk.free(redis).unwrap();
    if !redis.is_running() {
        redis.restart().await.unwrap();
    }
    wait::until("it takes writes again by itself", Duration::from_secs(30), || async {
        Ok(redis.flush_all().await.map_err(|error| error.to_string()))
    })
    .await
    .unwrap();
    none_ended(&fleet).unwrap();
}

#[cfg(target_os = "linux")]
async fn try_once(fleet: &Fleet, event: &domain::Event) -> Result<(), String> {
    use proto::event::Fact;
    let fact = proto::events::EventReceived(event.clone());
    let mut headers = async_nats::HeaderMap::new();
    headers.insert("Nats-Msg-Id", event.job().to_string());
    let sent = fleet.publisher.jetstream.publish_with_headers(fact.subject(), headers, fact.encode().into()).await;
    let confirmed = sent.map_err(|error| error.to_string())?.await;
    confirmed.map(drop).map_err(|error| error.to_string())
}

#[cfg(target_os = "linux")]
async fn healthz(fleet: &Fleet) -> String {
    let http = telemetry::http::client(telemetry::http::ClientConfig::default()).unwrap();
    http.get(format!("{}/healthz", fleet.servers.nats.monitor_url())).send().await.unwrap().text().await.unwrap()
}

/// What was confirmed, and the reason of the first that was not.
async fn publish_until_full(fleet: &Fleet) -> (Vec<JobId>, String) {
    use proto::event::Fact;
    let mut taken = Vec::new();
    for event in events::mixture(400) {
        let (fact, job) = (proto::events::EventReceived(event.clone()), event.job());
        let mut headers = async_nats::HeaderMap::new();
        headers.insert("Nats-Msg-Id", job.to_string());
        let jetstream = &fleet.publisher.jetstream;
        let sent = jetstream.publish_with_headers(fact.subject(), headers, fact.encode().into()).await.unwrap();
        match sent.await {
            Ok(_) => taken.push(job),
            Err(error) => return (taken, format!("{error:?}")),
        }
    }
    panic!("48 KiB were never full");
}
