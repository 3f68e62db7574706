//! Leases on topics, so that two workers rarely research the same one. They save work and do not protect data: Postgres
//! checks the fence of every write. In Redis a lease is a hash of holder and fence with a time to live.

use std::sync::LazyLock;
use std::time::Duration;

use domain::effect::Fence;
use redis::Script;

use crate::client::{Redis, millis, time_left};
use crate::{CallFuture, Topic, Unavailable};

/// A claim on a topic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// The topic held.
    pub topic: Topic,
    /// The holder: unique per job, since two jobs of one worker must exclude one another too.
    pub holder: String,
    /// Fence of the lease row in Postgres. A higher fence was issued later and takes the lease over.
    pub fence: Fence,
}

/// Result of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acquired {
    /// The caller holds the lease: it was free, the caller's own, or held under an older fence.
    Yours,
    /// Another holder has it.
    Held(Held),
}

/// A lease of another holder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Held {
    /// The holder's fence.
    pub fence: Fence,
    /// Time until the lease lapses unless it is renewed.
    pub lapses_in: Duration,
}

/// Leases on topics. A caller looks first ([`Leases::held`]), then takes the lease row in Postgres, which issues the
/// fence, then calls [`Leases::acquire`] so that others see the lease.
pub trait Leases: Send + Sync + 'static {
    /// Acquires or extends a lease.
    fn acquire<'a>(&'a self, lease: &'a Lease, ttl: Duration) -> CallFuture<'a, Acquired>;

    /// Extends the lease if the caller still holds it; `false` means that it lapsed, was flushed or was taken over.
    fn renew<'a>(&'a self, lease: &'a Lease, ttl: Duration) -> CallFuture<'a, bool>;

    /// Releases the lease if the caller still holds it.
    fn surrender<'a>(&'a self, lease: &'a Lease) -> CallFuture<'a, ()>;

    /// Returns the current holder's lease, if there is one.
    fn held<'a>(&'a self, topic: &'a Topic) -> CallFuture<'a, Option<Held>>;
}

/// Postgres issues the fences, so a higher one belongs to a later holder: the older holder's writes are rejected
/// already. Fences are compared as numbers: Lua's doubles are exact up to 2^53.
static ACQUIRE: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"
-- KEYS: lease. ARGV: holder, fence, ttl in ms.
local current = redis.call('HMGET', KEYS[1], 'holder', 'fence')
local mine = current[1] == ARGV[1]
if current[1] and not mine and tonumber(current[2]) >= tonumber(ARGV[2]) then
  return {0, current[2], redis.call('PTTL', KEYS[1])}
end
redis.call('HSET', KEYS[1], 'holder', ARGV[1], 'fence', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {1, ARGV[2], ARGV[3]}",
    )
});

static RENEW: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"
-- KEYS: lease. ARGV: holder, fence, ttl in ms; a ttl of 0 releases the lease.
local current = redis.call('HMGET', KEYS[1], 'holder', 'fence')
if current[1] ~= ARGV[1] or current[2] ~= ARGV[2] then
  return 0
end
if ARGV[3] == '0' then
  redis.call('DEL', KEYS[1])
else
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
end
return 1",
    )
});

impl Redis {
    pub(crate) fn lease_key(&self, topic: &Topic) -> String {
        self.key("lease", &topic.key())
    }

    /// Extends the lease by `ttl` milliseconds, or releases it for 0, if the caller still holds it.
    async fn extend(&self, lease: &Lease, ttl: u64) -> Result<bool, Unavailable> {
        let mut call = RENEW.prepare_invoke();
        call.key(self.lease_key(&lease.topic)).arg(&lease.holder).arg(lease.fence.0).arg(ttl);
        self.ask(|mut connection| async move { call.invoke_async(&mut connection).await }).await
    }
}

impl Leases for Redis {
    fn acquire<'a>(&'a self, lease: &'a Lease, ttl: Duration) -> CallFuture<'a, Acquired> {
        Box::pin(async move {
            let mut call = ACQUIRE.prepare_invoke();
            call.key(self.lease_key(&lease.topic)).arg(&lease.holder).arg(lease.fence.0).arg(millis(ttl));
            let (yours, fence, ttl): (bool, i64, i64) =
                self.ask(|mut connection| async move { call.invoke_async(&mut connection).await }).await?;
            let held = Held { fence: Fence(fence), lapses_in: time_left(ttl).unwrap_or_default() };
            Ok(if yours { Acquired::Yours } else { Acquired::Held(held) })
        })
    }

    fn renew<'a>(&'a self, lease: &'a Lease, ttl: Duration) -> CallFuture<'a, bool> {
        Box::pin(self.extend(lease, millis(ttl)))
    }

    fn surrender<'a>(&'a self, lease: &'a Lease) -> CallFuture<'a, ()> {
        Box::pin(async move { self.extend(lease, 0).await.map(|_| ()) })
    }

    fn held<'a>(&'a self, topic: &'a Topic) -> CallFuture<'a, Option<Held>> {
        Box::pin(async move {
            let key = self.lease_key(topic);
            let mut pipe = redis::pipe();
            pipe.hget(&key, "fence").pttl(&key);
            let (fence, ttl): (Option<i64>, i64) =
                self.ask(|mut connection| async move { pipe.query_async(&mut connection).await }).await?;
            Ok(fence.zip(time_left(ttl)).map(|(fence, lapses_in)| Held { fence: Fence(fence), lapses_in }))
        })
    }
}
