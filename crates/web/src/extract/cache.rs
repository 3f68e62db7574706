//! Remembers what was read from the same bytes at the same address: many tasks of a run read the same page.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{Extracted, Unreadable, extract_within};
use crate::Page;

/// The last readings, oldest out first. Reading is a pure function of (address, bytes), so nothing here can be stale.
#[derive(Debug)]
pub struct Extractions {
    limit: Duration,
    most: usize,
    read: Mutex<VecDeque<(String, Arc<Extracted>)>>,
}

impl Extractions {
    /// Reads within `limit` of wall clock, remembers the last `most` pages.
    pub fn new(limit: Duration, most: usize) -> Self {
        Self { limit, most, read: Mutex::new(VecDeque::new()) }
    }

    /// The page, read now or before.
    pub async fn read(&self, page: Page) -> Result<Arc<Extracted>, Unreadable> {
        let key = format!("{} {}", page.hash, page.url);
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        let fresh = Arc::new(extract_within(page, self.limit).await?);
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.push_back((key, Arc::clone(&fresh)));
        if read.len() > self.most {
            read.pop_front();
        }
        Ok(fresh)
    }

    fn known(&self, key: &str) -> Option<Arc<Extracted>> {
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        read.iter().find(|(known, _)| known == key).map(|(_, extracted)| Arc::clone(extracted))
    }
}
