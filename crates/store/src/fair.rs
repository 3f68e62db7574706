//! Permits that tenants share: each waits in its own line, the lines take turns, and one tenant never has all
//! permits.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::Tenant;
use tokio::sync::oneshot;

/// Whose work it is; `None` for work that serves all tenants.
type Owner = Option<Tenant>;

/// A number of permits for work of tenants.
#[derive(Debug)]
pub(crate) struct FairPermits {
    /// Maximum permits of one tenant at a time. Work for all tenants may have all.
    share: usize,
    lines: Arc<Mutex<Lines>>,
}

#[derive(Debug, Default)]
struct Lines {
    free: usize,
    owners: HashMap<Owner, Line>,
    /// Owners that wait, in the order of their turns.
    turns: VecDeque<Owner>,
}

#[derive(Debug, Default)]
struct Line {
    held: usize,
    waiting: VecDeque<oneshot::Sender<FairPermit>>,
}

/// A permit until this is dropped.
#[derive(Debug)]
pub(crate) struct FairPermit {
    /// `None` once the permit is returned.
    lines: Option<Arc<Mutex<Lines>>>,
    owner: Owner,
    share: usize,
}

impl FairPermits {
    /// Creates permits, of which one tenant has at most `share` at a time.
    pub(crate) fn new(total: usize, share: usize) -> Self {
        let lines = Lines { free: total, ..Lines::default() };
        Self { share: share.max(1), lines: Arc::new(Mutex::new(lines)) }
    }

    /// Waits for a permit. The order of one owner's work is kept.
    pub(crate) async fn acquire(&self, owner: Option<&Tenant>) -> FairPermit {
        let (reply, granted) = oneshot::channel();
        {
            let mut lines = lock(&self.lines);
            let line = lines.owners.entry(owner.cloned()).or_default();
            line.waiting.push_back(reply);
            if line.waiting.len() == 1 {
                lines.turns.push_back(owner.cloned());
            }
        }
        grant(&self.lines, self.share);
        match granted.await {
            Ok(permit) => permit,
            // Cannot happen: a sender is removed only to grant its permit.
            Err(_) => FairPermit { lines: None, owner: None, share: self.share },
        }
    }
}

impl Drop for FairPermit {
    fn drop(&mut self) {
        let Some(lines) = self.lines.take() else { return };
        lock(&lines).give_back(&self.owner);
        grant(&lines, self.share);
    }
}

/// Grants free permits to those whose turn it is.
fn grant(lines: &Arc<Mutex<Lines>>, share: usize) {
    loop {
        let next = lock(lines).next(share);
        let Some((owner, reply)) = next else { return };
        let permit = FairPermit { lines: Some(Arc::clone(lines)), owner, share };
        // The receiver has given up: the permit returns, and the next one has its turn.
        if let Err(permit) = reply.send(permit) {
            drop(permit);
        }
    }
}

impl Lines {
    /// Takes a permit for the first waiting owner that may have one more.
    fn next(&mut self, share: usize) -> Option<(Owner, oneshot::Sender<FairPermit>)> {
        while self.free > 0 {
            let may_have =
                |owner: &Owner| self.owners.get(owner).is_some_and(|line| owner.is_none() || line.held < share);
            let place = self.turns.iter().position(may_have)?;
            let owner = self.turns.remove(place)?;
            let line = self.owners.get_mut(&owner)?;
            let reply = line.next_waiting();
            if !line.waiting.is_empty() {
                self.turns.push_back(owner.clone());
            }
            match reply {
                Some(reply) => {
                    line.held += 1;
                    self.free -= 1;
                    return Some((owner, reply));
                }
                None if line.held == 0 => drop(self.owners.remove(&owner)),
                None => {}
            }
        }
        None
    }

    fn give_back(&mut self, owner: &Owner) {
        self.free += 1;
        let is_idle = self.owners.get_mut(owner).is_some_and(|line| {
            line.held = line.held.saturating_sub(1);
            line.held == 0 && line.waiting.is_empty()
        });
        if is_idle {
            self.owners.remove(owner);
        }
    }
}

impl Line {
    /// Returns the first that still waits.
    fn next_waiting(&mut self) -> Option<oneshot::Sender<FairPermit>> {
        while let Some(reply) = self.waiting.pop_front() {
            if !reply.is_closed() {
                return Some(reply);
            }
        }
        None
    }
}

fn lock(lines: &Mutex<Lines>) -> MutexGuard<'_, Lines> {
    // No code panics while it holds the lock.
    lines.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn tenant(name: &str) -> Tenant {
        Tenant::parse(name).unwrap()
    }

    #[tokio::test]
    async fn a_tenant_never_has_all_permits_and_work_for_all_tenants_may() {
        let permits = FairPermits::new(3, 2);
        let (loud, quiet) = (tenant("loud"), tenant("quiet"));
        let held = [permits.acquire(Some(&loud)).await, permits.acquire(Some(&loud)).await];
        assert!(permits.acquire(Some(&loud)).now_or_never().is_none(), "its share is used up");
        let other = permits.acquire(Some(&quiet)).now_or_never().expect("one is free");
        drop((held, other));
        let all = [permits.acquire(None).await, permits.acquire(None).await, permits.acquire(None).await];
        drop(all);
        assert_eq!(lock(&permits.lines).free, 3);
        assert!(lock(&permits.lines).owners.is_empty(), "idle tenants are forgotten");
    }

    #[tokio::test]
    async fn the_lines_take_turns_however_long_one_is() {
        let permits = FairPermits::new(1, 1);
        let (loud, quiet) = (tenant("loud"), tenant("quiet"));
        let held = permits.acquire(Some(&loud)).await;
        let mut waiting: Vec<_> = (0..1_000).map(|_| Box::pin(permits.acquire(Some(&loud)))).collect();
        assert!(waiting.iter_mut().all(|one| one.as_mut().now_or_never().is_none()));
        let mut late = Box::pin(permits.acquire(Some(&quiet)));
        assert!(late.as_mut().now_or_never().is_none());
        drop(held);
        let first = waiting[0].as_mut().now_or_never().expect("it was first");
        assert!(late.as_mut().now_or_never().is_none());
        drop(first);
        assert!(late.as_mut().now_or_never().is_some(), "one turn after it came, before 999 others");
    }

    #[tokio::test]
    async fn whoever_gives_up_costs_no_permit_and_no_turn() {
        let permits = FairPermits::new(1, 1);
        let (one, other) = (tenant("one"), tenant("other"));
        let held = permits.acquire(Some(&one)).await;
        let mut gone = Box::pin(permits.acquire(Some(&one)));
        assert!(gone.as_mut().now_or_never().is_none());
        let mut granted = Box::pin(permits.acquire(Some(&other)));
        assert!(granted.as_mut().now_or_never().is_none());
        drop(gone);
        drop(held);
        // It is granted, and given up before it is used.
        drop(granted);
        assert!(permits.acquire(Some(&one)).now_or_never().is_some());
        assert_eq!(lock(&permits.lines).free, 1);
    }
}
