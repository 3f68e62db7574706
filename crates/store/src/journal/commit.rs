//! The outcome of a job, and of many jobs in one flushed transaction.
//!
//! In order, so that no two groups can wait for each other: inbox rows (which decide duplicates), fences, runs, then
//! everything else. A member that turns out stale gives its inbox row back and writes nothing; the others are not touched.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::RunId;
use domain::effect::{Outgoing, When};
use domain::port::{Committed, DeadLetter, Job, PortError, Settled};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::{dead, outbox};
use crate::batch::Work;
use crate::effect::fan_in::{Board, Change};
use crate::effect::research::{self, Fences};
use crate::effect::{Writes, run, write_plain};
use crate::failure::Failed;
use crate::store::Shared;

const CLAIM: &str = "
INSERT INTO inbox (consumer, job, done_at)
SELECT consumer, job, now() FROM unnest($1::text[], $2::uuid[]) AS settled (consumer, job)
ON CONFLICT (consumer, job) DO UPDATE SET done_at = excluded.done_at, holder = NULL WHERE inbox.done_at IS NULL
RETURNING consumer, job";

/// A stale job is open again, and ours: it will be run again here.
const GIVE_BACK: &str = "
UPDATE inbox SET done_at = NULL, holder = $3
FROM unnest($1::text[], $2::uuid[]) AS stale (consumer, job)
WHERE inbox.consumer = stale.consumer AND inbox.job = stale.job";

type Key = (&'static str, Uuid);

/// An outcome as rows.
pub(crate) struct Prepared {
    job: Job,
    writes: Writes,
    outgoing: Vec<Outgoing>,
    dead: Option<Box<DeadLetter>>,
}

/// Turns an outcome into rows, outside any transaction.
pub(crate) fn prepare(settled: Settled) -> Result<Prepared, PortError> {
    let Settled { job, effects, outgoing, dead } = settled;
    let writes = Writes::of(job.id, effects).map_err(|error| Failed::from(error).into_port("an effect"))?;
    Ok(Prepared { job, writes, outgoing, dead })
}

impl Prepared {
    fn key(&self) -> Key {
        (self.job.consumer, self.job.id.0)
    }
}

pub(crate) struct Commit;

impl Work for Commit {
    type In = Prepared;
    type Out = Committed;
    const NAME: &'static str = "commit";
    const FLUSHERS: usize = 2;

    fn bytes(input: &Prepared) -> usize {
        let outgoing: usize = input.outgoing.iter().map(|message| message.payload.len()).sum();
        outgoing + input.writes.bytes() + input.dead.as_ref().map_or(0, |dead| dead.payload.len())
    }

    async fn apply(conn: &mut PgConnection, shared: &Shared, members: &[Prepared]) -> Result<Vec<Committed>, Failed> {
        let claimed = claim(conn, members).await?;
        let mine: Vec<&Prepared> =
            firsts(members).into_values().filter(|member| claimed.contains(&member.key())).collect();
        let verdicts = decide(conn, &mine).await?;
        let stale: Vec<Key> = verdicts
            .iter()
            .filter(|(_, verdict)| matches!(verdict, Committed::Stale(_)))
            .map(|(key, _)| *key)
            .collect();
        if !stale.is_empty() {
            give_back(conn, shared, &stale).await?;
        }
        let kept: Vec<&Prepared> = mine.iter().copied().filter(|member| !stale.contains(&member.key())).collect();
        let writes: Vec<&Writes> = kept.iter().map(|member| &member.writes).collect();
        write_plain(conn, &writes).await?;
        let letters: Vec<&DeadLetter> = kept.iter().filter_map(|member| member.dead.as_deref()).collect();
        dead::insert(conn, &letters).await?;
        outbox::insert(conn, &leaving(&verdicts)).await?;
        Ok(answers(members, verdicts))
    }
}

fn leaving(verdicts: &BTreeMap<Key, Committed>) -> Vec<&Outgoing> {
    let mut leaving = Vec::new();
    for verdict in verdicts.values() {
        if let Committed::New(messages) = verdict {
            leaving.extend(messages);
        }
    }
    leaving
}

/// One member per job, by key: the first. Another for the same job in the same group is its duplicate.
fn firsts(members: &[Prepared]) -> BTreeMap<Key, &Prepared> {
    let mut firsts = BTreeMap::new();
    for member in members {
        firsts.entry(member.key()).or_insert(member);
    }
    firsts
}

/// Marks the jobs done; answers those that had no outcome yet.
async fn claim(conn: &mut PgConnection, members: &[Prepared]) -> Result<HashSet<Key>, Failed> {
    let firsts = firsts(members);
    let (consumers, jobs): (Vec<&str>, Vec<Uuid>) = firsts.keys().copied().unzip();
    let rows: Vec<(String, Uuid)> = sqlx::query_as(CLAIM).bind(&consumers).bind(&jobs).fetch_all(conn).await?;
    let rows: HashSet<(String, Uuid)> = rows.into_iter().collect();
    Ok(firsts.into_keys().filter(|(consumer, job)| rows.contains(&((*consumer).to_owned(), *job))).collect())
}

async fn give_back(conn: &mut PgConnection, shared: &Shared, stale: &[Key]) -> Result<(), Failed> {
    let (consumers, jobs): (Vec<&str>, Vec<Uuid>) = stale.iter().copied().unzip();
    sqlx::query(GIVE_BACK).bind(&consumers).bind(&jobs).bind(&shared.instance).execute(conn).await?;
    Ok(())
}

/// Checks fences and runs and writes what depends on them; the verdict of each member, with what it may say.
async fn decide(conn: &mut PgConnection, mine: &[&Prepared]) -> Result<BTreeMap<Key, Committed>, Failed> {
    let rows: Vec<&research::Row> = mine.iter().flat_map(|member| &member.writes.research).collect();
    let fences = Fences::lock(conn, &rows).await?;
    let changes: Vec<&Change> = mine.iter().flat_map(|member| &member.writes.runs).collect();
    let mut board = run::lock(conn, &changes).await?;
    let mut verdicts = BTreeMap::new();
    let mut kept: Vec<&research::Row> = Vec::new();
    for member in mine {
        let verdict = match stale(member, &fences, &board) {
            Some(why) => Committed::Stale(why),
            None => {
                kept.extend(&member.writes.research);
                let ready: Vec<RunId> = member.writes.runs.iter().filter_map(|change| board.apply(change)).collect();
                Committed::New(released(&member.outgoing, &ready))
            }
        };
        verdicts.insert(member.key(), verdict);
    }
    run::write(conn, &mut board).await?;
    research::insert(conn, &kept).await?;
    Ok(verdicts)
}

fn stale(member: &Prepared, fences: &Fences, board: &Board<'_>) -> Option<String> {
    let fence = member.writes.research.iter().find_map(|row| fences.stale(row));
    fence.or_else(|| member.writes.runs.iter().find_map(|change| board.stale(change)))
}

fn released(outgoing: &[Outgoing], ready: &[RunId]) -> Vec<Outgoing> {
    let said = |message: &&Outgoing| match message.when {
        When::Always => true,
        When::RunReady(run) => ready.contains(&run),
    };
    outgoing.iter().filter(said).cloned().collect()
}

/// One answer per member, in order: the first of a job gets its verdict, everybody else finds a job that has an outcome.
fn answers(members: &[Prepared], verdicts: BTreeMap<Key, Committed>) -> Vec<Committed> {
    let mut left: HashMap<Key, Committed> = verdicts.into_iter().collect();
    let mut answers = Vec::with_capacity(members.len());
    for member in members {
        let answer = match left.get(&member.key()) {
            Some(Committed::Stale(why)) => Committed::Stale(why.clone()),
            _ => left.remove(&member.key()).unwrap_or(Committed::Duplicate),
        };
        answers.push(answer);
    }
    answers
}
