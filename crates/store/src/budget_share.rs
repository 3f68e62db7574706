//! The share that a replica uses of tenants' daily budgets (ADR 0013).

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// Maximum number of shares of a budget. Replicas beyond it use a share together.
const SHARES: u64 = 32;
/// Maximum number of budgets that are remembered; beyond it, all are forgotten, and the next call of each locks the
/// whole budget once.
const MAX_REMEMBERED: usize = 1_024;

/// Returns `true` if calls reserve from shares of this budget.
pub(crate) fn is_shared(scope: &str) -> bool {
    scope.starts_with("tenant:")
}

/// Returns the keys of a budget and of all shares that it may have.
pub(crate) fn keys(scope: &str) -> Vec<String> {
    let shares = (0..SHARES).filter(|_| is_shared(scope)).map(|number| share_key(scope, number));
    std::iter::once(scope.to_owned()).chain(shares).collect()
}

fn share_key(scope: &str, number: u64) -> String {
    format!("{scope}#{number:02}")
}

/// The share that this replica uses of every budget, and the budgets of which it has a usable one.
pub(crate) struct OwnShare {
    number: u64,
    funded: Mutex<BTreeSet<String>>,
}

impl OwnShare {
    pub(crate) fn of(instance: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        instance.hash(&mut hasher);
        Self { number: hasher.finish() % SHARES, funded: Mutex::default() }
    }

    /// Returns the key of this replica's share of a budget.
    pub(crate) fn key(&self, scope: &str) -> String {
        share_key(scope, self.number)
    }

    /// Returns `true` if the share had enough for further calls when the whole budget was last locked. Only a hint: the
    /// row decides.
    pub(crate) fn is_funded(&self, scope: &str) -> bool {
        self.funded.lock().unwrap_or_else(PoisonError::into_inner).contains(scope)
    }

    pub(crate) fn remember(&self, scope: &str, is_funded: bool) {
        let mut funded = self.funded.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_funded {
            funded.remove(scope);
            return;
        }
        if funded.len() >= MAX_REMEMBERED {
            funded.clear();
        }
        funded.insert(scope.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_of_a_budget_include_its_shares_if_it_has_any() {
        assert_eq!(keys("run:1"), ["run:1"]);
        let keys = keys("tenant:a:2026-11-22");
        assert_eq!((keys.len(), keys[1].as_str()), (33, "tenant:a:2026-11-22#00"));
        let own = OwnShare::of("one-1").key("tenant:a:2026-11-22");
        assert!(keys.contains(&own), "{own}");
    }
}
