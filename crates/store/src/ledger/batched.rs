//! Calls of steps in batches: a step is queued once, and its call belongs to no process.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use domain::JobId;
use domain::port::{BatchRequest, StepKey};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::opening::{Opening, Way};
use crate::failure::Failed;
use crate::rows::row;

/// Owner of the open calls of batches. Its row in `instance` never expires (migration 21), so that the call of a batch
/// stays open when the process ends that queued it.
pub(super) const BATCH_INSTANCE: &str = "batch";

const EARLIER: &str = "
SELECT i.job, i.step, i.input, c.state = 'intent', extract(epoch FROM now() - i.queued_at)::float8
FROM unnest($1::uuid[], $2::text[]) AS asked (job, step)
JOIN batch_item i USING (job, step) JOIN call c ON c.id = i.call";

/// A call of another lane that was not sent, and that no living instance would send: the model or its address has
/// changed since, and the call is made in the ordinary way as soon as it has been closed.
const STRANDED: &str = "
UPDATE batch_item i SET withdrawn_at = now()
FROM unnest($1::uuid[], $2::text[], $3::text[]) AS asked (job, step, lane)
WHERE i.job = asked.job AND i.step = asked.step AND i.lane <> asked.lane AND i.batch IS NULL AND i.withdrawn_at IS NULL
  AND NOT EXISTS (SELECT FROM batch_lane l JOIN instance a ON a.name = l.holder WHERE l.lane = i.lane AND a.alive_until > now())";

const INSERT: &str = "
INSERT INTO batch_item (call, job, step, input, lane, request)
SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::bytea[])
ON CONFLICT DO NOTHING";

/// Job and step.
type Key = (Uuid, String);

/// Earlier calls of steps in batches.
#[derive(Default)]
pub(super) struct Batched(BTreeMap<Key, Earlier>);

/// An earlier call of a step in a batch.
pub(super) struct Earlier {
    /// The step with the input that was queued.
    pub(super) step: StepKey,
    /// Time since it was queued; `None` if it has ended.
    pub(super) waited: Option<Duration>,
}

row! {
    struct EarlierRow {
        job: Uuid,
        step: String,
        input: String,
        open: bool,
        seconds: f64,
    }
}

impl Batched {
    /// Reads the earlier calls of the steps that are to be queued, and withdraws those of them that no instance sends.
    pub(super) async fn read(conn: &mut PgConnection, openings: &[&Opening]) -> Result<Self, Failed> {
        withdraw_stranded(conn, openings).await?;
        let queued = openings.iter().filter(|opening| matches!(opening.way, Way::Batch(_)));
        let keys: BTreeSet<Key> = queued.map(|opening| key(&opening.intent.step)).collect();
        if keys.is_empty() {
            return Ok(Self::default());
        }
        let (jobs, steps): (Vec<Uuid>, Vec<String>) = keys.into_iter().unzip();
        let rows: Vec<EarlierRow> = sqlx::query_as(EARLIER).bind(jobs).bind(steps).fetch_all(conn).await?;
        let earlier = |EarlierRow { job, step, input, open, seconds }: EarlierRow| {
            let waited = open.then(|| Duration::from_secs_f64(seconds.max(0.0)));
            ((job, step.clone()), Earlier { step: StepKey { job: JobId(job), step, input }, waited })
        };
        Ok(Self(rows.into_iter().map(earlier).collect()))
    }

    /// Iterates over the steps as they were queued.
    pub(super) fn steps(&self) -> impl Iterator<Item = &StepKey> {
        self.0.values().map(|earlier| &earlier.step)
    }

    pub(super) fn earlier(&self, step: &StepKey) -> Option<&Earlier> {
        self.0.get(&key(step))
    }

    /// Adds a step that is queued now.
    pub(super) fn add(&mut self, step: &StepKey) {
        self.0.insert(key(step), Earlier { step: step.clone(), waited: Some(Duration::ZERO) });
    }
}

async fn withdraw_stranded(conn: &mut PgConnection, openings: &[&Opening]) -> Result<(), Failed> {
    let lane = |opening: &&Opening| match &opening.way {
        Way::Batch(Some(request)) => Some((key(&opening.intent.step), request.lane.clone())),
        Way::Batch(None) | Way::Now => None,
    };
    let asked: BTreeMap<Key, String> = openings.iter().filter_map(lane).collect();
    if asked.is_empty() {
        return Ok(());
    }
    let (keys, lanes): (Vec<Key>, Vec<String>) = asked.into_iter().unzip();
    let (jobs, steps): (Vec<Uuid>, Vec<String>) = keys.into_iter().unzip();
    let withdrawn = sqlx::query(STRANDED).bind(jobs).bind(steps).bind(lanes).execute(conn).await?.rows_affected();
    if withdrawn > 0 {
        tracing::warn!(calls = withdrawn, "queued model calls were withdrawn: no instance uses their model any more");
    }
    Ok(())
}

/// Writes the requests of new calls.
pub(super) async fn insert(
    conn: &mut PgConnection,
    requests: Vec<(JobId, &StepKey, &BatchRequest)>,
) -> Result<(), Failed> {
    if requests.is_empty() {
        return Ok(());
    }
    let insert = sqlx::query(INSERT)
        .bind(requests.iter().map(|(call, ..)| call.0).collect::<Vec<_>>())
        .bind(requests.iter().map(|(_, step, _)| step.job.0).collect::<Vec<_>>())
        .bind(requests.iter().map(|(_, step, _)| step.step.as_str()).collect::<Vec<_>>())
        .bind(requests.iter().map(|(_, step, _)| step.input.as_str()).collect::<Vec<_>>())
        .bind(requests.iter().map(|(.., request)| request.lane.as_str()).collect::<Vec<_>>())
        .bind(requests.iter().map(|(.., request)| request.request.as_slice()).collect::<Vec<_>>());
    let inserted = insert.execute(conn).await?.rows_affected();
    // Fewer rows mean that another process queued the step after our select: start over.
    if inserted == requests.len() as u64 { Ok(()) } else { Err(Failed::Again) }
}

fn key(step: &StepKey) -> Key {
    (step.job.0, step.step.clone())
}
