//! Memory for the bodies of requests. A large body is read only when there is room for it, so that clients who send many of them at the same
//! time wait instead of ending the process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::{Body, HttpBody, to_bytes};
use axum::http::StatusCode;
use bytes::Bytes;
use domain::Tenant;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::{Problem, unread};

/// Maximum size of a body that needs no room, in bytes. 4,096 connections with such bodies take 64 MiB.
const SMALL: usize = 16 * 1024;
/// Size of one unit of room, in bytes.
const UNIT: usize = 1024;
/// Largest bodies of all tenants for which there is room. A batch takes several times its size until its events are stored.
const LARGEST_BODIES: u32 = 2;
/// Time to wait for room. Less than the limit of a request, so that the client learns the reason.
const WAIT: Duration = Duration::from_secs(10);
/// Seconds after which a client that found no room may repeat the request.
const RETRY_AFTER: u64 = 5;

/// Room for the bodies of all requests of this process: twice the largest body, of which one tenant has half.
#[derive(Debug)]
pub struct BodyMemory {
    /// Maximum body in bytes.
    limit: usize,
    all: Arc<Semaphore>,
    tenants: Mutex<HashMap<Tenant, Arc<Semaphore>>>,
}

/// A body that occupies its room until its last reader drops it.
struct Kept {
    bytes: Bytes,
    _room: [OwnedSemaphorePermit; 2],
}

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl BodyMemory {
    /// Creates the room for bodies of at most `limit` bytes.
    pub fn new(limit: usize) -> Self {
        let all = units(limit).saturating_mul(LARGEST_BODIES) as usize;
        Self { limit, all: Arc::new(Semaphore::new(all)), tenants: Mutex::default() }
    }

    /// Reads the body of a tenant's request. A large one waits until there is room, which it occupies until the returned bytes are dropped.
    ///
    /// # Errors
    /// The body is too large, cannot be read, or there is no room for it in time.
    pub async fn read(&self, tenant: &Tenant, body: Body) -> Result<Bytes, Problem> {
        // A body of unknown length may be as large as the limit.
        let declared = body.size_hint().upper().and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(self.limit);
        let size = declared.min(self.limit);
        let room = if size <= SMALL { None } else { Some(self.room(tenant, size).await?) };
        let bytes = to_bytes(body, self.limit).await.map_err(|error| unread(&error, self.limit))?;
        Ok(match room {
            Some(room) => Bytes::from_owner(Kept { bytes, _room: room }),
            None => bytes,
        })
    }

    /// Takes the room of a body: first the tenant's own, so that its further bodies do not stand in front of other tenants' ones.
    async fn room(&self, tenant: &Tenant, size: usize) -> Result<[OwnedSemaphorePermit; 2], Problem> {
        let (size, end) = (units(size), Instant::now() + WAIT);
        let own = take(self.tenant(tenant), size, end).await?;
        Ok([own, take(Arc::clone(&self.all), size, end).await?])
    }

    fn tenant(&self, tenant: &Tenant) -> Arc<Semaphore> {
        // No code panics while it holds the lock.
        let mut tenants = self.tenants.lock().unwrap_or_else(PoisonError::into_inner);
        tenants.retain(|_, own| Arc::strong_count(own) > 1);
        let own = || Arc::new(Semaphore::new(units(self.limit) as usize));
        Arc::clone(tenants.entry(tenant.clone()).or_insert_with(own))
    }
}

/// Room of a body in units. A limit beyond the range of a semaphore is as good as none.
fn units(bytes: usize) -> u32 {
    u32::try_from(bytes.div_ceil(UNIT)).map_or(u32::MAX >> 4, |units| units.min(u32::MAX >> 4))
}

/// Waits for units until `end`.
async fn take(semaphore: Arc<Semaphore>, size: u32, end: Instant) -> Result<OwnedSemaphorePermit, Problem> {
    // The semaphores are never closed.
    let taken = tokio::time::timeout_at(end, semaphore.acquire_many_owned(size)).await;
    taken.ok().and_then(Result::ok).ok_or_else(busy)
}

fn busy() -> Problem {
    let detail = "the gateway is busy with other large bodies; repeat the request later, or send smaller batches";
    Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", detail).retry_after(RETRY_AFTER)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: usize = 1 << 20;

    fn tenant(name: &str) -> Tenant {
        Tenant::parse(name).unwrap()
    }

    fn body(size: usize) -> Body {
        Body::from(vec![b'x'; size])
    }

    #[tokio::test(start_paused = true)]
    async fn a_tenant_has_room_for_one_largest_body_and_all_tenants_for_two() {
        let memory = BodyMemory::new(LIMIT);
        let first = memory.read(&tenant("a"), body(LIMIT)).await.unwrap();
        let busy = memory.read(&tenant("a"), body(LIMIT)).await.unwrap_err();
        assert_eq!(busy.status(), StatusCode::SERVICE_UNAVAILABLE);
        let other = memory.read(&tenant("b"), body(LIMIT)).await.unwrap();
        assert!(memory.read(&tenant("c"), body(SMALL + 1)).await.is_err());
        // A part of the body keeps the room; small bodies need none.
        let part = first.slice(..10);
        drop(first);
        assert!(memory.read(&tenant("c"), body(SMALL)).await.is_ok());
        assert!(memory.read(&tenant("a"), body(LIMIT)).await.is_err());
        drop((part, other));
        assert!(memory.read(&tenant("a"), body(LIMIT)).await.is_ok());
        assert!(memory.tenant(&tenant("d")).available_permits() > 0);
        assert_eq!(memory.tenants.lock().unwrap().len(), 1, "tenants without a body are forgotten");
    }

    #[tokio::test(start_paused = true)]
    async fn further_bodies_of_a_tenant_do_not_stand_in_front_of_another_one() {
        let memory = BodyMemory::new(LIMIT);
        let (a, b) = (tenant("a"), tenant("b"));
        let held = memory.read(&a, body(LIMIT)).await.unwrap();
        let waiting = memory.read(&a, body(LIMIT));
        tokio::pin!(waiting);
        assert!(futures::poll!(waiting.as_mut()).is_pending());
        assert!(memory.read(&b, body(LIMIT)).await.is_ok());
        drop(held);
        assert!(waiting.await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_of_unknown_length_needs_the_room_of_the_largest() {
        let memory = BodyMemory::new(LIMIT);
        let chunks = futures::stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"x"))]);
        let held = memory.read(&tenant("a"), Body::from_stream(chunks)).await.unwrap();
        assert_eq!(memory.tenant(&tenant("a")).available_permits(), 0);
        drop(held);
        assert_eq!(memory.all.available_permits(), 2 * LIMIT / UNIT);
        let large = memory.read(&tenant("a"), body(LIMIT + 1)).await.unwrap_err();
        assert_eq!(large.status(), StatusCode::PAYLOAD_TOO_LARGE);
    }
}
