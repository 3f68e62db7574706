//! Rate of the classifier's rules without I/O: message bytes in, committable outcomes out.

use std::sync::Arc;
use std::time::{Duration, Instant};

use classifier::work::Budgets;
use classifier::{Classifier, ClassifierConfig};
use domain::port::{Job, Settled};
use domain::{JobId, MicroUsd, Outgoing};
use local_servers::{Postgres, PostgresOptions};
use proto::event::{Envelope, Event, Fact};
use proto::events::EventReceived;
use runtime::clock::SystemClock;
use runtime::config::Env;
use runtime::handler::{Attempt, BatchHandler, Outcome};
use store::Store;

use crate::events;

/// Measures events per second on one core.
///
/// Each event is decoded from protobuf, decided by the rules in batches of the classifier's default size, and converted
/// to the value that the journal commits, with its facts encoded. Nothing is written or sent: the rules use neither
/// Postgres nor Redis.
///
/// # Errors
/// If Postgres does not start or an event is not classified.
pub async fn measure(count: usize) -> anyhow::Result<f64> {
    let postgres = Postgres::start(PostgresOptions::default()).await?;
    let store = Store::connect(store::PostgresConfig::new(postgres.url(), "bench")).await?;
    let mut env = Env::default();
    let config = ClassifierConfig::read(&mut env);
    env.finish()?;
    let batch = config.batch;
    let classifier = Classifier {
        memory: Arc::new(store.memory()),
        marks: Arc::new(coordination::Redis::new(coordination::RedisConfig::new("redis://127.0.0.1:1"))?),
        judge: None,
        rules: config.rules,
        alarm_pause: config.alarm_pause,
        scout: config.scout,
        groups: None,
        budgets: Budgets { run: MicroUsd::dollars(20), task: MicroUsd::dollars(3) },
    };
    let messages: Vec<_> = (0..count).map(|n| message(&EventReceived(events::dust(n)))).collect();
    let clock = Arc::new(SystemClock);
    let (mut classified, begin) = (0, Instant::now());
    for batch in messages.chunks(batch) {
        let decoded = batch.iter().map(|(subject, bytes)| {
            let event = EventReceived::decode(&Envelope { subject, ..Envelope::default() }, bytes)?;
            let job = event.0.job();
            anyhow::Ok((event, Attempt { job, failures: 0, published_at: None, clock: clock.clone() }))
        });
        let decoded = decoded.collect::<Result<Vec<_>, _>>()?;
        let jobs: Vec<JobId> = decoded.iter().map(|(_, attempt)| attempt.job).collect();
        for (outcome, job) in classifier.handle(decoded).await.into_iter().zip(jobs) {
            let outcome = outcome.map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
            classified += std::hint::black_box(settled(outcome, job)).outgoing.len();
        }
    }
    let took: Duration = begin.elapsed();
    anyhow::ensure!(classified == count, "{classified} classifications of {count} events");
    Ok(count as f64 / took.as_secs_f64())
}

fn message(event: &EventReceived) -> (String, Vec<u8>) {
    (event.subject(), event.encode())
}

/// Returns the value that the journal would commit.
fn settled(outcome: Outcome, job: JobId) -> Settled {
    let emission = |(ordinal, emission): (usize, &runtime::handler::Emission)| Outgoing {
        id: emission.fact.id(job, ordinal),
        subject: emission.fact.subject(),
        tenant: emission.fact.tenant().clone(),
        payload: emission.fact.encode().into(),
        traceparent: String::new(),
        when: emission.when,
    };
    let outgoing = outcome.facts.iter().enumerate().map(emission).collect();
    Settled { job: Job { consumer: "classifier", id: job }, effects: outcome.effects, outgoing, dead: None }
}
