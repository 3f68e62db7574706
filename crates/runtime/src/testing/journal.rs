//! The journal in memory.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use domain::effect::When;
use domain::port::{Begun, Committed, DeadLetter, Job, Journal, Pause, PortError, Settled, StepKey};
use domain::{Effect, JobId, Outgoing, RunId};
use tokio::sync::Notify;

/// Starts without an outcome after which a job is poison.
const STRIKES: u32 = 3;

/// Keeps everything in memory. Time plays no part: rows count as old as soon as they are there, and a job is held by
/// whoever a test says.
#[derive(Default)]
pub struct FakeJournal {
    state: Mutex<State>,
    /// Notified by every call.
    called: Notify,
}

#[derive(Default)]
struct State {
    jobs: HashMap<Job, Row>,
    outbox: Vec<(Outgoing, bool)>,
    /// Where a row stands in the outbox: a benchmark marks tens of thousands as sent.
    places: HashMap<JobId, usize>,
    /// When a row was last said: it is not unheard before its time.
    said: HashMap<JobId, Instant>,
    done: usize,
    effects: Vec<(Job, Effect)>,
    dead: Vec<DeadLetter>,
    steps: HashMap<StepKey, Vec<u8>>,
    ready: HashSet<RunId>,
    refusals: VecDeque<(&'static str, Fault)>,
    stale: u32,
    lapses: u32,
    pauses: Vec<(Job, Pause)>,
    held: HashSet<Job>,
}

/// What a call meets instead of the journal.
enum Fault {
    Away,
    Refused,
    Panic,
}

#[derive(Default)]
struct Row {
    /// Starts by instances that died: this one lives, so its own never count.
    starts: u32,
    failures: u32,
    done: bool,
}

impl FakeJournal {
    /// Empty.
    pub fn new() -> Self {
        Self::default()
    }

    /// The next call of `operation` (`begin`, `pause`, `commit`, `sent`, `unsent`, `alive`) finds the journal away.
    pub fn away(&self, operation: &'static str) {
        self.state().refusals.push_back((operation, Fault::Away));
    }

    /// The next call of `operation` is refused for good.
    pub fn refuse(&self, operation: &'static str) {
        self.state().refusals.push_back((operation, Fault::Refused));
    }

    /// The next call of `operation` panics.
    pub fn panic(&self, operation: &'static str) {
        self.state().refusals.push_back((operation, Fault::Panic));
    }

    /// The next `times` commits are stale.
    pub fn stale(&self, times: u32) {
        self.state().stale = times;
    }

    /// The next call of `alive` says that the lease had lapsed.
    pub fn lapse(&self) {
        self.state().lapses += 1;
    }

    /// Another instance holds the job, until [`FakeJournal::free`].
    pub fn hold(&self, job: &Job) {
        self.state().held.insert(job.clone());
    }

    /// The other instance lets go.
    pub fn free(&self, job: &Job) {
        self.state().held.remove(job);
    }

    /// The instance died: what it had begun counts as a start without an outcome and is free.
    pub fn crash(&self, job: &Job) {
        self.state().jobs.entry(job.clone()).or_default().starts += 1;
    }

    /// Facts that wait for this run are said by the next commit.
    pub fn make_ready(&self, run: RunId) {
        self.state().ready.insert(run);
    }

    /// Effects written so far.
    pub fn effects(&self) -> Vec<Effect> {
        self.state().effects.iter().map(|(_, effect)| effect.clone()).collect()
    }

    /// Every outbox row so far, with whether it is confirmed.
    pub fn outbox(&self) -> Vec<(Outgoing, bool)> {
        self.state().outbox.clone()
    }

    /// Dead letters so far.
    pub fn dead(&self) -> Vec<DeadLetter> {
        self.state().dead.clone()
    }

    /// What was handed back, in order.
    pub fn pauses(&self) -> Vec<(Job, Pause)> {
        self.state().pauses.clone()
    }

    /// Jobs with an outcome.
    pub fn done(&self) -> usize {
        self.state().done
    }

    /// Waits until `condition` holds; it is looked at after every call of the journal. For ever: a test has its own limit.
    pub async fn until(&self, condition: impl Fn(&Self) -> bool) {
        loop {
            let called = self.called.notified();
            tokio::pin!(called);
            // Registered before the look, so that no call between the look and the waiting is missed.
            called.as_mut().enable();
            if condition(self) {
                return;
            }
            called.await;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no test panics while it holds the fake journal")
    }

    /// Wakes whoever waits in [`FakeJournal::until`] when the answer is ready: the guard is dropped before it looks.
    fn admit(&self, operation: &'static str) -> Result<Admitted<'_>, PortError> {
        let mut state = self.state();
        let Some(at) = state.refusals.iter().position(|(named, _)| *named == operation) else {
            return Ok(Admitted { state, called: &self.called });
        };
        let (_, fault) = state.refusals.remove(at).unwrap_or((operation, Fault::Away));
        drop(state);
        let source = "asked to by the test".into();
        Err(match fault {
            Fault::Away => PortError::Unavailable { what: operation, source },
            Fault::Refused => PortError::Refused { what: operation.to_owned(), source },
            Fault::Panic => panic!("asked to by the test"),
        })
    }
}

/// The state, for one call.
struct Admitted<'a> {
    state: MutexGuard<'a, State>,
    called: &'a Notify,
}

impl std::ops::Deref for Admitted<'_> {
    type Target = State;
    fn deref(&self) -> &State {
        &self.state
    }
}

impl std::ops::DerefMut for Admitted<'_> {
    fn deref_mut(&mut self) -> &mut State {
        &mut self.state
    }
}

impl Drop for Admitted<'_> {
    fn drop(&mut self) {
        // Before the lock is given back; whoever wakes waits for it and then sees everything.
        self.called.notify_waiters();
    }
}

fn under(subjects: &[&'static str], subject: &str) -> bool {
    crate::settle::may_say(subjects, subject)
}

impl Journal for FakeJournal {
    async fn begin(&self, job: &Job) -> Result<Begun, PortError> {
        let mut admitted = self.admit("begin")?;
        let state = &mut *admitted;
        if state.held.contains(job) {
            return Ok(Begun::Held { retry_after: Duration::from_secs(10) });
        }
        let row = state.jobs.entry(job.clone()).or_default();
        if row.done {
            return Ok(Begun::Done);
        }
        if row.starts >= STRIKES {
            return Ok(Begun::Poisoned { starts: row.starts });
        }
        Ok(Begun::Go { failures: row.failures })
    }

    async fn pause(&self, job: &Job, why: &Pause) -> Result<u32, PortError> {
        let mut admitted = self.admit("pause")?;
        let state = &mut *admitted;
        state.pauses.push((job.clone(), why.clone()));
        let row = state.jobs.entry(job.clone()).or_default();
        row.failures += u32::from(matches!(why, Pause::Retry(_)));
        Ok(row.failures)
    }

    async fn commit(&self, settled: Settled) -> Result<Committed, PortError> {
        let mut admitted = self.admit("commit")?;
        let state = &mut *admitted;
        if state.jobs.get(&settled.job).is_some_and(|row| row.done) {
            return Ok(Committed::Duplicate);
        }
        if state.stale > 0 {
            state.stale -= 1;
            return Ok(Committed::Stale("asked to by the test".to_owned()));
        }
        state.jobs.entry(settled.job.clone()).or_default().done = true;
        state.done += 1;
        let Settled { job, effects, outgoing, dead } = settled;
        state.effects.extend(effects.into_iter().map(|effect| (job.clone(), effect)));
        state.dead.extend(dead.map(|letter| *letter));
        let said = |when: When| match when {
            When::Always => true,
            When::RunReady(run) => state.ready.contains(&run),
        };
        let outgoing: Vec<_> = outgoing.into_iter().filter(|outgoing| said(outgoing.when)).collect();
        for row in &outgoing {
            state.places.insert(row.id, state.outbox.len());
            state.outbox.push((row.clone(), false));
        }
        Ok(Committed::New(outgoing))
    }

    async fn sent(&self, ids: &[JobId]) -> Result<(), PortError> {
        let mut admitted = self.admit("sent")?;
        let state = &mut *admitted;
        for place in ids.iter().filter_map(|id| state.places.get(id)) {
            state.outbox[*place].1 = true;
        }
        state.said.extend(ids.iter().map(|id| (*id, Instant::now())));
        Ok(())
    }

    async fn unsent(&self, subjects: &[&'static str], _: Duration, limit: u32) -> Result<Vec<Outgoing>, PortError> {
        let state = self.admit("unsent")?;
        let rows = state.outbox.iter().filter(|(row, sent)| !sent && under(subjects, &row.subject));
        Ok(rows.take(limit as usize).map(|(row, _)| row.clone()).collect())
    }

    async fn introduce(&self, _: &[(&'static str, &'static str)]) -> Result<(), PortError> {
        self.admit("introduce").map(|_| ())
    }

    async fn unheard(
        &self,
        hearers: &[(&'static str, &'static str)],
        older_than: Duration,
        limit: u32,
    ) -> Result<Vec<Outgoing>, PortError> {
        let mut admitted = self.admit("unheard")?;
        let state = &mut *admitted;
        let heard =
            |row: &Outgoing, consumer| state.jobs.get(&Job { consumer, id: row.id }).is_some_and(|row| row.done);
        let lost =
            |row: &Outgoing| hearers.iter().any(|(subject, consumer)| *subject == row.subject && !heard(row, consumer));
        let old = |row: &Outgoing| state.said.get(&row.id).is_some_and(|said| said.elapsed() >= older_than);
        let rows = state.outbox.iter().filter(|(row, sent)| *sent && old(row) && lost(row));
        let rows: Vec<Outgoing> = rows.take(limit as usize).map(|(row, _)| row.clone()).collect();
        state.said.extend(rows.iter().map(|row| (row.id, Instant::now())));
        Ok(rows)
    }

    async fn alive(&self, _: Duration) -> Result<bool, PortError> {
        let mut state = self.admit("alive")?;
        let lapsed = state.lapses > 0;
        state.lapses = state.lapses.saturating_sub(1);
        Ok(!lapsed)
    }

    async fn recall(&self, step: &StepKey) -> Result<Option<Vec<u8>>, PortError> {
        Ok(self.admit("recall")?.steps.get(step).cloned())
    }

    async fn remember(&self, step: &StepKey, value: Vec<u8>) -> Result<Vec<u8>, PortError> {
        Ok(self.admit("remember")?.steps.entry(step.clone()).or_insert(value).clone())
    }
}
