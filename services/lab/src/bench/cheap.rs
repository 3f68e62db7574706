//! Events that the rules find uninteresting, through a whole fleet: rate, latency, bytes of tables and of WAL, memory.

use std::time::{Duration, Instant};

use anyhow::Context;
use domain::{Event, EventId, JobId};
use futures::{StreamExt, TryStreamExt};
use proto::event::Fact;
use proto::events::EventReceived;
use tests::{Fleet, Setup, events, wait};

use super::{growth, process};

/// Publishes in flight.
const IN_FLIGHT: usize = 1_024;
/// Maximum number of events without an answer: the publisher is faster than the fleet, and the stream would fill with
/// unfinished work.
const UNANSWERED: usize = 300_000;
/// Events published between two counts of the answers.
const BETWEEN_COUNTS: usize = 100_000;
/// Maximum time until all events are answered, beyond the time of their publication.
const PATIENCE: Duration = Duration::from_secs(600);
/// Events before the measurement. The first change of a page after a checkpoint writes the page to the WAL; these
/// events change nine of ten pages of an index over 17 million keys. With a checkpoint every 15 minutes as in
/// `k8s/servers/postgres.yaml`, a fleet at 10,000 events a second spends 3 % of its time in this phase.
const WARM_UP: usize = 300_000;
/// Seconds of the measurement of the latency.
const PACED_SECONDS: usize = 20;
/// Interval between two bursts of paced events.
const PACE: Duration = Duration::from_millis(10);

const BYTES: &str = "SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')";
const VERDICTS: &str = "SELECT sum(pg_total_relation_size(c.oid))::bigint FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname ~ '^verdict'";
const WAL: &str = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint";
/// Events that have an answer.
pub(super) const ANSWERED: &str =
    "SELECT coalesce(sum(n), 0)::bigint FROM verdict_group, unnest(counts) n WHERE answered_at IS NOT NULL";

/// What the events cost.
pub(super) struct Cheap {
    /// Events from the publisher to the committed result, per second.
    pub(super) rate: f64,
    /// Bytes of all tables and indexes per event, as measured at the end.
    pub(super) bytes: f64,
    /// The share of the verdicts in them, which stays.
    pub(super) kept: f64,
    /// Bytes of WAL per event.
    pub(super) wal: f64,
    /// 95th percentile from the publish to the published result, in seconds, at half of the rate.
    pub(super) p95: f64,
    /// Resident memory of the classifier and the writer in MB, after half of the events and after all.
    pub(super) memory: [f64; 2],
    /// Microseconds of CPU time per event, by process.
    pub(super) cpu: Vec<(&'static str, f64)>,
}

fn memory(fleet: &Fleet) -> anyhow::Result<f64> {
    ["classifier", "writer"].iter().map(|worker| process::resident_mb(fleet.pid(fleet.places(worker)[0]))).sum()
}

/// CPU seconds of each process so far.
fn cpu(fleet: &Fleet) -> [(&'static str, f64); 5] {
    let worker = |name| vec![fleet.pid(fleet.places(name)[0])];
    [
        ("classifier", worker("classifier")),
        ("writer", worker("writer")),
        ("nats-server", fleet.servers.nats.pids()),
        ("Postgres", fleet.servers.postgres.pids()),
        ("publisher", vec![std::process::id()]),
    ]
    .map(|(name, pids)| (name, process::cpu_seconds(&pids)))
}

/// Measures `count` events beside `old` verdicts about earlier ones, after [`WARM_UP`] events. Their ids have the
/// length of a transaction's signature.
pub(super) async fn measure(count: usize, old: usize) -> anyhow::Result<Cheap> {
    let mut setup = Setup { ack_wait: Duration::from_secs(30), ..Setup::default() };
    if old > 0 {
        setup.postgres.settings.push(growth::SHARED_BUFFERS.to_owned());
    }
    let fleet = Fleet::start(setup.with("AUSPEX_LOG", "warn")).await?;
    if old > 0 {
        fill(&fleet, old).await?;
    }
    publish(&fleet, 0..WARM_UP).await?;
    answered(&fleet, WARM_UP).await?;
    let before = [fleet.database.count(BYTES).await?, fleet.database.count(WAL).await?];
    let verdicts = fleet.database.count(VERDICTS).await?;
    let (begin, used) = (Instant::now(), cpu(&fleet));
    let (middle, end) = (WARM_UP + count / 2, WARM_UP + count);
    publish(&fleet, WARM_UP..middle).await?;
    let half = memory(&fleet)?;
    publish(&fleet, middle..end).await?;
    answered(&fleet, end).await?;
    let rate = count as f64 / begin.elapsed().as_secs_f64();
    let cpu = cpu(&fleet)
        .into_iter()
        .zip(used)
        .map(|((name, after), (_, before))| (name, (after - before) * 1e6 / count as f64));
    let cpu = cpu.collect();
    let per_event = |after: i64, before: i64| (after - before) as f64 / count as f64;
    let [bytes, wal] = [
        per_event(fleet.database.count(BYTES).await?, before[0]),
        per_event(fleet.database.count(WAL).await?, before[1]),
    ];
    let kept = per_event(fleet.database.count(VERDICTS).await?, verdicts);
    let memory = [half, memory(&fleet)?];
    let p95 = latency(&fleet, end, rate / 2.0).await?;
    Ok(Cheap { rate, bytes, kept, wal, p95, memory, cpu })
}

/// Fills both partitions with verdicts of earlier events. Their indexes are built afterwards, which takes less time, as
/// full as random insertions leave them.
async fn fill(fleet: &Fleet, old: usize) -> anyhow::Result<()> {
    let change = async |sql: String| fleet.database.change(&sql).await;
    change("SET maintenance_work_mem = '512MB'".to_owned()).await?;
    for (slot, rows) in growth::parts(old) {
        let part = format!("verdict_{slot}");
        change(format!("ALTER TABLE {part} DROP CONSTRAINT {part}_pkey")).await?;
        change(format!(
            "INSERT INTO {part} (job, sequence, grp, score, kind, rule, slot, digest)
             SELECT gen_random_uuid(), i, -1 - i / 512, 0.1, 1, 1, {slot}, sha256(i::text::bytea) FROM generate_series(1, {rows}) i"
        ))
        .await?;
        change(format!("ALTER TABLE {part} ADD PRIMARY KEY (job) WITH (fillfactor = 70)")).await?;
    }
    change(growth::ring("verdict_period")).await?;
    for sql in growth::SETTLE {
        change((*sql).to_owned()).await?;
    }
    Ok(())
}

fn quiet(n: usize) -> anyhow::Result<Event> {
    let mut event = events::dust(n);
    let hash = JobId::named(&["signature", &n.to_string()]).0.simple().to_string();
    let signature = format!("{hash}{}{hash}", JobId::named(&["rest", &n.to_string()]).0.simple());
    event.id = EventId::parse(&signature[..88])?;
    Ok(event)
}

async fn publish(fleet: &Fleet, numbers: std::ops::Range<usize>) -> anyhow::Result<()> {
    let end = numbers.end;
    for start in numbers.step_by(BETWEEN_COUNTS) {
        answered(fleet, start.saturating_sub(UNANSWERED)).await?;
        let publishing = (start..end.min(start + BETWEEN_COUNTS)).map(|n| async move { send(fleet, &quiet(n)?).await });
        futures::stream::iter(publishing).buffer_unordered(IN_FLIGHT).try_for_each(|()| async { Ok(()) }).await?;
    }
    Ok(())
}

/// Publishes an event once and waits for the confirmation: the servers do not fail here, and a retry would need a timer
/// per event.
async fn send(fleet: &Fleet, event: &Event) -> anyhow::Result<()> {
    let fact = EventReceived(event.clone());
    let mut headers = async_nats::HeaderMap::new();
    headers.insert("Nats-Msg-Id", event.job().to_string());
    let sent = fleet.publisher.jetstream.publish_with_headers(fact.subject(), headers, fact.encode().into()).await?;
    sent.await?;
    Ok(())
}

async fn answered(fleet: &Fleet, count: usize) -> anyhow::Result<()> {
    wait::until("every event is answered", PATIENCE, || async {
        let answered = fleet.database.count(ANSWERED).await?;
        Ok(if usize::try_from(answered)? >= count { Ok(()) } else { Err(format!("{answered} of {count}")) })
    })
    .await
    .with_context(|| fleet.logs())
}

/// Publishes at a steady rate and returns the 95th percentile of the seconds until the result with the event is
/// received.
async fn latency(fleet: &Fleet, first: usize, rate: f64) -> anyhow::Result<f64> {
    let per_tick = ((rate * PACE.as_secs_f64()) as usize).max(1);
    let count = per_tick * PACED_SECONDS * 100;
    let mut results = fleet.publisher.client.subscribe("auspex.result.classifications.>").await?;
    fleet.publisher.client.flush().await?;
    let receiving = async {
        let mut received = Vec::with_capacity(count);
        while received.len() < count {
            let message = tokio::time::timeout(PATIENCE, results.next()).await?.context("the subscription ended")?;
            let at = Instant::now();
            let result: proto::v1::Result = proto::message(&message.payload)?;
            let Some(proto::v1::result::Body::Classifications(group)) = result.body else { continue };
            received.extend(group.verdicts.into_iter().map(|verdict| (verdict.event_id, at)));
        }
        anyhow::Ok(received)
    };
    let (sent, received) = tokio::try_join!(paced(fleet, first, (per_tick, count)), receiving)?;
    let took = received.iter().filter_map(|(id, at)| Some(at.duration_since(*sent.get(id)?).as_secs_f64()));
    Ok(super::percentile(&took.collect::<Vec<_>>(), 95))
}

type Sent = std::collections::HashMap<String, Instant>;

/// Publishes events in bursts, each at its time, and returns when each was sent.
async fn paced(fleet: &Fleet, first: usize, (per_tick, count): (usize, usize)) -> anyhow::Result<Sent> {
    let mut sent = Sent::with_capacity(count);
    let mut ticks = tokio::time::interval(PACE);
    let mut open = tokio::task::JoinSet::new();
    for burst in (first..first + count).step_by(per_tick) {
        ticks.tick().await;
        for n in burst..burst + per_tick {
            let event = quiet(n)?;
            sent.insert(event.id.to_string(), Instant::now());
            let publisher = fleet.publisher.clone();
            open.spawn(async move { publisher.event(&event).await });
        }
        while let Some(done) = open.try_join_next() {
            done??;
        }
    }
    while let Some(done) = open.join_next().await {
        done??;
    }
    Ok(sent)
}
