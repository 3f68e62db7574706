//! The load: events at a steady rate, and the time until each has its first result.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use domain::Event;
use futures::StreamExt;
use tests::events;
use tests::publish::Publisher;
use tokio::task::JoinHandle;

use crate::bench::percentile;

/// Interval between two bursts.
const TICK: Duration = Duration::from_millis(20);

/// Published events without a result, with the time of their publication.
type Open = HashMap<String, Instant>;

/// Uninteresting events, and the others.
const CLASSES: usize = 2;

#[derive(Default)]
struct State {
    open: Mutex<[Open; CLASSES]>,
    took: Mutex<[Vec<f64>; CLASSES]>,
    sent: AtomicUsize,
    stopped: AtomicBool,
}

/// A running load.
pub(super) struct Load {
    state: Arc<State>,
    publishing: Mutex<Option<JoinHandle<anyhow::Result<()>>>>,
    receiving: JoinHandle<()>,
}

impl Load {
    /// Publishes `quiet` uninteresting events per second and `work` others per minute until [`Load::stop`].
    pub(super) async fn start(publisher: &Publisher, quiet: usize, work: usize) -> anyhow::Result<Self> {
        let state = Arc::new(State::default());
        let results = publisher.client.subscribe("auspex.result.>").await?;
        publisher.client.flush().await?;
        let receiving = tokio::spawn(receive(results, Arc::clone(&state)));
        let publishing = Publishing { publisher: publisher.clone(), state: Arc::clone(&state), quiet, work };
        let publishing = tokio::spawn(publishing.run());
        Ok(Self { state, publishing: Mutex::new(Some(publishing)), receiving })
    }

    /// Ends the publishing and returns the number of events.
    pub(super) async fn stop(&self) -> anyhow::Result<usize> {
        self.state.stopped.store(true, Ordering::Relaxed);
        let publishing = lock(&self.publishing).take();
        publishing.context("the load was stopped before")?.await??;
        Ok(self.sent())
    }

    pub(super) fn sent(&self) -> usize {
        self.state.sent.load(Ordering::Relaxed)
    }

    /// Returns the number of events without a result.
    pub(super) fn open(&self) -> usize {
        lock(&self.state.open).iter().map(HashMap::len).sum()
    }

    /// Returns the 95th percentiles of both classes since the last call.
    pub(super) fn latencies(&self) -> [f64; CLASSES] {
        std::mem::take(&mut *lock(&self.state.took)).map(|took| percentile(&took, 95))
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.state.stopped.store(true, Ordering::Relaxed);
        self.receiving.abort();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Publishing {
    publisher: Publisher,
    state: Arc<State>,
    quiet: usize,
    work: usize,
}

impl Publishing {
    async fn run(self) -> anyhow::Result<()> {
        let (begin, mut sent) = (Instant::now(), [0, 0]);
        let mut ticks = tokio::time::interval(TICK);
        let mut open = tokio::task::JoinSet::new();
        while !self.state.stopped.load(Ordering::Relaxed) {
            ticks.tick().await;
            let seconds = begin.elapsed().as_secs_f64();
            let due = [seconds * self.quiet as f64, seconds * self.work as f64 / 60.0].map(|due| due as usize);
            for (class, due) in due.into_iter().enumerate() {
                for n in sent[class]..due {
                    open.spawn(self.publish(class, n));
                }
                sent[class] = sent[class].max(due);
            }
            while let Some(done) = open.try_join_next() {
                done??;
            }
        }
        while let Some(done) = open.join_next().await {
            done??;
        }
        Ok(())
    }

    fn publish(&self, class: usize, n: usize) -> impl Future<Output = anyhow::Result<()>> + Send + use<> {
        let event = if class == 0 { events::dust(n) } else { interesting(n) };
        lock(&self.state.open)[class].insert(event.id.to_string(), Instant::now());
        self.state.sent.fetch_add(1, Ordering::Relaxed);
        let publisher = self.publisher.clone();
        async move { publisher.event(&event).await.map(drop) }
    }
}

fn interesting(n: usize) -> Event {
    match n % 4 {
        0 => events::question(n),
        1 => events::scout_alert(n),
        2 => events::retrieval_miss(n),
        _ => events::transaction(n),
    }
}

async fn receive(mut results: async_nats::Subscriber, state: Arc<State>) {
    while let Some(message) = results.next().await {
        let decoded: Option<proto::v1::Result> = proto::message(&message.payload).ok();
        let Some(result) = decoded else { continue };
        match result.body {
            Some(proto::v1::result::Body::Classifications(group)) => {
                group.verdicts.iter().for_each(|verdict| answered(&state, &verdict.event_id));
            }
            _ => answered(&state, &result.event_id),
        }
    }
}

/// Records the first result of an event.
fn answered(state: &State, event: &str) {
    for (class, open) in lock(&state.open).iter_mut().enumerate() {
        if let Some(since) = open.remove(event) {
            lock(&state.took)[class].push(since.elapsed().as_secs_f64());
        }
    }
}
