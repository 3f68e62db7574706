//! Remembers what was read from the same bytes at the same address: many tasks of a run read the same page.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::Document;
use tokio::sync::OnceCell;

use crate::sandbox::{Failed, Reads, Unread};

/// The last readings, oldest out first. Reading is a pure function of (address, bytes), so nothing here can be stale.
pub struct Readings {
    reads: Arc<dyn Reads>,
    most: usize,
    read: Mutex<VecDeque<(String, Reading)>>,
}

/// One reading, under way or done: whoever wants the same page meanwhile waits for it.
type Reading = Arc<OnceCell<Arc<Document>>>;

impl Readings {
    /// Reads through `reads`, remembers the last `most` documents.
    pub fn new(reads: Arc<dyn Reads>, most: usize) -> Self {
        Self { reads, most, read: Mutex::new(VecDeque::new()) }
    }

    /// The document, read now or before. `hash` is that of its bytes.
    ///
    /// # Errors
    /// [`Failed`]: why there is none.
    pub async fn read(&self, hash: &str, unread: &Unread) -> Result<Arc<Document>, Failed> {
        let key = format!("{hash} {}", unread.label.url);
        let reading = self.reading(&key);
        // Nothing is remembered of a failure: the next one who wants it tries again.
        reading.get_or_try_init(|| async { self.reads.read(unread).await.map(Arc::new) }).await.cloned()
    }

    fn reading(&self, key: &str) -> Reading {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, reading)) = read.iter().find(|(known, _)| known == key) {
            return Arc::clone(reading);
        }
        let fresh = Reading::default();
        read.push_back((key.to_owned(), Arc::clone(&fresh)));
        if read.len() > self.most {
            read.pop_front();
        }
        fresh
    }
}
