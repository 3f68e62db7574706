//! Decides if a job may start, and records the start.
//!
//! The batch commits without waiting for the disk (`synchronous_commit = off`). If a crash of Postgres within the next
//! 200 ms loses the start, the job starts again; its outcome depends on the inbox row of the commit, which is flushed.
//! At worst a simultaneous crash of worker and server is not counted as a strike.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use domain::port::{Begun, Job};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::{old, quiet, verdicts};
use crate::batch::Operation;
use crate::database::Database;
use crate::failure::Failed;
use crate::rows::row;

/// Number of starts that end with the death of their instance after which a job is poisoned, if it is judged to be the
/// cause.
const STRIKES: i32 = 3;
/// A job is judged to be the cause if it was in flight at every second recent death in the fleet, or more. While many
/// instances die for other reasons (a series of kills, a bad node, another poisoned message), being in flight at three
/// proves nothing.
const SHARE_OF_DEATHS: i64 = 2;
/// Number of strikes after which a job is poisoned regardless of other deaths, so that many poisoned messages cannot
/// hide one another for ever. A job that is in flight at a death with probability 1/2 reaches twenty in a row once in a
/// million times.
const MAX_STRIKES: i32 = 20;
/// Maximum delay, derived from the id, before a job with two strikes starts again. Jobs that were in flight together
/// then no longer start together, which separates the poisoned job from the others.
const MAX_DELAY: Duration = Duration::from_secs(2);
/// Minimum redelivery delay, for a holder whose lease is about to expire.
const MIN_RETRY_AFTER: Duration = Duration::from_millis(100);

/// Inserts in the order of the key, as every writer of the inbox does.
const START: &str = "
INSERT INTO inbox (consumer, job, holder)
SELECT consumer, job, $3 FROM unnest($1::text[], $2::uuid[]) AS asked (consumer, job)
ON CONFLICT (consumer, job) DO NOTHING
RETURNING consumer, job";

const LOOK: &str = "
SELECT i.consumer, i.job, i.holder, i.strikes, i.failures, i.done_at IS NOT NULL,
       extract(epoch FROM a.alive_until - clock_timestamp())::float8, a.left_at IS NOT NULL
FROM unnest($1::text[], $2::uuid[]) AS asked (consumer, job)
JOIN inbox i USING (consumer, job)
LEFT JOIN instance a ON a.name = i.holder
ORDER BY i.consumer, i.job
FOR UPDATE OF i";

/// Counts instances that died without a clean shutdown, within the time in which three strikes usually occur.
const DEATHS: &str = "SELECT count(*) FROM instance WHERE left_at IS NULL AND alive_until < clock_timestamp() AND alive_until > clock_timestamp() - interval '5 minutes'";

const TAKE: &str = "
UPDATE inbox SET holder = asked.holder, strikes = asked.strikes
FROM unnest($1::text[], $2::uuid[], $3::int[], $4::text[]) AS asked (consumer, job, strikes, holder)
WHERE inbox.consumer = asked.consumer AND inbox.job = asked.job";

type Key = (String, Uuid);

pub(crate) struct Begin;

impl Operation for Begin {
    type Input = Job;
    type Output = Begun;
    const NAME: &'static str = "begin";
    /// The plan of a look-up outlives the time at which its table was small enough to be scanned.
    const BEGIN: &'static str = "BEGIN; SET LOCAL synchronous_commit = off; SET LOCAL enable_seqscan = off";
    const FLUSHERS: usize = 2;

    async fn apply(conn: &mut PgConnection, database: &Database, members: &[Job]) -> Result<Vec<Begun>, Failed> {
        let keys: BTreeSet<Key> = members.iter().map(key).collect();
        let mut answers = settled(conn, &keys).await?;
        let open = keys.into_iter().filter(|key| !answers.contains_key(key));
        let (consumers, jobs): (Vec<_>, Vec<_>) = open.unzip();
        let fresh: Vec<Key> =
            sqlx::query_as(START).bind(&consumers).bind(&jobs).bind(&database.instance).fetch_all(&mut *conn).await?;
        let ended = old::withdraw(conn, &fresh).await?;
        let begun = |key: Key| {
            let answer = if ended.contains(&key) { Begun::Done } else { Begun::Go { failures: 0 } };
            (key, answer)
        };
        answers.extend(fresh.into_iter().map(begun));
        let restarts: Vec<Key> = consumers.into_iter().zip(jobs).filter(|key| !answers.contains_key(key)).collect();
        if !restarts.is_empty() {
            answers.extend(restart(conn, database, restarts).await?);
        }
        members.iter().map(|job| answers.get(&key(job)).cloned().ok_or(Failed::Again)).collect()
    }
}

fn key(job: &Job) -> Key {
    (job.consumer.to_owned(), job.id.0)
}

/// Answers jobs that have a verdict, which is an outcome.
async fn settled(conn: &mut PgConnection, keys: &BTreeSet<Key>) -> Result<HashMap<Key, Begun>, Failed> {
    let may_be_quiet = keys.iter().filter(|(consumer, _)| consumer == quiet::CONSUMER);
    let jobs: Vec<Uuid> = may_be_quiet.map(|(_, job)| *job).collect();
    let settled = verdicts::settled(conn, &jobs).await?;
    Ok(settled.into_iter().map(|job| ((quiet::CONSUMER.to_owned(), job), Begun::Done)).collect())
}

row! {
    /// A row of the inbox, with the seconds left of the holder's lease and whether the holder has left.
    struct Row {
        consumer: String,
        job: Uuid,
        holder: Option<String>,
        strikes: i32,
        failures: i32,
        done: bool,
        alive_for: Option<f64>,
        left: bool,
    }
}

/// Decides about jobs that were started before. If a row has been deleted since (redriven, pruned), the batch starts
/// over.
async fn restart(conn: &mut PgConnection, database: &Database, keys: Vec<Key>) -> Result<Vec<(Key, Begun)>, Failed> {
    let (consumers, jobs): (Vec<_>, Vec<_>) = keys.into_iter().unzip();
    let rows: Vec<Row> = sqlx::query_as(LOOK).bind(&consumers).bind(&jobs).fetch_all(&mut *conn).await?;
    let suspects = rows.iter().any(|row| row.holder.is_some() && row.strikes + 1 >= STRIKES);
    let deaths: i64 = if suspects { sqlx::query_scalar(DEATHS).fetch_one(&mut *conn).await? } else { 0 };
    let mut updates = InboxUpdates::default();
    let mut answers = Vec::with_capacity(rows.len());
    for Row { consumer, job, holder, strikes, failures, done, alive_for, left } in rows {
        let row = InboxRow { job, holder: holder.as_deref(), strikes, failures, done, alive_for, left };
        let (begun, strikes) = decide(&row, &database.instance, deaths);
        if matches!(begun, Begun::Go { .. }) {
            updates.push(&consumer, job, strikes, Some(database.instance.clone()));
        } else if strikes > row.strikes {
            updates.push(&consumer, job, strikes, None);
        }
        answers.push(((consumer, job), begun));
    }
    updates.write(conn).await?;
    Ok(answers)
}

/// Updates of inbox rows, as columns.
#[derive(Default)]
struct InboxUpdates {
    consumers: Vec<String>,
    jobs: Vec<Uuid>,
    strikes: Vec<i32>,
    holders: Vec<Option<String>>,
}

impl InboxUpdates {
    fn push(&mut self, consumer: &str, job: Uuid, strikes: i32, holder: Option<String>) {
        self.consumers.push(consumer.to_owned());
        self.jobs.push(job);
        self.strikes.push(strikes);
        self.holders.push(holder);
    }

    async fn write(self, conn: &mut PgConnection) -> Result<(), Failed> {
        if !self.jobs.is_empty() {
            let take = sqlx::query(TAKE).bind(&self.consumers).bind(&self.jobs).bind(&self.strikes).bind(&self.holders);
            take.execute(conn).await?;
        }
        Ok(())
    }
}

/// The inbox row of a job that was started before.
struct InboxRow<'a> {
    job: Uuid,
    holder: Option<&'a str>,
    strikes: i32,
    failures: i32,
    done: bool,
    /// Seconds until the holder's lease expires, negative if it has expired; `None` if the holder has no lease.
    alive_for: Option<f64>,
    /// The holder ended cleanly.
    left: bool,
}

/// Returns the decision and the number of strikes to store. `deaths` is the fleet's recent total.
fn decide(row: &InboxRow<'_>, me: &str, deaths: i64) -> (Begun, i32) {
    let go = Begun::Go { failures: u32::try_from(row.failures).unwrap_or(0) };
    if row.done {
        return (Begun::Done, row.strikes);
    }
    match (row.holder, row.alive_for) {
        (None, _) => (go, row.strikes),
        (Some(_), _) if row.left => (go, row.strikes),
        (Some(holder), _) if holder == me => (go, row.strikes),
        (Some(_), Some(left)) if left > 0.0 => {
            let retry_after = Duration::from_secs_f64(left).max(MIN_RETRY_AFTER);
            (Begun::Held { retry_after }, row.strikes)
        }
        (Some(_), _) => after_death(row, deaths, go),
    }
}

fn after_death(row: &InboxRow<'_>, deaths: i64, go: Begun) -> (Begun, i32) {
    let strikes = row.strikes + 1;
    let to_blame = i64::from(strikes) * SHARE_OF_DEATHS >= deaths || strikes >= MAX_STRIKES;
    if strikes >= STRIKES && to_blame {
        return (Begun::Poisoned { starts: u32::try_from(strikes).unwrap_or(0) }, row.strikes);
    }
    if strikes < STRIKES - 1 {
        return (go, strikes);
    }
    let share = u32::from(row.job.as_bytes()[15]);
    (Begun::Held { retry_after: (MAX_DELAY * share / 256).max(MIN_RETRY_AFTER) }, strikes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALM: i64 = 3;
    const STORM: i64 = 90;

    fn row(holder: Option<&str>, strikes: i32, alive_for: Option<f64>) -> InboxRow<'_> {
        InboxRow { job: Uuid::from_bytes([128; 16]), holder, strikes, failures: 2, done: false, alive_for, left: false }
    }

    #[test]
    fn only_the_death_of_another_holder_counts_as_a_strike() {
        let go = Begun::Go { failures: 2 };
        assert_eq!(decide(&row(None, 1, None), "me", CALM), (go.clone(), 1), "handed back");
        assert_eq!(decide(&row(Some("me"), 1, None), "me", CALM), (go.clone(), 1), "held by the caller");
        assert_eq!(decide(&row(Some("you"), 0, Some(-0.5)), "me", CALM), (go, 1), "holder died");
        let spread = Begun::Held { retry_after: Duration::from_secs(1) };
        assert_eq!(decide(&row(Some("you"), 1, None), "me", CALM), (spread, 2), "two strikes: delayed");
        let held = decide(&row(Some("you"), 2, Some(7.0)), "me", CALM);
        assert_eq!(held, (Begun::Held { retry_after: Duration::from_secs(7) }, 2));
        let left = InboxRow { left: true, ..row(Some("you"), 2, Some(-0.5)) };
        assert_eq!(decide(&left, "me", CALM), (Begun::Go { failures: 2 }, 2), "holder left");
        let done = InboxRow { done: true, ..row(Some("you"), 2, None) };
        assert_eq!(decide(&done, "me", CALM).0, Begun::Done);
    }

    #[test]
    fn three_deaths_poison_a_job_unless_many_other_instances_died() {
        let third = row(Some("you"), 2, None);
        assert_eq!(decide(&third, "me", CALM), (Begun::Poisoned { starts: 3 }, 2));
        assert_eq!(decide(&third, "me", 6), (Begun::Poisoned { starts: 3 }, 2), "in flight at every second death");
        assert!(matches!(decide(&third, "me", STORM), (Begun::Held { .. }, 3)));
        let twentieth = row(Some("you"), 19, None);
        assert_eq!(decide(&twentieth, "me", STORM).0, Begun::Poisoned { starts: 20 });
    }
}
