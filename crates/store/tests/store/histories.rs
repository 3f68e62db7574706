//! Random histories of runs: the store applies exactly what the state machine decides. The reference is `FakeRuns`, the
//! machine over a map. After every event both return the same answer, hold the same state and have stored the same
//! messages; each event reads the state from the rows anew, as after a restart.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use domain::effect::{Outgoing, When};
use domain::event::Wanted;
use domain::port::{Committed, Job, Journal, Settled};
use domain::run::{Cancellation, NoForecast, Phase, Proposal, RunEffect, RunEvent, RunState, question_id};
use domain::{Effect, JobId, MicroUsd, Probability, RunId, Time};
use futures::StreamExt;
use sqlx::PgPool;
use store::runs::{CancelOutcome, RunVersion};
use store::testing::FakeRuns;
use store::{RunEndings, Runs, Store};

use crate::conformance::forecast;
use crate::samples::{answered, at, extended, message, run, settled, started};
use crate::support::store;

/// Number of histories; each uses one run.
const HISTORIES: u64 = 2_000;
/// Number of concurrent histories: they share transactions, as the jobs of a busy fleet do.
const CONCURRENT: usize = 48;
const MAX_EVENTS: u64 = 14;

/// Totals over all histories. A count of zero means that the test did not cover that case.
#[derive(Debug, Default)]
struct Totals {
    released: usize,
    finished: usize,
    proposed: usize,
    cancelled: usize,
    cancelled_early: usize,
    late: usize,
    expired: usize,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_histories_in_postgres_are_those_of_the_machine() {
    let (store, url) = store().await;
    let pool = PgPool::connect(&url).await.unwrap();
    let play = |seed| tokio::spawn(History::new(seed, store.clone(), pool.clone()).play());
    let played: Vec<_> = futures::stream::iter((0..HISTORIES).map(play)).buffer_unordered(CONCURRENT).collect().await;
    let mut totals = Totals::default();
    for history in played {
        let (history, state) = history.unwrap();
        totals.released += history.released;
        totals.expired += usize::from(history.expired);
        totals.cancelled_early += usize::from(history.early.is_some());
        let Some(state) = state else { continue };
        totals.late += state.answers.iter().filter(|answer| answer.late).count();
        totals.cancelled += usize::from(state.cancelled.is_some());
        totals.proposed += usize::from(matches!(state.ended, Some(NoForecast::Proposed(_))));
        totals.finished += usize::from(state.phase == Phase::Done && state.ended.is_none());
    }
    println!("{HISTORIES} histories: {totals:?}");
    let Totals { released, finished, proposed, cancelled, cancelled_early, late, expired } = totals;
    assert!(released > 500 && finished > 50 && proposed > 20 && cancelled > 50, "{totals:?}");
    assert!(late > 100 && cancelled_early > 5 && expired > 20, "{totals:?}");
}

/// One run in Postgres and in the machine.
struct History {
    seed: u64,
    store: Store,
    pool: PgPool,
    machine: FakeRuns,
    run: RunId,
    wanted: Wanted,
    jobs: usize,
    released: usize,
    early: Option<Cancellation>,
    expired: bool,
}

/// Numbers that depend on seed and turn only.
struct Random(u128);

impl Random {
    fn new(seed: u64, turn: u64) -> Self {
        Self(JobId::named(&["random", &seed.to_string(), &turn.to_string()]).0.as_u128())
    }

    fn below(&mut self, n: u32) -> u32 {
        let drawn = self.0 % u128::from(n);
        self.0 = (self.0 / u128::from(n)) ^ self.0.rotate_left(17);
        u32::try_from(drawn).unwrap()
    }
}

impl History {
    fn new(seed: u64, store: Store, pool: PgPool) -> Self {
        let run = RunId::for_event(JobId::named(&["history", &seed.to_string()]));
        let wanted = if seed.is_multiple_of(7) { Wanted::Research } else { Wanted::Forecast };
        let machine = FakeRuns::default();
        Self { seed, store, pool, machine, run, wanted, jobs: 0, released: 0, early: None, expired: false }
    }

    async fn play(mut self) -> (Self, Option<RunState>) {
        let turns = 1 + u64::from(Random::new(self.seed, 0).below(u32::try_from(MAX_EVENTS).unwrap() - 1));
        for turn in 1..=turns {
            let mut random = Random::new(self.seed, turn);
            // Most histories begin with the start; an event of a run that has not started is one of the cases, too.
            let event = if turn == 1 && random.below(10) > 0 { 0 } else { random.below(22) };
            let before = self.machine.load(self.run).await.unwrap();
            self.happen(event, before.as_ref(), &mut random).await;
            self.compare().await;
        }
        let state = self.machine.load(self.run).await.unwrap();
        (self, state)
    }

    async fn happen(&mut self, event: u32, state: Option<&RunState>, random: &mut Random) {
        let (now, round) = state.map_or((1, 0), |state| (state.version, state.iteration));
        let seen = now - i64::from(random.below(4) == 0);
        match event {
            0 => self.start(random.below(4)).await,
            1..=9 => {
                let id = question_id(random.below(2) + 1, random.below(3) as usize + 1);
                self.commit(self.own(answered(&id))).await;
            }
            10..=11 => self.reach(at(i64::from(random.below(200))), state).await,
            12..=13 => {
                let ids = ids(round + 1, random.below(2) + 1);
                let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
                self.commit(self.own(extended(seen, &ids, at(150)))).await;
            }
            15..=16 => self.commit(self.finish(seen)).await,
            17 => {
                let ending = NoForecast::Proposed(Box::new(proposal()));
                self.commit(Effect::RunEnded { run: self.run, version: seen, ending }).await;
            }
            14 | 18..=19 => {
                let round = round.max(1) + u32::from(random.below(5) == 0);
                self.commit(Effect::DecisionDeadLettered { run: self.run, round, because: "a test".into() }).await;
            }
            _ => {
                let (reason, forecast) = (self.jobs.to_string(), random.below(5) < 3);
                let cancellation = Cancellation { by: "ada".into(), reason, at: at(7), forecast };
                match state {
                    None => self.cancel_early(cancellation).await,
                    Some(state) => self.cancel(RunVersion { run: self.run, version: seen }, cancellation, state).await,
                }
            }
        }
    }

    async fn start(&mut self, questions: u32) {
        let ids = ids(1, questions);
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        self.commit(self.own(started(&ids, at(100)))).await;
        // A start that does not know of the early cancellation is stale in both; one that does is not.
        if let (Some(early), None) = (self.early.clone(), self.machine.load(self.run).await.unwrap()) {
            let mut aware = self.own(started(&[], at(100)));
            if let Effect::RunStarted { stopped, .. } = &mut aware {
                *stopped = Some(early);
            }
            self.commit(aware).await;
        }
    }

    /// The clock shows `now`: a waiting round is closed, a dead-lettered decision ends the run.
    async fn reach(&mut self, now: Time, state: Option<&RunState>) {
        let Some(state) = state.filter(|state| state.deadline <= now) else { return };
        let message = self.message("round", state.iteration);
        let closed = self.store.runs().close_round(self.run, state.iteration, &message).await.unwrap();
        assert_eq!(closed, self.machine.close_round(self.run, state.iteration, &message).await.unwrap());
        assert!(!closed || self.is_stored(&message).await, "seed {}", self.seed);
        self.released += usize::from(closed);
        let listed = self.store.runs().expired_decisions(now, u32::MAX >> 1).await.unwrap();
        let listed = listed.iter().any(|expired| expired.run.id == self.run);
        assert_eq!(listed, state.expired_decision(now).is_some(), "seed {}", self.seed);
        if listed {
            self.expired = true;
            self.commit(self.finish(state.version)).await;
        }
    }

    async fn cancel(&mut self, target: RunVersion, cancellation: Cancellation, state: &RunState) {
        let message = self.message("cancelled", u32::try_from(self.jobs).unwrap());
        self.jobs += 1;
        let outcome = self.store.runs().cancel_version(target, &cancellation, &message).await.unwrap();
        let event = RunEvent::Cancelled { version: target.version, cancellation };
        let effects = self.machine.apply_event(self.run, &event);
        let expected = effects.clone().map_or_else(CancelOutcome::from, |_| CancelOutcome::Cancelled);
        assert_eq!(outcome, expected, "seed {}", self.seed);
        let effects = effects.unwrap_or_default();
        let releases = effects.contains(&RunEffect::ReleaseRound { round: state.iteration });
        self.released += usize::from(releases);
        let announced = releases || effects.contains(&RunEffect::StoreEnding);
        assert_eq!(self.is_stored(&message).await, announced, "seed {}: with the cancellation", self.seed);
    }

    async fn cancel_early(&mut self, cancellation: Cancellation) {
        self.jobs += 1;
        let outcome = self.store.runs().cancel_unstarted(self.run, &cancellation).await.unwrap();
        let effects = self.machine.apply_event(self.run, &RunEvent::CancelledEarly(cancellation.clone()));
        let expected = effects.map_or_else(CancelOutcome::from, |_| CancelOutcome::CancelledEarly);
        assert_eq!(outcome, expected, "seed {}", self.seed);
        let stands = self.store.runs().early_cancellation(self.run).await.unwrap();
        assert_eq!(stands.as_ref() == Some(&cancellation), outcome == CancelOutcome::CancelledEarly);
        self.early = stands;
    }

    /// Commits an effect as a separate job, with a message that waits for the release of the round.
    async fn commit(&mut self, effect: Effect) {
        self.jobs += 1;
        let expected = self.machine.apply(&effect);
        let mut waiting = self.message("ready", u32::try_from(self.jobs).unwrap());
        waiting.when = When::RunReady(self.run);
        let job = Job { consumer: "histories", id: waiting.id };
        let settled = Settled { job, effects: vec![effect], outgoing: vec![waiting], ..settled("") };
        let committed = match self.store.journal().commit(settled).await.unwrap() {
            Committed::New(messages) => Ok((!messages.is_empty()).then_some(self.run)),
            Committed::Stale(why) => Err(why),
            Committed::Duplicate => panic!("every event is a job of its own"),
        };
        assert_eq!(committed, expected, "seed {}", self.seed);
        self.released += usize::from(expected.is_ok_and(|released| released.is_some()));
    }

    async fn compare(&self) {
        let expected = self.machine.load(self.run).await.unwrap();
        let mut stored = self.store.runs().load(self.run).await.unwrap();
        if let (Some(stored), Some(expected)) = (&mut stored, &expected) {
            // Answers that are committed together have no defined order.
            let place = |id: &str| expected.answers.iter().position(|answer| answer.question == id);
            stored.answers.sort_by_key(|answer| place(&answer.question));
        }
        assert_eq!(stored, expected, "seed {}", self.seed);
    }

    /// The sample effect for this run.
    fn own(&self, mut effect: Effect) -> Effect {
        match &mut effect {
            Effect::RunStarted { run, .. } => {
                run.id = self.run;
                run.asked.config.wanted = self.wanted;
            }
            Effect::RunExtended { run, .. } | Effect::Answered { run, .. } => *run = self.run,
            _ => {}
        }
        effect
    }

    fn finish(&self, version: i64) -> Effect {
        let run = domain::Run { id: self.run, ..run() };
        Effect::RunFinished { forecast: Box::new(domain::Forecast { run, ..forecast() }), version }
    }

    fn message(&self, what: &str, n: u32) -> Outgoing {
        message(&format!("{what} {} {n}", self.seed), When::Always)
    }

    async fn is_stored(&self, message: &Outgoing) -> bool {
        let sql = "SELECT EXISTS (SELECT FROM outbox WHERE id = $1)";
        sqlx::query_scalar(sql).bind(message.id.0).fetch_one(&self.pool).await.unwrap()
    }
}

fn ids(round: u32, n: u32) -> Vec<String> {
    (1..=n).map(|n| question_id(round, n as usize)).collect()
}

fn proposal() -> Proposal {
    Proposal {
        reason: "a test".into(),
        questions: Vec::new(),
        gain: MicroUsd(2),
        cost: MicroUsd(1),
        estimate: Probability::clamp(0.4).unwrap(),
        uncertainty: 0.2,
    }
}
