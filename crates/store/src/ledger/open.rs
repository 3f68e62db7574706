//! How calls begin: reserve and write the intent, or deny; each intent is judged by itself.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use domain::port::{CallIntent, Opened, StepKey};
use domain::{JobId, MicroUsd};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::{Deltas, move_locked};
use crate::effect::column;
use crate::effect::text::clean;
use crate::failure::Failed;
use crate::journal::step::{Key, owned, recall_many};
use crate::store::Shared;

/// The calls that these steps have made so far, locked by id.
const CALLS: &str = "
SELECT c.id, c.job, c.step, c.input, c.attempt, c.state = 'intent', c.instance, c.opening,
       coalesce(a.alive_until > now(), false)
FROM unnest($1::uuid[], $2::text[], $3::text[]) AS asked (job, step, input)
JOIN call c USING (job, step, input)
LEFT JOIN instance a ON a.name = c.instance
ORDER BY c.id
FOR UPDATE OF c";

const GIVE_UP: &str = "UPDATE call SET state = 'unknown', closed_at = now() WHERE id = ANY($1)";

/// Creates and locks the budgets in the order of their scopes. A limit can be lowered, never raised. Rows that the condition
/// leaves alone are locked all the same (PostgreSQL, INSERT, "ON CONFLICT Clause"), and not written twice in one transaction.
/// Without a limit a budget is only given back to: it is locked if it is there, and never made.
const LOCK: &str = "
INSERT INTO budget (scope, \"limit\")
SELECT scope, coalesce(\"limit\", 9223372036854775807) FROM unnest($1::text[], $2::int8[]) AS asked (scope, \"limit\")
WHERE \"limit\" IS NOT NULL OR EXISTS (SELECT FROM budget WHERE budget.scope = asked.scope)
ON CONFLICT (scope) DO UPDATE SET \"limit\" = excluded.\"limit\" WHERE budget.\"limit\" > excluded.\"limit\"";

/// The budgets as they stand, once they are locked. From a closed one not even nothing can be had: a free model shall stop as
/// well.
const BUDGETS: &str = "
SELECT scope, CASE WHEN closed THEN committed - 1 ELSE \"limit\" END, committed FROM budget WHERE scope = ANY($1)";

const INTENTS: &str = "
INSERT INTO call (id, job, step, input, attempt, state, max, charged, budgets, tenant, agent, provider, model, instance, opening)
SELECT id, job, step, input, attempt, 'intent', max, max, string_to_array(budgets, E'\\n'), tenant, agent, provider, model, $12, opening
FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::int[], $6::int8[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $13::int8[])
     AS made (id, job, step, input, attempt, max, budgets, tenant, agent, provider, model, opening)
ON CONFLICT (id) DO NOTHING";

/// An intent and which call of `open` brought it.
pub(crate) struct Opening {
    pub(crate) intent: CallIntent,
    pub(crate) opening: i64,
}

/// One row of `call` to be.
struct NewCall<'a> {
    id: JobId,
    attempt: i32,
    opening: i64,
    budgets: String,
    intent: &'a CallIntent,
}

/// id, job, step, input, attempt, open, instance, opening, the instance is alive.
type CallRow = (Uuid, Uuid, String, String, i32, bool, String, i64, bool);

/// What the steps of a group have done before.
#[derive(Default)]
pub(super) struct History {
    /// Calls per step so far.
    attempts: BTreeMap<Key, i32>,
    /// The call that the very same `open` made, if its answer was lost.
    own: BTreeMap<i64, JobId>,
    /// Open intents that nobody will close: their instance is dead, or it is we who try again.
    abandoned: Vec<Uuid>,
}

impl History {
    pub(super) async fn lock(conn: &mut PgConnection, shared: &Shared, openings: &[&Opening]) -> Result<Self, Failed> {
        if openings.is_empty() {
            return Ok(Self::default());
        }
        let keys: BTreeSet<Key> = openings.iter().map(|opening| owned(&opening.intent.step)).collect();
        let jobs: Vec<Uuid> = keys.iter().map(|key| key.0).collect();
        let steps: Vec<&str> = keys.iter().map(|key| key.1.as_str()).collect();
        let inputs: Vec<&str> = keys.iter().map(|key| key.2.as_str()).collect();
        let rows: Vec<CallRow> = sqlx::query_as(CALLS).bind(jobs).bind(steps).bind(inputs).fetch_all(conn).await?;
        let openings: HashSet<i64> = openings.iter().map(|opening| opening.opening).collect();
        let mut history = Self::default();
        for (id, job, step, input, attempt, open, instance, opening, alive) in rows {
            let made = history.attempts.entry((job, step, input)).or_insert(0);
            *made = (*made).max(attempt + 1);
            let ours = instance == shared.instance;
            if ours && openings.contains(&opening) {
                history.own.insert(opening, JobId(id));
            } else if open && (ours || !alive) {
                history.abandoned.push(id);
            }
        }
        Ok(history)
    }

    /// Nobody knows what became of them: they keep their maximum. Somebody who does know may still say so later.
    pub(super) async fn give_up_abandoned(&self, conn: &mut PgConnection) -> Result<(), Failed> {
        if !self.abandoned.is_empty() {
            sqlx::query(GIVE_UP).bind(&self.abandoned).execute(conn).await?;
        }
        Ok(())
    }
}

/// The locked budgets of a group, as they stand and as its members change them.
pub(super) struct Purse {
    left: BTreeMap<String, i64>,
    deltas: Deltas,
}

impl Purse {
    /// Locks every budget of the group. `settled` is what the calls that have ended give back, and is there for those that begin.
    pub(super) async fn lock(conn: &mut PgConnection, openings: &[&Opening], settled: Deltas) -> Result<Self, Failed> {
        let mut limits: BTreeMap<&str, Option<i64>> = settled.keys().map(|scope| (scope.as_str(), None)).collect();
        for budget in openings.iter().flat_map(|opening| &opening.intent.budgets) {
            let limit = limits.entry(budget.scope.key()).or_default();
            *limit = Some(limit.unwrap_or(i64::MAX).min(budget.limit.as_i64()));
        }
        if limits.is_empty() {
            return Ok(Self { left: BTreeMap::new(), deltas: settled });
        }
        let (scopes, amounts): (Vec<&str>, Vec<Option<i64>>) = limits.into_iter().unzip();
        sqlx::query(LOCK).bind(&scopes).bind(amounts).execute(&mut *conn).await?;
        if openings.is_empty() {
            return Ok(Self { left: BTreeMap::new(), deltas: settled });
        }
        let rows: Vec<(String, i64, i64)> = sqlx::query_as(BUDGETS).bind(scopes).fetch_all(conn).await?;
        let left = |(scope, limit, committed): (String, i64, i64)| {
            let given_back = settled.get(&scope).copied().unwrap_or(0);
            (scope, limit - committed - given_back)
        };
        Ok(Self { left: rows.into_iter().map(left).collect(), deltas: settled })
    }

    /// Writes what has changed.
    pub(super) async fn write(self, conn: &mut PgConnection) -> Result<(), Failed> {
        move_locked(conn, self.deltas).await
    }

    /// Takes the maximum from every budget, or from none. A budget that two entries of an intent name counts once.
    fn reserve(&mut self, intent: &CallIntent) -> Result<BTreeSet<String>, Opened> {
        let max = intent.max.as_i64();
        let scopes: BTreeSet<String> = intent.budgets.iter().map(|budget| budget.scope.key().to_owned()).collect();
        for scope in &scopes {
            let left = self.left.get(scope).copied().unwrap_or(0);
            if left < max {
                return Err(Opened::Denied { scope: scope.clone(), left: MicroUsd::from_i64(left) });
            }
        }
        for scope in &scopes {
            *self.left.entry(scope.clone()).or_insert(0) -= max;
            *self.deltas.entry(scope.clone()).or_insert(0) += max;
        }
        Ok(scopes)
    }
}

/// Where intents are judged, one after the other.
pub(super) struct Desk<'a> {
    purse: Purse,
    history: History,
    /// What was paid for before, by step.
    remembered: BTreeMap<Key, Vec<u8>>,
    new: Vec<NewCall<'a>>,
}

impl<'a> Desk<'a> {
    pub(super) async fn set(
        conn: &mut PgConnection,
        openings: &[&'a Opening],
        (history, settled): (History, Deltas),
    ) -> Result<Self, Failed> {
        let remembered = recall_many(conn, openings.iter().map(|opening| &opening.intent.step)).await?;
        let purse = Purse::lock(conn, openings, settled).await?;
        Ok(Self { purse, history, remembered, new: Vec::new() })
    }

    pub(super) fn judge(&mut self, opening: &'a Opening) -> Opened {
        let key = owned(&opening.intent.step);
        if let Some(value) = self.remembered.get(&key) {
            return Opened::Remembered(value.clone());
        }
        if let Some(call) = self.history.own.get(&opening.opening) {
            return Opened::Go(*call);
        }
        let scopes = match self.purse.reserve(&opening.intent) {
            Ok(scopes) => scopes,
            Err(denied) => return denied,
        };
        let made = self.history.attempts.entry(key).or_insert(0);
        let attempt = *made;
        *made += 1;
        let id = call_id(&opening.intent.step, attempt);
        let budgets = scopes.into_iter().collect::<Vec<_>>().join("\n");
        self.new.push(NewCall { id, attempt, opening: opening.opening, budgets, intent: &opening.intent });
        Opened::Go(id)
    }

    /// Writes the intents, and what the budgets carry now.
    pub(super) async fn write(self, conn: &mut PgConnection, shared: &Shared) -> Result<(), Failed> {
        insert(conn, shared, &self.new).await?;
        self.purse.write(conn).await
    }
}

/// The same for the same attempt of the same step, whoever asks.
fn call_id(step: &StepKey, attempt: i32) -> JobId {
    JobId::named(&["call", &step.job.to_string(), &step.step, &step.input, &attempt.to_string()])
}

async fn insert(conn: &mut PgConnection, shared: &Shared, new: &[NewCall<'_>]) -> Result<(), Failed> {
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
        .bind(&shared.instance)
        .bind(column(&rows, |row| row.opening));
    // Another process opened the same attempt between our look and our insert: look again.
    let inserted = insert.execute(conn).await?.rows_affected();
    if inserted == new.len() as u64 { Ok(()) } else { Err(Failed::Again) }
}
