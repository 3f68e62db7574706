//! Coordination in memory, for the tests of other crates, with a switch that makes every call fail.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::{Budget, BudgetScope, EntityId, JobId, MicroUsd};

use crate::{
    Acquired, Block, Budgets, CallFuture, CoolDownStore, Freshness, Held, InFlight, Lease, Leases, ModelState,
    ModelStates, Reservation, Reserved, Topic, TopicState, Unavailable,
};

/// Coordination in memory. Its time is constant until [`FakeCoordination::advance`].
#[derive(Debug, Default)]
pub struct FakeCoordination(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    down: bool,
    elapsed: Duration,
    leases: HashMap<Topic, (Lease, Duration)>,
    /// End of the mark, and the entity whose own mark decides.
    fresh: HashMap<Topic, (Duration, Topic)>,
    cooling: HashMap<String, Duration>,
    blocks: HashMap<String, Block>,
    refused: HashMap<String, BTreeSet<String>>,
    flights: HashMap<String, HashMap<String, Duration>>,
    balances: HashMap<BudgetScope, u64>,
    reservations: HashMap<JobId, (Vec<Budget>, MicroUsd, bool)>,
}

impl FakeCoordination {
    /// Makes every call fail, or succeed again.
    pub fn set_down(&self, down: bool) {
        self.state().down = down;
    }

    /// Drops everything, as `FLUSHALL` does.
    pub fn flush(&self) {
        let mut state = self.state();
        let kept = (state.down, state.elapsed);
        *state = State { down: kept.0, elapsed: kept.1, ..State::default() };
    }

    /// Advances the time.
    pub fn advance(&self, by: Duration) {
        self.state().elapsed += by;
    }

    /// Returns the balance of a budget: micro-dollars spent and reserved.
    pub fn balance(&self, scope: &BudgetScope) -> Option<MicroUsd> {
        self.state().balances.get(scope).copied().map(MicroUsd)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer<'a, T: Send + 'a>(&'a self, work: impl FnOnce(&mut State) -> T) -> CallFuture<'a, T> {
        let mut state = self.state();
        let answer = if state.down { Err(Unavailable::Skipped) } else { Ok(work(&mut state)) };
        Box::pin(std::future::ready(answer))
    }
}

impl State {
    fn wait(&self, provider: &str) -> Option<Duration> {
        self.cooling.get(provider)?.checked_sub(self.elapsed).filter(|left| !left.is_zero())
    }

    fn holder(&self, topic: &Topic) -> Option<(&Lease, Duration)> {
        let (lease, until) = self.leases.get(topic)?;
        (*until > self.elapsed).then(|| (lease, *until - self.elapsed))
    }

    fn is_fresh(&self, topic: &Topic) -> bool {
        let mark = self.fresh.get(topic).filter(|(until, _)| *until > self.elapsed);
        mark.is_some_and(|(_, entity)| entity == topic || self.is_fresh(entity))
    }

    fn reserve(&mut self, wanted: &Reservation) -> Reserved {
        let scopes = || wanted.budgets.iter().map(|budget| &budget.scope);
        let unknown: Vec<BudgetScope> = scopes().filter(|scope| !self.balances.contains_key(*scope)).cloned().collect();
        if !unknown.is_empty() {
            return Reserved::AskPostgres { unknown };
        }
        if self.reservations.contains_key(&wanted.id) {
            return Reserved::Likely;
        }
        for Budget { scope, limit } in &wanted.budgets {
            let left = limit.saturating_sub(MicroUsd(self.balances[scope]));
            if wanted.max > left {
                return Reserved::Unlikely { scope: scope.clone(), left };
            }
        }
        for scope in scopes() {
            *self.balances.entry(scope.clone()).or_default() += wanted.max.0;
        }
        self.reservations.insert(wanted.id, (wanted.budgets.clone(), wanted.max, true));
        Reserved::Likely
    }

    fn settle(&mut self, id: JobId, actual: MicroUsd) {
        let Some((budgets, max, open)) = self.reservations.get_mut(&id) else { return };
        if !std::mem::take(open) {
            return;
        }
        for budget in budgets {
            if let Some(balance) = self.balances.get_mut(&budget.scope) {
                *balance = (*balance + actual.0).saturating_sub(max.0);
            }
        }
    }
}

impl Leases for FakeCoordination {
    fn acquire<'a>(&'a self, lease: &'a Lease, ttl: Duration) -> CallFuture<'a, Acquired> {
        self.answer(|state| {
            if let Some((other, lapses_in)) = state.holder(&lease.topic)
                && other.holder != lease.holder
                && other.fence.0 >= lease.fence.0
            {
                return Acquired::Held(Held { fence: other.fence, lapses_in });
            }
            state.leases.insert(lease.topic.clone(), (lease.clone(), state.elapsed + ttl));
            Acquired::Yours
        })
    }

    fn renew<'a>(&'a self, lease: &'a Lease, ttl: Duration) -> CallFuture<'a, bool> {
        self.answer(|state| {
            let mine = state.holder(&lease.topic).is_some_and(|(holder, _)| holder == lease);
            if mine {
                state.leases.insert(lease.topic.clone(), (lease.clone(), state.elapsed + ttl));
            }
            mine
        })
    }

    fn surrender<'a>(&'a self, lease: &'a Lease) -> CallFuture<'a, ()> {
        self.answer(|state| {
            if state.holder(&lease.topic).is_some_and(|(holder, _)| holder == lease) {
                state.leases.remove(&lease.topic);
            }
        })
    }

    fn held<'a>(&'a self, topic: &'a Topic) -> CallFuture<'a, Option<Held>> {
        self.answer(|state| state.holder(topic).map(|(lease, lapses_in)| Held { fence: lease.fence, lapses_in }))
    }
}

impl Freshness for FakeCoordination {
    fn mark_fresh<'a>(&'a self, entity: &'a EntityId, names: &'a [String], ttl: Duration) -> CallFuture<'a, ()> {
        self.answer(|state| {
            let mark = (state.elapsed + ttl, Topic::Entity(entity.clone()));
            state.fresh.insert(mark.1.clone(), mark.clone());
            state.fresh.extend(names.iter().map(|name| (Topic::Identifier(name.clone()), mark.clone())));
        })
    }

    fn mark_stale<'a>(&'a self, topics: &'a [Topic]) -> CallFuture<'a, ()> {
        self.answer(|state| state.fresh.retain(|topic, _| !topics.contains(topic)))
    }

    fn look_up<'a>(&'a self, topics: &'a [Topic]) -> CallFuture<'a, Vec<TopicState>> {
        self.answer(|state| {
            let look_up = |topic: &Topic| {
                if state.is_fresh(topic) {
                    TopicState::Fresh
                } else if state.holder(topic).is_some() {
                    TopicState::InProgress
                } else {
                    TopicState::Nothing
                }
            };
            topics.iter().map(look_up).collect()
        })
    }
}

impl Budgets for FakeCoordination {
    fn reserve<'a>(&'a self, reservation: &'a Reservation) -> CallFuture<'a, Reserved> {
        self.answer(|state| state.reserve(reservation))
    }

    fn settle(&self, id: JobId, actual: MicroUsd) -> CallFuture<'_, ()> {
        self.answer(|state| state.settle(id, actual))
    }

    fn seed<'a>(&'a self, balances: &'a [(BudgetScope, MicroUsd)], overwrite: bool) -> CallFuture<'a, ()> {
        self.answer(|state| {
            for (scope, spent) in balances {
                if overwrite || !state.balances.contains_key(scope) {
                    state.balances.insert(scope.clone(), spent.0);
                }
            }
        })
    }
}

impl CoolDownStore for FakeCoordination {
    fn cool_down<'a>(&'a self, provider: &'a str, wait: Duration) -> CallFuture<'a, ()> {
        self.answer(|state| {
            let until = state.elapsed + wait;
            let entry = state.cooling.entry(provider.to_owned()).or_default();
            *entry = until.max(*entry);
        })
    }

    fn cooling<'a>(&'a self, provider: &'a str) -> CallFuture<'a, Option<Duration>> {
        self.answer(|state| state.wait(provider))
    }
}

impl ModelStates for FakeCoordination {
    fn model_state<'a>(&'a self, key: &'a str) -> CallFuture<'a, ModelState> {
        self.answer(|state| ModelState {
            cooling: state.wait(key),
            block: state.blocks.get(key).cloned(),
            refused: state.refused.get(key).cloned().unwrap_or_default(),
        })
    }

    fn block<'a>(&'a self, key: &'a str, block: &'a Block) -> CallFuture<'a, ()> {
        self.answer(|state| {
            state.blocks.insert(key.to_owned(), block.clone());
        })
    }

    fn unblock<'a>(&'a self, key: &'a str) -> CallFuture<'a, ()> {
        self.answer(|state| {
            state.blocks.remove(key);
        })
    }

    fn add_refused<'a>(&'a self, key: &'a str, names: &'a [&'a str]) -> CallFuture<'a, ()> {
        self.answer(|state| {
            let known = state.refused.entry(key.to_owned()).or_default();
            known.extend(names.iter().map(|name| (*name).to_owned()));
        })
    }
}

impl InFlight for FakeCoordination {
    fn enter<'a>(&'a self, what: &'a str, id: &'a str, longest: Duration) -> CallFuture<'a, u64> {
        self.answer(|state| {
            let now = state.elapsed;
            let flights = state.flights.entry(what.to_owned()).or_default();
            flights.insert(id.to_owned(), now + longest);
            flights.retain(|_, until| *until > now);
            flights.len() as u64
        })
    }

    fn leave<'a>(&'a self, what: &'a str, id: &'a str) -> CallFuture<'a, ()> {
        self.answer(|state| {
            state.flights.entry(what.to_owned()).or_default().remove(id);
        })
    }

    fn count<'a>(&'a self, what: &'a str) -> CallFuture<'a, u64> {
        self.answer(|state| {
            let now = state.elapsed;
            state.flights.get(what).map_or(0, |flights| flights.values().filter(|until| **until > now).count() as u64)
        })
    }
}
