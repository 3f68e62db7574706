//! Room: memory that requests take before they need it, shared fairly by the owners of requests, for example tenants.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use crate::BodyError;

/// Size of one unit of room, in bytes.
pub(crate) const UNIT: usize = 1024;
/// Shares of owners that there are in all.
const SHARES: u32 = 2;
/// Time to wait for room. Less than the limit of a request, so that the client learns the reason.
const WAIT: Duration = Duration::from_secs(10);
/// Seconds after which a client that found no room may repeat the request.
const RETRY_AFTER: u64 = 5;

/// Room of all owners: two shares, of which one owner has one.
#[derive(Debug)]
pub(crate) struct Room {
    /// Share of one owner in units.
    share: u32,
    all: Arc<Semaphore>,
    owners: Mutex<HashMap<String, Arc<Semaphore>>>,
}

/// Room that a request occupies until this is dropped.
#[derive(Debug)]
pub struct Taken {
    own: OwnedSemaphorePermit,
    all: OwnedSemaphorePermit,
}

impl Room {
    /// Creates room of `share` bytes for each owner, and twice as much for all.
    pub(crate) fn new(share: usize) -> Self {
        let share = units(share);
        let all = Arc::new(Semaphore::new(share.saturating_mul(SHARES) as usize));
        Self { share, all, owners: Mutex::default() }
    }

    /// Waits for `bytes` of room, or for the share of an owner if they are more: first for the owner's own, so that
    /// its further requests do not stand in front of other owners' ones.
    ///
    /// # Errors
    /// There is no room in time.
    pub(crate) async fn take(&self, owner: &str, bytes: usize) -> Result<Taken, BodyError> {
        let (size, end) = (units(bytes).min(self.share), Instant::now() + WAIT);
        let own = wait(self.own(owner), size, end).await?;
        Ok(Taken { own, all: wait(Arc::clone(&self.all), size, end).await? })
    }

    fn own(&self, owner: &str) -> Arc<Semaphore> {
        // No code panics while it holds the lock.
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        owners.retain(|_, own| Arc::strong_count(own) > 1);
        let own = || Arc::new(Semaphore::new(self.share as usize));
        Arc::clone(owners.entry(owner.to_owned()).or_insert_with(own))
    }

    /// Returns the units of an owner that are free, and those of all owners.
    #[cfg(test)]
    pub(crate) fn free(&self, owner: &str) -> [usize; 2] {
        [self.own(owner).available_permits(), self.all.available_permits()]
    }

    /// Returns the number of owners that are remembered.
    #[cfg(test)]
    pub(crate) fn known_owners(&self) -> usize {
        self.owners.lock().unwrap().len()
    }
}

impl Taken {
    /// Gives back what exceeds `bytes`.
    pub fn shrink(&mut self, bytes: usize) {
        let rest = self.own.num_permits().saturating_sub(units(bytes) as usize);
        drop([self.own.split(rest), self.all.split(rest)]);
    }

    /// Returns bytes that occupy the room until their last reader drops them.
    pub fn hold(self, bytes: Bytes) -> Bytes {
        Bytes::from_owner(Held { bytes, _room: self })
    }

    /// Returns a body that occupies the room until it has been sent.
    pub fn body(self, bytes: Vec<u8>) -> Body {
        Body::from(self.hold(bytes.into()))
    }
}

struct Held {
    bytes: Bytes,
    _room: Taken,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Returns the units for a number of bytes. A number beyond the range of a semaphore is as good as no limit.
fn units(bytes: usize) -> u32 {
    u32::try_from(bytes.div_ceil(UNIT)).map_or(u32::MAX >> 4, |units| units.min(u32::MAX >> 4))
}

/// Waits for units until `end`.
async fn wait(semaphore: Arc<Semaphore>, size: u32, end: Instant) -> Result<OwnedSemaphorePermit, BodyError> {
    // The semaphores are never closed.
    let taken = tokio::time::timeout_at(end, semaphore.acquire_many_owned(size)).await;
    taken.ok().and_then(Result::ok).ok_or(BodyError::Busy { retry_after: RETRY_AFTER })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_owner_has_its_share_and_all_owners_two() {
        let room = Room::new(4 * UNIT);
        let mut first = room.take("a", 4 * UNIT).await.unwrap();
        assert_eq!(room.take("a", UNIT).await.unwrap_err(), BodyError::Busy { retry_after: RETRY_AFTER });
        let second = room.take("b", usize::MAX).await.unwrap();
        assert!(room.take("c", 1).await.is_err());
        first.shrink(UNIT + 1);
        assert_eq!(room.free("a"), [2, 2]);
        let body = first.hold(Bytes::from_static(b"abc"));
        let part = body.slice(..1);
        drop(body);
        assert_eq!(room.free("a"), [2, 2], "a part keeps the room");
        drop((part, second));
        assert_eq!(room.free("a"), [4, 8]);
        assert_eq!(room.known_owners(), 1, "owners without room are forgotten");
    }

    #[tokio::test(start_paused = true)]
    async fn further_requests_of_an_owner_do_not_stand_in_front_of_another_one() {
        let room = Room::new(UNIT);
        let held = room.take("a", UNIT).await.unwrap();
        let waiting = room.take("a", UNIT);
        tokio::pin!(waiting);
        assert!(futures::poll!(waiting.as_mut()).is_pending());
        assert!(room.take("b", UNIT).await.is_ok());
        drop(held);
        assert!(waiting.await.is_ok());
    }
}
