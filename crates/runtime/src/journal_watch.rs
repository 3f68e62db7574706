//! Observes whether the journal answers this process, and keeps the lease of this instance.
//!
//! One replica that cannot reach Postgres must not hold the work of all. While the journal is away, consumers pull
//! nothing and hand back what they have not begun, so that other replicas do it; they pull again when the journal
//! answers. Work that has begun goes on until the lease can have expired: before, no other replica may start it.

use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::port::{Journal, PortError};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::lifecycle::Interrupt;

/// Time without an answer to any call after which the journal counts as away. A restart of Postgres takes a second or
/// two.
const MAX_SILENCE: Duration = Duration::from_secs(5);
/// Time without an answer after which the journal is asked, and the interval of these questions while it does not
/// answer.
const PROBE_INTERVAL: Duration = Duration::from_secs(1);
/// Interval of the checks. They ask nothing while calls are answered.
const TICK: Duration = Duration::from_millis(500);

/// The state of the journal as the calls of this process see it.
#[derive(Debug)]
pub(crate) struct JournalWatch {
    answers: watch::Sender<bool>,
    /// Time of the first call since the last answer.
    unanswered_since: Mutex<Option<Instant>>,
}

impl Default for JournalWatch {
    fn default() -> Self {
        Self { answers: watch::Sender::new(true), unanswered_since: Mutex::default() }
    }
}

impl JournalWatch {
    /// Records a call.
    pub(crate) fn ask(&self) {
        self.unanswered_since().get_or_insert_with(Instant::now);
    }

    /// Records the end of a call. An error is an answer, too, unless the server is down.
    pub(crate) fn note<T>(&self, result: &Result<T, PortError>) {
        if matches!(result, Err(PortError::Down { .. })) {
            return;
        }
        *self.unanswered_since() = None;
        if self.answers.send_if_modified(|answers| !std::mem::replace(answers, true)) {
            tracing::info!("the journal answers again; work continues");
        }
    }

    /// Returns true if the journal does not answer.
    pub(crate) fn is_away(&self) -> bool {
        !*self.answers.borrow()
    }

    /// Waits until the journal does not answer.
    pub(crate) async fn away(&self) {
        // The sender lives as long as `self`, so the wait cannot fail.
        let _ = self.answers.subscribe().wait_for(|answers| !answers).await;
    }

    /// Returns a receiver of the state: true while the journal answers.
    pub(crate) fn subscribe(&self) -> watch::Receiver<bool> {
        self.answers.subscribe()
    }

    /// Returns true if the journal should be asked.
    fn is_suspect(&self) -> bool {
        self.is_away() || self.silence() >= PROBE_INTERVAL
    }

    /// Concludes from the time without an answer that the journal is away.
    pub(crate) fn conclude(&self) {
        if self.silence() >= MAX_SILENCE && self.answers.send_if_modified(|answers| std::mem::replace(answers, false)) {
            tracing::warn!(
                silence = MAX_SILENCE.as_secs(),
                "the journal does not answer; pulling nothing and handing back what has not begun"
            );
        }
    }

    fn silence(&self) -> Duration {
        self.unanswered_since().map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Ignores poisoning: each change is one assignment.
    fn unanswered_since(&self) -> MutexGuard<'_, Option<Instant>> {
        self.unanswered_since.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps the lease of this instance.
pub(crate) struct LeaseKeeper<J> {
    pub(crate) journal: Arc<J>,
    /// Time without a renewal after which other instances may take over the jobs of this one.
    pub(crate) length: Duration,
    pub(crate) interrupt: Interrupt,
    pub(crate) watch: Arc<JournalWatch>,
}

/// The lease as this process knows it, by its own clock.
struct Term {
    /// Earliest time at which the lease can expire.
    until: Instant,
    /// Time of the next renewal.
    due: Instant,
    interrupted: bool,
}

impl<J: Journal> LeaseKeeper<J> {
    /// Renews the lease three times per length, and more often while the journal does not answer. Work in flight is
    /// interrupted when the lease had lapsed, or must have lapsed because no renewal was confirmed: another instance
    /// may take it over. An outage of Postgres for all replicas interrupts it as well, at the latest when the lease is
    /// renewed.
    pub(crate) async fn run(&self, stop: CancellationToken) {
        let now = Instant::now();
        let mut term = Term { until: now + self.length, due: now + self.length / 3, interrupted: false };
        loop {
            tokio::select! {
                () = tokio::time::sleep(TICK.min(self.length / 6)) => {}
                () = stop.cancelled() => return,
            }
            if Instant::now() < term.due && !self.watch.is_suspect() {
                continue;
            }
            tokio::select! {
                () = self.renew(&mut term) => {}
                () = stop.cancelled() => return,
            }
        }
    }

    async fn renew(&self, term: &mut Term) {
        let asked = Instant::now();
        self.watch.ask();
        // A renewal on a slow connection may need several exchanges.
        let limit = (self.length / 3).max(2 * MAX_SILENCE);
        let mut answer = pin!(tokio::time::timeout(limit, self.journal.renew_lease(self.length)));
        let answer = loop {
            tokio::select! {
                answer = &mut answer => break answer,
                () = tokio::time::sleep(TICK) => self.look_at(term),
            }
        };
        let Ok(answer) = answer else {
            tracing::warn!("the lease of this instance could not be renewed within {limit:?}");
            return;
        };
        self.watch.note(&answer);
        match answer {
            Ok(is_valid) => {
                *term = Term { until: asked + self.length, due: asked + self.length / 3, interrupted: false };
                if !is_valid {
                    self.interrupt("the lease of this instance had lapsed; work in flight is handed back");
                }
            }
            Err(error) => {
                tracing::warn!(%error, "the lease of this instance could not be renewed");
                self.look_at(term);
                tokio::time::sleep(PROBE_INTERVAL).await;
            }
        }
    }

    /// Applies the time that has passed without a renewal.
    fn look_at(&self, term: &mut Term) {
        self.watch.conclude();
        if Instant::now() >= term.until && !std::mem::replace(&mut term.interrupted, true) {
            self.interrupt("the lease of this instance has lapsed without a renewal; work in flight is handed back");
        }
    }

    fn interrupt(&self, reason: &'static str) {
        metrics::counter!(telemetry::metric::LEASE_LAPSES, "service" => telemetry::service()).increment(1);
        tracing::warn!("{reason}");
        self.interrupt.raise();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Cut, FakeJournal};

    const LEASE: Duration = Duration::from_secs(30);

    fn keeper() -> (LeaseKeeper<FakeJournal>, Arc<FakeJournal>) {
        let journal = Arc::new(FakeJournal::new());
        let (interrupt, watch) = (Interrupt::default(), Arc::default());
        (LeaseKeeper { journal: Arc::clone(&journal), length: LEASE, interrupt, watch }, journal)
    }

    /// Runs the keeper while the time passes, and returns what `observe` returns about it then.
    async fn after<T>(time: Duration, keeper: LeaseKeeper<FakeJournal>, observe: impl FnOnce() -> T) -> T {
        let stop = CancellationToken::new();
        let running = tokio::spawn({
            let stop = stop.clone();
            async move { keeper.run(stop).await }
        });
        tokio::time::sleep(time).await;
        let observed = observe();
        stop.cancel();
        running.await.unwrap();
        observed
    }

    #[tokio::test(start_paused = true)]
    async fn a_journal_that_is_frozen_or_refuses_is_away_until_it_answers() {
        for cut in [Cut::Frozen, Cut::Refused] {
            let (keeper, journal) = keeper();
            let watch = Arc::clone(&keeper.watch);
            journal.cut(cut);
            watch.ask();
            let stop = CancellationToken::new();
            let running = tokio::spawn({
                let stop = stop.clone();
                async move { keeper.run(stop).await }
            });
            tokio::time::sleep(MAX_SILENCE / 2).await;
            assert!(!watch.is_away(), "{cut:?}: a restart is no outage");
            tokio::time::sleep(MAX_SILENCE).await;
            assert!(watch.is_away(), "{cut:?}");
            journal.cut(Cut::None);
            tokio::time::sleep(4 * PROBE_INTERVAL).await;
            assert!(!watch.is_away(), "{cut:?}: nobody but the keeper has asked");
            stop.cancel();
            running.await.unwrap();
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_idle_process_asks_the_journal_for_its_lease_only() {
        let (keeper, journal) = keeper();
        let renewals = after(LEASE + LEASE / 6, keeper, || journal.renewals()).await;
        assert_eq!(renewals, 3);
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_to_any_call_proves_that_the_journal_answers() {
        let watch = JournalWatch::default();
        watch.ask();
        tokio::time::advance(MAX_SILENCE * 2).await;
        watch.note(&Err::<(), _>(PortError::Unavailable { what: "begin", source: "a deadlock".into() }));
        watch.conclude();
        assert!(!watch.is_away());
        watch.ask();
        tokio::time::advance(MAX_SILENCE).await;
        watch.note(&Err::<(), _>(PortError::Down { what: "begin", source: "refused".into() }));
        watch.conclude();
        assert!(watch.is_away());
    }

    #[tokio::test(start_paused = true)]
    async fn work_is_interrupted_when_the_lease_must_have_lapsed_without_an_answer() {
        let (keeper, journal) = keeper();
        let (interrupt, early) = (keeper.interrupt.clone(), keeper.interrupt.token());
        journal.cut(Cut::Frozen);
        after(LEASE - 2 * TICK, keeper, || assert!(!early.is_cancelled(), "no other instance may take over yet")).await;
        let (keeper, journal) = self::keeper();
        let late = keeper.interrupt.token();
        journal.cut(Cut::Frozen);
        after(LEASE + 4 * TICK, keeper, || assert!(late.is_cancelled())).await;
        drop(interrupt);
    }
}
