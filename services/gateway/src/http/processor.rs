//! Processor time: the requests of one tenant are polled by all threads of the runtime but one. So a tenant that
//! decodes large batches or sends many requests leaves a thread for others.
//!
//! Beside an active neighbour a tenant also rests as long as it worked: a thread that it leaves is of little use while
//! Postgres and the other parts of its requests occupy the remaining processors. A tenant that is alone does not rest.

use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use domain::Tenant;
use tokio::time::Instant;

/// Work after which a tenant rests as long; timers have a resolution of 1 ms.
const QUANTUM: Duration = Duration::from_millis(2);
/// Time for which a tenant counts as active after it began a request.
const ACTIVE: Duration = Duration::from_secs(1);

/// The gates of all tenants.
#[derive(Debug)]
pub struct Processor {
    /// Threads that may poll requests of one tenant.
    threads: usize,
    gates: Mutex<HashMap<Tenant, Weak<Gate>>>,
    newest: Arc<Newest>,
}

/// Admits polls of one tenant's requests.
#[derive(Debug)]
pub struct Gate {
    tenant: Tenant,
    waiting: Mutex<Waiting>,
    newest: Arc<Newest>,
}

#[derive(Debug)]
struct Waiting {
    free: usize,
    wakers: VecDeque<Waker>,
    /// Work since the last rest.
    worked: Duration,
    /// End of the rest.
    rests_until: Option<Instant>,
}

/// The last beginnings of requests of two different tenants, the newest first.
#[derive(Debug, Default)]
struct Newest(Mutex<[Option<(Tenant, Instant)>; 2]>);

impl Newest {
    fn began(&self, tenant: &Tenant, now: Instant) {
        let mut newest = self.lock();
        if newest[0].as_ref().is_none_or(|(first, _)| first != tenant) {
            newest.swap(0, 1);
        }
        newest[0] = Some((tenant.clone(), now));
    }

    /// Returns true if a tenant beside this one is active.
    fn has_neighbour(&self, tenant: &Tenant, now: Instant) -> bool {
        self.lock().iter().flatten().any(|(other, began)| other != tenant && now.duration_since(*began) < ACTIVE)
    }

    fn lock(&self) -> MutexGuard<'_, [Option<(Tenant, Instant)>; 2]> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Processor {
    /// Creates gates for a runtime with this number of threads.
    pub fn new(threads: usize) -> Self {
        Self { threads: threads.saturating_sub(1).max(1), gates: Mutex::default(), newest: Arc::default() }
    }

    /// Returns the gate of a tenant, which begins a request.
    pub fn gate(&self, tenant: &Tenant) -> Arc<Gate> {
        self.newest.began(tenant, Instant::now());
        // No code panics while it holds the lock.
        let mut gates = self.gates.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(gate) = gates.get(tenant).and_then(Weak::upgrade) {
            return gate;
        }
        gates.retain(|_, gate| gate.strong_count() > 0);
        let waiting =
            Waiting { free: self.threads, wakers: VecDeque::new(), worked: Duration::ZERO, rests_until: None };
        let newest = Arc::clone(&self.newest);
        let gate = Arc::new(Gate { tenant: tenant.clone(), waiting: Mutex::new(waiting), newest });
        gates.insert(tenant.clone(), Arc::downgrade(&gate));
        gate
    }
}

impl Gate {
    /// Calls `poll` if a thread is free and the tenant does not rest, and otherwise when one becomes free.
    fn admit<T>(self: &Arc<Self>, cx: &mut Context<'_>, poll: impl FnOnce(&mut Context<'_>) -> Poll<T>) -> Poll<T> {
        {
            let mut waiting = self.lock();
            if waiting.free == 0 || waiting.rests_until.is_some() {
                if !waiting.wakers.iter().any(|known| known.will_wake(cx.waker())) {
                    waiting.wakers.push_back(cx.waker().clone());
                }
                return Poll::Pending;
            }
            waiting.free -= 1;
        }
        let _leaving = Leaving { gate: self, began: Instant::now() };
        poll(cx)
    }

    /// Counts work, and begins a rest after enough of it beside an active neighbour.
    fn leave(self: &Arc<Self>, worked: Duration, now: Instant) {
        let rests = {
            let mut waiting = self.lock();
            waiting.free += 1;
            waiting.worked += worked;
            if waiting.worked < QUANTUM || waiting.rests_until.is_some() {
                waiting.rests_until.is_some()
            } else {
                let rest = std::mem::take(&mut waiting.worked);
                let is_due = self.newest.has_neighbour(&self.tenant, now);
                waiting.rests_until = is_due.then(|| now + rest);
                if let Some(until) = waiting.rests_until {
                    tokio::spawn(reopen(Arc::clone(self), until));
                }
                is_due
            }
        };
        if !rests {
            self.wake_next();
        }
    }

    fn wake_next(&self) {
        let next = self.lock().wakers.pop_front();
        if let Some(next) = next {
            next.wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends a rest: as many requests are woken as threads are free.
async fn reopen(gate: Arc<Gate>, until: Instant) {
    tokio::time::sleep_until(until).await;
    let woken: Vec<Waker> = {
        let mut waiting = gate.lock();
        waiting.rests_until = None;
        let free = waiting.free.min(waiting.wakers.len());
        waiting.wakers.drain(..free).collect()
    };
    woken.into_iter().for_each(Waker::wake);
}

/// Frees the thread at the end of a poll.
struct Leaving<'a> {
    gate: &'a Arc<Gate>,
    began: Instant,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        let now = Instant::now();
        self.gate.leave(now.duration_since(self.began), now);
    }
}

/// Work of a request whose gate is known once its token has been verified.
pub(super) struct Gated<F, G> {
    work: F,
    gate: G,
    /// The gate at which the last poll waited.
    waits_at: Option<Arc<Gate>>,
}

impl<F, G: Fn() -> Option<Arc<Gate>>> Gated<F, G> {
    pub(super) fn new(work: F, gate: G) -> Self {
        Self { work, gate, waits_at: None }
    }

    /// Polls the work with `poll` through the gate.
    pub(super) fn poll_with<T>(
        &mut self,
        cx: &mut Context<'_>,
        poll: impl FnOnce(&mut F, &mut Context<'_>) -> Poll<T>,
    ) -> Poll<T> {
        let Some(gate) = (self.gate)() else { return poll(&mut self.work, cx) };
        let (work, mut is_polled) = (&mut self.work, false);
        let polled = gate.admit(cx, |cx| {
            is_polled = true;
            poll(work, cx)
        });
        self.waits_at = (!is_polled).then_some(gate);
        polled
    }

    pub(super) fn work(&self) -> &F {
        &self.work
    }
}

impl<F: Future + Unpin, G: Fn() -> Option<Arc<Gate>> + Unpin> Future for Gated<F, G> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        self.poll_with(cx, |work, cx| Pin::new(work).poll(cx))
    }
}

/// Passes the turn on: the waker of this request may be the one that was woken.
impl<F, G> Drop for Gated<F, G> {
    fn drop(&mut self) {
        if let Some(gate) = self.waits_at.take() {
            gate.wake_next();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use futures::FutureExt;

    use super::*;

    #[tokio::test]
    async fn a_tenant_is_polled_by_all_threads_but_one_and_others_are_not_affected() {
        let processor = Processor::new(2);
        let (loud, quiet) = (Tenant::parse("loud").unwrap(), Tenant::parse("quiet").unwrap());
        let (gate, other) = (processor.gate(&loud), processor.gate(&quiet));
        // While one request of the tenant is polled, a second one is not, and one of its neighbour is.
        let outer = poll_fn(|cx| {
            gate.admit(cx, |cx| {
                let second = processor.gate(&loud).admit(cx, |_| Poll::Ready(()));
                let neighbour = other.admit(cx, |_| Poll::Ready(()));
                Poll::Ready((second.is_pending(), neighbour.is_ready()))
            })
        });
        assert_eq!(outer.await, (true, true));
        let again = poll_fn(|cx| gate.admit(cx, |_| Poll::Ready(())));
        assert!(again.now_or_never().is_some(), "the thread is free again");
        drop((gate, other));
        processor.gate(&quiet);
        assert_eq!(processor.gates.lock().unwrap().len(), 1, "idle tenants are forgotten");
    }

    #[tokio::test(start_paused = true)]
    async fn beside_an_active_neighbour_a_tenant_rests_as_long_as_it_worked() {
        let processor = Processor::new(2);
        let (loud, quiet) = (Tenant::parse("loud").unwrap(), Tenant::parse("quiet").unwrap());
        let gate = processor.gate(&loud);
        let work = |millis: u64| {
            gate.lock().free -= 1;
            gate.leave(Duration::from_millis(millis), Instant::now());
        };
        let admit = || poll_fn(|cx| gate.admit(cx, |_| Poll::Ready(()))).now_or_never();
        work(50);
        assert!(admit().is_some(), "it is alone");
        processor.gate(&quiet);
        work(1);
        assert!(admit().is_some(), "less than a quantum");
        work(5);
        assert!(admit().is_none(), "it rests");
        tokio::time::sleep(Duration::from_millis(5)).await;
        assert!(admit().is_none(), "it worked 6 ms");
        tokio::time::sleep(Duration::from_millis(2)).await;
        assert!(admit().is_some());
        tokio::time::sleep(ACTIVE).await;
        work(50);
        assert!(admit().is_some(), "its neighbour is no longer active");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn no_request_is_forgotten_while_others_wait_or_give_up() {
        let processor = Arc::new(Processor::new(2));
        let tenant = Tenant::parse("loud").unwrap();
        let work = |number: u64| {
            let gate = processor.gate(&tenant);
            let steps = async move {
                for _ in 0..20 {
                    tokio::task::yield_now().await;
                }
                number
            };
            Gated::new(Box::pin(steps), move || Some(Arc::clone(&gate)))
        };
        let tasks: Vec<_> = (0..300).map(|number| tokio::spawn(work(number))).collect();
        for task in tasks.iter().step_by(3) {
            task.abort();
        }
        let mut ended = 0;
        for task in tasks {
            ended += u64::from(task.await.is_ok());
        }
        assert!(ended >= 200, "{ended}");
    }
}
