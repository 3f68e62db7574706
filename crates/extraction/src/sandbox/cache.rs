//! Cache of parsed documents: many tasks of a run read the same page.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::Document;
use tokio::sync::OnceCell;

use crate::sandbox::{DocumentReader, ParseFailure, RawDocument};

/// The most recent documents, evicted oldest first. Parsing is a pure function of (address, bytes), so entries are never stale.
pub struct DocumentCache {
    reader: Arc<dyn DocumentReader>,
    capacity: usize,
    read: Mutex<VecDeque<(String, Reading)>>,
}

/// A document being parsed or parsed already; concurrent readers of the same page wait for it.
type Reading = Arc<OnceCell<Arc<Document>>>;

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
        // Failures are not cached: the next reader tries again.
        reading.get_or_try_init(|| async { self.reader.read(unread).await.map(Arc::new) }).await.cloned()
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
