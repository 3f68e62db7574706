//! A journal in memory.

mod control;
mod cut;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use domain::effect::When;
use domain::port::{
    Begun, Committed, Confirmed, DeadLetter, HandBackReason, Job, Journal, Lost, OpenRange, Parking, PortError,
    QuietAnswer, QuietBatch, QuietEvent, QuietSettled, Settled, StepKey, TenantLoad, Unconfirmed, Watched,
};
use domain::{Effect, JobId, Outgoing, RunId, Tenant};
use tokio::sync::{Notify, watch};

pub use cut::Cut;

/// Starts without an outcome after which a job is poisoned.
const POISON_STARTS: u32 = 3;

/// A journal in memory. It ignores ages: a row counts as old at once, and only [`FakeJournal::hold`] makes another
/// instance hold a job.
#[derive(Default)]
pub struct FakeJournal {
    shared: Arc<Shared>,
    /// State of the connection of this replica.
    cut: watch::Sender<Cut>,
    /// Number of this replica, from 0.
    replica: u32,
}

/// What all replicas share.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Notified by every call.
    called: Notify,
}

#[derive(Default)]
struct State {
    jobs: HashMap<Job, Row>,
    loads: Vec<TenantLoad>,
    outbox: Vec<(Outgoing, bool)>,
    /// Index of each row in the outbox: a benchmark marks tens of thousands as sent.
    rows: HashMap<JobId, usize>,
    published: HashMap<JobId, Published>,
    rounds: HashMap<JobId, u32>,
    done: usize,
    effects: Vec<(Job, Effect)>,
    dead: Vec<DeadLetter>,
    steps: HashMap<StepKey, Vec<u8>>,
    ready: HashSet<RunId>,
    refusals: VecDeque<(&'static str, Fault)>,
    stale: u32,
    lapses: u32,
    unconfirmed: Vec<Unconfirmed>,
    farewells: u32,
    looks: u32,
    slow_effects: bool,
    hand_backs: Vec<(Job, HandBackReason)>,
    held: HashSet<Job>,
    parked: HashSet<Job>,
    elections: HashMap<String, u32>,
    renewals: u32,
    replicas: u32,
    /// Servers whose redelivery was asked for, by consumer.
    servers: HashSet<(&'static str, String)>,
    /// Replica that is elected, by role.
    elected: HashMap<String, u32>,
    verdicts: HashMap<JobId, QuietEvent>,
    /// Roles for which another instance is elected.
    spares: HashSet<&'static str>,
}

/// A row's last publication.
struct Published {
    /// Time from which its age counts.
    at: Instant,
    sequence: u64,
}

impl State {
    fn push(&mut self, row: &Outgoing) {
        self.rows.insert(row.id, self.outbox.len());
        self.outbox.push((row.clone(), false));
    }

    fn judge(&mut self, consumer: &'static str, event: &QuietEvent) -> QuietAnswer {
        if self.jobs.contains_key(&Job { consumer, id: event.job }) {
            return QuietAnswer::Ordinary;
        }
        match self.verdicts.insert(event.job, event.clone()) {
            None => QuietAnswer::New,
            Some(_) => QuietAnswer::Duplicate,
        }
    }

    fn lost(&mut self, message: Outgoing, proven: bool) -> Lost {
        if let Some(published) = self.published.get_mut(&message.id) {
            published.at = Instant::now();
        }
        let round = self.rounds.entry(message.id).or_insert(0);
        *round += 1;
        Lost { message, round: *round, proven }
    }
}

/// Failure of a call, as requested by the test.
enum Fault {
    Away,
    Refused,
    Panic,
}

#[derive(Default)]
struct Row {
    /// Starts by instances that died; this instance lives, so its own are not counted.
    starts: u32,
    failures: u32,
    done: bool,
}

impl FakeJournal {
    /// Creates an empty journal.
    pub fn new() -> Self {
        Self::default()
    }

    /// Waits without limit until `condition` holds; it is evaluated after every call of the journal.
    pub async fn until(&self, condition: impl Fn(&Self) -> bool) {
        loop {
            let called = self.shared.called.notified();
            tokio::pin!(called);
            // Registered before the evaluation, so that no call between it and the wait is missed.
            called.as_mut().enable();
            if condition(self) {
                return;
            }
            called.await;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().expect("no test panics while it holds the lock")
    }

    /// Starts a call. Its guard wakes [`FakeJournal::until`] when the result is ready.
    async fn admit(&self, operation: &'static str) -> Result<Admitted<'_>, PortError> {
        self.connect(operation).await?;
        self.admit_now(operation)
    }

    fn admit_now(&self, operation: &'static str) -> Result<Admitted<'_>, PortError> {
        let mut state = self.state();
        let Some(at) = state.refusals.iter().position(|(named, _)| *named == operation) else {
            return Ok(Admitted { state, called: &self.shared.called });
        };
        let (_, fault) = state.refusals.remove(at).unwrap_or((operation, Fault::Away));
        drop(state);
        let source = "requested by the test".into();
        Err(match fault {
            Fault::Away => PortError::Down { what: operation, source },
            Fault::Refused => PortError::Refused { what: operation.to_owned(), source },
            Fault::Panic => panic!("requested by the test"),
        })
    }
}

/// The locked state during one call.
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
        // Before the lock is released; a woken task waits for it and then sees the result.
        self.called.notify_waiters();
    }
}

fn under(subjects: &[&'static str], subject: &str) -> bool {
    crate::settle::may_emit(subjects, subject)
}

impl Journal for FakeJournal {
    async fn begin(&self, job: &Job) -> Result<Begun, PortError> {
        let mut admitted = self.admit("begin").await?;
        let state = &mut *admitted;
        if state.held.contains(job) {
            return Ok(Begun::Held { retry_after: Duration::from_secs(10) });
        }
        if state.verdicts.contains_key(&job.id) {
            return Ok(Begun::Done);
        }
        let row = state.jobs.entry(job.clone()).or_default();
        if row.done {
            return Ok(Begun::Done);
        }
        if row.starts >= POISON_STARTS {
            return Ok(Begun::Poisoned { starts: row.starts });
        }
        Ok(Begun::Go { failures: row.failures })
    }

    async fn hand_back(&self, job: &Job, why: &HandBackReason) -> Result<u32, PortError> {
        let mut admitted = self.admit("hand_back").await?;
        let state = &mut *admitted;
        state.hand_backs.push((job.clone(), why.clone()));
        let row = state.jobs.entry(job.clone()).or_default();
        row.failures += u32::from(matches!(why, HandBackReason::Retry(_)));
        Ok(row.failures)
    }

    async fn park(&self, job: &Job, parking: &Parking) -> Result<bool, PortError> {
        let mut admitted = self.admit("park").await?;
        let state = &mut *admitted;
        state.hand_backs.push((job.clone(), parking.why.clone()));
        if let Some(message) = parking.message.as_ref().filter(|message| !state.rows.contains_key(&message.id)) {
            state.push(message);
        }
        let Some(place) = state.rows.get(&job.id).copied() else { return Ok(false) };
        state.outbox[place].1 = true;
        state.published.insert(job.id, Published { at: Instant::now(), sequence: 0 });
        state.parked.insert(job.clone());
        Ok(true)
    }

    async fn commit(&self, settled: Settled) -> Result<Committed, PortError> {
        let mut admitted = self.admit("commit").await?;
        let state = &mut *admitted;
        if state.jobs.get(&settled.job).is_some_and(|row| row.done) || state.verdicts.contains_key(&settled.job.id) {
            return Ok(Committed::Duplicate);
        }
        if state.slow_effects && !settled.effects.is_empty() {
            return Err(PortError::Unavailable { what: "commit", source: "statement timeout".into() });
        }
        if state.stale > 0 {
            state.stale -= 1;
            return Ok(Committed::Stale("requested by the test".to_owned()));
        }
        state.jobs.entry(settled.job.clone()).or_default().done = true;
        state.done += 1;
        let Settled { job, effects, outgoing, dead } = settled;
        state.effects.extend(effects.into_iter().map(|effect| (job.clone(), effect)));
        state.dead.extend(dead.map(|letter| *letter));
        let is_due = |when: When| match when {
            When::Always => true,
            When::RunReady(run) => state.ready.contains(&run),
        };
        let outgoing: Vec<_> = outgoing.into_iter().filter(|outgoing| is_due(outgoing.when)).collect();
        outgoing.iter().for_each(|row| state.push(row));
        Ok(Committed::New(outgoing))
    }

    async fn report_loads(&self, loads: &[TenantLoad]) -> Result<(), PortError> {
        self.admit("report_loads").await?.loads = loads.to_vec();
        Ok(())
    }

    async fn commit_quiet(&self, batch: QuietBatch) -> Result<QuietSettled, PortError> {
        let mut admitted = self.admit("commit_quiet").await?;
        let state = &mut *admitted;
        let answers: Vec<QuietAnswer> = batch.events.iter().map(|event| state.judge(batch.consumer, event)).collect();
        let mut tenants: Vec<&Tenant> = batch.events.iter().map(|event| &event.tenant).collect();
        tenants.sort();
        tenants.dedup();
        let mut outgoing = Vec::new();
        for tenant in tenants {
            let members = answers.iter().enumerate().filter(|(_, answer)| **answer == QuietAnswer::New);
            let members = members.map(|(place, _)| place).filter(|place| batch.events[*place].tenant == *tenant);
            outgoing.extend(batch.group(&members.collect::<Vec<_>>()).map(|(_, message)| message));
        }
        outgoing.iter().for_each(|row| state.push(row));
        Ok(QuietSettled { answers, outgoing })
    }

    async fn sent(&self, confirmed: &[Confirmed]) -> Result<(), PortError> {
        let mut admitted = self.admit("sent").await?;
        let state = &mut *admitted;
        for Confirmed { id, sequence } in confirmed {
            if let Some(place) = state.rows.get(id) {
                state.outbox[*place].1 = true;
            }
            state.published.insert(*id, Published { at: Instant::now(), sequence: *sequence });
        }
        Ok(())
    }

    async fn unsent(&self, subjects: &[&'static str], _: Duration, limit: u32) -> Result<Vec<Outgoing>, PortError> {
        let state = self.admit("unsent").await?;
        let rows = state.outbox.iter().filter(|(row, sent)| !sent && under(subjects, &row.subject));
        Ok(rows.take(limit as usize).map(|(row, _)| row.clone()).collect())
    }

    async fn unconfirmed(&self, rows: &[Unconfirmed]) -> Result<(), PortError> {
        self.admit("unconfirmed").await?.unconfirmed.extend_from_slice(rows);
        Ok(())
    }

    async fn register_consumers(&self, _: &[(&'static str, &'static str)]) -> Result<(), PortError> {
        self.admit("register_consumers").await.map(|_| ())
    }

    async fn unconsumed(
        &self,
        consumers: &[Watched],
        older_than: Duration,
        limit: u32,
    ) -> Result<Vec<Lost>, PortError> {
        let mut admitted = self.admit("unheard").await?;
        let state = &mut *admitted;
        state.looks += 1;
        let done = |row: &Outgoing, consumer| {
            let job = Job { consumer, id: row.id };
            state.parked.contains(&job) || state.jobs.get(&job).is_some_and(|row| row.done)
        };
        let open = |row: &Outgoing, range: OpenRange| {
            state.published.get(&row.id).is_some_and(|it| it.sequence > range.after && it.sequence <= range.until)
        };
        let lost = |row: &Outgoing, watched: &Watched| {
            under(&[watched.subject], &row.subject)
                && !done(row, watched.consumer)
                && !watched.open.is_some_and(|range| open(row, range))
        };
        let old = |row: &Outgoing| state.published.get(&row.id).is_some_and(|it| it.at.elapsed() >= older_than);
        let rows = state.outbox.iter().filter(|(row, sent)| *sent && old(row));
        let rows = rows.filter_map(|(row, _)| Some((row, consumers.iter().find(|watched| lost(row, watched))?)));
        let rows: Vec<(Outgoing, bool)> =
            rows.take(limit as usize).map(|(row, watched)| (row.clone(), watched.open.is_some())).collect();
        Ok(rows.into_iter().map(|(message, proven)| state.lost(message, proven)).collect())
    }

    async fn elect(&self, role: &str, _: Duration) -> Result<bool, PortError> {
        let mut state = self.admit("elect").await?;
        *state.elections.entry(role.to_owned()).or_default() += 1;
        let elected = *state.elected.entry(role.to_owned()).or_insert(self.replica);
        Ok(elected == self.replica && !state.spares.contains(role))
    }

    async fn is_server_known(&self, consumer: &'static str, server: &str) -> Result<bool, PortError> {
        Ok(self.admit("is_server_known").await?.servers.contains(&(consumer, server.to_owned())))
    }

    async fn record_server(&self, consumer: &'static str, server: &str) -> Result<(), PortError> {
        self.admit("record_server").await?.servers.insert((consumer, server.to_owned()));
        Ok(())
    }

    async fn renew_lease(&self, _: Duration) -> Result<bool, PortError> {
        let mut state = self.admit("renew_lease").await?;
        state.renewals += 1;
        let lapsed = state.lapses > 0;
        state.lapses = state.lapses.saturating_sub(1);
        Ok(!lapsed)
    }

    async fn end_lease(&self) -> Result<(), PortError> {
        let mut state = self.admit("end_lease").await?;
        state.farewells += 1;
        Ok(())
    }

    async fn load_step(&self, step: &StepKey) -> Result<Option<Vec<u8>>, PortError> {
        Ok(self.admit("load_step").await?.steps.get(step).cloned())
    }

    async fn store_step(&self, step: &StepKey, value: Vec<u8>) -> Result<Vec<u8>, PortError> {
        Ok(self.admit("store_step").await?.steps.entry(step.clone()).or_insert(value).clone())
    }
}
