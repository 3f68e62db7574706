//! Verdicts about quiet events: many in one transaction, each the inbox entry of its job.
//!
//! An ordinary outcome of the same consumer inserts a mark in the same place (`super::verdicts`), so that a job is
//! settled one way or the other, whichever transaction commits first.

use std::collections::{BTreeMap, HashSet};

use domain::port::{QuietAnswer, QuietBatch, QuietEvent, QuietSettled};
use domain::{JobId, Outgoing, Tenant, VerdictGroup};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::{outbox, verdicts};
use crate::batch::Operation;
use crate::database::Database;
use crate::failure::Failed;

/// The consumer whose jobs may be quiet.
pub(crate) const CONSUMER: &str = "classifier";

/// Approximate bytes of an event, such that a transaction holds about a thousand.
const EVENT_BYTES: usize = 4 << 10;

const BEGUN: &str = "SELECT job FROM inbox WHERE consumer = $1 AND job = ANY($2)";
const IDS: &str = "SELECT nextval('verdict_group_id') FROM generate_series(1, $1)";

const GROUP: &str = "
INSERT INTO verdict_group (id, message, tenant, made_at, kinds, counts, jobs) VALUES ($1, $2, $3, $4, $5, $6, $7)";

pub(crate) struct CommitQuiet;

impl Operation for CommitQuiet {
    type Input = QuietBatch;
    type Output = QuietSettled;
    const NAME: &'static str = "quiet";
    const FLUSHERS: usize = 2;

    fn bytes(input: &QuietBatch) -> usize {
        input.events.len() * EVENT_BYTES
    }

    async fn apply(conn: &mut PgConnection, _: &Database, members: &[QuietBatch]) -> Result<Vec<QuietSettled>, Failed> {
        let begun = begun(conn, members).await?;
        let mut parts = parts(members, &begun);
        let ids: Vec<i64> =
            sqlx::query_scalar(IDS).bind(i64::try_from(parts.len()).unwrap_or(0)).fetch_all(&mut *conn).await?;
        parts.iter_mut().zip(ids).for_each(|(part, id)| part.id = id);
        let mut new = verdicts::insert(conn, &rows(&parts)).await?;
        let mut settled: Vec<QuietSettled> = members.iter().map(|member| answers(member, &begun, &mut new)).collect();
        write(conn, members, &parts, &mut settled).await?;
        forget(conn, members, &begun).await?;
        Ok(settled)
    }
}

/// Events of one tenant in one batch: at most one group.
struct Part<'a> {
    member: usize,
    id: i64,
    tenant: &'a Tenant,
    events: Vec<&'a QuietEvent>,
}

/// Returns the jobs that were begun in the ordinary way, finished or not.
async fn begun(conn: &mut PgConnection, members: &[QuietBatch]) -> Result<HashSet<Uuid>, Failed> {
    let mut jobs: BTreeMap<&str, Vec<Uuid>> = BTreeMap::new();
    for member in members {
        jobs.entry(member.consumer).or_default().extend(member.events.iter().map(|event| event.job.0));
    }
    let mut begun = HashSet::new();
    for (consumer, jobs) in jobs {
        let rows: Vec<Uuid> = sqlx::query_scalar(BEGUN).bind(consumer).bind(&jobs).fetch_all(&mut *conn).await?;
        begun.extend(rows);
    }
    Ok(begun)
}

/// Splits the batches by tenant. Of several events of a job, the first one counts.
fn parts<'a>(members: &'a [QuietBatch], begun: &HashSet<Uuid>) -> Vec<Part<'a>> {
    let mut seen = HashSet::new();
    let mut parts: BTreeMap<(usize, &Tenant), Vec<&QuietEvent>> = BTreeMap::new();
    for (member, batch) in members.iter().enumerate() {
        let open = batch.events.iter().filter(|event| !begun.contains(&event.job.0) && seen.insert(event.job));
        open.for_each(|event| parts.entry((member, &event.tenant)).or_default().push(event));
    }
    parts.into_iter().map(|((member, tenant), events)| Part { member, id: 0, tenant, events }).collect()
}

/// Returns the verdicts of all parts, in the order of their jobs.
fn rows<'a>(parts: &[Part<'a>]) -> BTreeMap<JobId, (i64, &'a QuietEvent)> {
    parts.iter().flat_map(|part| part.events.iter().map(|event| (event.job, (part.id, *event)))).collect()
}

/// Answers the events of one batch. The first event of a new job takes it from `new`, and its repetitions are
/// duplicates.
fn answers(batch: &QuietBatch, begun: &HashSet<Uuid>, new: &mut HashSet<Uuid>) -> QuietSettled {
    let answer = |event: &QuietEvent| match (begun.contains(&event.job.0), new.remove(&event.job.0)) {
        (true, _) => QuietAnswer::Ordinary,
        (false, true) => QuietAnswer::New,
        (false, false) => QuietAnswer::Duplicate,
    };
    QuietSettled { answers: batch.events.iter().map(answer).collect(), outgoing: Vec::new() }
}

/// Writes a group with its message for each part that has new verdicts.
async fn write(
    conn: &mut PgConnection,
    members: &[QuietBatch],
    parts: &[Part<'_>],
    settled: &mut [QuietSettled],
) -> Result<(), Failed> {
    for part in parts {
        let (Some(batch), Some(settled)) = (members.get(part.member), settled.get_mut(part.member)) else { continue };
        let places: Vec<usize> = new_of(batch, settled, part.tenant);
        let Some((group, message)) = batch.group(&places) else { continue };
        let jobs: Vec<Uuid> = places.iter().map(|place| batch.events[*place].job.0).collect();
        insert_group(conn, part.id, &group, &jobs).await?;
        settled.outgoing.push(message);
    }
    let messages: Vec<&Outgoing> = settled.iter().flat_map(|settled| &settled.outgoing).collect();
    outbox::insert(conn, &messages).await
}

/// Stops watching the events that have a verdict now, new or not: those of our own processes are in the outbox.
async fn forget(conn: &mut PgConnection, members: &[QuietBatch], begun: &HashSet<Uuid>) -> Result<(), Failed> {
    let jobs = members.iter().flat_map(|member| member.events.iter().map(|event| (member.consumer, event.job.0)));
    let settled: Vec<(&str, Uuid)> = jobs.filter(|(_, job)| !begun.contains(job)).collect();
    outbox::consumed(conn, &settled).await
}

fn new_of(batch: &QuietBatch, settled: &QuietSettled, tenant: &Tenant) -> Vec<usize> {
    let answered = batch.events.iter().zip(&settled.answers).enumerate();
    answered
        .filter(|(_, (event, answer))| **answer == QuietAnswer::New && event.tenant == *tenant)
        .map(|(place, _)| place)
        .collect()
}

async fn insert_group(conn: &mut PgConnection, id: i64, group: &VerdictGroup, jobs: &[Uuid]) -> Result<(), Failed> {
    let mut kinds: BTreeMap<i16, i32> = BTreeMap::new();
    for verdict in &group.verdicts {
        *kinds.entry(verdict.kind_code()).or_default() += 1;
    }
    let (kinds, counts): (Vec<i16>, Vec<i32>) = kinds.into_iter().unzip();
    let insert = sqlx::query(GROUP).bind(id).bind(group.id.0).bind(group.tenant.as_str()).bind(group.made_at);
    insert.bind(kinds).bind(counts).bind(jobs).execute(conn).await?;
    Ok(())
}
