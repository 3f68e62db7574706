//! Our hop: the same message through the runtime, with a journal that keeps nothing (what the runtime itself costs) and with the real one
//! (inbox, effect and outbox in Postgres with fsync on).

use std::sync::Arc;

use anyhow::Context;
use domain::effect::AuditLine;
use domain::port::Journal;
use domain::{Effect, MicroUsd};
use local_servers::{Nats, NatsOptions, Postgres, PostgresOptions};
use proto::event::Event;
use runtime::config::{Config, Env};
use runtime::failure::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use runtime::service::{Lifecycle, Service};
use runtime::testing::{Heard, Told};

use super::nowhere::Nowhere;
use super::{drain, percentile, raw};
use crate::publish::Publisher;

/// Says one fact, and writes one audit line if it is told to.
struct Pass {
    writes: bool,
}

impl Handler for Pass {
    const NAME: &'static str = "researcher";
    const SAYS: &'static [&'static str] = &["auspex.research.gathered"];
    type In = Heard;

    async fn handle(&self, event: Heard, attempt: &Attempt) -> Result<Outcome, Failure> {
        let outcome = Outcome::none().say(Told::new("auspex.research.gathered", event.words));
        if !self.writes {
            return Ok(outcome);
        }
        let line = AuditLine {
            job: attempt.job,
            event: attempt.job,
            tenant: event.tenant,
            worker: "bench".to_owned(),
            action: "passed".to_owned(),
            subject: String::new(),
            from_cache: None,
            tools: Vec::new(),
            cost: MicroUsd::ZERO,
            errors: Vec::new(),
            at: attempt.now(),
        };
        Ok(outcome.write(Effect::Audited(Box::new(line))))
    }
}

/// Hops per second of each kind, in one run on one server.
#[derive(Debug, Clone, Copy)]
pub struct Hops {
    /// The bare client on a plain stream.
    pub raw: f64,
    /// The bare client on the fleet's stream, with its duplicate window of a day and its nine consumers: what the topology
    /// costs the server.
    pub topology: f64,
    /// The runtime with a journal that keeps nothing.
    pub runtime: f64,
    /// The runtime and the store.
    pub durable: f64,
}

/// Each kind is measured this often, in turn, and the median counts: a machine that is shared is not as quick in one second as in the
/// next.
const ROUNDS: usize = 3;

/// Measures all of them.
pub async fn measure(count: usize, sync_always: bool) -> anyhow::Result<Hops> {
    let nats = Nats::start(NatsOptions { sync_always, ..NatsOptions::default() }).await?;
    let url = nats.url();
    let publisher = Publisher::connect(&url).await?;
    let mut rates: [Vec<f64>; 4] = Default::default();
    for _ in 0..ROUNDS {
        // A new one each time: an inbox that knew the messages of the round before would have nothing to do.
        let postgres = Postgres::start(PostgresOptions::default()).await?;
        let store = store::Store::connect(store::Config::new(postgres.url(), "bench")).await?;
        store.migrate().await?;
        let raw = raw::hop(&publisher.client, count).await?;
        let topology = bare(&publisher, count).await.context("the bare hop on the fleet's stream")?;
        let runtime = through(&publisher, &url, Arc::new(Nowhere), (count, false));
        let runtime = runtime.await.context("the runtime's hop")?;
        let durable = through(&publisher, &url, Arc::new(store), (count, true));
        let durable = durable.await.context("the durable hop")?;
        for (rates, rate) in rates.iter_mut().zip([raw, topology, runtime, durable]) {
            rates.push(rate);
        }
    }
    let [raw, topology, runtime, durable] = rates.map(|rates| percentile(&rates, 50));
    Ok(Hops { raw, topology, runtime, durable })
}

/// The fleet's streams and consumers, new, and `count` messages that wait.
async fn waiting(publisher: &Publisher, count: usize) -> anyhow::Result<()> {
    let options = runtime::topology::Options::default();
    for stream in runtime::topology::STREAMS {
        // The stream of the run before, if there was one.
        let _ = publisher.jetstream.delete_stream(stream.name).await;
    }
    runtime::topology::apply(&publisher.jetstream, &options).await?;
    raw::fill(&publisher.jetstream, Heard::SUBJECT, count).await
}

/// The bare client where the runtime will be measured.
async fn bare(publisher: &Publisher, count: usize) -> anyhow::Result<f64> {
    waiting(publisher, count).await?;
    let consumer = publisher.jetstream.get_consumer_from_stream(Pass::NAME, "AUSPEX_WORK").await?;
    raw::through((&publisher.client, &publisher.jetstream), consumer, (count, Pass::SAYS[0])).await
}

async fn through<J: Journal>(
    publisher: &Publisher,
    url: &str,
    journal: Arc<J>,
    (count, writes): (usize, bool),
) -> anyhow::Result<f64> {
    waiting(publisher, count).await?;
    let mut env = Env::from_pairs([
        ("AUSPEX_NATS_URL", url),
        ("AUSPEX_HTTP_LISTEN", "127.0.0.1:0"),
        ("AUSPEX_WORKER_CONCURRENCY", &raw::IN_FLIGHT.to_string()),
    ]);
    let config = Config::read(&mut env);
    env.finish()?;
    let life = Lifecycle::new();
    let soft = life.soft.clone();
    let service = Service::new(journal).handler(Pass { writes });
    let running = tokio::spawn(async move { service.run("researcher", &config, life).await });
    let rate = drain::rate(&publisher.jetstream, ("AUSPEX_WORK", "researcher"), count).await;
    soft.cancel();
    let exit = running.await?;
    anyhow::ensure!(exit.code() == 0, "the service ended with {}", exit.code());
    // Everything that was heard was also said, once: nothing was measured that was not done.
    let messages = publisher.jetstream.get_stream("AUSPEX_WORK").await?.cached_info().state.messages;
    anyhow::ensure!(messages == 2 * count as u64, "{messages} messages in the stream instead of {}", 2 * count);
    rate
}
