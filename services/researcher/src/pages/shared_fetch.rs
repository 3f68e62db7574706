//! Shares one fetch between concurrent requests for the same page. A thousand tasks about one story read the same few
//! addresses and must not load the hosts and the page store a thousand times.
//!
//! I/O: waits for the fetch of another task.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agent::ToolError;
use tokio::sync::OnceCell;
use web::Page;

/// Result of a fetch: the page, or a message for the model.
type FetchResult = Result<Arc<Page>, String>;
type Fetch = Arc<OnceCell<FetchResult>>;

/// The fetches of this process that are in progress, by address.
#[derive(Default)]
pub(crate) struct SharedFetches {
    open: Mutex<HashMap<String, Fetch>>,
}

impl SharedFetches {
    /// Returns the page at `url` from the fetch in progress, or fetches it. If the fetching caller is cancelled or its
    /// infrastructure fails, the next waiting caller fetches.
    pub(crate) async fn join<F>(&self, url: &str, fetch: impl FnOnce() -> F) -> Result<Arc<Page>, ToolError>
    where
        F: Future<Output = Result<Arc<Page>, ToolError>>,
    {
        let waiter = self.waiter(url);
        let result = waiter.fetch.get_or_try_init(|| async {
            match Box::pin(fetch()).await {
                Ok(page) => Ok(Ok(page)),
                Err(ToolError::ToModel(reason)) => Ok(Err(reason)),
                Err(broken @ ToolError::Broken(_)) => Err(broken),
            }
        });
        result.await?.clone().map_err(ToolError::to_model)
    }

    fn waiter<'a>(&'a self, url: &'a str) -> Waiter<'a> {
        let fetch = Arc::clone(self.open().entry(url.to_owned()).or_default());
        Waiter { fetches: self, url, fetch }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, Fetch>> {
        // Every change is a single call of the map, so a panic elsewhere cannot leave it inconsistent.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A waiting caller. The first one to leave removes the entry; later callers start a fetch of their own and find the
/// page in the store.
struct Waiter<'a> {
    fetches: &'a SharedFetches,
    url: &'a str,
    fetch: Fetch,
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        let mut open = self.fetches.open();
        if open.get(self.url).is_some_and(|fetch| Arc::ptr_eq(fetch, &self.fetch)) {
            open.remove(self.url);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::sync::Notify;
    use url::Url;

    use super::*;

    fn page() -> Arc<Page> {
        let url = Url::parse("https://example.org/a").unwrap();
        Arc::new(Page { url, content_type: "text/html".into(), hash: web::content_hash(b"x"), body: b"x".to_vec() })
    }

    #[tokio::test]
    async fn concurrent_requests_share_a_fetch_and_a_later_one_fetches_again() {
        let (shared, fetches, go) = (SharedFetches::default(), AtomicUsize::new(0), Notify::new());
        let fetch = || async {
            fetches.fetch_add(1, Ordering::SeqCst);
            go.notified().await;
            Ok(page())
        };
        let all = futures::future::join_all((0..50).map(|_| shared.join("a", fetch)));
        let (results, ()) = futures::join!(all, async { go.notify_one() });
        assert!(results.into_iter().all(|results| results.is_ok()));
        assert_eq!(fetches.load(Ordering::SeqCst), 1);
        go.notify_one();
        shared.join("a", fetch).await.unwrap();
        assert_eq!(fetches.load(Ordering::SeqCst), 2);
        assert!(shared.open().is_empty());
    }

    #[tokio::test]
    async fn messages_are_shared_and_infrastructure_failures_are_retried_by_the_next_caller() {
        let shared = SharedFetches::default();
        let (told, broken) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let refused = || async {
            told.fetch_add(1, Ordering::SeqCst);
            tokio::task::yield_now().await;
            Err(ToolError::to_model("no such page"))
        };
        for end in futures::future::join_all((0..5).map(|_| shared.join("a", refused))).await {
            assert!(matches!(end, Err(ToolError::ToModel(reason)) if reason == "no such page"));
        }
        assert_eq!(told.load(Ordering::SeqCst), 1);
        let away = || async {
            tokio::task::yield_now().await;
            if broken.fetch_add(1, Ordering::SeqCst) == 0 { Err(ToolError::broken("t", "away")) } else { Ok(page()) }
        };
        let ends = futures::future::join_all((0..5).map(|_| shared.join("a", away))).await;
        assert_eq!(ends.iter().filter(|end| end.is_err()).count(), 1, "only the caller that fetched");
        assert_eq!(broken.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn another_caller_takes_over_a_cancelled_fetch() {
        let shared = SharedFetches::default();
        let waiting = shared.join("a", futures::future::pending);
        let mut waiting = Box::pin(waiting);
        assert!(futures::poll!(waiting.as_mut()).is_pending());
        let mut second = Box::pin(shared.join("a", || async { Ok(page()) }));
        assert!(futures::poll!(second.as_mut()).is_pending());
        drop(waiting);
        assert!(second.await.is_ok());
    }
}
