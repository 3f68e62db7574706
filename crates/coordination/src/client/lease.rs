//! Leases in Redis: a hash of holder and fence that lapses.

use std::time::Duration;

use domain::effect::Fence;

use super::{Redis, left, millis, script};
use crate::{Acquired, Answer, Held, Lease, Leases, Topic, Unavailable};

impl Redis {
    fn lease_key(&self, topic: &Topic) -> String {
        self.key("lease", &topic.key())
    }

    /// Extends by `ttl` milliseconds, or gives back for 0, if it is still the holder's.
    async fn keep(&self, lease: &Lease, ttl: u64) -> Result<bool, Unavailable> {
        let mut call = script::RENEW.prepare_invoke();
        call.key(self.lease_key(&lease.topic)).arg(&lease.holder).arg(lease.fence.0).arg(ttl);
        self.ask(|mut connection| async move { call.invoke_async(&mut connection).await }).await
    }
}

impl Leases for Redis {
    fn acquire<'a>(&'a self, lease: &'a Lease, ttl: Duration) -> Answer<'a, Acquired> {
        Box::pin(async move {
            let mut call = script::ACQUIRE.prepare_invoke();
            call.key(self.lease_key(&lease.topic)).arg(&lease.holder).arg(lease.fence.0).arg(millis(ttl));
            let (yours, fence, ttl): (bool, i64, i64) =
                self.ask(|mut connection| async move { call.invoke_async(&mut connection).await }).await?;
            let held = Held { fence: Fence(fence), lapses_in: left(ttl).unwrap_or_default() };
            Ok(if yours { Acquired::Yours } else { Acquired::Held(held) })
        })
    }

    fn renew<'a>(&'a self, lease: &'a Lease, ttl: Duration) -> Answer<'a, bool> {
        Box::pin(self.keep(lease, millis(ttl)))
    }

    fn surrender<'a>(&'a self, lease: &'a Lease) -> Answer<'a, ()> {
        Box::pin(async move { self.keep(lease, 0).await.map(|_| ()) })
    }

    fn held<'a>(&'a self, topic: &'a Topic) -> Answer<'a, Option<Held>> {
        Box::pin(async move {
            let key = self.lease_key(topic);
            let mut pipe = redis::pipe();
            pipe.hget(&key, "fence").pttl(&key);
            let (fence, ttl): (Option<i64>, i64) =
                self.ask(|mut connection| async move { pipe.query_async(&mut connection).await }).await?;
            Ok(fence.zip(left(ttl)).map(|(fence, lapses_in)| Held { fence: Fence(fence), lapses_in }))
        })
    }
}
