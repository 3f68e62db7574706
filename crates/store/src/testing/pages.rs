//! The index of pages in memory.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::effect::Basis;
use domain::port::PortError;
use domain::{Effect, JobId};
use futures::FutureExt;
use futures::future::BoxFuture;

use crate::pages::{KeptPage, Pages};

/// Pages and answers, and which jobs rested on them.
#[derive(Debug, Default)]
pub struct FakePages(Mutex<StoredPages>);

#[derive(Debug, Default)]
struct StoredPages {
    /// By (url, hash).
    pages: BTreeMap<(String, String), KeptPage>,
    /// In the order in which they came.
    answers: Vec<Basis>,
    uses: Vec<(JobId, Basis)>,
}

impl FakePages {
    /// Applies the effect that says what a job rested on, as the journal would. Others are ignored.
    pub fn apply(&self, job: JobId, effect: &Effect) {
        let Effect::RestedOn(bases) = effect else { return };
        let mut kept = self.kept();
        for basis in bases {
            kept.learn(basis);
            kept.uses.push((job, basis.clone()));
        }
    }

    fn kept(&self) -> MutexGuard<'_, StoredPages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rows(&self) -> Vec<KeptPage> {
        self.kept().pages.values().cloned().collect()
    }
}

impl StoredPages {
    fn learn(&mut self, basis: &Basis) {
        if basis.body.is_some() {
            self.answers.push(basis.clone());
        }
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

    fn announce<'a>(&'a self, _: &'a str) -> BoxFuture<'a, Result<(), PortError>> {
        async { Ok(()) }.boxed()
    }

    fn keep<'a>(&'a self, page: &'a KeptPage) -> BoxFuture<'a, Result<(), PortError>> {
        let mut pages = self.kept();
        let kept = pages.pages.entry((page.url.clone(), page.hash.clone())).or_insert_with(|| page.clone());
        if kept.checked_at <= page.checked_at {
            *kept = KeptPage { fetched_at: kept.fetched_at, ..page.clone() };
        }
        async { Ok(()) }.boxed()
    }

    fn answer<'a>(&'a self, url: &'a str) -> BoxFuture<'a, Result<Option<String>, PortError>> {
        let kept = self.kept();
        let found = kept.answers.iter().rev().find(|basis| basis.url == url).and_then(|basis| basis.body.clone());
        async move { Ok(found) }.boxed()
    }

    fn keep_answer<'a>(&'a self, basis: &'a Basis) -> BoxFuture<'a, Result<(), PortError>> {
        self.kept().learn(basis);
        async { Ok(()) }.boxed()
    }

    fn rested_on<'a>(&'a self, jobs: &'a [JobId]) -> BoxFuture<'a, Result<Vec<Basis>, PortError>> {
        let kept = self.kept();
        let uses = kept.uses.iter().filter(|(job, _)| jobs.contains(job));
        let found: BTreeMap<(String, String), Basis> =
            uses.map(|(_, basis)| ((basis.url.clone(), basis.hash.clone()), basis.clone())).collect();
        async move { Ok(found.into_values().collect()) }.boxed()
    }
}
