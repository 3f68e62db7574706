//! Cool-downs of providers and hosts: the states of this process and the waits that all replicas share. The decision is
//! [`domain::cool_down`]; in Redis a cool-down is a key with a time to live.

use std::collections::hash_map::RandomState;
use std::collections::{BTreeSet, HashMap};
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use domain::cool_down::{Admission, CoolDown, Event, Policy};
use domain::effect::Fence;
use domain::port::{BoxFuture, CoolDowns};
use domain::{Clock, Time};
use redis::Script;

use crate::client::{Redis, millis, time_left};
use crate::{Acquired, CallFuture, Coordination, Lease, Topic, Unavailable};

/// Keys read per round trip.
const SCAN_KEYS: usize = 1_000;
/// Names kept in memory before those that are over are dropped: a crawler meets many hosts.
const MAX_NAMES: usize = 4_096;

/// Waits by provider. A key names what shares a rate limit: `<host:port>/<model>`, a search provider's name.
pub trait CoolDownStore: Send + Sync + 'static {
    /// Starts a cool-down for all replicas. A longer one that is running stays.
    fn cool_down<'a>(&'a self, provider: &'a str, wait: Duration) -> CallFuture<'a, ()>;

    /// Returns the remaining wait, or `None` if the provider may be called.
    fn cooling<'a>(&'a self, provider: &'a str) -> CallFuture<'a, Option<Duration>>;
}

static COOL_DOWN: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        r"
-- KEYS: cool-down. ARGV: wait in ms. The longer one stays.
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then
  redis.call('SET', KEYS[1], '1', 'PX', ARGV[1])
end
return 1",
    )
});

impl CoolDownStore for Redis {
    fn cool_down<'a>(&'a self, provider: &'a str, wait: Duration) -> CallFuture<'a, ()> {
        Box::pin(async move {
            let mut call = COOL_DOWN.prepare_invoke();
            call.key(self.key("cool", provider)).arg(millis(wait));
            self.ask(|mut connection| async move { call.invoke_async(&mut connection).await }).await
        })
    }

    fn cooling<'a>(&'a self, provider: &'a str) -> CallFuture<'a, Option<Duration>> {
        Box::pin(async move {
            let call = redis::Cmd::pttl(self.key("cool", provider));
            let ttl: i64 = self.ask(|mut connection| async move { call.query_async(&mut connection).await }).await?;
            Ok(time_left(ttl))
        })
    }
}

impl Redis {
    /// Returns every running cool-down with its remaining time, for a person who asks why work waits. It scans all
    /// keys, so workers must not call it.
    ///
    /// # Errors
    /// [`Unavailable`], with the reason.
    pub async fn all_cooling(&self) -> Result<Vec<(String, Duration)>, Unavailable> {
        let mut cooling = Vec::new();
        for provider in self.names("cool").await? {
            cooling.extend(self.cooling(&provider).await?.map(|left| (provider, left)));
        }
        Ok(cooling)
    }

    /// Returns the names of all keys of a kind, in order.
    pub(crate) async fn names(&self, kind: &str) -> Result<BTreeSet<String>, Unavailable> {
        let (prefix, mut cursor, mut names) = (self.key(kind, ""), 0_u64, BTreeSet::new());
        loop {
            let mut scan = redis::cmd("SCAN");
            scan.arg(cursor).arg("MATCH").arg(format!("{prefix}*")).arg("COUNT").arg(SCAN_KEYS);
            let (next, keys): (u64, Vec<String>) =
                self.ask(|mut connection| async move { scan.query_async(&mut connection).await }).await?;
            names.extend(keys.iter().filter_map(|key| key.strip_prefix(&prefix)).map(str::to_owned));
            if next == 0 {
                return Ok(names);
            }
            cursor = next;
        }
    }
}

/// Cool-downs of one process, shared with the other replicas if there is a [`Coordination`]. Without it, or while it is
/// unavailable, each process observes its own refusals.
pub struct SharedCoolDowns {
    shared: Option<Arc<dyn Coordination>>,
    clock: Arc<dyn Clock>,
    policy: Policy,
    /// Prefix of the shared names: `web:` for hosts and services, empty for model providers.
    namespace: &'static str,
    states: Mutex<HashMap<String, CoolDown>>,
    turns: Mutex<HashMap<String, CoolDown>>,
    /// Different in every process, so that two replicas never take one turn for their own.
    process: u64,
    next_turn: AtomicU64,
}

impl SharedCoolDowns {
    /// For a model provider.
    pub fn models(shared: Arc<dyn Coordination>, clock: Arc<dyn Clock>) -> Self {
        Self::new(Some(shared), clock, Policy::MODEL, "")
    }

    /// For hosts and services of the web.
    pub fn web(shared: Arc<dyn Coordination>, clock: Arc<dyn Clock>) -> Self {
        Self::new(Some(shared), clock, Policy::WEB, "web:")
    }

    /// For hosts and services of the web, within this process only.
    pub fn local(clock: Arc<dyn Clock>) -> Self {
        Self::new(None, clock, Policy::WEB, "web:")
    }

    fn new(
        shared: Option<Arc<dyn Coordination>>,
        clock: Arc<dyn Clock>,
        policy: Policy,
        namespace: &'static str,
    ) -> Self {
        // The standard library's hasher is seeded by the system. The number names leases only, no ids on a retried
        // path.
        let process = RandomState::new().build_hasher().finish();
        let (states, turns, next_turn) = (Mutex::default(), Mutex::default(), AtomicU64::new(0));
        Self { shared, clock, policy, namespace, states, turns, process, next_turn }
    }

    /// Decides about a call and claims the probe if one is due.
    pub fn admit(&self, name: &str) -> Admission {
        let now = self.now();
        change(&self.states, name, now, |state| state.admit(now, &self.policy))
    }

    /// Returns the remaining wait: of this process, else, unless a probe is due, of the other replicas.
    pub async fn wait(&self, name: &str) -> Option<Duration> {
        match self.admission(name) {
            Admission::Wait(wait) => return Some(wait),
            Admission::Probe => return None,
            Admission::Admit => {}
        }
        let wait = self.shared.as_ref()?.cooling(&self.shared_name(name)).await.ok()??;
        self.observe(name, Event::Announced(wait));
        Some(wait)
    }

    /// Decides about a call by the state of this process alone, without claiming a probe.
    pub fn admission(&self, name: &str) -> Admission {
        let state = self.states.lock().unwrap_or_else(PoisonError::into_inner).get(name).copied().unwrap_or_default();
        state.admission(self.now(), &self.policy)
    }

    /// Applies an event to the state of this process only. Returns the wait if a cool-down starts or is extended.
    pub fn observe(&self, name: &str, event: Event) -> Option<Duration> {
        let now = self.now();
        change(&self.states, name, now, |state| state.record(event, now, &self.policy))
    }

    /// As [`SharedCoolDowns::observe`], and announces the wait that a provider requested to the other replicas. That
    /// this replica does not reach a provider says nothing about the others: its network may be the cause.
    pub async fn record(&self, name: &str, event: Event) -> Option<Duration> {
        let wait = self.observe(name, event)?;
        if matches!(event, Event::Refused(_))
            && let Some(shared) = &self.shared
            && let Err(error) = shared.cool_down(&self.shared_name(name), wait).await
        {
            // The other replicas observe their own refusals.
            tracing::debug!(%error, name, "a cool-down was not announced to the other replicas");
        }
        Some(wait)
    }

    fn shared_name(&self, name: &str) -> String {
        format!("{}{name}", self.namespace)
    }

    fn now(&self) -> Duration {
        (self.clock.now() - Time::UNIX_EPOCH).to_std().unwrap_or_default()
    }

    /// Takes a turn among the calls of this process.
    fn take_local_turn(&self, name: &str, spacing: Duration) -> Option<Duration> {
        let now = self.now();
        change(&self.turns, name, now, |turn| match turn.admission(now, &self.policy) {
            Admission::Wait(wait) => Some(wait),
            Admission::Admit | Admission::Probe => {
                turn.record(Event::Refused(Some(spacing)), now, &self.policy);
                None
            }
        })
    }
}

/// Changes the state of `name`. Each change is one assignment, so a panic elsewhere cannot leave a state inconsistent.
fn change<T>(
    states: &Mutex<HashMap<String, CoolDown>>,
    name: &str,
    now: Duration,
    change: impl FnOnce(&mut CoolDown) -> T,
) -> T {
    let mut states = states.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(state) = states.get_mut(name) {
        return change(state);
    }
    if states.len() >= MAX_NAMES {
        states.retain(|_, state| match state {
            CoolDown::Cooling { until, .. } => *until > now,
            CoolDown::Probing { .. } => true,
            CoolDown::Ready { .. } => false,
        });
    }
    change(states.entry(name.to_owned()).or_default())
}

impl CoolDowns for SharedCoolDowns {
    fn cooling<'a>(&'a self, name: &'a str) -> BoxFuture<'a, Option<Duration>> {
        Box::pin(self.wait(name))
    }

    fn cool_down<'a>(&'a self, name: &'a str, wait: Duration) -> BoxFuture<'a, ()> {
        Box::pin(async move {
            self.record(name, Event::Refused(Some(wait))).await;
        })
    }

    fn take_turn<'a>(&'a self, name: &'a str, spacing: Duration) -> BoxFuture<'a, Option<Duration>> {
        Box::pin(async move {
            if let Some(wait) = self.take_local_turn(name, spacing) {
                return Some(wait);
            }
            let turn = self.next_turn.fetch_add(1, Ordering::Relaxed);
            let holder = format!("{:x}-{turn}", self.process);
            // A lease that is never released: it lapses when the next turn begins.
            let lease = Lease { topic: Topic::Identifier(self.shared_name(name)), holder, fence: Fence(0) };
            match self.shared.as_ref()?.acquire(&lease, spacing).await {
                Ok(Acquired::Held(held)) => Some(held.lapses_in.max(Duration::from_millis(1))),
                Ok(Acquired::Yours) | Err(_) => None,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use domain::FixedClock;

    use super::*;
    use crate::testing::FakeCoordination;

    const SECOND: Duration = Duration::from_secs(1);

    fn clock() -> Arc<FixedClock> {
        Arc::new(FixedClock::at(Time::UNIX_EPOCH))
    }

    fn replicas() -> (Arc<FakeCoordination>, SharedCoolDowns, SharedCoolDowns) {
        let shared = Arc::new(FakeCoordination::default());
        let replica = || SharedCoolDowns::web(Arc::clone(&shared) as Arc<dyn Coordination>, clock());
        let (one, two) = (replica(), replica());
        (shared, one, two)
    }

    #[tokio::test]
    async fn a_cool_down_ends_and_the_longer_one_stays() {
        let clock = clock();
        let local = SharedCoolDowns::local(clock.clone());
        assert_eq!(local.cooling("a").await, None);
        local.cool_down("a", 5 * SECOND).await;
        local.cool_down("a", SECOND).await;
        assert_eq!(local.cooling("a").await, Some(5 * SECOND));
        assert_eq!(local.cooling("b").await, None);
        clock.advance(5 * SECOND);
        assert_eq!(local.cooling("a").await, None);
    }

    #[tokio::test]
    async fn a_turn_is_given_once_per_spacing() {
        let clock = clock();
        let local = SharedCoolDowns::local(clock.clone());
        assert_eq!(local.take_turn("a", SECOND).await, None);
        assert_eq!(local.take_turn("a", SECOND).await, Some(SECOND));
        assert_eq!(local.take_turn("b", SECOND).await, None);
        clock.advance(SECOND);
        assert_eq!(local.take_turn("a", SECOND).await, None);
    }

    #[tokio::test]
    async fn names_whose_cool_down_is_over_are_dropped() {
        let clock = clock();
        let local = SharedCoolDowns::local(clock.clone());
        for n in 0..3 * MAX_NAMES {
            local.cool_down(&n.to_string(), SECOND).await;
            clock.advance(SECOND);
        }
        assert!(local.states.lock().unwrap().len() <= MAX_NAMES);
    }

    #[tokio::test]
    async fn a_refusal_of_one_replica_holds_back_all() {
        let (_, one, two) = replicas();
        one.cool_down("search:brave", 60 * SECOND).await;
        assert!(two.cooling("search:brave").await.is_some());
        assert_eq!(two.cooling("search:google").await, None);
    }

    #[tokio::test]
    async fn a_turn_is_given_to_one_replica() {
        let (_, one, two) = replicas();
        assert_eq!(one.take_turn("host:a", SECOND).await, None);
        assert!(two.take_turn("host:a", SECOND).await.is_some());
        assert_eq!(two.take_turn("host:b", SECOND).await, None);
    }

    #[tokio::test]
    async fn without_redis_each_replica_observes_its_own_refusals() {
        let (shared, one, two) = replicas();
        shared.set_down(true);
        one.cool_down("search:brave", 60 * SECOND).await;
        assert!(one.cooling("search:brave").await.is_some());
        assert_eq!(two.cooling("search:brave").await, None);
        assert_eq!(one.take_turn("host:a", SECOND).await, None);
        assert!(one.take_turn("host:a", SECOND).await.is_some());
    }
}
