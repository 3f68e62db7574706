//! State shared by all routes.

use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context;

use crate::Config;
use crate::corpus::Corpus;
use crate::fault::Faults;
use crate::model::{Invoice, Prices, PromptCache};

/// The world's state.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) corpus: Corpus,
    pub(crate) faults: Faults,
    pub(crate) invoice: Invoice,
    pub(crate) cache: PromptCache,
    pub(crate) prices: Prices,
    pub(crate) latency_ms: AtomicU64,
    pub(crate) load: Load,
}

impl World {
    /// Reads the corpus and opens the invoice file.
    pub(crate) fn new(config: Config) -> anyhow::Result<Self> {
        let corpus = match &config.corpus {
            Some(folder) => {
                Corpus::load(folder).with_context(|| format!("cannot read the corpus {}", folder.display()))?
            }
            None => Corpus::default(),
        };
        Ok(Self {
            corpus,
            faults: Faults::new(config.faults),
            invoice: Invoice::open(config.invoice.as_deref())?,
            cache: PromptCache::default(),
            prices: config.prices,
            latency_ms: AtomicU64::new(config.latency_ms),
            load: Load::default(),
        })
    }
}

/// Counts requests in flight and their maximum.
#[derive(Debug, Default)]
pub(crate) struct Load {
    now: AtomicU64,
    peak: AtomicU64,
}

impl Load {
    /// Counts one request until the guard is dropped (by the answer or by the caller's disconnection).
    pub(crate) fn enter(&self) -> Busy<'_> {
        let now = self.now.fetch_add(1, Ordering::Relaxed) + 1;
        self.peak.fetch_max(now, Ordering::Relaxed);
        Busy(self)
    }

    /// Returns the current count and the maximum.
    pub(crate) fn figures(&self) -> (u64, u64) {
        (self.now.load(Ordering::Relaxed), self.peak.load(Ordering::Relaxed))
    }
}

/// One request in flight.
pub(crate) struct Busy<'a>(&'a Load);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.now.fetch_sub(1, Ordering::Relaxed);
    }
}
