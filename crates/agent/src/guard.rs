//! What a run has seen: which calls were made, which results were known already.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Identical calls and known results, by fingerprint.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seen {
    calls: BTreeMap<String, u32>,
    results: BTreeSet<String>,
}

impl Seen {
    /// Counts a call; answers how often it was made, this time included.
    pub(crate) fn call(&mut self, name: &str, input: &Value) -> u32 {
        // serde_json's maps are sorted, so the order of the arguments makes no difference.
        let count = self.calls.entry(fingerprint(&format!("{name} {input}"))).or_default();
        *count += 1;
        *count
    }

    /// Remembers a result; answers whether it was new.
    pub(crate) fn result(&mut self, content: &str) -> bool {
        self.results.insert(fingerprint(content))
    }
}

/// 64 bits are plenty to tell a few hundred texts apart, and keep the stored run small.
fn fingerprint(text: &str) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(text.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
