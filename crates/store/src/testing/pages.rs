//! The index of pages in memory.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use domain::port::PortError;
use futures::FutureExt;
use futures::future::BoxFuture;

use crate::pages::{KeptPage, Pages};

/// Pages by (url, hash).
#[derive(Debug, Default)]
pub struct FakePages(Mutex<BTreeMap<(String, String), KeptPage>>);

impl FakePages {
    fn rows(&self) -> Vec<KeptPage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }
}

impl Pages for FakePages {
    fn latest<'a>(&'a self, url: &'a str) -> BoxFuture<'a, Result<Option<KeptPage>, PortError>> {
        let found = self.rows().into_iter().filter(|page| page.url == url).max_by_key(|page| page.checked_at);
        async move { Ok(found) }.boxed()
    }

    fn with_hash<'a>(&'a self, hash: &'a str) -> BoxFuture<'a, Result<Vec<KeptPage>, PortError>> {
        let mut found: Vec<KeptPage> = self.rows().into_iter().filter(|page| page.hash == hash).collect();
        found.sort_by(|a, b| (a.fetched_at, &a.url).cmp(&(b.fetched_at, &b.url)));
        async move { Ok(found) }.boxed()
    }

    fn keep<'a>(&'a self, page: &'a KeptPage) -> BoxFuture<'a, Result<(), PortError>> {
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = pages.entry((page.url.clone(), page.hash.clone())).or_insert_with(|| page.clone());
        if kept.checked_at <= page.checked_at {
            *kept = KeptPage { fetched_at: kept.fetched_at, ..page.clone() };
        }
        async { Ok(()) }.boxed()
    }
}
