//! Accepts events: writes them to the outbox in one transaction for many concurrent requests. The caller acknowledges
//! the publisher after the commit; the relay publishes what the caller does not.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use domain::access::TokenId;
use domain::port::PortError;
use domain::{Outgoing, Tenant};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::request::RequestKey;
use super::requesters;
use crate::audit::changes::{self, RecordedChange};
use crate::batch::{Batcher, Operation};
use crate::database::Database;
use crate::failure::Failed;
use crate::fair::FairPermits;
use crate::journal::outbox;

/// Events of one request, or of a part of it.
#[derive(Debug, Clone)]
pub struct Submission {
    /// Messages of the events. The id of each is the event's job.
    pub events: Vec<Outgoing>,
    /// Idempotency key, if the client sent one.
    pub key: Option<RequestKey>,
    /// Line of the audit trail, written if one of the events is new.
    pub change: Option<RecordedChange>,
}

/// Outcome of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Acceptance {
    /// The events are stored. One entry per event, in order: `true` if the fleet knew the event before.
    Stored(Vec<bool>),
    /// The idempotency key was used for another request. Nothing is stored.
    KeyReused,
}

/// Number and size of events from which a submission is large.
const LARGE: (usize, usize) = (64, 128 << 10);
/// Submissions of all tenants, and of one, that form a batch or wait for it. A batch has 512 at most.
const SMALL_TURNS: (usize, usize) = (512, 256);
/// The same for large submissions, which are batches by themselves.
const LARGE_TURNS: (usize, usize) = (4, 1);

fn is_large(submission: &Submission) -> bool {
    submission.events.len() > LARGE.0 || Accept::bytes(submission) > LARGE.1
}

/// The queues of submissions.
pub(crate) struct AcceptLanes {
    small: Batcher<Accept>,
    small_turns: FairPermits,
    large: Batcher<AcceptLarge>,
    large_turns: FairPermits,
}

impl AcceptLanes {
    pub(crate) fn start(database: &Arc<Database>) -> Self {
        Self {
            small: Batcher::start(database),
            small_turns: FairPermits::new(SMALL_TURNS.0, SMALL_TURNS.1),
            large: Batcher::start(database),
            large_turns: FairPermits::new(LARGE_TURNS.0, LARGE_TURNS.1),
        }
    }

    /// Stores a submission when it is the turn of its tenant.
    pub(super) async fn submit(&self, submission: Submission) -> Result<Acceptance, PortError> {
        let tenant = submission.events.first().map(|event| event.tenant.clone());
        if is_large(&submission) {
            let _turn = self.large_turns.acquire(tenant.as_ref()).await;
            return self.large.submit(submission).await;
        }
        let _turn = self.small_turns.acquire(tenant.as_ref()).await;
        self.small.submit(submission).await
    }
}

/// [`Accept`] for large submissions, one at a time.
pub(crate) struct AcceptLarge;

impl Operation for AcceptLarge {
    type Input = Submission;
    type Output = Acceptance;
    const NAME: &'static str = "accept large";

    fn bytes(input: &Submission) -> usize {
        Accept::bytes(input)
    }

    fn tenants(members: &[Submission]) -> Option<Vec<&Tenant>> {
        Accept::tenants(members)
    }

    async fn apply(conn: &mut PgConnection, db: &Database, members: &[Submission]) -> Result<Vec<Acceptance>, Failed> {
        Accept::apply(conn, db, members).await
    }
}

/// Inserts in the order of the key, so that two batches cannot deadlock. Of two requests with the same key in one batch
/// the first inserts the row.
const KEYS: &str = "
INSERT INTO gateway_request (tenant, key, hash) SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[])
ON CONFLICT (tenant, key) DO NOTHING";

const HASHES: &str = "
SELECT r.tenant, r.key, r.hash FROM unnest($1::text[], $2::text[]) AS w (tenant, key)
JOIN gateway_request r ON r.tenant = w.tenant AND r.key = w.key";

/// Events that were published to the stream directly have no outbox row.
const PROCESSED: &str =
    "SELECT job FROM event WHERE job = ANY($1) UNION ALL SELECT job FROM verdict WHERE job = ANY($1)";

pub(crate) struct Accept;

impl Operation for Accept {
    type Input = Submission;
    type Output = Acceptance;
    const NAME: &'static str = "accept";
    const FLUSHERS: usize = 2;

    fn bytes(input: &Submission) -> usize {
        input.events.iter().map(|event| event.payload.len()).sum()
    }

    fn tenants(members: &[Submission]) -> Option<Vec<&Tenant>> {
        Some(members.iter().flat_map(tenants_of).collect())
    }

    async fn apply(conn: &mut PgConnection, _: &Database, members: &[Submission]) -> Result<Vec<Acceptance>, Failed> {
        let hashes = claim_keys(conn, members).await?;
        let is_valid = |member: &Submission| {
            member.key.as_ref().is_none_or(|key| hashes.get(&named(key)).is_some_and(|hash| *hash == key.hash))
        };
        let valid: Vec<bool> = members.iter().map(is_valid).collect();
        let accepted = members.iter().zip(&valid).filter(|(_, valid)| **valid).map(|(member, _)| member);
        let messages: Vec<&Outgoing> = accepted.flat_map(|member| &member.events).collect();
        let mut new: HashSet<Uuid> = outbox::insert_new(conn, &messages).await?.into_iter().collect();
        for job in processed(conn, &new).await? {
            new.remove(&job);
        }
        // Of equal events in one batch, the first one is new.
        let answer = |(member, valid): (&Submission, bool)| match valid {
            true => Acceptance::Stored(member.events.iter().map(|event| !new.remove(&event.id.0)).collect()),
            false => Acceptance::KeyReused,
        };
        let answers: Vec<Acceptance> = members.iter().zip(valid).map(answer).collect();
        let is_new =
            |answer: &Acceptance| matches!(answer, Acceptance::Stored(known) if known.iter().any(|known| !known));
        let made = members.iter().zip(&answers).filter(|(_, answer)| is_new(answer));
        let made: Vec<&RecordedChange> = made.filter_map(|(member, _)| member.change.as_ref()).collect();
        changes::insert(conn, &made).await?;
        requesters::insert(conn, &sent(members, &answers)).await?;
        Ok(answers)
    }
}

/// Returns the new events, with the tokens that sent them.
fn sent<'a>(members: &'a [Submission], answers: &[Acceptance]) -> Vec<(&'a Outgoing, Option<TokenId>)> {
    let new = |(member, answer): (&'a Submission, &Acceptance)| {
        let Acceptance::Stored(known) = answer else { return Vec::new() };
        let token = member.change.as_ref().map(|change| change.token);
        let events = member.events.iter().zip(known).filter(|(_, known)| !**known);
        events.map(|(event, _)| (event, token)).collect()
    };
    members.iter().zip(answers).flat_map(new).collect()
}

fn tenants_of(submission: &Submission) -> impl Iterator<Item = &Tenant> {
    let Submission { events, key, change } = submission;
    let (key, change) = (key.iter().map(|key| &key.tenant), change.iter().map(|change| &change.tenant));
    events.iter().map(|event| &event.tenant).chain(key).chain(change)
}

type KeyName = (String, String);

fn named(key: &RequestKey) -> KeyName {
    (key.tenant.to_string(), key.key.clone())
}

/// Inserts the keys and returns the stored hash of each.
async fn claim_keys(conn: &mut PgConnection, members: &[Submission]) -> Result<HashMap<KeyName, Vec<u8>>, Failed> {
    let mut first: BTreeMap<KeyName, &[u8]> = BTreeMap::new();
    for key in members.iter().filter_map(|member| member.key.as_ref()) {
        first.entry(named(key)).or_insert(&key.hash);
    }
    if first.is_empty() {
        return Ok(HashMap::new());
    }
    let (names, hashes): (Vec<KeyName>, Vec<&[u8]>) = first.into_iter().unzip();
    let (tenants, keys): (Vec<String>, Vec<String>) = names.into_iter().unzip();
    sqlx::query(KEYS).bind(&tenants).bind(&keys).bind(&hashes).execute(&mut *conn).await?;
    let rows: Vec<(String, String, Vec<u8>)> =
        sqlx::query_as(HASHES).bind(&tenants).bind(&keys).fetch_all(conn).await?;
    Ok(rows.into_iter().map(|(tenant, key, hash)| ((tenant, key), hash)).collect())
}

async fn processed(conn: &mut PgConnection, jobs: &HashSet<Uuid>) -> Result<Vec<Uuid>, Failed> {
    if jobs.is_empty() {
        return Ok(Vec::new());
    }
    let jobs: Vec<Uuid> = jobs.iter().copied().collect();
    Ok(sqlx::query_scalar(PROCESSED).bind(&jobs).fetch_all(conn).await?)
}
