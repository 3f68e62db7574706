//! Hands jobs back without an outcome.

use std::collections::BTreeMap;

use domain::port::{HandBackReason, Job};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::batch::Operation;
use crate::database::Database;
use crate::failure::Failed;
use crate::text::clean;

/// Matches only jobs that the caller holds, so a repetition after a lost answer counts nothing. The caller lives, so
/// the job has not killed it: only deaths in a row are evidence against a job.
const HAND_BACK: &str = "
WITH locked AS MATERIALIZED (
    SELECT i.consumer, i.job, asked.failed, asked.error
    FROM unnest($1::text[], $2::uuid[], $3::int[], $4::text[]) AS asked (consumer, job, failed, error)
    JOIN inbox i USING (consumer, job)
    WHERE i.done_at IS NULL AND i.holder = $5
    ORDER BY i.consumer, i.job
    FOR UPDATE OF i
)
UPDATE inbox SET holder = NULL, strikes = 0, failures = inbox.failures + locked.failed, last_error = coalesce(locked.error, inbox.last_error)
FROM locked WHERE inbox.consumer = locked.consumer AND inbox.job = locked.job";

const COUNTED: &str = "
SELECT consumer, job, failures FROM unnest($1::text[], $2::uuid[]) AS asked (consumer, job) JOIN inbox USING (consumer, job)";

/// A job and the reason for handing it back.
pub(crate) struct HandedBack {
    pub(crate) job: Job,
    pub(crate) why: HandBackReason,
}

pub(crate) struct HandBack;

impl Operation for HandBack {
    type Input = HandedBack;
    type Output = u32;
    const NAME: &'static str = "pause";

    async fn apply(conn: &mut PgConnection, database: &Database, members: &[HandedBack]) -> Result<Vec<u32>, Failed> {
        let merged = merge(members);
        let (consumers, jobs): (Vec<String>, Vec<Uuid>) = merged.keys().cloned().unzip();
        let (failed, errors): (Vec<i32>, Vec<Option<String>>) = merged.into_values().unzip();
        let hand_back = sqlx::query(HAND_BACK).bind(&consumers).bind(&jobs).bind(&failed).bind(&errors);
        hand_back.bind(&database.instance).execute(&mut *conn).await?;
        let rows: Vec<(String, Uuid, i32)> =
            sqlx::query_as(COUNTED).bind(&consumers).bind(&jobs).fetch_all(conn).await?;
        let counted: BTreeMap<(String, Uuid), i32> =
            rows.into_iter().map(|(consumer, job, n)| ((consumer, job), n)).collect();
        Ok(members.iter().map(|member| count(&counted, &member.job)).collect())
    }
}

/// Returns 0 for a job that was never started.
fn count(counted: &BTreeMap<(String, Uuid), i32>, job: &Job) -> u32 {
    counted.get(&(job.consumer.to_owned(), job.id.0)).and_then(|n| u32::try_from(*n).ok()).unwrap_or(0)
}

/// Returns one entry per job, ordered by key; a job that occurs twice in a batch is handed back once.
fn merge(members: &[HandedBack]) -> BTreeMap<(String, Uuid), (i32, Option<String>)> {
    let mut merged = BTreeMap::new();
    for HandedBack { job, why } in members {
        let (failed, error) = match why {
            HandBackReason::Retry(error) => (1, Some(clean(error))),
            HandBackReason::Defer(reason) => (0, Some(clean(reason))),
            HandBackReason::Shutdown => (0, None),
        };
        let entry = merged.entry((job.consumer.to_owned(), job.id.0)).or_insert((0, None));
        *entry = (entry.0.max(failed), error.or(entry.1.take()));
    }
    merged
}
