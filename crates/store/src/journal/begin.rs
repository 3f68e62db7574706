//! May this work begin?
//!
//! The group runs without waiting for the disk (`synchronous_commit = off`). That is safe because a start is only a
//! note about work to come: if Postgres crashes in the next 200 ms and forgets it, the work is begun again as if it had
//! not been, its outcome is decided by the inbox row of the commit, which is flushed, and at worst a crash of
//! worker and server at the same moment goes uncounted as a strike.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use domain::port::{Begun, Job};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use crate::batch::Work;
use crate::failure::Failed;
use crate::store::Shared;

/// Starts that may end with the death of their instance before the work is called poisoned.
const STRIKES: i32 = 3;
/// Shortest wait for a holder whose lease is about to lapse.
const SHORTEST_WAIT: Duration = Duration::from_millis(100);

/// Inserted in the order of the key, as every other writer of the inbox does.
const START: &str = "
INSERT INTO inbox (consumer, job, holder)
SELECT consumer, job, $3 FROM unnest($1::text[], $2::uuid[]) AS asked (consumer, job)
ON CONFLICT (consumer, job) DO NOTHING
RETURNING consumer, job";

const LOOK: &str = "
SELECT i.consumer, i.job, i.holder, i.strikes, i.failures, i.done_at IS NOT NULL,
       extract(epoch FROM a.alive_until - clock_timestamp())::float8
FROM unnest($1::text[], $2::uuid[]) AS asked (consumer, job)
JOIN inbox i USING (consumer, job)
LEFT JOIN instance a ON a.name = i.holder
ORDER BY i.consumer, i.job
FOR UPDATE OF i";

const TAKE: &str = "
UPDATE inbox SET holder = $4, strikes = asked.strikes
FROM unnest($1::text[], $2::uuid[], $3::int[]) AS asked (consumer, job, strikes)
WHERE inbox.consumer = asked.consumer AND inbox.job = asked.job";

type Key = (String, Uuid);

pub(crate) struct Begin;

impl Work for Begin {
    type In = Job;
    type Out = Begun;
    const NAME: &'static str = "begin";
    const BEGIN: &'static str = "BEGIN; SET LOCAL synchronous_commit = off";
    const FLUSHERS: usize = 2;

    async fn apply(conn: &mut PgConnection, shared: &Shared, members: &[Job]) -> Result<Vec<Begun>, Failed> {
        let asked: BTreeMap<Key, ()> = members.iter().map(|job| (key(job), ())).collect();
        let (consumers, jobs): (Vec<_>, Vec<_>) = asked.into_keys().unzip();
        let fresh: Vec<Key> =
            sqlx::query_as(START).bind(&consumers).bind(&jobs).bind(&shared.instance).fetch_all(&mut *conn).await?;
        let mut answers: HashMap<Key, Begun> = fresh.into_iter().map(|key| (key, Begun::Go { failures: 0 })).collect();
        let known: Vec<Key> = consumers.into_iter().zip(jobs).filter(|key| !answers.contains_key(key)).collect();
        if !known.is_empty() {
            answers.extend(again(conn, shared, known).await?);
        }
        members.iter().map(|job| answers.get(&key(job)).cloned().ok_or(Failed::Again)).collect()
    }
}

fn key(job: &Job) -> Key {
    (job.consumer.to_owned(), job.id.0)
}

/// One row of the inbox that was there before.
type Row = (String, Uuid, Option<String>, i32, i32, bool, Option<f64>);

/// Decides about work that was begun before. A row that vanished in between (redriven, pruned) makes the group start over.
async fn again(conn: &mut PgConnection, shared: &Shared, known: Vec<Key>) -> Result<Vec<(Key, Begun)>, Failed> {
    let (consumers, jobs): (Vec<_>, Vec<_>) = known.into_iter().unzip();
    let rows: Vec<Row> = sqlx::query_as(LOOK).bind(&consumers).bind(&jobs).fetch_all(&mut *conn).await?;
    let mut take: (Vec<String>, Vec<Uuid>, Vec<i32>) = Default::default();
    let mut answers = Vec::with_capacity(rows.len());
    for (consumer, job, holder, strikes, failures, done, alive_for) in rows {
        let seen = Seen { holder: holder.as_deref(), strikes, failures, done, alive_for };
        let (begun, strikes) = decide(&seen, &shared.instance);
        if matches!(begun, Begun::Go { .. }) {
            take.0.push(consumer.clone());
            take.1.push(job);
            take.2.push(strikes);
        }
        answers.push(((consumer, job), begun));
    }
    if !take.0.is_empty() {
        sqlx::query(TAKE).bind(&take.0).bind(&take.1).bind(&take.2).bind(&shared.instance).execute(conn).await?;
    }
    Ok(answers)
}

/// What the inbox knows about work that was begun before.
struct Seen<'a> {
    holder: Option<&'a str>,
    strikes: i32,
    failures: i32,
    done: bool,
    /// Seconds that the holder's lease still runs; `None` if it never had one.
    alive_for: Option<f64>,
}

/// The answer, and the strikes to remember with a start.
fn decide(seen: &Seen<'_>, me: &str) -> (Begun, i32) {
    let go = Begun::Go { failures: u32::try_from(seen.failures).unwrap_or(0) };
    if seen.done {
        return (Begun::Done, seen.strikes);
    }
    match (seen.holder, seen.alive_for) {
        (None, _) => (go, seen.strikes),
        (Some(holder), _) if holder == me => (go, seen.strikes),
        (Some(_), Some(left)) if left > 0.0 => {
            let retry_after = Duration::from_secs_f64(left).max(SHORTEST_WAIT);
            (Begun::Held { retry_after }, seen.strikes)
        }
        (Some(_), _) if seen.strikes + 1 >= STRIKES => {
            (Begun::Poisoned { starts: u32::try_from(seen.strikes + 1).unwrap_or(0) }, seen.strikes)
        }
        (Some(_), _) => (go, seen.strikes + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(holder: Option<&str>, strikes: i32, alive_for: Option<f64>) -> Seen<'_> {
        Seen { holder, strikes, failures: 2, done: false, alive_for }
    }

    #[test]
    fn only_the_death_of_another_holder_is_a_strike() {
        let go = Begun::Go { failures: 2 };
        assert_eq!(decide(&seen(None, 1, None), "me"), (go.clone(), 1), "paused");
        assert_eq!(decide(&seen(Some("me"), 1, None), "me"), (go.clone(), 1), "ours");
        assert_eq!(decide(&seen(Some("you"), 1, Some(-0.5)), "me"), (go, 2), "dead");
        assert_eq!(decide(&seen(Some("you"), 2, None), "me"), (Begun::Poisoned { starts: 3 }, 2));
        let held = decide(&seen(Some("you"), 2, Some(7.0)), "me");
        assert_eq!(held, (Begun::Held { retry_after: Duration::from_secs(7) }, 2));
        let done = Seen { done: true, ..seen(Some("you"), 2, None) };
        assert_eq!(decide(&done, "me").0, Begun::Done);
    }
}
