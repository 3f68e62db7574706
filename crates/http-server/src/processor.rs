//! Processor time: the requests of one owner, for example a tenant, are polled by all threads of the runtime but one.
//! So an owner that decodes large batches or sends many requests leaves a thread for others.

use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::task::{Context, Poll, Waker};

/// The gates of all owners.
#[derive(Debug)]
pub struct Processor {
    /// Threads that may poll requests of one owner.
    threads: usize,
    gates: Mutex<HashMap<String, Weak<Gate>>>,
}

/// Admits polls of one owner's requests.
#[derive(Debug)]
pub struct Gate(Mutex<Waiting>);

#[derive(Debug)]
struct Waiting {
    free: usize,
    wakers: VecDeque<Waker>,
}

impl Processor {
    /// Creates gates for a runtime with this number of threads.
    pub fn new(threads: usize) -> Self {
        Self { threads: threads.saturating_sub(1).max(1), gates: Mutex::default() }
    }

    /// Returns the gate of an owner.
    pub fn gate(&self, owner: &str) -> Arc<Gate> {
        // No code panics while it holds the lock.
        let mut gates = self.gates.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(gate) = gates.get(owner).and_then(Weak::upgrade) {
            return gate;
        }
        gates.retain(|_, gate| gate.strong_count() > 0);
        let gate = Arc::new(Gate(Mutex::new(Waiting { free: self.threads, wakers: VecDeque::new() })));
        gates.insert(owner.to_owned(), Arc::downgrade(&gate));
        gate
    }
}

impl Gate {
    /// Calls `poll` if a thread is free, and otherwise when one becomes free.
    fn admit<T>(&self, cx: &mut Context<'_>, poll: impl FnOnce(&mut Context<'_>) -> Poll<T>) -> Poll<T> {
        {
            let mut waiting = self.lock();
            if waiting.free == 0 {
                if !waiting.wakers.iter().any(|known| known.will_wake(cx.waker())) {
                    waiting.wakers.push_back(cx.waker().clone());
                }
                return Poll::Pending;
            }
            waiting.free -= 1;
        }
        let _leaving = Leaving(self);
        poll(cx)
    }

    fn wake_next(&self) {
        let next = self.lock().wakers.pop_front();
        if let Some(next) = next {
            next.wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Frees the thread at the end of a poll.
struct Leaving<'a>(&'a Gate);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.lock().free += 1;
        self.0.wake_next();
    }
}

/// Work of a request whose gate is known once its token has been verified.
pub(crate) struct Gated<F, G> {
    work: F,
    gate: G,
    /// The gate at which the last poll waited.
    waits_at: Option<Arc<Gate>>,
}

impl<F, G: Fn() -> Option<Arc<Gate>>> Gated<F, G> {
    pub(crate) fn new(work: F, gate: G) -> Self {
        Self { work, gate, waits_at: None }
    }

    /// Polls the work with `poll` through the gate.
    pub(crate) fn poll_with<T>(
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

    pub(crate) fn work(&self) -> &F {
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
    async fn an_owner_is_polled_by_all_threads_but_one_and_others_are_not_affected() {
        let processor = Processor::new(2);
        let (gate, other) = (processor.gate("loud"), processor.gate("quiet"));
        // While one request of the owner is polled, a second one is not, and one of its neighbour is.
        let outer = poll_fn(|cx| {
            gate.admit(cx, |cx| {
                let second = processor.gate("loud").admit(cx, |_| Poll::Ready(()));
                let neighbour = other.admit(cx, |_| Poll::Ready(()));
                Poll::Ready((second.is_pending(), neighbour.is_ready()))
            })
        });
        assert_eq!(outer.await, (true, true));
        let again = poll_fn(|cx| gate.admit(cx, |_| Poll::Ready(())));
        assert!(again.now_or_never().is_some(), "the thread is free again");
        drop((gate, other));
        processor.gate("quiet");
        assert_eq!(processor.gates.lock().unwrap().len(), 1, "idle owners are forgotten");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn no_request_is_forgotten_while_others_wait_or_give_up() {
        let processor = Arc::new(Processor::new(2));
        let work = |number: u64| {
            let gate = processor.gate("loud");
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
