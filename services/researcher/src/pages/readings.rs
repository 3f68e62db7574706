//! Shares readings of a process: the questions of a run and the todos of an episode read the same few pages. A reading
//! is shared by callers of one tenant that give the model the same request about the same bytes, so the result is the
//! one that each would get. The first caller pays; a caller that waits takes over if the first one fails.
//!
//! I/O: waits for the reading of another task.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::Tenant;
use llm::Request;
use tokio::sync::OnceCell;

/// Maximum number of readings in memory, some kilobytes each; the oldest is dropped.
const MAX_READINGS: usize = 512;

type Reading<T> = Arc<OnceCell<Arc<T>>>;

/// Readings by their key, oldest first.
pub(crate) struct SharedReadings<T> {
    open: Mutex<Readings<T>>,
}

struct Readings<T> {
    by_key: HashMap<String, Reading<T>>,
    order: VecDeque<String>,
}

impl<T> Default for SharedReadings<T> {
    fn default() -> Self {
        Self { open: Mutex::new(Readings { by_key: HashMap::new(), order: VecDeque::new() }) }
    }
}

impl<T> SharedReadings<T> {
    /// Returns the reading under `key`, which another caller has made or is making, or makes it.
    ///
    /// # Errors
    /// The error of `read`, which is not shared.
    pub(crate) async fn join<F, E>(&self, key: String, read: impl FnOnce() -> F) -> Result<Arc<T>, E>
    where
        F: Future<Output = Result<T, E>>,
    {
        let reading = self.reading(key);
        let made = reading.get_or_try_init(|| async { read().await.map(Arc::new) }).await?;
        Ok(Arc::clone(made))
    }

    fn reading(&self, key: String) -> Reading<T> {
        let mut readings = self.lock();
        if let Some(reading) = readings.by_key.get(&key) {
            return Arc::clone(reading);
        }
        while readings.order.len() >= MAX_READINGS {
            let oldest = readings.order.pop_front().unwrap_or_default();
            readings.by_key.remove(&oldest);
        }
        readings.order.push_back(key.clone());
        Arc::clone(readings.by_key.entry(key).or_default())
    }

    fn lock(&self) -> MutexGuard<'_, Readings<T>> {
        // A panic elsewhere can at most leave a key without a reading, which is then made again.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the key of a reading: tenant, hash of the page's bytes, and the whole request to the model.
pub(crate) fn key(tenant: &Tenant, content_hash: &str, request: &Request) -> String {
    let request = serde_json::to_string(request).unwrap_or_default();
    web::content_hash(format!("{}\n{content_hash}\n{request}", tenant.as_str()).as_bytes())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn one_caller_reads_and_a_failure_is_not_shared() {
        let (shared, calls) = (SharedReadings::<usize>::default(), AtomicUsize::new(0));
        let read = || async {
            tokio::task::yield_now().await;
            match calls.fetch_add(1, Ordering::SeqCst) {
                0 => Err("away"),
                n => Ok(n),
            }
        };
        let results = futures::future::join_all((0..5).map(|_| shared.join("a".into(), read))).await;
        assert_eq!(results.iter().filter(|result| result.is_err()).count(), 1, "only the caller that failed");
        assert!(results.iter().flatten().all(|reading| **reading == 1));
        assert_eq!(*shared.join("b".into(), read).await.unwrap(), 2, "another request is another reading");
        assert_eq!(calls.load(Ordering::SeqCst), 3);
    }

    #[tokio::test]
    async fn the_oldest_reading_is_dropped() {
        let shared = SharedReadings::<usize>::default();
        let read = |n: usize| shared.join(n.to_string(), move || async move { Ok::<_, ()>(n) });
        for n in 0..=MAX_READINGS {
            read(n).await.unwrap();
        }
        assert_eq!(shared.lock().by_key.len(), MAX_READINGS);
        assert!(!shared.lock().by_key.contains_key("0"));
    }

    #[test]
    fn tenants_pages_and_requests_have_readings_of_their_own() {
        let (a, b) = (Tenant::parse("a").unwrap(), Tenant::parse("b").unwrap());
        let request = |text: &str| Request::new("system".to_owned(), text.to_owned());
        let keys = [
            key(&a, "h", &request("q")),
            key(&b, "h", &request("q")),
            key(&a, "g", &request("q")),
            key(&a, "h", &request("r")),
        ];
        assert_eq!(keys.iter().collect::<std::collections::BTreeSet<_>>().len(), 4);
        assert_eq!(keys[0], key(&a, "h", &request("q")));
    }
}
