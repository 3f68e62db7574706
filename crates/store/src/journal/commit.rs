//! Commits the outcomes of many jobs in one flushed transaction.
//!
//! Locks in a fixed order, so that two batches cannot deadlock: inbox rows (which decide duplicates), fences, runs,
//! sessions, then everything else. A stale member resets its inbox row and writes nothing; the other members are not
//! affected.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::RunId;
use domain::effect::{Outgoing, When};
use domain::port::{Committed, DeadLetter, Job, PortError, Settled};
use domain::run::RunEffect;
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::{dead, old, outbox, quiet, verdicts};
use crate::batch::Operation;
use crate::database::Database;
use crate::effect::research::{self, Fences};
use crate::effect::run::{LockedRuns, RunChange};
use crate::effect::{Writes, write_offered, write_plain};
use crate::failure::Failed;
use crate::reviews::rows::{Changes, LockedSessions};

const CLAIM: &str = "
INSERT INTO inbox (consumer, job, done_at)
SELECT consumer, job, now() FROM unnest($1::text[], $2::uuid[]) AS settled (consumer, job)
ON CONFLICT (consumer, job) DO UPDATE SET done_at = excluded.done_at, holder = NULL WHERE inbox.done_at IS NULL
RETURNING consumer, job, xmax = 0";

/// Reopens a stale job and assigns it to this instance, which runs it again.
const REOPEN: &str = "
UPDATE inbox SET done_at = NULL, holder = $3
FROM unnest($1::text[], $2::uuid[]) AS stale (consumer, job)
WHERE inbox.consumer = stale.consumer AND inbox.job = stale.job";

type Key = (&'static str, Uuid);

/// An outcome converted to rows.
pub(crate) struct Prepared {
    job: Job,
    writes: Writes,
    outgoing: Vec<Outgoing>,
    dead: Option<Box<DeadLetter>>,
}

/// Converts an outcome to rows, outside any transaction.
pub(crate) fn prepare(settled: Settled) -> Result<Prepared, PortError> {
    let Settled { job, effects, outgoing, dead } = settled;
    let writes = Writes::from_effects(job.id, effects).map_err(|error| Failed::from(error).into_port("an effect"))?;
    Ok(Prepared { job, writes, outgoing, dead })
}

impl Prepared {
    fn key(&self) -> Key {
        (self.job.consumer, self.job.id.0)
    }
}

pub(crate) struct Commit;

impl Operation for Commit {
    type Input = Prepared;
    type Output = Committed;
    const NAME: &'static str = "commit";
    const FLUSHERS: usize = 2;

    fn bytes(input: &Prepared) -> usize {
        let outgoing: usize = input.outgoing.iter().map(|message| message.payload.len()).sum();
        outgoing + input.writes.bytes() + input.dead.as_ref().map_or(0, |dead| dead.payload.len())
    }

    async fn apply(
        conn: &mut PgConnection,
        database: &Database,
        members: &[Prepared],
    ) -> Result<Vec<Committed>, Failed> {
        let claimed = claim(conn, members).await?;
        let mine: Vec<&Prepared> =
            firsts(members).into_values().filter(|member| claimed.contains(&member.key())).collect();
        let decisions = decide(conn, &mine).await?;
        let stale: Vec<Key> = decisions
            .iter()
            .filter(|(_, decision)| matches!(decision, Committed::Stale(_)))
            .map(|(key, _)| *key)
            .collect();
        if !stale.is_empty() {
            reopen(conn, database, &stale).await?;
        }
        let current: Vec<&Prepared> = mine.iter().copied().filter(|member| !stale.contains(&member.key())).collect();
        let writes: Vec<&Writes> = current.iter().map(|member| &member.writes).collect();
        write_plain(conn, &writes, database.shares_memory).await?;
        let letters: Vec<&DeadLetter> = current.iter().filter_map(|member| member.dead.as_deref()).collect();
        dead::insert(conn, &letters).await?;
        outbox::insert(conn, &messages(&decisions)).await?;
        write_offered(conn, &writes).await?;
        outbox::consumed(conn, &current.iter().map(|member| member.key()).collect::<Vec<_>>()).await?;
        Ok(answers(members, decisions))
    }
}

fn messages(decisions: &BTreeMap<Key, Committed>) -> Vec<&Outgoing> {
    let mut all = Vec::new();
    for decision in decisions.values() {
        if let Committed::New(messages) = decision {
            all.extend(messages);
        }
    }
    all
}

/// Returns the first member of each job, ordered by key. Further members for the same job are duplicates.
fn firsts(members: &[Prepared]) -> BTreeMap<Key, &Prepared> {
    let mut firsts = BTreeMap::new();
    for member in members {
        firsts.entry(member.key()).or_insert(member);
    }
    firsts
}

/// Marks the jobs as done. Returns those that had no outcome yet. A row that is inserted, because no start was
/// recorded, may be that of a job that ended before.
async fn claim(conn: &mut PgConnection, members: &[Prepared]) -> Result<HashSet<Key>, Failed> {
    let firsts = firsts(members);
    let (consumers, jobs): (Vec<&str>, Vec<Uuid>) = firsts.keys().copied().unzip();
    let rows: Vec<(String, Uuid, bool)> =
        sqlx::query_as(CLAIM).bind(&consumers).bind(&jobs).fetch_all(&mut *conn).await?;
    let inserted = rows.iter().filter(|(.., inserted)| *inserted);
    let inserted: Vec<(String, Uuid)> = inserted.map(|(consumer, job, _)| (consumer.clone(), *job)).collect();
    let ended = old::withdraw(conn, &inserted).await?;
    let rows = rows.into_iter().map(|(consumer, job, _)| (consumer, job));
    let rows: HashSet<(String, Uuid)> = rows.filter(|key| !ended.contains(key)).collect();
    let claimed = firsts.into_keys().filter(|(consumer, job)| rows.contains(&((*consumer).to_owned(), *job))).collect();
    without_verdict(conn, claimed).await
}

/// Removes the jobs that have a verdict, and marks the others of the consumer whose jobs may be quiet.
async fn without_verdict(conn: &mut PgConnection, mut claimed: BTreeSet<Key>) -> Result<HashSet<Key>, Failed> {
    let marked = verdicts::mark(conn, &quiet_jobs(&claimed)).await?;
    claimed.retain(|(consumer, job)| *consumer != quiet::CONSUMER || marked.contains(job));
    Ok(claimed.into_iter().collect())
}

/// Returns the jobs that may be quiet, in the order of the keys.
fn quiet_jobs<'a>(keys: impl IntoIterator<Item = &'a Key>) -> Vec<Uuid> {
    keys.into_iter().filter(|(consumer, _)| *consumer == quiet::CONSUMER).map(|(_, job)| *job).collect()
}

async fn reopen(conn: &mut PgConnection, database: &Database, stale: &[Key]) -> Result<(), Failed> {
    let (consumers, jobs): (Vec<&str>, Vec<Uuid>) = stale.iter().copied().unzip();
    sqlx::query(REOPEN).bind(&consumers).bind(&jobs).bind(&database.instance).execute(&mut *conn).await?;
    verdicts::unmark(conn, &quiet_jobs(stale)).await
}

/// Checks fences, runs and sessions and writes the rows that depend on them. Returns the decision for each member, with
/// the messages that it may publish.
async fn decide(conn: &mut PgConnection, mine: &[&Prepared]) -> Result<BTreeMap<Key, Committed>, Failed> {
    let rows: Vec<&research::Row> = mine.iter().flat_map(|member| &member.writes.research).collect();
    let fences = Fences::lock(conn, &rows).await?;
    let changes: Vec<&RunChange> = mine.iter().flat_map(|member| &member.writes.runs).collect();
    let mut runs = LockedRuns::lock(conn, &changes).await?;
    let macros: Vec<&Changes> = mine.iter().flat_map(|member| &member.writes.macros).collect();
    let mut sessions = LockedSessions::lock(conn, &macros).await?;
    let mut decisions = BTreeMap::new();
    let mut kept: Vec<&research::Row> = Vec::new();
    for member in mine {
        let decision = match stale(member, &fences, &runs, &sessions) {
            Some(why) => Committed::Stale(why),
            None => {
                kept.extend(&member.writes.research);
                member.writes.macros.iter().for_each(|change| sessions.apply(change));
                let ready: Vec<RunId> = member
                    .writes
                    .runs
                    .iter()
                    .filter(|change| releases(&runs.apply(change)))
                    .map(RunChange::run)
                    .collect();
                Committed::New(released(&member.outgoing, &ready))
            }
        };
        decisions.insert(member.key(), decision);
    }
    runs.write(conn).await?;
    sessions.write(conn).await?;
    research::insert(conn, &kept).await?;
    research::release(conn, &kept).await?;
    Ok(decisions)
}

fn stale(member: &Prepared, fences: &Fences, runs: &LockedRuns<'_>, sessions: &LockedSessions<'_>) -> Option<String> {
    let fence = member.writes.research.iter().find_map(|row| fences.stale(row));
    let check = |change: &RunChange| Some(format!("run {}: {}", change.run(), runs.check(change).err()?));
    let run = || member.writes.runs.iter().find_map(check);
    fence.or_else(run).or_else(|| member.writes.macros.iter().find_map(|change| sessions.stale(change)))
}

fn releases(effects: &[RunEffect]) -> bool {
    effects.iter().any(|effect| matches!(effect, RunEffect::ReleaseRound { .. }))
}

fn released(outgoing: &[Outgoing], ready: &[RunId]) -> Vec<Outgoing> {
    let is_released = |message: &&Outgoing| match message.when {
        When::Always => true,
        When::RunReady(run) => ready.contains(&run),
    };
    outgoing.iter().filter(is_released).cloned().collect()
}

/// Returns one answer per member, in order: the first member of a job gets its decision, further ones are duplicates.
fn answers(members: &[Prepared], decisions: BTreeMap<Key, Committed>) -> Vec<Committed> {
    let mut left: HashMap<Key, Committed> = decisions.into_iter().collect();
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
