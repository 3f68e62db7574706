//! Bytes of pages that nobody names any more are removed, and never such as somebody is about to name.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use store::pages::KeptPage;
use store::{Pages, Store};
use tokio::sync::Notify;

use crate::pages;
use crate::support::{execute, instance, number, store};

const DAY: Duration = Duration::from_secs(24 * 3600);

/// An object store: the hashes of what lies in it.
#[derive(Clone, Default)]
struct Bytes(Arc<Mutex<BTreeSet<String>>>);

impl Bytes {
    fn with<T>(&self, change: impl FnOnce(&mut BTreeSet<String>) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn all(&self) -> Vec<String> {
        self.with(|all| all.iter().cloned().collect())
    }

    async fn collect(&self, store: &Store, most: u32) -> u64 {
        let remove = |hash: String| {
            self.with(|all| all.remove(&hash));
            std::future::ready(true)
        };
        store.collect_page_bytes(DAY, most, remove).await.expect("collected")
    }
}

fn page(hash: &str) -> KeptPage {
    KeptPage { hash: hash.to_owned(), ..pages::page(&format!("https://a.example/{hash}"), "", 0) }
}

async fn put(store: &Store, bytes: &Bytes, hash: &str) {
    store.announce(hash).await.expect("announced");
    bytes.with(|all| all.insert(hash.to_owned()));
}

async fn age(url: &str) {
    execute(url, "UPDATE page_bytes SET loose_at = loose_at - interval '25 hours'").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_lost_its_last_page_or_never_had_one_is_removed_after_the_grace_and_nothing_else() {
    let (store, url) = store().await;
    let bytes = Bytes::default();
    for hash in ["pruned", "rested on", "kept"] {
        put(&store, &bytes, hash).await;
        store.keep(&page(hash)).await.expect("kept");
    }
    put(&store, &bytes, "orphan of a crash").await;
    assert_eq!(number(&url, "SELECT count(*) FROM page_bytes").await, 1, "what a page names is no row");
    execute(&url, "UPDATE page SET checked_at = now() - interval '2 years', fetched_at = now() WHERE hash <> 'kept'")
        .await;
    execute(&url, "UPDATE page SET checked_at = now() WHERE hash = 'kept'").await;
    execute(&url, "INSERT INTO page_use (job, url, hash) VALUES (gen_random_uuid(), 'u', 'rested on')").await;
    assert_eq!(store.prune(DAY).await.expect("pruned").pages, 1);
    assert_eq!(bytes.collect(&store, 9).await, 0, "nothing is a day old");
    age(&url).await;
    // A page that was kept again after all, by somebody whose announcement was then overtaken by a prune.
    execute(&url, "INSERT INTO page_bytes (hash, loose_at) VALUES ('kept', now() - interval '9 days')").await;
    assert_eq!(bytes.collect(&store, 1).await, 0, "a bounded bite: the oldest, which a page names");
    assert_eq!(bytes.collect(&store, 9).await, 2);
    assert_eq!(bytes.all(), ["kept", "rested on"]);
    assert_eq!(number(&url, "SELECT count(*) FROM page_bytes").await, 0);
    assert_eq!(bytes.collect(&store, 9).await, 0, "once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_removed_is_handed_out_again() {
    let (store, url) = store().await;
    put(&store, &Bytes::default(), "a").await;
    age(&url).await;
    let refused = store.collect_page_bytes(DAY, 9, |_| std::future::ready(false)).await;
    assert_eq!(refused.expect("an answer"), 0);
    assert_eq!(store.collect_page_bytes(DAY, 9, |_| std::future::ready(true)).await.expect("an answer"), 1);
}

/// The collector is in the middle of removing what a writer puts again: the writer waits, and his bytes stay.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_puts_what_is_being_removed_comes_after_the_removal() {
    let (store, url) = store().await;
    let writer = instance(&url, "writer").await;
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
    let collecting = store.collect_page_bytes(DAY, 9, remove);
    let writing = async {
        entered.notified().await;
        let writing = async {
            put(&writer, &bytes, "a").await;
            writer.keep(&page("a")).await.expect("kept");
        };
        tokio::pin!(writing);
        // It waits for the row: Postgres says so.
        let waits = until_some(&url, "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
        tokio::select! {
            () = &mut writing => panic!("the writer did not wait"),
            () = waits => {}
        }
        go.notify_one();
        writing.await;
    };
    let (removed, ()) = tokio::join!(collecting, writing);
    assert_eq!(removed.expect("collected"), 1);
    assert_eq!(bytes.all(), ["a"], "put after the removal");
    assert_eq!(number(&url, "SELECT count(*) FROM page_bytes").await, 0);
    assert_eq!(bytes.collect(&store, 9).await, 0);
}

/// Until the number is not zero.
async fn until_some(url: &str, sql: &'static str) {
    while number(url, sql).await == 0 {
        tokio::task::yield_now().await;
    }
}
