//! Page bytes that no page references are removed; bytes that are about to be referenced are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::{Connection, PgConnection};
use store::pages::KeptPage;
use store::{CollectionLimits, Pages, PostgresConfig, Store};
use tokio::sync::Notify;

use crate::pages;
use crate::support::{execute, instance, number, store};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// At most that many objects, without a time limit.
fn limits(objects: u32) -> CollectionLimits {
    CollectionLimits { objects, time: Duration::MAX }
}

/// An object store: the hashes of its objects.
#[derive(Clone, Default)]
struct Bytes(Arc<Mutex<BTreeSet<String>>>);

impl Bytes {
    fn with<T>(&self, change: impl FnOnce(&mut BTreeSet<String>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn all(&self) -> Vec<String> {
        self.with(|all| all.iter().cloned().collect())
    }

    async fn collect(&self, store: &Store, objects: u32) -> u64 {
        let remove = |hash: String| {
            self.with(|all| all.remove(&hash));
            std::future::ready(true)
        };
        store.pages().collect_bytes(DAY, limits(objects), remove).await.expect("collected")
    }
}

fn page(hash: &str) -> KeptPage {
    KeptPage { hash: hash.to_owned(), ..pages::page(&format!("https://a.example/{hash}"), "", 0) }
}

async fn put(store: &Store, bytes: &Bytes, hash: &str) {
    store.pages().announce(hash).await.expect("announced");
    bytes.with(|all| all.insert(hash.to_owned()));
}

async fn age(url: &str) {
    execute(url, "UPDATE page_bytes SET loose_at = loose_at - interval '25 hours'").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_unreferenced_bytes_are_removed_after_the_grace_period() {
    let (store, url) = store().await;
    let bytes = Bytes::default();
    for hash in ["pruned", "rested on", "kept"] {
        put(&store, &bytes, hash).await;
        store.pages().keep(&page(hash)).await.expect("kept");
    }
    for hash in ["orphan of a crash", "only rested on"] {
        put(&store, &bytes, hash).await;
    }
    assert_eq!(number(&url, "SELECT count(*) FROM page_bytes").await, 2, "what a page names is no row");
    execute(&url, "UPDATE page SET checked_at = now() - interval '2 years', fetched_at = now() WHERE hash <> 'kept'")
        .await;
    execute(&url, "UPDATE page SET checked_at = now() WHERE hash = 'kept'").await;
    let rests = "INSERT INTO page_use (job, url, hash) SELECT gen_random_uuid(), 'u', unnest('{rested on,only rested on}'::text[])";
    execute(&url, rests).await;
    assert_eq!(store.maintenance().prune(&store::Retention::shortest()).await.expect("pruned").pages, 1);
    assert_eq!(bytes.collect(&store, 9).await, 0, "nothing is a day old");
    age(&url).await;
    // A page that was stored again, with its announcement overtaken by a prune.
    execute(&url, "INSERT INTO page_bytes (hash, loose_at) VALUES ('kept', now() - interval '9 days')").await;
    assert_eq!(bytes.collect(&store, 1).await, 0, "a bounded bite: the oldest, which a page names");
    assert_eq!(bytes.collect(&store, 9).await, 2);
    assert_eq!(bytes.all(), ["kept", "only rested on", "rested on"]);
    assert_eq!(
        number(&url, "SELECT count(*) FROM page_bytes").await,
        1,
        "a job rests on these, though no page names them"
    );
    assert_eq!(bytes.collect(&store, 9).await, 0, "once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failed_removals_are_retried_after_other_objects() {
    let (store, url) = store().await;
    let bytes = Bytes::default();
    for hash in ["stuck 1", "stuck 2", "free"] {
        put(&store, &bytes, hash).await;
    }
    age(&url).await;
    let asked = Mutex::new(Vec::new());
    let remove = |hash: String| {
        let free = hash == "free";
        asked.lock().unwrap_or_else(PoisonError::into_inner).push(hash);
        std::future::ready(free)
    };
    let pass = async |objects| store.pages().collect_bytes(DAY, limits(objects), remove).await.expect("an answer");
    assert_eq!(pass(2).await, 0);
    assert_eq!(pass(9).await, 1, "each once in a pass, and the pass ends");
    let asked = asked.into_inner().unwrap_or_else(PoisonError::into_inner);
    assert_eq!(asked, ["stuck 1", "stuck 2", "free", "stuck 1", "stuck 2"]);
    assert_eq!(bytes.collect(&store, 9).await, 2);
}

/// A bucket that takes a second per object by a simulated clock, with a Postgres that ends transactions after five
/// seconds of idle time.
async fn remove_in_a_second(url: &str, idle: &Mutex<BTreeMap<i32, u32>>) -> bool {
    const IDLE: &str =
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
    let mut conn = PgConnection::connect(url).await.expect("the server runs");
    let standing: Vec<i32> = sqlx::query_scalar(IDLE).fetch_all(&mut conn).await.expect("processes");
    let ended: Vec<i32> = {
        let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
        *idle = standing.iter().map(|pid| (*pid, idle.get(pid).map_or(1, |seconds| seconds + 1))).collect();
        idle.iter().filter(|(_, seconds)| **seconds > 5).map(|(pid, _)| *pid).collect()
    };
    for pid in ended {
        let end = sqlx::query("SELECT pg_terminate_backend($1, 1000)").bind(pid).execute(&mut conn).await;
        end.expect("it may be ended");
    }
    true
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_bucket_does_not_prevent_recording_of_removals() {
    let (store, url) = store().await;
    for hash in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        put(&store, &Bytes::default(), hash).await;
    }
    age(&url).await;
    let idle = Mutex::default();
    let collected = store.pages().collect_bytes(DAY, limits(64), |_| remove_in_a_second(&url, &idle)).await;
    assert_eq!(collected.expect("a pass that ends"), 8);
    assert_eq!(number(&url, "SELECT count(*) FROM page_bytes").await, 0, "noted");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pass_ends_at_its_time_limit_and_records_its_removals() {
    let (store, url) = store().await;
    let bytes = Bytes::default();
    for hash in ["a", "b"] {
        put(&store, &bytes, hash).await;
    }
    age(&url).await;
    let short = CollectionLimits { objects: 9, time: Duration::ZERO };
    let collected = store.pages().collect_bytes(DAY, short, |_| std::future::ready(true)).await;
    assert_eq!(collected.expect("a pass"), 1);
    assert_eq!(number(&url, "SELECT count(*) FROM page_bytes").await, 1);
}

/// Two concurrent collectors; one is killed after removing an object and before recording it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_collectors_share_the_work_and_rows_of_a_killed_one_are_freed() {
    let (store, url) = store().await;
    let other = instance(&url, "other").await;
    for n in 0..40 {
        store.pages().announce(&format!("hash {n}")).await.expect("announced");
    }
    age(&url).await;
    let asked = Mutex::new(BTreeMap::<String, u32>::new());
    let ask = |hash: String| *asked.lock().unwrap_or_else(PoisonError::into_inner).entry(hash).or_insert(0) += 1;
    let entered = Notify::new();
    let pages = other.pages();
    let killed = pages.collect_bytes(DAY, limits(64), |hash| {
        ask(hash);
        entered.notify_one();
        std::future::pending()
    });
    tokio::select! {
        _ = killed => panic!("it removes nothing"),
        () = entered.notified() => {}
    }
    let pass = |store: Store| async move {
        let remove = |hash: String| {
            std::future::ready({
                ask(hash);
                true
            })
        };
        store.pages().collect_bytes(DAY, limits(64), remove).await.expect("a pass")
    };
    let (one, two) = tokio::join!(pass(store.clone()), pass(other.clone()));
    assert_eq!(one + two, 39, "all but the one that the killed collector has claimed");
    execute(&url, "UPDATE page_bytes SET removed_until = now() - interval '1 second'").await;
    assert_eq!(pass(store.clone()).await, 1, "its claim has expired");
    let asked = asked.into_inner().unwrap_or_else(PoisonError::into_inner);
    assert_eq!((asked.len(), asked.values().sum::<u32>()), (40, 41), "each once, but that of the killed one");
}

/// A writer writes bytes again while they are being removed: it waits, and its bytes stay.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_writer_of_bytes_under_removal_waits_for_the_removal() {
    let (store, url) = store().await;
    let writer = instance(&url, "writer").await;
    let hurry = PostgresConfig { retry_for: Duration::from_millis(1), ..PostgresConfig::new(&url, "impatient") };
    let impatient = Store::connect(hurry).await.expect("a store");
    let (bytes, entered, go) = (Bytes::default(), Notify::new(), Notify::new());
    put(&store, &bytes, "a").await;
    age(&url).await;
    let remove = |hash: String| {
        let (bytes, entered, go) = (&bytes, &entered, &go);
        async move {
            entered.notify_one();
            go.notified().await;
            bytes.with(|all| all.remove(&hash))
        }
    };
    let pages = store.pages();
    let collecting = pages.collect_bytes(DAY, limits(9), remove);
    let writing = async {
        entered.notified().await;
        let idle = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
        assert_eq!(number(&url, idle).await, 0, "no transaction is open during a removal");
        assert!(impatient.pages().announce("a").await.is_err(), "it is being removed");
        go.notify_one();
        put(&writer, &bytes, "a").await;
        writer.pages().keep(&page("a")).await.expect("kept");
    };
    let (removed, ()) = tokio::join!(collecting, writing);
    assert_eq!(removed.expect("collected"), 1);
    assert_eq!(bytes.all(), ["a"], "put after the removal");
    assert_eq!(number(&url, "SELECT count(*) FROM page_bytes").await, 0);
    assert_eq!(bytes.collect(&store, 9).await, 0);
}
