//! Cache of parsed documents: many tasks of a run read the same page.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::Document;
use tokio::sync::OnceCell;

use crate::sandbox::{DocumentReader, ParseFailure, RawDocument};

/// The most recent documents, evicted oldest first. Parsing is a pure function of (address, bytes), so entries are
/// never stale.
pub struct DocumentCache {
    reader: Arc<dyn DocumentReader>,
    capacity: usize,
    read: Mutex<VecDeque<(String, Reading)>>,
}

/// A document being parsed or parsed already, or the reason why it cannot be; concurrent readers of the same page wait
/// for it.
type Reading = Arc<OnceCell<Result<Arc<Document>, ParseFailure>>>;

impl DocumentCache {
    /// Creates a cache of the last `capacity` documents over `reader`.
    pub fn new(reader: Arc<dyn DocumentReader>, capacity: usize) -> Self {
        Self { reader, capacity, read: Mutex::new(VecDeque::new()) }
    }

    /// Returns the document, parsed now or before. `hash` is the hash of its bytes.
    ///
    /// # Errors
    /// Returns [`ParseFailure`] if it could not be read.
    pub async fn read(&self, hash: &str, unread: &RawDocument) -> Result<Arc<Document>, ParseFailure> {
        let key = format!("{hash} {}", unread.label.url);
        let reading = self.reading(&key);
        let read = || async {
            match self.reader.read(unread).await {
                // These concern the machine, so the next reader tries again.
                Err(failure @ (ParseFailure::Unstarted(_) | ParseFailure::Unconfined(_) | ParseFailure::Busy(_))) => {
                    Err(failure)
                }
                // Others concern the document. A page that takes ten seconds or the life of a child costs them once.
                decided => Ok(decided.map(Arc::new)),
            }
        };
        reading.get_or_try_init(read).await?.clone()
    }

    fn reading(&self, key: &str) -> Reading {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, reading)) = read.iter().find(|(known, _)| known == key) {
            return Arc::clone(reading);
        }
        let fresh = Reading::default();
        read.push_back((key.to_owned(), Arc::clone(&fresh)));
        if read.len() > self.capacity {
            read.pop_front();
        }
        fresh
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use futures::FutureExt;
    use futures::future::BoxFuture;

    use super::*;

    /// Fails with each failure in turn and counts its calls.
    struct Failing(AtomicUsize, Vec<ParseFailure>);

    impl DocumentReader for Failing {
        fn read<'a>(&'a self, _: &'a RawDocument) -> BoxFuture<'a, Result<Document, ParseFailure>> {
            let call = self.0.fetch_add(1, Ordering::SeqCst);
            std::future::ready(Err(self.1[call % self.1.len()].clone())).boxed()
        }
    }

    #[tokio::test]
    async fn a_failure_of_the_document_is_remembered_and_one_of_the_machine_is_not() {
        let seconds = Duration::from_secs(1);
        let of_the_document =
            [ParseFailure::Unreadable("x".into()), ParseFailure::Timeout(seconds), ParseFailure::Died("x".into())];
        for failure in of_the_document {
            let reader = Arc::new(Failing(AtomicUsize::new(0), vec![failure.clone()]));
            let cache = DocumentCache::new(reader.clone(), 4);
            for _ in 0..3 {
                assert_eq!(cache.read("hash", &RawDocument::default()).await, Err(failure.clone()));
            }
            assert_eq!(reader.0.load(Ordering::SeqCst), 1, "{failure:?}");
        }
        for failure in
            [ParseFailure::Unstarted("x".into()), ParseFailure::Unconfined("x".into()), ParseFailure::Busy(seconds)]
        {
            let reader = Arc::new(Failing(AtomicUsize::new(0), vec![failure]));
            let cache = DocumentCache::new(reader.clone(), 4);
            for _ in 0..3 {
                assert!(cache.read("hash", &RawDocument::default()).await.is_err());
            }
            assert_eq!(reader.0.load(Ordering::SeqCst), 3);
        }
    }
}
