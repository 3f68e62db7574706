//! Memoised steps: slow or paid work is done once.
//!
//! A value is not flushed to disk at once (`synchronous_commit = off`). Nothing can come to rest on it and outlive it: whatever
//! does (the next paid call, the outcome) is committed later in the same log and flushes it first. If Postgres crashes before,
//! the work behind it is done again. What a model was paid for is part of its settlement, and flushed.

use std::collections::{BTreeMap, BTreeSet};

use domain::port::StepKey;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::batch::{UNFLUSHED, Work};
use crate::failure::Failed;
use crate::store::Shared;

const REMEMBER: &str = "
INSERT INTO step (job, step, input, value)
SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[])
ON CONFLICT (job, step, input) DO NOTHING RETURNING job, step, input";

/// Looked up key by key. As a plain join it is planned while the table is empty, and then reads all of it for every group.
const RECALL: &str = "
SELECT job, step, input, value FROM unnest($1::uuid[], $2::text[], $3::text[]) AS asked (job, step, input)
CROSS JOIN LATERAL (SELECT value FROM step
    WHERE step.job = asked.job AND step.step = asked.step AND step.input = asked.input OFFSET 0) AS known";

/// Job, step, hash of its input.
pub(crate) type Key = (Uuid, String, String);

/// A step and its value.
pub(crate) struct Value {
    pub(crate) key: StepKey,
    pub(crate) value: Vec<u8>,
}

pub(crate) struct Remember;

impl Work for Remember {
    type In = Value;
    type Out = Vec<u8>;
    const NAME: &'static str = "remember";
    const BEGIN: &'static str = UNFLUSHED;

    fn bytes(input: &Value) -> usize {
        input.value.len()
    }

    async fn apply(conn: &mut PgConnection, _: &Shared, members: &[Value]) -> Result<Vec<Vec<u8>>, Failed> {
        let firsts = first_values(members.iter().map(|member| (&member.key, member.value.as_slice())));
        let ours = insert(conn, &firsts).await?;
        // Nearly always all of them; what another wrote before is read.
        let others = members.iter().map(|member| &member.key).filter(|key| !ours.contains(&owned(key)));
        let others = recall_many(conn, others).await?;
        let value = |member: &Value| {
            let key = owned(&member.key);
            let own = firsts.get(&key).filter(|_| ours.contains(&key)).map(|value| value.to_vec());
            own.or_else(|| others.get(&key).cloned()).ok_or(Failed::Again)
        };
        members.iter().map(value).collect()
    }
}

/// The first value of each step, by key, so that all writers insert in one order.
fn first_values<'a>(values: impl Iterator<Item = (&'a StepKey, &'a [u8])>) -> BTreeMap<Key, &'a [u8]> {
    let mut firsts = BTreeMap::new();
    for (key, value) in values {
        firsts.entry(owned(key)).or_insert(value);
    }
    firsts
}

/// Writes values where there is none yet; answers where that was.
pub(crate) async fn insert(conn: &mut PgConnection, values: &BTreeMap<Key, &[u8]>) -> Result<BTreeSet<Key>, Failed> {
    let (jobs, steps, inputs) = columns(values.keys());
    let bytes: Vec<&[u8]> = values.values().copied().collect();
    let insert = sqlx::query_as(REMEMBER).bind(&jobs).bind(&steps).bind(&inputs).bind(&bytes);
    let written: Vec<Key> = insert.fetch_all(conn).await?;
    Ok(written.into_iter().collect())
}

/// The values that are remembered of these steps.
pub(crate) async fn recall_many<'a>(
    conn: &mut PgConnection,
    keys: impl Iterator<Item = &'a StepKey>,
) -> Result<BTreeMap<Key, Vec<u8>>, Failed> {
    let unique: BTreeSet<Key> = keys.map(owned).collect();
    if unique.is_empty() {
        return Ok(BTreeMap::new());
    }
    let (jobs, steps, inputs) = columns(unique.iter());
    let rows: Vec<(Uuid, String, String, Vec<u8>)> =
        sqlx::query_as(RECALL).bind(&jobs).bind(&steps).bind(&inputs).fetch_all(conn).await?;
    Ok(rows.into_iter().map(|(job, step, input, value)| ((job, step, input), value)).collect())
}

/// Many who ask at once what they have done before: a thousand jobs that begin together would stand in line for connections.
pub(crate) struct Recall;

impl Work for Recall {
    type In = StepKey;
    type Out = Option<Vec<u8>>;
    const NAME: &'static str = "step";
    const BEGIN: &'static str = "";

    async fn apply(conn: &mut PgConnection, _: &Shared, members: &[StepKey]) -> Result<Vec<Self::Out>, Failed> {
        let known = recall_many(conn, members.iter()).await?;
        Ok(members.iter().map(|key| known.get(&owned(key)).cloned()).collect())
    }
}

/// The key as the table has it.
pub(crate) fn owned(key: &StepKey) -> Key {
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
