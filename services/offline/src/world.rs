//! State shared by all routes.

use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context;

use crate::OfflineConfig;
use crate::corpus::Corpus;
use crate::fault::{Faults, incidents};
use crate::model::{Batches, Invoice, PromptCache};
use crate::provider::{Prices, Profile};

/// The world's state.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) corpus: Corpus,
    pub(crate) faults: Faults,
    pub(crate) invoice: Invoice,
    pub(crate) cache: PromptCache,
    pub(crate) batches: Batches,
    /// Prices of the generic profile.
    pub(crate) prices: Prices,
    pub(crate) profile: Profile,
    /// Thinking tokens of a reply that thinks.
    pub(crate) thinking_tokens: u64,
    /// Output tokens per second; unlimited if absent.
    pub(crate) tokens_per_second: Option<u64>,
    pub(crate) latency_ms: AtomicU64,
    pub(crate) load: Load,
}

impl World {
    /// Reads the corpus and opens the invoice file.
    pub(crate) fn new(config: OfflineConfig) -> anyhow::Result<Self> {
        let corpus = match &config.corpus {
            Some(folder) => {
                Corpus::load(folder).with_context(|| format!("cannot read the corpus {}", folder.display()))?
            }
            None => Corpus::default(),
        };
        let mut faults = config.faults;
        if config.incidents {
            faults.extend(incidents(config.profile));
        }
        Ok(Self {
            corpus,
            faults: Faults::new(faults),
            invoice: Invoice::open(config.invoice.as_deref())?,
            cache: PromptCache::default(),
            batches: Batches::new(std::time::Duration::from_millis(config.batch_delay_ms)),
            prices: config.prices,
            profile: config.profile,
            thinking_tokens: config.thinking_tokens.unwrap_or_else(|| default_thinking(config.profile)),
            tokens_per_second: config.tokens_per_second,
            latency_ms: AtomicU64::new(config.latency_ms),
            load: Load::default(),
        })
    }
}

fn default_thinking(profile: Profile) -> u64 {
    if profile == Profile::Generic { 0 } else { 300 }
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
