//! Creates and updates a server's streams and consumers according to the table, or reports differences. Idempotent.

use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::{self, AckPolicy, DeliverPolicy};
use async_nats::jetstream::stream::{self, DiscardPolicy, RetentionPolicy, StorageType};

use super::table::{CONSUMERS, ConsumerSpec, Holding, STREAMS, StreamSpec};

/// Time for which a stream recognises the id of a message. It covers repeated publishes after a lost confirmation; the
/// inbox recognises later repetitions. Each id costs the server about 200 bytes of memory.
pub const DUPLICATE_WINDOW: Duration = Duration::from_secs(120);

/// Maximum size of a message, except of dead letters, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 512 * 1024;

/// Settings that differ between installations.
#[derive(Debug, Clone)]
pub struct Options {
    /// Replicas of every stream: 3 in production, on a cluster of three.
    pub replicas: usize,
    /// Maximum bytes of the events and of the work, each: what may wait while a worker is away. Finished events take at
    /// most half of it.
    pub work_bytes: i64,
    /// Maximum bytes of the results and of the dead letters, each.
    pub kept_bytes: i64,
    /// Time after which the server redelivers an unacknowledged message; must equal the workers'
    /// `AUSPEX_NATS_ACK_WAIT`.
    pub ack_wait: Duration,
    /// Maximum deliveries in flight per consumer, over all replicas of a worker.
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
    /// The server refused a stream.
    #[error(
        "stream {name} could not be created or updated; check that {bytes} bytes are free on the server and that the user has permission"
    )]
    Stream {
        /// Name of the stream.
        name: &'static str,
        /// Requested size in bytes.
        bytes: i64,
        /// Error of the server.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The server refused a consumer.
    #[error("consumer {name} could not be created or updated")]
    Consumer {
        /// Name of the consumer.
        name: &'static str,
        /// Error of the server.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The server refused the consumer of a tenant's results.
    #[error(
        "consumer {name} could not be created or updated; run `auspex topology apply` as a user that may change the topology"
    )]
    TenantConsumer {
        /// Name of the consumer.
        name: String,
        /// Error of the server.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// A difference between the server and the table.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Difference {
    /// Object concerned, e.g. `stream AUSPEX_WORK` or `consumer filter`.
    pub what: String,
    /// Difference and how to fix it.
    pub problem: String,
}

/// Returns the server's configuration of a stream of the table.
pub fn stream_config(spec: &StreamSpec, options: &Options) -> stream::Config {
    let (discard, max_bytes) = match spec.holding {
        Holding::Events | Holding::Work => (DiscardPolicy::New, options.work_bytes),
        Holding::Results | Holding::Dead => (DiscardPolicy::Old, options.kept_bytes),
        Holding::Advisories => (DiscardPolicy::Old, options.kept_bytes.min(16 << 20)),
    };
    stream::Config {
        name: spec.name.to_owned(),
        subjects: spec.subjects.iter().map(|subject| (*subject).to_owned()).collect(),
        retention: RetentionPolicy::Limits,
        storage: StorageType::File,
        discard,
        max_bytes,
        max_age: spec.max_age(),
        // A dead letter holds a whole message of 512 KiB and its errors; the server's own limit is 1 MiB.
        max_message_size: if matches!(spec.holding, Holding::Dead) { -1 } else { MAX_MESSAGE_BYTES as i32 },
        duplicate_window: DUPLICATE_WINDOW,
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
        filter_subject: spec.wire_filter(),
        deliver_policy: DeliverPolicy::All,
        ack_policy: AckPolicy::Explicit,
        ack_wait: options.ack_wait,
        // Attempts are counted in Postgres by class. The server counts every delivery, including those of a shutdown.
        max_deliver: -1,
        // No backoff array: it overrides the delay of a NAK.
        backoff: Vec::new(),
        max_ack_pending: options.max_ack_pending,
        max_waiting: 512,
        ..consumer::pull::Config::default()
    }
}

/// Creates missing objects and updates those that differ.
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

/// Returns the differences without changing anything. With an unreachable server everything is missing, with the error.
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
        ("filter_subjects", is.filter_subjects == should.filter_subjects),
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
