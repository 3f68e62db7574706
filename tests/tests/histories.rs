//! The run as a pure machine against the run in Postgres: after every event of random histories both stand in the same place and
//! both have released, ended and asked the same.
#![allow(clippy::unwrap_used, reason = "part of the tests: a failure is a failed test")]

use chrono::TimeDelta;
use domain::effect::{Outgoing, When};
use domain::event::{AskConfig, AskedQuestion, Wanted};
use domain::port::{Committed, Job, Journal, Settled};
use domain::research::Ending;
use domain::run::{Cancellation, NoForecast, Priority, Question, RunState};
use domain::{
    Effect, EventId, Evidence, Filtering, Forecast, JobId, MicroUsd, Probability, Profile, Research, ResearchTask, Run,
    RunId, Subject, Tenant, Time,
};
use forecaster::machine::{self, Event, Step, question_id, step};
use futures::StreamExt;
use local_servers::{Postgres, PostgresOptions};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use store::runs::Stopped;
use store::{Config, Ends, Runs, Store};

/// Histories; each is a run of its own.
const HISTORIES: u64 = 2_000;
/// Histories at the same time: they share transactions, as the jobs of a busy fleet do.
const AT_ONCE: usize = 48;
/// Events of a history at most.
const LONGEST: usize = 14;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_histories_in_postgres_are_those_of_the_machine() {
    let postgres = Postgres::start(PostgresOptions { fsync: false, ..PostgresOptions::default() }).await.unwrap();
    let store =
        Store::connect(Config { max_connections: 12, ..Config::new(postgres.url(), "histories") }).await.unwrap();
    store.migrate().await.unwrap();
    store.alive(std::time::Duration::from_secs(600)).await.unwrap();
    let looking = sqlx::PgPool::connect(&postgres.url()).await.unwrap();
    let both = (store, looking);
    let played = futures::stream::iter((0..HISTORIES).map(|seed| tokio::spawn(History::play(both.clone(), seed))));
    let ends: Vec<_> = played.buffer_unordered(AT_ONCE).collect().await;
    let mut met = Met::default();
    for end in ends {
        met.add(&end.unwrap());
    }
    println!("{HISTORIES} histories: {met:?}");
    // A history that never comes to something proves nothing about it.
    assert!(
        met.released > 500
            && met.forecast > 50
            && met.proposed > 20
            && met.stopped > 50
            && met.late > 100
            && met.early > 5
            && met.given_up > 20,
        "{met:?}"
    );
}

/// What the histories came to, together.
#[derive(Debug, Default)]
struct Met {
    released: usize,
    forecast: usize,
    proposed: usize,
    stopped: usize,
    late: usize,
    early: usize,
    given_up: usize,
}

impl Met {
    fn add(&mut self, history: &History) {
        self.released += history.released;
        let Some(state) = &history.state else { return };
        self.late += state.answers.iter().filter(|answer| answer.late).count();
        self.stopped += usize::from(state.cancelled.is_some());
        self.early += usize::from(history.kept.is_some());
        self.given_up += usize::from(history.given_up);
        match (&state.ended, state.phase) {
            (Some(NoForecast::Proposed(_)), _) => self.proposed += 1,
            (None, domain::run::Phase::Done) => self.forecast += 1,
            _ => {}
        }
    }
}

/// One run on its way through both.
struct History {
    store: Store,
    looking: sqlx::PgPool,
    seed: u64,
    run: Run,
    state: Option<RunState>,
    jobs: usize,
    released: usize,
    /// It was stopped before it began.
    kept: Option<Cancellation>,
    /// It ended because its decision was given up.
    given_up: bool,
}

impl History {
    async fn play((store, looking): (Store, sqlx::PgPool), seed: u64) -> Self {
        let mut random = StdRng::seed_from_u64(seed);
        let wanted = if random.random_bool(0.15) { Wanted::Research } else { Wanted::Forecast };
        let (run, kept) = (run(seed, wanted), None);
        let mut history = Self { store, looking, seed, run, state: None, jobs: 0, released: 0, kept, given_up: false };
        for turn in 0..random.random_range(1..LONGEST) {
            // Most histories begin with their beginning; an answer to a run that nobody began is one of the cases, too.
            let event = if turn == 0 && random.random_bool(0.9) {
                history.begun(&mut random)
            } else {
                history.event(&mut random)
            };
            history.happen(event).await;
        }
        history
    }

    fn begun(&self, random: &mut StdRng) -> Event {
        let questions = questions(1, random.random_range(0..4));
        Event::Begun { run: Box::new(self.run.clone()), questions, deadline: at(100), stopped: self.kept.clone() }
    }

    fn event(&self, random: &mut StdRng) -> Event {
        let seen = |random: &mut StdRng| {
            self.state.as_ref().map_or(1, |state| state.version) - i64::from(random.random_ratio(1, 4))
        };
        match random.random_range(0..22) {
            0 => self.begun(random),
            1..=9 => {
                let question = question_id(random.random_range(1..3), random.random_range(1..4));
                Event::Answered { evidence: Box::new(self.evidence(&question)), question }
            }
            10..=11 => Event::Looked { now: at(random.random_range(0..200)) },
            12..=14 => {
                let round = self.state.as_ref().map_or(1, |state| state.iteration + 1);
                let questions = questions(round, random.random_range(1..3));
                Event::Extended { version: seen(random), questions, deadline: at(150) }
            }
            15..=16 => Event::Concluded { version: seen(random), forecast: Box::new(self.forecast()) },
            20..=21 => {
                let round = self.state.as_ref().map_or(1, |state| state.iteration);
                Event::GivenUp { round: round + u32::from(random.random_ratio(1, 5)), because: "a test".into() }
            }
            17 => Event::Ended { version: seen(random), ending: proposal(), at: at(5) },
            _ => Event::Stopped(Cancellation {
                by: "ada".into(),
                reason: random.random_range(0..1_000_000).to_string(),
                at: at(7),
                forecast: random.random_bool(0.6),
            }),
        }
    }

    /// The same event in both; then both must have said the same and stand in the same place.
    async fn happen(&mut self, event: Event) {
        let Step { state, effects } = step(self.state.clone(), event.clone());
        let ready = effects.iter().any(|effect| matches!(effect, machine::Effect::Ready(_)));
        let released = self.in_postgres(event.clone(), &effects).await;
        assert_eq!(released, ready, "seed {}: who releases? {event:?}", self.seed);
        self.released += usize::from(ready);
        self.state = state;
        let mut stored = self.store.load(self.run.id).await.unwrap();
        if let Some(stored) = &mut stored {
            // Answers have no order of their own: what is committed together is stored together.
            let order =
                |answers: &[domain::run::Answer]| answers.iter().map(|a| a.question.clone()).collect::<Vec<_>>();
            let known = order(&self.state.as_ref().unwrap().answers);
            stored.answers.sort_by_key(|answer| known.iter().position(|id| *id == answer.question));
        }
        assert_eq!(stored, self.state, "seed {}: after {event:?}", self.seed);
    }

    /// True if this very event released the round.
    async fn in_postgres(&mut self, event: Event, effects: &[machine::Effect]) -> bool {
        match event {
            Event::Looked { now } => {
                let Some(state) = &self.state else { return false };
                let due = now >= state.deadline;
                if let [machine::Effect::Write(last), ..] = effects {
                    return self.ended_by_time(now, last).await;
                }
                let says = self.message("round", state.iteration);
                due && self.store.close_round(self.run.id, state.iteration, &says).await.unwrap()
            }
            Event::Stopped(cancellation) if self.state.is_none() => {
                self.stopped_early(cancellation).await;
                false
            }
            Event::Stopped(cancellation) => {
                let (version, iteration) = self.state.as_ref().map_or((0, 0), |state| (state.version, state.iteration));
                let says = self.message(if cancellation.forecast { "stopped" } else { "ended" }, iteration);
                let stopped = self.store.stop_run((self.run.id, version), &cancellation, &says).await.unwrap();
                assert_eq!(stopped == Stopped::Now, !effects.is_empty(), "seed {}: {stopped:?}", self.seed);
                // What a stop says stands in the outbox, with the stop.
                let said = self.is_said(&says).await;
                assert!(
                    stopped != Stopped::Now || cancellation.forecast || said,
                    "seed {}: is the end said?",
                    self.seed
                );
                cancellation.forecast && said && stopped == Stopped::Now
            }
            Event::Begun { run, questions, deadline, stopped } => {
                if stopped.is_some() && self.state.is_none() {
                    let unaware = Effect::RunStarted { run: run.clone(), questions: vec![], deadline, stopped: None };
                    assert!(!self.commit(unaware).await, "seed {}: nobody begins what was stopped", self.seed);
                    assert_eq!(self.store.load(self.run.id).await.unwrap(), None, "seed {}", self.seed);
                }
                // Nothing is asked for a run that was stopped.
                let questions = if stopped.is_some() { vec![] } else { questions };
                self.commit(Effect::RunStarted { run, questions, deadline, stopped }).await
            }
            Event::GivenUp { round, because } => {
                self.commit(Effect::DecisionGivenUp { run: self.run.id, round, because }).await
            }
            Event::Answered { question, evidence } => {
                self.commit(Effect::Answered { run: self.run.id, question, evidence }).await
            }
            Event::Extended { version, questions, deadline } => {
                self.commit(Effect::RunExtended { run: self.run.id, version, questions, deadline }).await
            }
            Event::Concluded { version, forecast } => self.commit(Effect::RunFinished { forecast, version }).await,
            Event::Ended { version, ending, .. } => {
                self.commit(Effect::RunEnded { run: self.run.id, version, ending }).await
            }
        }
    }

    /// The decision was given up and the deadline has passed: the sweeper finds it and ends it.
    async fn ended_by_time(&mut self, now: Time, last: &Effect) -> bool {
        let found = self.store.given_up(now, u32::MAX >> 1).await.unwrap();
        assert!(found.iter().any(|found| found.run.id == self.run.id), "seed {}: the sweeper finds it", self.seed);
        self.given_up = true;
        self.commit(last.clone()).await
    }

    /// What is kept is what the store answers: the first stop, unless the second is in more of a hurry.
    async fn stopped_early(&mut self, cancellation: Cancellation) {
        let hurry = self.kept.as_ref().is_none_or(|kept| kept.forecast && !cancellation.forecast);
        let stopped = self.store.stop_early(self.run.id, &cancellation).await.unwrap();
        assert_eq!(stopped, if hurry { Stopped::Early } else { Stopped::Before }, "seed {}", self.seed);
        self.kept = self.store.stopped_early(self.run.id).await.unwrap();
        assert_eq!(self.kept.as_ref() == Some(&cancellation), hurry, "seed {}", self.seed);
    }

    /// Commits one effect as a job of its own; true if the message that waits for the round was released.
    async fn commit(&mut self, effect: Effect) -> bool {
        self.jobs += 1;
        let id = JobId::named(&["history", &self.seed.to_string(), &self.jobs.to_string()]);
        let mut says = self.message("ready", u32::try_from(self.jobs).unwrap());
        says.when = When::RunReady(self.run.id);
        let job = Job { consumer: "histories", id };
        let settled = Settled { job, effects: vec![effect], outgoing: vec![says], dead: None };
        match self.store.commit(settled).await.unwrap() {
            Committed::New(messages) => !messages.is_empty(),
            Committed::Stale(_) => false,
            Committed::Duplicate => panic!("every event is a job of its own"),
        }
    }

    fn message(&self, what: &str, n: u32) -> Outgoing {
        Outgoing {
            id: JobId::named(&["history", what, &self.seed.to_string(), &n.to_string()]),
            subject: format!("auspex.test.s{}", self.seed),
            tenant: Tenant::default(),
            payload: Vec::new().into(),
            traceparent: String::new(),
            when: When::Always,
        }
    }

    /// The message is written.
    async fn is_said(&self, says: &Outgoing) -> bool {
        let sql = "SELECT count(*) FROM outbox WHERE id = $1 AND subject = $2";
        let count: i64 =
            sqlx::query_scalar(sql).bind(says.id.0).bind(&says.subject).fetch_one(&self.looking).await.unwrap();
        count > 0
    }

    fn evidence(&self, question: &str) -> Evidence {
        let run = &self.run;
        let task = ResearchTask {
            tenant: run.tenant.clone(),
            event: run.event.clone(),
            event_job: run.event_job,
            subject: Subject::Question { run: run.id, question: asked(question), context: String::new() },
            reason: String::new(),
            profile: Profile::Default,
            budget: MicroUsd::ZERO,
            deadline: None,
            as_of: None,
            alarm: String::new(),
        };
        Evidence {
            task,
            research: research(),
            filtering: Filtering::Filtered { removed: vec![] },
            cost: MicroUsd::ZERO,
            lowered: vec![],
            model: String::new(),
            prompt_version: String::new(),
        }
    }

    fn forecast(&self) -> Forecast {
        forecaster::conclude::fallback(&self.run, at(9), "a test")
    }
}

fn at(seconds: i64) -> Time {
    Time::from_timestamp(1_900_000_000, 0).unwrap() + TimeDelta::seconds(seconds)
}

fn run(seed: u64, wanted: Wanted) -> Run {
    let event_job = JobId::named(&["history", &seed.to_string()]);
    let asked = AskedQuestion {
        text: "Will it?".into(),
        background: String::new(),
        resolution_criteria: String::new(),
        closes: None,
        market: None,
        config: AskConfig { wanted, ..AskConfig::default() },
        topic: String::new(),
    };
    Run {
        id: RunId::of_event(event_job),
        tenant: Tenant::default(),
        event: EventId::parse(&format!("h{seed}")).unwrap(),
        event_job,
        asked,
        alert: None,
        budget: MicroUsd::dollars(20),
        asked_at: at(0),
    }
}

fn questions(round: u32, n: usize) -> Vec<Question> {
    (1..=n).map(|n| asked(&question_id(round, n))).collect()
}

fn asked(id: &str) -> Question {
    Question {
        id: id.to_owned(),
        topic: String::new(),
        text: format!("{id}?"),
        priority: Priority::Important,
        expected_sources: vec![],
    }
}

fn proposal() -> NoForecast {
    NoForecast::Proposed(Box::new(domain::run::Proposal {
        reason: "a test".into(),
        questions: questions(2, 1),
        gain: MicroUsd(2),
        cost: MicroUsd(1),
        estimate: Probability::clamp(0.4).unwrap(),
        uncertainty: 0.2,
    }))
}

fn research() -> Research {
    Research {
        entity: None,
        summary: String::new(),
        findings: vec![],
        timeline: vec![],
        sources: vec![],
        open_questions: vec![],
        sentiment: None,
        confidence: 0.5,
        risks: vec![],
        opportunities: vec![],
        made_at: at(0),
        expires_at: at(0),
        ending: Ending::Complete,
        from_cache: false,
        tools_used: vec![],
        cost: MicroUsd::ZERO,
        model: String::new(),
        prompt_version: String::new(),
        left_out: Vec::new(),
    }
}
