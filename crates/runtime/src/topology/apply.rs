//! Makes a server's streams and consumers what the table says, or tells what differs. Idempotent.

use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::{self, AckPolicy, DeliverPolicy};
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy, StorageType};

use super::table::{CONSUMERS, ConsumerSpec, Holding, STREAMS, StreamSpec};

/// What differs from place to place.
#[derive(Debug, Clone)]
pub struct Options {
    /// Copies of every stream: 3 in production, on a cluster of three.
    pub replicas: usize,
    /// Bytes that a work stream may hold. A limits stream keeps finished work, too: at least rate × size × 72 h.
    pub work_bytes: i64,
    /// Bytes that results and dead letters may hold, each.
    pub kept_bytes: i64,
    /// How long the server waits for a sign of life; the workers' `AUSPEX_NATS_ACK_WAIT` must be the same.
    pub ack_wait: Duration,
    /// Deliveries in flight at most per consumer, over all replicas of a worker.
    pub max_ack_pending: i64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            replicas: 1,
            work_bytes: 1 << 30,
            kept_bytes: 1 << 28,
            ack_wait: Duration::from_secs(30),
            max_ack_pending: 10_000,
        }
    }
}

/// The topology could not be applied or checked.
#[derive(Debug, thiserror::Error)]
pub enum TopologyError {
    /// A stream was refused.
    #[error(
        "stream {name} cannot be made what the topology says; is there room for {bytes} bytes, and is the user allowed to?"
    )]
    Stream {
        /// Which.
        name: &'static str,
        /// What it asks for.
        bytes: i64,
        /// The server's reason.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A consumer was refused.
    #[error("consumer {name} cannot be made what the topology says")]
    Consumer {
        /// Which.
        name: &'static str,
        /// The server's reason.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// Something on the server that is not what the table says.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Difference {
    /// `stream AUSPEX_WORK`, `consumer filter`.
    pub what: String,
    /// What is different, and how to mend it.
    pub problem: String,
}

/// The server's words for a stream of the table.
pub fn stream_config(spec: &StreamSpec, options: &Options) -> stream::Config {
    let (discard, max_bytes) = match spec.holding {
        Holding::Work => (DiscardPolicy::New, options.work_bytes),
        Holding::Results => (DiscardPolicy::Old, options.kept_bytes),
        Holding::Dead => (DiscardPolicy::New, options.kept_bytes),
        Holding::Advisories => (DiscardPolicy::Old, options.kept_bytes.min(16 << 20)),
    };
    let window = if matches!(spec.holding, Holding::Advisories) { 120 } else { 24 * 3600 };
    stream::Config {
        name: spec.name.to_owned(),
        subjects: spec.subjects.iter().map(|subject| (*subject).to_owned()).collect(),
        retention: RetentionPolicy::Limits,
        storage: StorageType::File,
        discard,
        max_bytes,
        max_age: spec.max_age(),
        // A dead letter holds a whole message of 512 KiB and what went wrong with it; the server's own bound is 1 MiB.
        max_message_size: if matches!(spec.holding, Holding::Dead) { -1 } else { 512 * 1024 },
        duplicate_window: Duration::from_secs(window),
        num_replicas: options.replicas,
        allow_direct: true,
        max_messages: -1,
        max_messages_per_subject: -1,
        max_consumers: -1,
        ..stream::Config::default()
    }
}

fn consumer_config(spec: &ConsumerSpec, options: &Options) -> consumer::pull::Config {
    consumer::pull::Config {
        durable_name: Some(spec.name.to_owned()),
        filter_subject: spec.filter.to_owned(),
        deliver_policy: DeliverPolicy::All,
        ack_policy: AckPolicy::Explicit,
        ack_wait: options.ack_wait,
        // Attempts are counted in Postgres, by class. The server counts every delivery, a shutdown's too.
        max_deliver: -1,
        // No backoff array: it falsifies the delay of a NAK (RELIABILITY E4).
        backoff: Vec::new(),
        max_ack_pending: options.max_ack_pending,
        max_waiting: 512,
        ..consumer::pull::Config::default()
    }
}

/// Creates what is missing and changes what is different.
pub async fn apply(jetstream: &Context, options: &Options) -> Result<(), TopologyError> {
    for spec in STREAMS {
        let config = stream_config(spec, options);
        let bytes = config.max_bytes;
        let applied = jetstream.create_or_update_stream(config).await;
        applied.map_err(|error| TopologyError::Stream { name: spec.name, bytes, source: error.into() })?;
    }
    for spec in CONSUMERS {
        let config = consumer_config(spec, options);
        let applied = jetstream.create_consumer_on_stream(config, spec.stream).await;
        applied.map_err(|error| TopologyError::Consumer { name: spec.name, source: error.into() })?;
    }
    Ok(())
}

/// What differs; nothing is changed. An unreachable server shows as everything missing, with the reason.
pub async fn check(jetstream: &Context, options: &Options) -> Vec<Difference> {
    let mut differences = Vec::new();
    for spec in STREAMS {
        let problem = match jetstream.get_stream(spec.name).await {
            Err(error) => Some(format!("cannot be read ({error}); run `auspex topology apply`")),
            Ok(stream) => stream_problem(&stream.cached_info().config, &stream_config(spec, options)),
        };
        differences.extend(problem.map(|problem| Difference { what: format!("stream {}", spec.name), problem }));
    }
    for spec in CONSUMERS {
        let found: Result<consumer::PullConsumer, _> = jetstream.get_consumer_from_stream(spec.name, spec.stream).await;
        let problem = match found {
            Err(error) => Some(format!("cannot be read ({error}); run `auspex topology apply`")),
            Ok(consumer) => consumer_problem(&consumer.cached_info().config, &consumer_config(spec, options)),
        };
        differences.extend(problem.map(|problem| Difference { what: format!("consumer {}", spec.name), problem }));
    }
    differences
}

fn stream_problem(is: &stream::Config, should: &stream::Config) -> Option<String> {
    let mut subjects = (is.subjects.clone(), should.subjects.clone());
    subjects.0.sort_unstable();
    subjects.1.sort_unstable();
    let facts = [
        ("subjects", subjects.0 == subjects.1),
        ("retention", is.retention == should.retention),
        ("discard", is.discard == should.discard),
        ("max_bytes", is.max_bytes == should.max_bytes),
        ("max_age", is.max_age == should.max_age),
        ("duplicate_window", is.duplicate_window == should.duplicate_window),
        ("max_msg_size", is.max_message_size == should.max_message_size),
        ("num_replicas", is.num_replicas == should.num_replicas),
    ];
    problem(&facts)
}

fn consumer_problem(is: &consumer::Config, should: &consumer::pull::Config) -> Option<String> {
    let facts = [
        ("filter_subject", is.filter_subject == should.filter_subject),
        ("ack_policy", is.ack_policy == should.ack_policy),
        ("ack_wait", is.ack_wait == should.ack_wait),
        ("max_deliver", is.max_deliver == should.max_deliver),
        ("backoff", is.backoff == should.backoff),
        ("max_ack_pending", is.max_ack_pending == should.max_ack_pending),
    ];
    problem(&facts)
}

fn problem(facts: &[(&str, bool)]) -> Option<String> {
    let wrong: Vec<_> = facts.iter().filter(|(_, same)| !same).map(|(name, _)| *name).collect();
    (!wrong.is_empty()).then(|| format!("differs in {}; run `auspex topology apply`", wrong.join(", ")))
}
