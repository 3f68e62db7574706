//! One fetch for all who want the same page at the same time: a thousand tasks about one story read the same three
//! addresses, and neither the hosts nor the page store shall be asked a thousand times.
//!
//! I/O: waits for what another task fetches.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agent::ToolError;
use tokio::sync::OnceCell;
use web::Page;

/// What came of a fetch: the page, or what the model is told of it.
type Landed = Result<Arc<Page>, String>;
type Flight = Arc<OnceCell<Landed>>;

/// The fetches of this process that are under way, by address.
#[derive(Default)]
pub(crate) struct Flights {
    open: Mutex<HashMap<String, Flight>>,
}

impl Flights {
    /// The page at `url`: by a fetch that is under way, else by `fetch`. If whoever fetches is cancelled or cannot work, the
    /// next one who waits fetches.
    pub(crate) async fn join<F>(&self, url: &str, fetch: impl FnOnce() -> F) -> Result<Arc<Page>, ToolError>
    where
        F: Future<Output = Result<Arc<Page>, ToolError>>,
    {
        let seat = self.seat(url);
        let landed = seat.flight.get_or_try_init(|| async {
            match Box::pin(fetch()).await {
                Ok(page) => Ok(Ok(page)),
                Err(ToolError::Told(reason)) => Ok(Err(reason)),
                Err(broken @ ToolError::Broken(_)) => Err(broken),
            }
        });
        landed.await?.clone().map_err(ToolError::told)
    }

    fn seat<'a>(&'a self, url: &'a str) -> Seat<'a> {
        let flight = Arc::clone(self.open().entry(url.to_owned()).or_default());
        Seat { flights: self, url, flight }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, Flight>> {
        // Every change is one call of the map, so a panic elsewhere cannot have left it half done.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who waits. The first to leave closes the entrance: whoever comes later starts a flight of their own and finds
/// the page in the store.
struct Seat<'a> {
    flights: &'a Flights,
    url: &'a str,
    flight: Flight,
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        let mut open = self.flights.open();
        if open.get(self.url).is_some_and(|flight| Arc::ptr_eq(flight, &self.flight)) {
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
    async fn many_at_once_are_one_fetch_and_the_next_is_another() {
        let (flights, fetches, go) = (Flights::default(), AtomicUsize::new(0), Notify::new());
        let fetch = || async {
            fetches.fetch_add(1, Ordering::SeqCst);
            go.notified().await;
            Ok(page())
        };
        let all = futures::future::join_all((0..50).map(|_| flights.join("a", fetch)));
        let (landed, ()) = futures::join!(all, async { go.notify_one() });
        assert!(landed.into_iter().all(|landed| landed.is_ok()));
        assert_eq!(fetches.load(Ordering::SeqCst), 1);
        go.notify_one();
        flights.join("a", fetch).await.unwrap();
        assert_eq!(fetches.load(Ordering::SeqCst), 2);
        assert!(flights.open().is_empty());
    }

    #[tokio::test]
    async fn what_the_model_is_told_is_shared_and_what_is_broken_is_tried_by_the_next() {
        let flights = Flights::default();
        let (told, broken) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let refused = || async {
            told.fetch_add(1, Ordering::SeqCst);
            tokio::task::yield_now().await;
            Err(ToolError::told("no such page"))
        };
        for end in futures::future::join_all((0..5).map(|_| flights.join("a", refused))).await {
            assert!(matches!(end, Err(ToolError::Told(reason)) if reason == "no such page"));
        }
        assert_eq!(told.load(Ordering::SeqCst), 1);
        let away = || async {
            tokio::task::yield_now().await;
            if broken.fetch_add(1, Ordering::SeqCst) == 0 { Err(ToolError::broken("t", "away")) } else { Ok(page()) }
        };
        let ends = futures::future::join_all((0..5).map(|_| flights.join("a", away))).await;
        assert_eq!(ends.iter().filter(|end| end.is_err()).count(), 1, "only the one who met it");
        assert_eq!(broken.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn a_cancelled_fetch_is_taken_over() {
        let flights = Flights::default();
        let waiting = flights.join("a", futures::future::pending);
        let mut waiting = Box::pin(waiting);
        assert!(futures::poll!(waiting.as_mut()).is_pending());
        let mut second = Box::pin(flights.join("a", || async { Ok(page()) }));
        assert!(futures::poll!(second.as_mut()).is_pending());
        drop(waiting);
        assert!(second.await.is_ok());
    }
}
