//! Removal of finished messages from the streams of work, so that a stream never refuses new work because of finished
//! work.
//!
//! A message is finished when each consumer of its subject has acknowledged it. Streams of work have no maximum age, so
//! unfinished messages stay. Several processes may trim at the same time: a removal is bounded by what is finished, so
//! repeating it is harmless.

mod plan;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use async_nats::jetstream::Context;
use async_nats::jetstream::consumer;
use async_nats::jetstream::stream::{DirectGetErrorKind, Stream};
use domain::Clock;
use domain::port::Journal;
use futures::TryStreamExt;

use crate::background::Task;
use crate::config::Env;
use crate::topology::{CONSUMERS, ConsumerSpec, Holding, STREAMS, StreamSpec};
use plan::{Events, Progress, Removal};

/// Name of the task, and the role for which a replica is elected.
const ROLE: &str = "trim-streams";
/// Time for which a replica stays elected without a pass; a dead one is replaced at once.
const LEASE: Duration = Duration::from_secs(60);

/// Interval at which finished messages are removed from the streams of work.
const INTERVAL: Duration = Duration::from_secs(10);

/// Settings of the removal.
#[derive(Debug, Clone)]
pub struct TrimConfig {
    /// Interval between two passes.
    pub interval: Duration,
    /// Time for which finished events are kept.
    pub keep_events: Duration,
    /// Maximum bytes of kept events; at most half of the stream's limit applies.
    pub keep_event_bytes: u64,
}

impl TrimConfig {
    /// Reads the settings.
    pub fn read(env: &mut Env) -> Self {
        Self {
            interval: INTERVAL,
            keep_events: env.duration(
                "AUSPEX_TRIM_KEEP_EVENTS",
                "24h",
                "Time for which finished events stay in the stream AUSPEX_EVENTS, for replays.",
            ),
            keep_event_bytes: env.number(
                "AUSPEX_TRIM_KEEP_EVENT_BYTES",
                10 << 30,
                "Maximum bytes of these events; at most half of AUSPEX_TOPOLOGY_WORK_BYTES applies.",
            ),
        }
    }
}

/// Returns the background task, of which one elected replica removes messages.
pub(crate) fn task<J: Journal>(config: TrimConfig, journal: Arc<J>, jetstream: Context, clock: Arc<dyn Clock>) -> Task {
    let interval = config.interval;
    let trimmer = Arc::new(Trimmer { jetstream, clock, config, journal, passes: Mutex::default() });
    Task::new(ROLE, interval, move || {
        let trimmer = Arc::clone(&trimmer);
        async move { trimmer.pass().await.map(|()| Vec::new()) }
    })
}

struct Trimmer<J> {
    jetstream: Context,
    clock: Arc<dyn Clock>,
    config: TrimConfig,
    journal: Arc<J>,
    passes: Mutex<HashMap<&'static str, Pass>>,
}

/// What the previous pass over a stream has seen and done.
#[derive(Debug, Clone, Default)]
struct Pass {
    last_sequence: u64,
    removed_below: HashMap<Option<&'static str>, u64>,
}

impl<J: Journal> Trimmer<J> {
    /// Measures every stream and trims those of work. A stream that fails does not keep the others from being trimmed.
    async fn pass(&self) -> anyhow::Result<()> {
        let elected = self.journal.elect(ROLE, LEASE).await?;
        let mut failure = None;
        for spec in STREAMS {
            let trimmed = self.stream(spec, elected).await;
            failure = trimmed.err().map(|error| error.context(format!("trimming stream {}", spec.name))).or(failure);
        }
        failure.map_or(Ok(()), Err)
    }

    async fn stream(&self, spec: &'static StreamSpec, elected: bool) -> anyhow::Result<()> {
        let stream = self.jetstream.get_stream(spec.name).await.context("reading its size")?;
        measure(spec, &stream, self.now());
        if !elected || !matches!(spec.holding, Holding::Events | Holding::Work) {
            return Ok(());
        }
        let last_sequence = stream.cached_info().state.last_sequence;
        let before = self.exchange(spec.name, last_sequence);
        // A stream that was created again counts from 1.
        let settled = if before.last_sequence <= last_sequence { before.last_sequence } else { 0 };
        let consumers = progress(spec, &stream).await?;
        for removal in self.removals(spec, &stream, &consumers, settled).await? {
            if before.removed_below.get(&removal.filter).is_none_or(|done| *done < removal.below) {
                remove(&stream, &removal).await?;
                self.removed(spec.name, &removal);
            }
        }
        Ok(())
    }

    async fn removals(
        &self,
        spec: &'static StreamSpec,
        stream: &Stream,
        consumers: &[Progress],
        settled: u64,
    ) -> anyhow::Result<Vec<Removal>> {
        if spec.holding != Holding::Events {
            return Ok(plan::finished_work(consumers, &specs(spec), settled));
        }
        let (state, config) = (&stream.cached_info().state, &stream.cached_info().config);
        let events = Events {
            first: state.first_sequence,
            messages: state.messages,
            bytes: state.bytes,
            max_bytes: u64::try_from(config.max_bytes).unwrap_or(0),
            young: self.first_within_retention(stream).await?,
            keep_bytes: self.config.keep_event_bytes,
        };
        Ok(plan::finished_events(consumers, settled, &events).into_iter().collect())
    }

    /// Returns the sequence of the first event that is younger than the retention, by bisection. Searches only if the
    /// oldest event exceeds the retention by one percent, so that most passes read no message.
    async fn first_within_retention(&self, stream: &Stream) -> anyhow::Result<u64> {
        let state = &stream.cached_info().state;
        let keep = i64::try_from(self.config.keep_events.as_secs()).unwrap_or(i64::MAX / 2);
        let since = self.now().saturating_sub(keep);
        if state.messages == 0 || state.first_timestamp.unix_timestamp() >= since.saturating_sub(keep / 100) {
            return Ok(state.first_sequence);
        }
        let (mut old, mut young) = (state.first_sequence, state.last_sequence + 1);
        while young - old > 1 {
            let middle = old + (young - old) / 2;
            match stream.direct_get_next_for_subject(">", Some(middle)).await {
                Ok(message) if message.time.unix_timestamp() < since => old = middle.max(message.sequence),
                Ok(_) => young = middle,
                Err(error) if error.kind() == DirectGetErrorKind::NotFound => young = middle,
                Err(error) => return Err(error).context("reading the age of an event"),
            }
        }
        Ok(young)
    }

    /// Records the end of the stream and returns the previous pass.
    fn exchange(&self, stream: &'static str, last_sequence: u64) -> Pass {
        let mut passes = self.passes.lock().unwrap_or_else(PoisonError::into_inner);
        let pass = passes.entry(stream).or_default();
        if pass.last_sequence > last_sequence {
            *pass = Pass::default();
        }
        let before = pass.clone();
        pass.last_sequence = last_sequence;
        before
    }

    fn removed(&self, stream: &'static str, removal: &Removal) {
        let mut passes = self.passes.lock().unwrap_or_else(PoisonError::into_inner);
        passes.entry(stream).or_default().removed_below.insert(removal.filter, removal.below);
    }

    fn now(&self) -> i64 {
        self.clock.now().timestamp()
    }
}

fn specs(stream: &StreamSpec) -> Vec<&'static ConsumerSpec> {
    CONSUMERS.iter().filter(|consumer| consumer.stream == stream.name).collect()
}

/// Returns the progress of every consumer that the stream has, including those of other versions and of operators.
async fn progress(spec: &StreamSpec, stream: &Stream) -> anyhow::Result<Vec<Progress>> {
    let infos: Vec<consumer::Info> = stream.consumers().try_collect().await.context("listing its consumers")?;
    let state = stream.get_info().await.context("reading its end")?.state;
    // A list may lack consumers while their leader is being elected.
    let (found, all) = (infos.len(), state.consumer_count);
    anyhow::ensure!(found >= all, "only {found} of its {all} consumers answered; the next pass tries again");
    for consumer in specs(spec) {
        let exists = infos.iter().any(|info| info.name == consumer.name);
        anyhow::ensure!(exists, "its consumer {} is missing; `auspex topology apply` creates it", consumer.name);
    }
    infos.into_iter().map(|info| of(info, state.last_sequence)).collect()
}

fn of(info: consumer::Info, last_sequence: u64) -> anyhow::Result<Progress> {
    let acknowledged = info.ack_floor.stream_sequence;
    // The stream has lost its end, or was restored: the consumer skips new messages, which must not be removed.
    anyhow::ensure!(
        acknowledged <= last_sequence,
        "its consumer {} is at message {acknowledged} and the stream ends at {last_sequence}; delete the consumer and run `auspex topology apply`",
        info.name,
    );
    let filter = match info.config.filter_subjects.as_slice() {
        [] => Some(topic(info.config.filter_subject)).filter(|subject| !subject.is_empty()),
        [one] => Some(one.clone()),
        _ => None,
    };
    Ok(Progress { filter, acknowledged, idle: info.num_pending == 0 && info.num_ack_pending == 0 })
}

/// Returns the filter of our own consumers without the token for the tenant, as `ConsumerSpec::filter` has it, and
/// other filters as they are.
fn topic(filter: String) -> String {
    let topic = filter.strip_suffix(".*").filter(|topic| CONSUMERS.iter().any(|spec| spec.filter == *topic));
    topic.map(str::to_owned).unwrap_or(filter)
}

async fn remove(stream: &Stream, removal: &Removal) -> anyhow::Result<()> {
    let purge = || stream.purge().sequence(removal.below);
    let removed = match removal.filter {
        Some(filter) => purge().filter(format!("{filter}.*")).await,
        None => purge().await,
    };
    let removed = removed.context("removing finished messages")?.purged;
    if removed > 0 {
        tracing::debug!(
            stream = stream.cached_info().config.name,
            removed,
            below = removal.below,
            subject = removal.filter,
            "finished messages were removed"
        );
    }
    Ok(())
}

/// Records the size, the limit and the age of a stream.
fn measure(spec: &StreamSpec, stream: &Stream, now: i64) {
    let info = stream.cached_info();
    let labels = [("service", telemetry::service()), ("stream", spec.name)];
    let oldest = if info.state.messages == 0 { 0 } else { now - info.state.first_timestamp.unix_timestamp() };
    metrics::gauge!(telemetry::metric::STREAM_BYTES, &labels).set(figure(info.state.bytes));
    metrics::gauge!(telemetry::metric::STREAM_MAX_BYTES, &labels)
        .set(figure(u64::try_from(info.config.max_bytes).unwrap_or(0)));
    metrics::gauge!(telemetry::metric::STREAM_OLDEST, &labels).set(figure(u64::try_from(oldest).unwrap_or(0)));
}

/// Converts a number; exact up to 2^53.
#[allow(clippy::cast_precision_loss, reason = "a graph shows no more than a few digits")]
fn figure(number: u64) -> f64 {
    number as f64
}
