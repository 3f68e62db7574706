//! Tenants of the last deliveries of a consumer: those whose jobs use its slots.

use std::collections::{HashMap, VecDeque};

/// Bounds of the number of remembered deliveries. Fewer than eight say little about shares.
const MIN: usize = 8;
const MAX: usize = 1_024;

/// Tenants of the last deliveries, as many as the consumer has slots.
pub(super) struct Recent {
    capacity: usize,
    last: VecDeque<String>,
    counts: HashMap<String, usize>,
}

impl Recent {
    pub(super) fn new(slots: usize) -> Self {
        Self { capacity: slots.clamp(MIN, MAX), last: VecDeque::new(), counts: HashMap::new() }
    }

    /// Adds a delivery and forgets the oldest.
    pub(super) fn add(&mut self, tenant: &str) {
        // Reuses the text of the oldest delivery: a lone tenant costs no allocation.
        let mut name = if self.last.len() < self.capacity { String::new() } else { self.forget() };
        name.clear();
        name.push_str(tenant);
        self.last.push_back(name);
        match self.counts.get_mut(tenant) {
            Some(count) => *count += 1,
            None => drop(self.counts.insert(tenant.to_owned(), 1)),
        }
    }

    fn forget(&mut self) -> String {
        let Some(oldest) = self.last.pop_front() else { return String::new() };
        if let Some(count) = self.counts.get_mut(&oldest) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&oldest);
            }
        }
        oldest
    }

    /// Returns true if the tenant had less than half of an equal share among `tenants`.
    pub(super) fn is_light(&self, tenant: &str, tenants: usize) -> bool {
        let count = self.counts.get(tenant).copied().unwrap_or(0);
        count * 2 * tenants.max(1) < self.last.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenant_is_light_below_half_of_an_equal_share() {
        let mut recent = Recent::new(8);
        assert!(!recent.is_light("b", 2), "nothing is known yet");
        (0..100).for_each(|_| recent.add("a"));
        assert!(recent.is_light("b", 2) && !recent.is_light("a", 2));
        recent.add("b");
        assert!(recent.is_light("b", 2), "one of eight");
        recent.add("b");
        assert!(!recent.is_light("b", 2), "a quarter is half of an equal share");
        assert!(recent.is_light("c", 300));
        (0..8).for_each(|_| recent.add("a"));
        assert!(recent.is_light("b", 2), "older deliveries are forgotten");
        assert_eq!(recent.counts.len(), 1);
    }
}
