//! Two replicas of a worker, one of which loses its servers: its trouble stays its own.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

#[path = "../../crates/worker/tests/s3/bucket.rs"]
#[allow(dead_code, reason = "its other users count requests")]
mod bucket;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use bucket::Bucket;
use domain::{Event, JobId};
use local_servers::{ChaosProxy, Fault};
use tests::fault_setup::{fast_setup, none_ended};
use tests::fleet::Urls;
use tests::wait::PATIENCE;
use tests::{Fleet, events, users, wait};

/// Events of a case; every second one needs no model.
const EVENTS: usize = 80;
/// Share of the events, in percent, of which each replica settles half: the healthy one must settle this much of its
/// half.
const KEPT: usize = 80;

/// Maximum time from the repair until the replica settles work again, whichever server was lost. It takes about 1 s.
const RETURN: Duration = Duration::from_secs(30);

const SERVERS: [&str; 4] = ["postgres", "nats", "redis", "model"];

/// A fleet with two classifiers. One reaches each server through its own proxy.
struct Pair {
    fleet: Fleet,
    well: usize,
    ill: usize,
    proxies: BTreeMap<&'static str, ChaosProxy>,
    /// Number of the next event.
    next: usize,
}

impl Pair {
    async fn start() -> Self {
        // The default of 300 s is right for long replies, but a model that never answers would keep its jobs for longer
        // than the test waits.
        let setup = fast_setup().only(&["classifier", "writer"]).with("AUSPEX_MODEL_HEADER_TIMEOUT", "3s");
        let fleet = Fleet::start(setup).await.unwrap();
        let servers = &fleet.servers;
        let model = fleet.offline.url();
        let mut proxies = BTreeMap::new();
        for (name, address) in [
            ("postgres", servers.postgres.address().to_string()),
            ("nats", servers.nats.address().to_string()),
            ("redis", servers.redis.address().to_string()),
            ("model", model.trim_start_matches("http://").trim_end_matches('/').to_owned()),
        ] {
            proxies.insert(name, ChaosProxy::start(address).await.unwrap());
        }
        let urls = Urls {
            nats: proxies["nats"].url(&servers.nats.url()).unwrap(),
            postgres: proxies["postgres"].url(&servers.postgres.url()).unwrap(),
            redis: proxies["redis"].url(&servers.redis.url()).unwrap(),
        };
        let mut own = users::environment("classifier", &urls);
        let base = format!("{}/anthropic", proxies["model"].url(&model).unwrap().trim_end_matches('/'));
        own.insert("AUSPEX_MODEL_BASE_URL".to_owned(), base);
        let well = fleet.places("classifier")[0];
        let ill = fleet.start_worker("classifier", own).unwrap();
        fleet.ready().await.unwrap();
        Self { fleet, well, ill, proxies, next: 0 }
    }

    /// Applies the faults to one replica while work arrives, and repairs them.
    async fn lose(&mut self, faults: &[(&'static str, Fault)]) {
        let case = format!("{faults:?}");
        faults.iter().for_each(|(server, fault)| self.proxies[server].set(*fault));
        let before = self.settled_by(self.well).await;
        let jobs = self.publish(|n| if n.is_multiple_of(2) { events::dust(n) } else { events::transaction(n) }).await;
        self.accounted(&case, &jobs).await;
        let share = self.settled_by(self.well).await - before;
        // A replica without Redis works, so it may take more than its half.
        let needed = faults.iter().filter(|(server, _)| *server != "redis");
        assert_kept(&needed.map(|(_, fault)| *fault).collect::<Vec<_>>(), (share, EVENTS));
        self.proxies.values().for_each(|proxy| proxy.set(Fault::None));
        self.returns(&case).await;
        none_ended(&self.fleet).unwrap();
    }

    /// Waits until the repaired replica settles work again.
    async fn returns(&mut self, case: &str) {
        let (before, begun) = (self.settled_by(self.ill).await, Instant::now());
        while self.settled_by(self.ill).await == before {
            assert!(begun.elapsed() < RETURN, "{case}: it settles nothing: {}", self.fleet.log(self.ill));
            let jobs = self.publish(events::dust).await;
            self.accounted(case, &jobs).await;
        }
        println!("{case}: works again after {:.1} s", begun.elapsed().as_secs_f64());
        assert!(begun.elapsed() < RETURN, "{case}: it returned after {:?}", begun.elapsed());
    }

    async fn publish(&mut self, event: impl Fn(usize) -> Event) -> Vec<JobId> {
        let numbers = self.next..self.next + EVENTS;
        self.next = numbers.end;
        self.fleet.publisher.events(&numbers.map(event).collect::<Vec<_>>()).await.unwrap()
    }

    async fn accounted(&self, case: &str, jobs: &[JobId]) {
        wait::until(case, PATIENCE, || async {
            let known = self.fleet.database.accounted(jobs).await?;
            Ok(if known == jobs.len() {
                Ok(())
            } else {
                Err(format!("{known} of {}\n{}", jobs.len(), self.fleet.logs()))
            })
        })
        .await
        .unwrap();
    }

    async fn settled_by(&self, place: usize) -> usize {
        settled_by(&self.fleet, place, "classifier").await
    }

    async fn end(self) {
        let dead = self.fleet.database.texts("SELECT errors::text FROM dead_letter").await.unwrap();
        assert!(dead.is_empty(), "{dead:?}");
    }
}

/// Returns the number of messages of a consumer that a replica has given an outcome.
async fn settled_by(fleet: &Fleet, place: usize, consumer: &str) -> usize {
    let metrics = fleet.metrics(place).await.unwrap();
    let consumer = format!("consumer=\"{consumer}\"");
    let is_outcome = |line: &&str| {
        let others = ["retry", "defer", "held", "abandoned", "duplicate", "dead"];
        line.starts_with("auspex_jobs_total{")
            && line.contains(&consumer)
            && !others.iter().any(|other| line.contains(&format!("\"{other}\"")))
    };
    let counts = metrics.lines().filter(is_outcome).filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok());
    counts.map(|count| count as usize).sum()
}

/// Fails if the healthy replica settled less than [`KEPT`] of its half. A slow replica works, so it may take more than
/// its half of a burst; only a lost server must leave the half of the other alone.
fn assert_kept(faults: &[Fault], (share, all): (usize, usize)) {
    let has_lost = faults.iter().any(|fault| !matches!(fault, Fault::Latency(_)));
    assert!(!has_lost || share * 200 >= all * KEPT, "{faults:?}: the healthy replica settled {share} of {all}");
}

const SLOW: Fault = Fault::Latency(Duration::from_millis(200));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_other_replica_goes_on_while_one_has_lost_a_server() {
    let mut pair = Pair::start().await;
    for server in SERVERS {
        for fault in [Fault::BlackHole, Fault::Refuse, SLOW] {
            pair.lose(&[(server, fault)]).await;
        }
    }
    assert!(pair.fleet.offline.totals().calls > 0, "the model was needed");
    pair.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_other_replica_goes_on_while_one_has_lost_two_servers() {
    let mut pair = Pair::start().await;
    for (at, first) in SERVERS.iter().enumerate() {
        for second in &SERVERS[at + 1..] {
            pair.lose(&[(*first, Fault::BlackHole), (*second, Fault::Refuse)]).await;
            pair.lose(&[(*first, Fault::Refuse), (*second, SLOW)]).await;
        }
    }
    pair.end().await;
}

/// Forecasts of a case. The writer stores the report of each in the bucket.
const FORECASTS: usize = 16;

/// Two writers share a bucket. One reaches it through a proxy.
struct Writers {
    fleet: Fleet,
    proxy: ChaosProxy,
    well: usize,
    ill: usize,
    /// Number of the next question.
    next: usize,
}

impl Writers {
    async fn start(bucket: &Bucket) -> Self {
        let proxy = ChaosProxy::start(bucket.url().trim_start_matches("http://").to_owned()).await.unwrap();
        let setup = fast_setup()
            .with("AUSPEX_OBJECTS", "s3://reports/auspex")
            .with("AUSPEX_OBJECTS_ENDPOINT", bucket.url())
            .with("AUSPEX_OBJECTS_REGION", bucket::REGION)
            .with("AUSPEX_OBJECTS_KEY", bucket::KEY)
            .with("AUSPEX_OBJECTS_SECRET", bucket::SECRET);
        let fleet = Fleet::start(setup).await.unwrap();
        let well = fleet.places("writer")[0];
        let own = [("AUSPEX_OBJECTS_ENDPOINT".to_owned(), proxy.url(bucket.url()).unwrap())];
        let ill = fleet.start_worker("writer", own.into()).unwrap();
        fleet.ready().await.unwrap();
        Self { fleet, proxy, well, ill, next: 0 }
    }

    /// Publishes questions, waits until everything is settled and returns the numbers of forecasts that each replica
    /// has stored.
    async fn ask(&mut self, count: usize) -> (usize, usize) {
        let before = self.stored().await;
        let numbers = self.next..self.next + count;
        self.next = numbers.end;
        let events: Vec<Event> = numbers.map(events::question).collect();
        let jobs = self.fleet.publisher.events(&events).await.unwrap();
        self.fleet.settled(&jobs, PATIENCE).await.unwrap();
        let after = self.stored().await;
        (after.0 - before.0, after.1 - before.1)
    }

    async fn stored(&self) -> (usize, usize) {
        let of = async |place| settled_by(&self.fleet, place, "writer-forecasts").await;
        (of(self.well).await, of(self.ill).await)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_other_writer_goes_on_while_one_has_lost_the_object_store() {
    let bucket = Bucket::start().await;
    let mut writers = Writers::start(&bucket).await;
    for fault in [Fault::BlackHole, Fault::Refuse, SLOW] {
        writers.proxy.set(fault);
        let (well, ill) = writers.ask(FORECASTS).await;
        assert_eq!(well + ill, FORECASTS, "{fault:?}: each forecast has one report");
        assert_kept(&[fault], (well, FORECASTS));
        writers.proxy.set(Fault::None);
        let begun = Instant::now();
        while writers.ask(FORECASTS / 4).await.1 == 0 {
            assert!(begun.elapsed() < RETURN, "{fault:?}: it stores nothing: {}", writers.fleet.log(writers.ill));
        }
        println!("{fault:?}: {well} and {ill}; stores again after {:.1} s", begun.elapsed().as_secs_f64());
        assert!(begun.elapsed() < RETURN, "{fault:?}: it returned after {:?}", begun.elapsed());
    }
    none_ended(&writers.fleet).unwrap();
    assert_eq!(bucket.badly_signed(), 0);
    let dead = writers.fleet.database.texts("SELECT errors::text FROM dead_letter").await.unwrap();
    assert!(dead.is_empty(), "{dead:?}");
}
