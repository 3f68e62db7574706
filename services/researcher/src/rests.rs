//! Rests and turns that all replicas share, through Redis; each replica's own book stands in where Redis is away.
//!
//! I/O: asks the coordination for every search, fetch and token call.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use coordination::{Acquired, Coordination, Lease, Topic};
use domain::Clock;
use domain::effect::Fence;
use futures::future::BoxFuture;
use web::{LocalRests, Rests};

/// What all replicas know, and what this one knows.
pub(crate) struct SharedRests {
    own: LocalRests,
    shared: Arc<dyn Coordination>,
    /// Another in every process: two replicas must never take one turn for theirs.
    process: u64,
    turns: AtomicU64,
}

impl SharedRests {
    pub(crate) fn new(shared: Arc<dyn Coordination>, clock: Arc<dyn Clock>) -> Self {
        // The standard library's hasher is seeded by the system; ids on retried paths are never made so.
        let process = RandomState::new().build_hasher().finish();
        Self { own: LocalRests::new(clock), shared, process, turns: AtomicU64::new(0) }
    }
}

impl Rests for SharedRests {
    fn resting<'a>(&'a self, who: &'a str) -> BoxFuture<'a, Option<Duration>> {
        Box::pin(async move {
            let own = self.own.resting(who).await;
            // Unreachable is no answer: the own book decides alone.
            let shared = self.shared.cooling(&book(who)).await.ok().flatten();
            own.max(shared)
        })
    }

    fn rest<'a>(&'a self, who: &'a str, wait: Duration) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            self.own.rest(who, wait).await;
            if let Err(error) = self.shared.cool_down(&book(who), wait).await {
                tracing::debug!(%error, who, "the other replicas are not told of a rest");
            }
        })
    }

    fn turn<'a>(&'a self, who: &'a str, spacing: Duration) -> BoxFuture<'a, Option<Duration>> {
        Box::pin(async move {
            if let Some(wait) = self.own.turn(who, spacing).await {
                return Some(wait);
            }
            let turn = self.turns.fetch_add(1, Ordering::Relaxed);
            let holder = format!("{:x}-{turn}", self.process);
            // A lease that nobody gives back: it lapses when the next turn begins.
            let lease = Lease { topic: Topic::Identifier(book(who)), holder, fence: Fence(0) };
            match self.shared.acquire(&lease, spacing).await {
                Ok(Acquired::Held(held)) => Some(held.lapses_in.max(Duration::from_millis(1))),
                Ok(Acquired::Yours) | Err(_) => None,
            }
        })
    }
}

/// Apart from the cool-downs of model providers.
fn book(who: &str) -> String {
    format!("web:{who}")
}

#[cfg(test)]
mod tests {
    use coordination::testing::FakeCoordination;
    use domain::FixedClock;

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn replicas() -> (Arc<FakeCoordination>, SharedRests, SharedRests) {
        let shared = Arc::new(FakeCoordination::default());
        let replica = || {
            let clock = Arc::new(FixedClock::at(domain::Time::UNIX_EPOCH));
            SharedRests::new(Arc::clone(&shared) as Arc<dyn Coordination>, clock)
        };
        let (one, two) = (replica(), replica());
        (shared, one, two)
    }

    #[tokio::test]
    async fn who_turned_one_replica_away_is_left_alone_by_all() {
        let (_, one, two) = replicas();
        one.rest("search:brave", 60 * SECOND).await;
        assert!(two.resting("search:brave").await.is_some());
        assert_eq!(two.resting("search:google").await, None);
    }

    #[tokio::test]
    async fn a_turn_is_given_to_one_replica() {
        let (_, one, two) = replicas();
        assert_eq!(one.turn("host:a", SECOND).await, None);
        assert!(two.turn("host:a", SECOND).await.is_some());
        assert_eq!(two.turn("host:b", SECOND).await, None);
    }

    #[tokio::test]
    async fn without_redis_each_goes_by_its_own_book() {
        let (shared, one, two) = replicas();
        shared.set_down(true);
        one.rest("search:brave", 60 * SECOND).await;
        assert!(one.resting("search:brave").await.is_some());
        assert_eq!(two.resting("search:brave").await, None);
        assert_eq!(one.turn("host:a", SECOND).await, None);
        assert!(one.turn("host:a", SECOND).await.is_some());
    }
}
