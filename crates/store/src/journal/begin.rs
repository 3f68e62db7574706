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

use crate::batch::{UNFLUSHED, Work};
use crate::failure::Failed;
use crate::store::Shared;

/// Starts that may end with the death of their instance before the work is called poisoned, if it is to blame.
const STRIKES: i32 = 3;
/// Work is to blame if it was there at every second death of the fleet or more. While instances die by the dozen for reasons
/// of their own (a storm of kills, a bad node, another poisoned message), being in flight at three of them proves nothing.
const SHARE_OF_DEATHS: i64 = 2;
/// After this many it is poisoned whatever else dies: many poisoned messages together must not excuse one another for ever.
/// Even work that is in flight at every second death of its worker is there at twenty in a row once in a million times.
const MOST_STRIKES: i32 = 20;
/// Work that was there at two deaths starts again up to this much later, by its id: what died together does not start together,
/// so that the innocent leave the company of the guilty.
const SPREAD: Duration = Duration::from_secs(2);
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

/// Instances that died without a farewell, in the time in which three strikes usually fall.
const DEATHS: &str = "SELECT count(*) FROM instance WHERE alive_until < clock_timestamp() AND alive_until > clock_timestamp() - interval '5 minutes'";

const TAKE: &str = "
UPDATE inbox SET holder = asked.holder, strikes = asked.strikes
FROM unnest($1::text[], $2::uuid[], $3::int[], $4::text[]) AS asked (consumer, job, strikes, holder)
WHERE inbox.consumer = asked.consumer AND inbox.job = asked.job";

type Key = (String, Uuid);

pub(crate) struct Begin;

impl Work for Begin {
    type In = Job;
    type Out = Begun;
    const NAME: &'static str = "begin";
    const BEGIN: &'static str = UNFLUSHED;
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
    let suspects = rows.iter().any(|(_, _, holder, strikes, ..)| holder.is_some() && strikes + 1 >= STRIKES);
    let deaths: i64 = if suspects { sqlx::query_scalar(DEATHS).fetch_one(&mut *conn).await? } else { 0 };
    let mut noted = Noted::default();
    let mut answers = Vec::with_capacity(rows.len());
    for (consumer, job, holder, strikes, failures, done, alive_for) in rows {
        let seen = Seen { job, holder: holder.as_deref(), strikes, failures, done, alive_for };
        let (begun, strikes) = decide(&seen, &shared.instance, deaths);
        if matches!(begun, Begun::Go { .. }) {
            noted.push(&consumer, job, strikes, Some(shared.instance.clone()));
        } else if strikes > seen.strikes {
            noted.push(&consumer, job, strikes, None);
        }
        answers.push(((consumer, job), begun));
    }
    noted.write(conn).await?;
    Ok(answers)
}

/// What is to be remembered about work that was begun before.
#[derive(Default)]
struct Noted {
    consumers: Vec<String>,
    jobs: Vec<Uuid>,
    strikes: Vec<i32>,
    holders: Vec<Option<String>>,
}

impl Noted {
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

/// What the inbox knows about work that was begun before.
struct Seen<'a> {
    job: Uuid,
    holder: Option<&'a str>,
    strikes: i32,
    failures: i32,
    done: bool,
    /// Seconds that the holder's lease still runs; `None` if it never had one.
    alive_for: Option<f64>,
}

/// The answer, and the strikes to remember. `deaths` is the fleet's recent total.
fn decide(seen: &Seen<'_>, me: &str, deaths: i64) -> (Begun, i32) {
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
        (Some(_), _) => after_death(seen.job, seen.strikes + 1, deaths, go, seen.strikes),
    }
}

/// Its holder died: the `strikes`-th time.
fn after_death(job: Uuid, strikes: i32, deaths: i64, go: Begun, before: i32) -> (Begun, i32) {
    let to_blame = i64::from(strikes) * SHARE_OF_DEATHS >= deaths || strikes >= MOST_STRIKES;
    if strikes >= STRIKES && to_blame {
        return (Begun::Poisoned { starts: u32::try_from(strikes).unwrap_or(0) }, before);
    }
    if strikes < STRIKES - 1 {
        return (go, strikes);
    }
    let share = u32::from(job.as_bytes()[15]);
    (Begun::Held { retry_after: (SPREAD * share / 256).max(SHORTEST_WAIT) }, strikes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALM: i64 = 3;
    const STORM: i64 = 90;

    fn seen(holder: Option<&str>, strikes: i32, alive_for: Option<f64>) -> Seen<'_> {
        Seen { job: Uuid::from_bytes([128; 16]), holder, strikes, failures: 2, done: false, alive_for }
    }

    #[test]
    fn only_the_death_of_another_holder_is_a_strike() {
        let go = Begun::Go { failures: 2 };
        assert_eq!(decide(&seen(None, 1, None), "me", CALM), (go.clone(), 1), "paused");
        assert_eq!(decide(&seen(Some("me"), 1, None), "me", CALM), (go.clone(), 1), "ours");
        assert_eq!(decide(&seen(Some("you"), 0, Some(-0.5)), "me", CALM), (go, 1), "dead");
        let spread = Begun::Held { retry_after: Duration::from_secs(1) };
        assert_eq!(decide(&seen(Some("you"), 1, None), "me", CALM), (spread, 2), "twice dead: out of step");
        let held = decide(&seen(Some("you"), 2, Some(7.0)), "me", CALM);
        assert_eq!(held, (Begun::Held { retry_after: Duration::from_secs(7) }, 2));
        let done = Seen { done: true, ..seen(Some("you"), 2, None) };
        assert_eq!(decide(&done, "me", CALM).0, Begun::Done);
    }

    #[test]
    fn three_deaths_are_its_own_fault_unless_everybody_dies() {
        let third = seen(Some("you"), 2, None);
        assert_eq!(decide(&third, "me", CALM), (Begun::Poisoned { starts: 3 }, 2));
        assert_eq!(decide(&third, "me", 6), (Begun::Poisoned { starts: 3 }, 2), "there at every second death");
        assert!(matches!(decide(&third, "me", STORM), (Begun::Held { .. }, 3)));
        let twentieth = seen(Some("you"), 19, None);
        assert_eq!(decide(&twentieth, "me", STORM).0, Begun::Poisoned { starts: 20 });
    }
}
