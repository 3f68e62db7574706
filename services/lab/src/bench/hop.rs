//! Hops per second: a message consumed, handled and republished, by the bare client and by the runtime.
//!
//! The runtime is measured with a journal that stores nothing, which shows its own cost, and with the real one (inbox,
//! effect and outbox in Postgres with fsync on).

use std::sync::Arc;

use anyhow::Context;
use domain::effect::AuditLine;
use domain::port::Journal;
use domain::{Effect, MicroUsd};
use local_servers::{Nats, NatsOptions, Postgres, PostgresOptions};
use proto::event::Event;
use runtime::config::{Env, RuntimeConfig};
use runtime::failure::Failure;
use runtime::handler::{Attempt, Handler, Outcome};
use runtime::service::{Lifecycle, Service};
use runtime::testing::{TestEvent, TestFact};

use super::nowhere::Nowhere;
use super::{drain, percentile, raw};
use tests::publish::Publisher;

/// Emits one fact per message, and writes one audit line if `writes`.
struct Pass {
    writes: bool,
}

impl Handler for Pass {
    const NAME: &'static str = "researcher";
    const EMITS: &'static [&'static str] = &["auspex.research.gathered"];
    type In = TestEvent;

    async fn handle(&self, event: TestEvent, attempt: &Attempt) -> Result<Outcome, Failure> {
        let outcome = Outcome::none().emit(TestFact::new("auspex.research.gathered", event.words));
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

/// Hops per second, all measured in one run on one server.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hops {
    /// The bare client on a plain stream.
    pub(super) raw: f64,
    /// The bare client on the stream of the fleet, with a duplicate window of one day and nine consumers: the cost of
    /// the topology.
    pub(super) topology: f64,
    /// The runtime with a journal that stores nothing.
    pub(super) runtime: f64,
    /// The runtime with the store and its usual connections.
    pub(super) durable: f64,
    /// The same with a pool of [`MANY_CONNECTIONS`], to see what few connections cost.
    pub(super) connected: f64,
}

/// The size of the pool before a replica had three connections in total.
const MANY_CONNECTIONS: u32 = 5;

/// Rounds of measurements. The median counts, because the speed of a shared machine varies from second to second.
const ROUNDS: usize = 3;

/// Measures all kinds in turn, [`ROUNDS`] times.
pub(super) async fn measure(count: usize, sync_always: bool) -> anyhow::Result<Hops> {
    let nats = Nats::start(NatsOptions { sync_always, ..NatsOptions::default() }).await?;
    let url = nats.url();
    let publisher = Publisher::connect(&url).await?;
    let mut rates: [Vec<f64>; 5] = Default::default();
    for _ in 0..ROUNDS {
        let raw = raw::hop(&publisher.client, count).await?;
        let topology = bare(&publisher, count).await.context("the bare hop on the stream of the fleet")?;
        let runtime = through(&publisher, &url, Arc::new(Nowhere), Load { count, writes: false });
        let runtime = runtime.await.context("the hop of the runtime")?;
        let durable = stored(&publisher, &url, count, None).await.context("the durable hop")?;
        let connected =
            stored(&publisher, &url, count, Some(MANY_CONNECTIONS)).await.context("with more connections")?;
        for (rates, rate) in rates.iter_mut().zip([raw, topology, runtime, durable, connected]) {
            rates.push(rate);
        }
    }
    let [raw, topology, runtime, durable, connected] = rates.map(|rates| percentile(&rates, 50));
    Ok(Hops { raw, topology, runtime, durable, connected })
}

/// Measures the durable hop on a new server: an inbox with the messages of a previous round would reject all of them.
async fn stored(publisher: &Publisher, url: &str, count: usize, connections: Option<u32>) -> anyhow::Result<f64> {
    let postgres = Postgres::start(PostgresOptions::default()).await?;
    let mut config = store::PostgresConfig::new(postgres.url(), "bench");
    config.max_connections = connections.unwrap_or(config.max_connections);
    let store = store::Store::connect(config).await?;
    store.migrate().await?;
    through(publisher, url, Arc::new(store.journal()), Load { count, writes: true }).await
}

/// Recreates the streams and consumers of the fleet and publishes `count` messages.
async fn prepare(publisher: &Publisher, count: usize) -> anyhow::Result<()> {
    let options = runtime::topology::Options::default();
    for stream in runtime::topology::STREAMS {
        // Deletes the stream of the previous run, if any.
        let _ = publisher.jetstream.delete_stream(stream.name).await;
    }
    runtime::topology::apply(&publisher.jetstream, &options).await?;
    raw::fill(&publisher.jetstream, &format!("{}.default", TestEvent::SUBJECT), count).await
}

/// Measures the bare client on the stream and consumer of the runtime.
async fn bare(publisher: &Publisher, count: usize) -> anyhow::Result<f64> {
    prepare(publisher, count).await?;
    let consumer = publisher.jetstream.get_consumer_from_stream(Pass::NAME, "AUSPEX_WORK").await?;
    raw::Link { client: &publisher.client, jetstream: &publisher.jetstream, to: Pass::EMITS[0] }
        .drain(consumer, count)
        .await
}

/// Messages of one measurement.
pub(super) struct Load {
    /// Number of messages.
    pub(super) count: usize,
    /// The handler writes one audit line per message.
    pub(super) writes: bool,
}

/// Measures hops per second of the runtime with a journal.
pub(super) async fn through<J: Journal>(
    publisher: &Publisher,
    url: &str,
    journal: Arc<J>,
    Load { count, writes }: Load,
) -> anyhow::Result<f64> {
    prepare(publisher, count).await?;
    let mut env = Env::from_pairs([
        ("AUSPEX_NATS_URL", url),
        ("AUSPEX_HTTP_LISTEN", "127.0.0.1:0"),
        ("AUSPEX_WORKER_CONCURRENCY", &raw::IN_FLIGHT.to_string()),
    ]);
    let config = RuntimeConfig::read(&mut env);
    env.finish()?;
    let life = Lifecycle::new();
    let soft = life.soft.clone();
    let service = Service::new(journal).handler(Pass { writes });
    let running = tokio::spawn(async move { service.run("researcher", &config, life).await });
    let rate = drain::rate(&publisher.jetstream, "AUSPEX_WORK", "researcher", count).await;
    soft.cancel();
    let exit = running.await?;
    anyhow::ensure!(exit.code() == 0, "the service exited with code {}", exit.code());
    // Checks that each message was republished exactly once.
    let messages = publisher.jetstream.get_stream("AUSPEX_WORK").await?.cached_info().state.messages;
    anyhow::ensure!(messages == 2 * count as u64, "the stream has {messages} messages instead of {}", 2 * count);
    rate
}
