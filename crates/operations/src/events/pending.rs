//! The limit of a tenant's stored events that the fleet has not settled, in bytes: without it one tenant could fill the
//! disk of all.
//!
//! The sums are read from Postgres once a second. In between this replica adds what it stores itself, so a check costs
//! no query; all replicas together exceed the limit by what the others store within a second or two.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::Tenant;
use domain::port::PortError;
use store::Store;

use crate::OperationError;

/// Stored events that are not settled.
#[derive(Debug)]
pub struct PendingEvents {
    /// Maximum bytes of one tenant; 0 for no limit.
    limit: u64,
    known: Mutex<PendingTotals>,
}

#[derive(Debug, Default)]
struct PendingTotals {
    /// Sums of the last read.
    read: HashMap<Tenant, u64>,
    /// Bytes that were stored before the last read began, and that it may lack.
    before: HashMap<Tenant, u64>,
    /// Bytes that were stored since then.
    since: HashMap<Tenant, u64>,
}

impl PendingEvents {
    /// Creates a limit.
    pub fn new(limit: u64) -> Self {
        Self { limit, known: Mutex::default() }
    }

    /// Admits events of a tenant before they are stored. A tenant without pending events may always send one request.
    ///
    /// # Errors
    /// The tenant has too many bytes of events that are not settled.
    pub fn admit(&self, tenant: &Tenant, bytes: usize) -> Result<(), OperationError> {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let mut known = self.lock();
        let pending = known.pending(tenant);
        if self.limit > 0 && pending > 0 && pending.saturating_add(bytes) > self.limit {
            return Err(OperationError::TooManyPending { pending, limit: self.limit });
        }
        if bytes > 0 {
            let since = known.since.entry(tenant.clone()).or_default();
            *since = since.saturating_add(bytes);
        }
        Ok(())
    }

    /// Reads the sums, and adds up the changes that they consist of.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable; the sums then remain.
    pub async fn refresh(&self, store: &Store) -> Result<(), PortError> {
        store.intake().add_up().await?;
        self.begin_read();
        let read = store.intake().pending_bytes().await?;
        self.lock().read = read;
        Ok(())
    }

    /// What was stored before this point is counted until the read after the next one.
    fn begin_read(&self) {
        let mut known = self.lock();
        known.before = std::mem::take(&mut known.since);
    }

    fn lock(&self) -> MutexGuard<'_, PendingTotals> {
        // No code panics while it holds the lock.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PendingTotals {
    fn pending(&self, tenant: &Tenant) -> u64 {
        let of = |sums: &HashMap<Tenant, u64>| sums.get(tenant).copied().unwrap_or(0);
        of(&self.read).saturating_add(of(&self.before)).saturating_add(of(&self.since))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    #[test]
    fn a_tenant_is_refused_above_its_limit_until_events_are_settled() {
        let (pending, a, b) = (PendingEvents::new(100), Tenant::parse("a").unwrap(), Tenant::parse("b").unwrap());
        pending.admit(&a, 150).expect("the first request is always admitted");
        assert_eq!(pending.admit(&a, 1).unwrap_err().kind(), ErrorKind::TooManyPendingEvents);
        pending.admit(&b, 60).unwrap();
        assert!(pending.admit(&b, 41).is_err() && pending.admit(&b, 40).is_ok(), "a refused request is not counted");
        pending.begin_read();
        assert!(pending.admit(&a, 1).is_err(), "the read may lack it");
        pending.lock().read = HashMap::from([(a.clone(), 150)]);
        pending.begin_read();
        assert!(pending.admit(&a, 1).is_err());
        pending.lock().read = HashMap::new();
        pending.begin_read();
        assert!(pending.admit(&a, 100).is_ok());
        assert!((0..9).all(|_| PendingEvents::new(0).admit(&a, usize::MAX).is_ok()));
    }
}
