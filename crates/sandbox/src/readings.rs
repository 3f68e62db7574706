//! Remembers what was read from the same bytes at the same address: many tasks of a run read the same page.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use reader::Document;

use crate::{Failed, Reads, Unread};

/// The last readings, oldest out first. Reading is a pure function of (address, bytes), so nothing here can be stale.
pub struct Readings {
    reads: Arc<dyn Reads>,
    most: usize,
    read: Mutex<VecDeque<(String, Arc<Document>)>>,
}

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
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        let fresh = Arc::new(self.reads.read(unread).await?);
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.push_back((key, Arc::clone(&fresh)));
        if read.len() > self.most {
            read.pop_front();
        }
        Ok(fresh)
    }

    fn known(&self, key: &str) -> Option<Arc<Document>> {
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.iter().find(|(known, _)| known == key).map(|(_, document)| Arc::clone(document))
    }
}
