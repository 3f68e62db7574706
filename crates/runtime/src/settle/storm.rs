//! Storms of dead letters: an error in the events of one publisher must not fill the database with copies of its
//! messages.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use domain::Tenant;
use tokio::time::Instant;

/// Letters of a tenant and class that a replica stores whole at once.
const WHOLE: u32 = 50;
/// Interval in which one further letter is stored whole.
const INTERVAL: Duration = Duration::from_secs(10);
/// Number of tenants and classes above which those without a storm are forgotten.
const MAX_RATES: usize = 4_096;

/// Rates of dead letters.
#[derive(Default)]
pub(super) struct Storms(Mutex<HashMap<(Tenant, &'static str), Instant>>);

impl Storms {
    /// Records a dead letter. Returns true if it exceeds the rate, so that it is counted instead of stored.
    pub(super) fn exceeds(&self, tenant: &Tenant, class: &'static str) -> bool {
        let now = Instant::now();
        // Each change is one assignment, so a panic elsewhere leaves the map consistent.
        let mut rates = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if rates.len() > MAX_RATES {
            rates.retain(|_, used_until| *used_until > now);
        }
        let used_until = rates.entry((tenant.clone(), class)).or_insert(now);
        let next = (*used_until).max(now) + INTERVAL;
        if next > now + INTERVAL * WHOLE {
            return true;
        }
        *used_until = next;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn letters_above_the_rate_of_their_tenant_and_class_are_counted() {
        let storms = Storms::default();
        let (a, b) = (Tenant::default(), Tenant::parse("b").unwrap());
        let whole = |tenant: &Tenant| (0..200).filter(|_| !storms.exceeds(tenant, "undecodable")).count();
        assert_eq!(whole(&a), 50);
        assert!(!storms.exceeds(&a, "rejected") && !storms.exceeds(&b, "undecodable"));
        tokio::time::advance(INTERVAL * 3).await;
        assert_eq!(whole(&a), 3);
    }
}
