//! Settle calls, each once.

use std::collections::{BTreeMap, BTreeSet};

use domain::port::{CallEnd, StepKey, Tokens};
use domain::{JobId, MicroUsd};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::{Deltas, lock_and_move};
use crate::batch::Work;
use crate::effect::column;
use crate::failure::Failed;
use crate::journal::step;
use crate::store::Shared;

const LOCK: &str = "
SELECT id, job, step, input, state, charged, budgets FROM call
WHERE id = ANY($1) AND state IN ('intent', 'unknown') ORDER BY id FOR UPDATE";

const SETTLE: &str = "
UPDATE call SET state = ended.state, charged = ended.charged, tokens_read = ended.read, tokens_written = ended.written, closed_at = now()
FROM unnest($1::uuid[], $2::text[], $3::int8[], $4::int8[], $5::int8[]) AS ended (id, state, charged, read, written)
WHERE call.id = ended.id";

/// A call and how it ended.
pub(crate) struct Closing {
    pub(crate) call: JobId,
    pub(crate) end: CallEnd,
}

pub(crate) struct Close;

impl Work for Close {
    type In = Closing;
    type Out = ();
    const NAME: &'static str = "ledger close";

    fn bytes(input: &Closing) -> usize {
        if let CallEnd::Settled { reply, .. } = &input.end { reply.len() } else { 0 }
    }

    async fn apply(conn: &mut PgConnection, _: &Shared, members: &[Closing]) -> Result<Vec<()>, Failed> {
        let mut ends: BTreeMap<Uuid, &CallEnd> = BTreeMap::new();
        for member in members {
            ends.entry(member.call.0).or_insert(&member.end);
        }
        settle(conn, &ends).await?;
        Ok(vec![(); members.len()])
    }
}

/// A row of `call` that is not settled yet.
type Row = (Uuid, Uuid, String, String, String, i64, Vec<String>);

/// Settles what is an intent, or was given up as unknown and is known now; leaves everything else as it is.
pub(super) async fn settle(conn: &mut PgConnection, ends: &BTreeMap<Uuid, &CallEnd>) -> Result<(), Failed> {
    let ids: Vec<Uuid> = ends.keys().copied().collect();
    let rows: Vec<Row> = sqlx::query_as(LOCK).bind(&ids).fetch_all(&mut *conn).await?;
    let (mut settled, mut deltas, mut replies) = (Vec::new(), Deltas::new(), Vec::new());
    for (id, job, step, input, state, charged, budgets) in rows {
        let Some(end) = ends.get(&id) else { continue };
        let (new_state, now_charged) = outcome(end, charged);
        if new_state == state {
            continue;
        }
        // By scope, each once: an intent that names a scope twice reserved it once.
        for scope in budgets.into_iter().collect::<BTreeSet<_>>() {
            *deltas.entry(scope).or_insert(0) += now_charged - charged;
        }
        settled.push(Settlement { id, state: new_state, charged: now_charged, tokens: tokens(end) });
        if let CallEnd::Settled { reply, .. } = end {
            replies.push((StepKey { job: JobId(job), step, input }, reply.as_slice()));
        }
    }
    write(conn, settled).await?;
    lock_and_move(conn, deltas).await?;
    if replies.is_empty() {
        return Ok(());
    }
    step::insert(conn, &step::first_values(replies.iter().map(|(key, reply)| (key, *reply)))).await
}

/// The state a call ends in and what it is charged then. The truth is charged, also should it exceed the reservation.
fn outcome(end: &CallEnd, reserved: i64) -> (&'static str, i64) {
    let amount = |amount: &MicroUsd| amount.as_i64();
    match end {
        CallEnd::Settled { actual, .. } => ("settled", amount(actual)),
        CallEnd::Wasted { actual, .. } => ("wasted", amount(actual)),
        CallEnd::Refused => ("refused", 0),
        CallEnd::Unknown => ("unknown", reserved),
    }
}

/// What was read and written, where the provider said so.
fn tokens(end: &CallEnd) -> Option<Tokens> {
    match end {
        CallEnd::Settled { tokens, .. } | CallEnd::Wasted { tokens, .. } => Some(*tokens),
        CallEnd::Refused | CallEnd::Unknown => None,
    }
}

/// A call's row as it shall be.
struct Settlement {
    id: Uuid,
    state: &'static str,
    charged: i64,
    tokens: Option<Tokens>,
}

async fn write(conn: &mut PgConnection, settled: Vec<Settlement>) -> Result<(), Failed> {
    if settled.is_empty() {
        return Ok(());
    }
    let rows: Vec<&Settlement> = settled.iter().collect();
    let amount = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
    let settle = sqlx::query(SETTLE)
        .bind(column(&rows, |row| row.id))
        .bind(column(&rows, |row| row.state))
        .bind(column(&rows, |row| row.charged))
        .bind(column(&rows, |row| row.tokens.map(|tokens| amount(tokens.read))))
        .bind(column(&rows, |row| row.tokens.map(|tokens| amount(tokens.written))));
    settle.execute(conn).await?;
    Ok(())
}
