//! Opening calls: reserves the maximum and records the intent, or denies the call. Each intent of a batch is decided
//! separately.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::Duration;

use domain::JobId;
use domain::port::{BatchRequest, CallIntent, MAX_UNANSWERED_CALLS, Opened, Queued, StepKey};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::batched::{self, BATCH_INSTANCE, Batched, Earlier};
use super::budgets::{Funds, LockedBudgets};
use super::opening::{Decision, Opening, Way};
use crate::columns::column;
use crate::database::Database;
use crate::failure::Failed;
use crate::journal::step::{Key, primary_key, read_many};
use crate::rows::row;
use crate::text::clean;

/// Selects and locks the earlier calls of these steps with any input, in the order of the id.
const CALLS: &str = "
SELECT c.id, c.job, c.step, c.input, c.attempt, c.state = 'intent', c.instance, c.opening,
       coalesce(a.alive_until > now(), false), c.unanswered
FROM unnest($1::uuid[], $2::text[]) AS asked (job, step)
JOIN call c USING (job, step)
LEFT JOIN instance a ON a.name = c.instance
ORDER BY c.id
FOR UPDATE OF c";

/// A call whose own instance retries the step has given no reply.
const MARK_UNKNOWN: &str =
    "UPDATE call SET state = 'unknown', closed_at = now(), unanswered = (instance = $2) WHERE id = ANY($1)";

const INTENTS: &str = "
INSERT INTO call (id, job, step, input, attempt, state, max, charged, budgets, tenant, agent, provider, model, instance, opening)
SELECT id, job, step, input, attempt, 'intent', max, max, string_to_array(budgets, E'\\n'), tenant, agent, provider, model, instance, opening
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::int[], $6::int8[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::int8[])
     AS made (id, job, step, input, attempt, max, budgets, tenant, agent, provider, model, instance, opening)
ON CONFLICT (id) DO NOTHING";

/// A new row of `call`.
struct NewCall<'a> {
    id: JobId,
    attempt: i32,
    opening: i64,
    budgets: String,
    intent: &'a CallIntent,
    /// The request, if the call is made in a batch.
    request: Option<&'a BatchRequest>,
}

row! {
    struct CallRow {
        id: Uuid,
        job: Uuid,
        step: String,
        input: String,
        attempt: i32,
        open: bool,
        instance: String,
        opening: i64,
        alive: bool,
        unanswered: bool,
    }
}

/// Earlier calls of the steps of a batch.
#[derive(Default)]
pub(super) struct CallHistory {
    /// Number of calls by step.
    attempts: BTreeMap<Key, i32>,
    /// Number of calls that were paid and gave no reply, by job and step.
    unanswered: BTreeMap<(Uuid, String), u32>,
    /// Calls recorded by the same `open` call, whose answer was lost, by opening.
    own: BTreeMap<i64, JobId>,
    /// Open intents that will not be closed: their instance is dead, or this instance retries the step.
    abandoned: Vec<Uuid>,
    /// Earlier calls of the steps in batches.
    batched: Batched,
}

impl CallHistory {
    pub(super) async fn lock(
        conn: &mut PgConnection,
        database: &Database,
        openings: &[&Opening],
    ) -> Result<Self, Failed> {
        if openings.is_empty() {
            return Ok(Self::default());
        }
        let keys: BTreeSet<Key> = openings.iter().map(|opening| primary_key(&opening.intent.step)).collect();
        // Keys with different inputs may share a step.
        let steps: BTreeSet<(Uuid, &str)> = keys.iter().map(|key| (key.0, key.1.as_str())).collect();
        let (jobs, steps): (Vec<Uuid>, Vec<&str>) = steps.into_iter().unzip();
        let rows: Vec<CallRow> = sqlx::query_as(CALLS).bind(jobs).bind(steps).fetch_all(&mut *conn).await?;
        let mut history = Self { batched: Batched::read(conn, openings).await?, ..Self::default() };
        let openings: HashSet<i64> = openings.iter().map(|opening| opening.opening).collect();
        for CallRow { id, job, step, input, attempt, open, instance, opening, alive, unanswered } in rows {
            let of_step = (job, step.clone());
            *history.unanswered.entry(of_step.clone()).or_insert(0) += u32::from(unanswered);
            let key = (job, step, input);
            if !keys.contains(&key) {
                continue;
            }
            let made = history.attempts.entry(key).or_insert(0);
            *made = (*made).max(attempt + 1);
            let ours = instance == database.instance;
            if ours && openings.contains(&opening) {
                history.own.insert(opening, JobId(id));
            } else if open && (ours || !alive) {
                *history.unanswered.entry(of_step).or_insert(0) += u32::from(ours);
                history.abandoned.push(id);
            }
        }
        Ok(history)
    }

    fn unanswered(&self, step: &StepKey) -> u32 {
        self.unanswered.get(&(step.job.0, step.step.clone())).copied().unwrap_or(0)
    }

    /// Marks abandoned calls as unknown. They stay charged with their maximum until they are resolved.
    pub(super) async fn mark_abandoned_unknown(
        &self,
        conn: &mut PgConnection,
        database: &Database,
    ) -> Result<(), Failed> {
        if !self.abandoned.is_empty() {
            let mark = sqlx::query(MARK_UNKNOWN).bind(&self.abandoned).bind(&database.instance);
            mark.execute(conn).await?;
        }
        Ok(())
    }
}

/// Decides the intents of a batch, one after the other.
pub(super) struct Admission<'a> {
    budgets: LockedBudgets<'a>,
    history: CallHistory,
    /// Memoised replies by step.
    remembered: BTreeMap<Key, Vec<u8>>,
    new: Vec<NewCall<'a>>,
}

impl<'a> Admission<'a> {
    pub(super) async fn start(
        conn: &mut PgConnection,
        openings: &[&'a Opening],
        history: CallHistory,
        funds: Funds<'a>,
    ) -> Result<Self, Failed> {
        let steps = openings.iter().map(|opening| &opening.intent.step).chain(history.batched.steps());
        let remembered = read_many(conn, steps).await?;
        let intents: Vec<&CallIntent> = openings.iter().map(|opening| &opening.intent).collect();
        let budgets = LockedBudgets::lock(conn, &intents, funds).await?;
        Ok(Self { budgets, history, remembered, new: Vec::new() })
    }

    pub(super) fn decide(&mut self, opening: &'a Opening) -> Decision {
        match &opening.way {
            Way::Now => Decision::Opened(self.open(opening)),
            Way::Batch(request) => Decision::Queued(self.queue(opening, request.as_ref())),
        }
    }

    fn open(&mut self, opening: &'a Opening) -> Opened {
        let key = primary_key(&opening.intent.step);
        if let Some(value) = self.remembered.get(&key) {
            return Opened::Remembered(value.clone());
        }
        if let Some(call) = self.history.own.get(&opening.opening) {
            return Opened::Go(*call);
        }
        match self.history.unanswered(&opening.intent.step) {
            calls if calls >= MAX_UNANSWERED_CALLS => Opened::Unanswered { calls },
            _ => self.reserve(opening, None),
        }
    }

    /// A step is queued once: an earlier call of the step in a batch is waited for, or has given a reply, or has
    /// failed, and then the call is made in the ordinary way.
    fn queue(&mut self, opening: &'a Opening, request: Option<&'a BatchRequest>) -> Queued {
        let step = &opening.intent.step;
        if let Some(value) = self.remembered.get(&primary_key(step)) {
            return Queued::Remembered(value.clone());
        }
        match self.history.batched.earlier(step) {
            Some(Earlier { waited: Some(waited), .. }) => return Queued::Waiting { waited: *waited },
            Some(Earlier { step, .. }) => {
                let reply = self.remembered.get(&primary_key(step));
                return reply.map_or(Queued::Ordinary, |value| Queued::Remembered(value.clone()));
            }
            None => {}
        }
        let exhausted = self.history.unanswered(step) >= MAX_UNANSWERED_CALLS;
        let Some(request) = request.filter(|_| !exhausted) else { return Queued::Ordinary };
        match self.reserve(opening, Some(request)) {
            Opened::Denied { scope, left } => Queued::Denied { scope, left },
            Opened::Go(_) | Opened::Remembered(_) | Opened::Unanswered { .. } => {
                self.history.batched.add(step);
                Queued::Waiting { waited: Duration::ZERO }
            }
        }
    }

    /// Reserves the maximum and adds the call, or denies it.
    fn reserve(&mut self, opening: &'a Opening, request: Option<&'a BatchRequest>) -> Opened {
        let key = primary_key(&opening.intent.step);
        let scopes = match self.budgets.reserve(&opening.intent) {
            Ok(scopes) => scopes,
            Err(denied) => return denied,
        };
        let made = self.history.attempts.entry(key).or_insert(0);
        let attempt = *made;
        *made += 1;
        let id = call_id(&opening.intent.step, attempt);
        let budgets = scopes.into_iter().collect::<Vec<_>>().join("\n");
        self.new.push(NewCall { id, attempt, opening: opening.opening, budgets, intent: &opening.intent, request });
        Opened::Go(id)
    }

    /// Writes the new intents and the changed budgets.
    pub(super) async fn write(self, conn: &mut PgConnection, database: &Database) -> Result<(), Failed> {
        insert(conn, database, &self.new).await?;
        let requests = self.new.iter().filter_map(|call| Some((call.id, &call.intent.step, call.request?)));
        batched::insert(conn, requests.collect()).await?;
        self.budgets.write(conn).await
    }
}

/// Returns the id of a call, which depends only on the step and the attempt.
fn call_id(step: &StepKey, attempt: i32) -> JobId {
    JobId::named(&["call", &step.job.to_string(), &step.step, &step.input, &attempt.to_string()])
}

async fn insert(conn: &mut PgConnection, database: &Database, new: &[NewCall<'_>]) -> Result<(), Failed> {
    if new.is_empty() {
        return Ok(());
    }
    let rows: Vec<&NewCall<'_>> = new.iter().collect();
    let insert = sqlx::query(INTENTS)
        .bind(column(&rows, |row| row.id.0))
        .bind(column(&rows, |row| row.intent.step.job.0))
        .bind(column(&rows, |row| row.intent.step.step.as_str()))
        .bind(column(&rows, |row| row.intent.step.input.as_str()))
        .bind(column(&rows, |row| row.attempt))
        .bind(column(&rows, |row| row.intent.max.as_i64()))
        .bind(column(&rows, |row| row.budgets.as_str()))
        .bind(column(&rows, |row| row.intent.tenant.as_str()))
        .bind(column(&rows, |row| clean(&row.intent.agent)))
        .bind(column(&rows, |row| clean(&row.intent.provider)))
        .bind(column(&rows, |row| clean(&row.intent.model)))
        .bind(column(&rows, |row| if row.request.is_some() { BATCH_INSTANCE } else { database.instance.as_str() }))
        .bind(column(&rows, |row| row.opening));
    // Fewer rows mean that another process opened the same attempt after our select: start over.
    let inserted = insert.execute(conn).await?.rows_affected();
    if inserted == new.len() as u64 { Ok(()) } else { Err(Failed::Again) }
}
