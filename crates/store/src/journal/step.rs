//! Memoised steps: slow or paid work is done once.
//!
//! Values are committed without waiting for the disk (`synchronous_commit = off`). Anything that depends on a value
//! (the next paid call, the outcome) is committed later in the same log and flushes the value first. If Postgres
//! crashes before that, the work is repeated. Model replies are part of the settlement of their call, which is flushed.

use std::collections::{BTreeMap, BTreeSet};

use domain::port::StepKey;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::batch::{BEGIN_UNFLUSHED, Operation};
use crate::database::Database;
use crate::failure::Failed;
use crate::rows::row;

const REMEMBER: &str = "
INSERT INTO step (job, step, input, value)
SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[])
ON CONFLICT (job, step, input) DO NOTHING RETURNING job, step, input";

/// Looks up key by key. A plain join would be planned while the table is empty and then scan the whole table for every
/// batch.
const RECALL: &str = "
SELECT job, step, input, value FROM unnest($1::uuid[], $2::text[], $3::text[]) AS asked (job, step, input)
CROSS JOIN LATERAL (SELECT value FROM step
    WHERE step.job = asked.job AND step.step = asked.step AND step.input = asked.input OFFSET 0) AS known";

/// Job, step, hash of the input.
pub(crate) type Key = (Uuid, String, String);

pub(crate) struct StepValue {
    pub(crate) key: StepKey,
    pub(crate) value: Vec<u8>,
}

pub(crate) struct WriteStep;

impl Operation for WriteStep {
    type Input = StepValue;
    type Output = Vec<u8>;
    const NAME: &'static str = "remember";
    const BEGIN: &'static str = BEGIN_UNFLUSHED;

    fn bytes(input: &StepValue) -> usize {
        input.value.len()
    }

    async fn apply(conn: &mut PgConnection, _: &Database, members: &[StepValue]) -> Result<Vec<Vec<u8>>, Failed> {
        let firsts = first_values(members.iter().map(|member| (&member.key, member.value.as_slice())));
        let ours = insert(conn, &firsts).await?;
        // The insert nearly always writes all values; those that existed before are read.
        let others = members.iter().map(|member| &member.key).filter(|key| !ours.contains(&primary_key(key)));
        let others = read_many(conn, others).await?;
        let value = |member: &StepValue| {
            let key = primary_key(&member.key);
            let own = firsts.get(&key).filter(|_| ours.contains(&key)).map(|value| value.to_vec());
            own.or_else(|| others.get(&key).cloned()).ok_or(Failed::Again)
        };
        members.iter().map(value).collect()
    }
}

/// Returns the first value of each step, ordered by key, so that all writers insert in one order.
fn first_values<'a>(values: impl Iterator<Item = (&'a StepKey, &'a [u8])>) -> BTreeMap<Key, &'a [u8]> {
    let mut firsts = BTreeMap::new();
    for (key, value) in values {
        firsts.entry(primary_key(key)).or_insert(value);
    }
    firsts
}

/// Writes values that do not exist yet. Returns the keys that were written.
pub(crate) async fn insert(conn: &mut PgConnection, values: &BTreeMap<Key, &[u8]>) -> Result<BTreeSet<Key>, Failed> {
    let (jobs, steps, inputs) = columns(values.keys());
    let bytes: Vec<&[u8]> = values.values().copied().collect();
    let insert = sqlx::query_as(REMEMBER).bind(&jobs).bind(&steps).bind(&inputs).bind(&bytes);
    let written: Vec<Key> = insert.fetch_all(conn).await?;
    Ok(written.into_iter().collect())
}

row! {
    struct StoredStep {
        job: Uuid,
        step: String,
        input: String,
        value: Vec<u8>,
    }
}

/// Returns the stored values of these steps.
pub(crate) async fn read_many<'a>(
    conn: &mut PgConnection,
    keys: impl Iterator<Item = &'a StepKey>,
) -> Result<BTreeMap<Key, Vec<u8>>, Failed> {
    let unique: BTreeSet<Key> = keys.map(primary_key).collect();
    if unique.is_empty() {
        return Ok(BTreeMap::new());
    }
    let (jobs, steps, inputs) = columns(unique.iter());
    let rows: Vec<StoredStep> = sqlx::query_as(RECALL).bind(&jobs).bind(&steps).bind(&inputs).fetch_all(conn).await?;
    Ok(rows.into_iter().map(|StoredStep { job, step, input, value }: StoredStep| ((job, step, input), value)).collect())
}

/// Batched, because a thousand jobs that start together would otherwise queue for connections.
pub(crate) struct ReadStep;

impl Operation for ReadStep {
    type Input = StepKey;
    type Output = Option<Vec<u8>>;
    const NAME: &'static str = "step";
    const BEGIN: &'static str = "";

    async fn apply(conn: &mut PgConnection, _: &Database, members: &[StepKey]) -> Result<Vec<Self::Output>, Failed> {
        let known = read_many(conn, members.iter()).await?;
        Ok(members.iter().map(|key| known.get(&primary_key(key)).cloned()).collect())
    }
}

/// Returns the primary key of a step.
pub(crate) fn primary_key(key: &StepKey) -> Key {
    (key.job.0, key.step.clone(), key.input.clone())
}

fn columns<'a>(keys: impl Iterator<Item = &'a Key>) -> (Vec<Uuid>, Vec<&'a str>, Vec<&'a str>) {
    let mut columns = (Vec::new(), Vec::new(), Vec::new());
    for (job, step, input) in keys {
        columns.0.push(*job);
        columns.1.push(step.as_str());
        columns.2.push(input.as_str());
    }
    columns
}
