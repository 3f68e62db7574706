//! Work handed back without an outcome.

use std::collections::BTreeMap;

use domain::port::{Job, Pause};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::batch::Work;
use crate::effect::text::clean;
use crate::failure::Failed;
use crate::store::Shared;

/// Only the holder hands back and counts: a repetition after a lost answer finds no holder and counts nothing.
const HAND_BACK: &str = "
WITH locked AS MATERIALIZED (
    SELECT i.consumer, i.job, asked.failed, asked.error
    FROM unnest($1::text[], $2::uuid[], $3::int[], $4::text[]) AS asked (consumer, job, failed, error)
    JOIN inbox i USING (consumer, job)
    WHERE i.done_at IS NULL AND i.holder = $5
    ORDER BY i.consumer, i.job
    FOR UPDATE OF i
)
UPDATE inbox SET holder = NULL, failures = inbox.failures + locked.failed, last_error = coalesce(locked.error, inbox.last_error)
FROM locked WHERE inbox.consumer = locked.consumer AND inbox.job = locked.job";

const COUNTED: &str = "
SELECT consumer, job, failures FROM unnest($1::text[], $2::uuid[]) AS asked (consumer, job) JOIN inbox USING (consumer, job)";

/// A job and why it is handed back.
pub(crate) struct Paused {
    pub(crate) job: Job,
    pub(crate) why: Pause,
}

pub(crate) struct PauseWork;

impl Work for PauseWork {
    type In = Paused;
    type Out = u32;
    const NAME: &'static str = "pause";

    async fn apply(conn: &mut PgConnection, shared: &Shared, members: &[Paused]) -> Result<Vec<u32>, Failed> {
        let merged = merge(members);
        let (consumers, jobs): (Vec<String>, Vec<Uuid>) = merged.keys().cloned().unzip();
        let (failed, errors): (Vec<i32>, Vec<Option<String>>) = merged.into_values().unzip();
        let hand_back = sqlx::query(HAND_BACK).bind(&consumers).bind(&jobs).bind(&failed).bind(&errors);
        hand_back.bind(&shared.instance).execute(&mut *conn).await?;
        let rows: Vec<(String, Uuid, i32)> =
            sqlx::query_as(COUNTED).bind(&consumers).bind(&jobs).fetch_all(conn).await?;
        let counted: BTreeMap<(String, Uuid), i32> =
            rows.into_iter().map(|(consumer, job, n)| ((consumer, job), n)).collect();
        Ok(members.iter().map(|member| count(&counted, &member.job)).collect())
    }
}

/// Work that nobody ever began has no failures.
fn count(counted: &BTreeMap<(String, Uuid), i32>, job: &Job) -> u32 {
    counted.get(&(job.consumer.to_owned(), job.id.0)).and_then(|n| u32::try_from(*n).ok()).unwrap_or(0)
}

/// One entry per job, by key: handing back twice in one group is handing back once.
fn merge(members: &[Paused]) -> BTreeMap<(String, Uuid), (i32, Option<String>)> {
    let mut merged = BTreeMap::new();
    for Paused { job, why } in members {
        let (failed, error) = match why {
            Pause::Retry(error) => (1, Some(clean(error))),
            Pause::Defer(reason) => (0, Some(clean(reason))),
            Pause::Shutdown => (0, None),
        };
        let entry = merged.entry((job.consumer.to_owned(), job.id.0)).or_insert((0, None));
        *entry = (entry.0.max(failed), error.or(entry.1.take()));
    }
    merged
}
