//! Closing calls. Each call is settled once.

use std::collections::{BTreeMap, BTreeSet};

use domain::port::{CallEnd, Tokens};
use domain::{JobId, MicroUsd};
use sqlx::postgres::PgConnection;
use uuid::Uuid;

use super::deltas::Deltas;
use crate::columns::column;
use crate::failure::Failed;
use crate::journal::step;
use crate::rows::row;

const LOCK: &str = "
SELECT id, job, step, input, state, charged, budgets, max FROM call
WHERE id = ANY($1) AND state IN ('intent', 'unknown', 'refused') ORDER BY id FOR UPDATE";

/// An open call that ends without a reply is unanswered. Calls of dead workers are no longer open when they are
/// settled.
const SETTLE: &str = "
UPDATE call SET state = ended.state, charged = ended.charged, tokens_read = ended.read, tokens_written = ended.written, closed_at = now(),
    unanswered = call.unanswered OR (call.state = 'intent' AND ended.state IN ('wasted', 'unknown'))
FROM unnest($1::uuid[], $2::text[], $3::int8[], $4::int8[], $5::int8[]) AS ended (id, state, charged, read, written)
WHERE call.id = ended.id";

pub(crate) struct Closing {
    pub(crate) call: JobId,
    pub(crate) end: CallEnd,
}

row! {
    struct Row {
        id: Uuid,
        job: Uuid,
        step: String,
        input: String,
        state: String,
        charged: i64,
        budgets: Vec<String>,
        max: i64,
    }
}

/// Changes made by the closings of a batch. Holds the row locks of their calls.
pub(super) struct Settlements<'a> {
    rows: Vec<Settlement>,
    /// Replies to memoise.
    replies: BTreeMap<step::Key, &'a [u8]>,
    pub(super) deltas: Deltas,
}

impl<'a> Settlements<'a> {
    /// Locks the calls that have no paid end. A refused call may still get one: a worker that was frozen between the
    /// intent and the request sends it although the provider was asked meanwhile and had not seen it. Closings of other
    /// calls change nothing.
    pub(super) async fn lock(conn: &mut PgConnection, closings: &[&'a Closing]) -> Result<Self, Failed> {
        let mut settled = Self { rows: Vec::new(), replies: BTreeMap::new(), deltas: Deltas::new() };
        if closings.is_empty() {
            return Ok(settled);
        }
        let mut ends: BTreeMap<Uuid, &CallEnd> = BTreeMap::new();
        for closing in closings {
            ends.entry(closing.call.0).or_insert(&closing.end);
        }
        let ids: Vec<Uuid> = ends.keys().copied().collect();
        let rows: Vec<Row> = sqlx::query_as(LOCK).bind(&ids).fetch_all(conn).await?;
        for row in rows {
            if let Some(end) = ends.get(&row.id) {
                settled.settle(row, end);
            }
        }
        // Budgets with an unchanged charge need no lock.
        settled.deltas.retain(|_, delta| *delta != 0);
        Ok(settled)
    }

    fn settle(&mut self, row: Row, end: &'a CallEnd) {
        let Row { id, job, step, input, state, charged, budgets, max } = row;
        let (new_state, now_charged) = (end.outcome(), end.charged(MicroUsd::from_i64(max)).as_i64());
        if new_state == state {
            return;
        }
        // Deduplicated: an intent that names a scope twice has reserved it once.
        for scope in budgets.into_iter().collect::<BTreeSet<_>>() {
            *self.deltas.entry(scope).or_insert(0) += now_charged - charged;
        }
        self.rows.push(Settlement { id, state: new_state, charged: now_charged, tokens: tokens(end) });
        if let CallEnd::Settled { reply, .. } = end {
            self.replies.entry((job, step, input)).or_insert(reply);
        }
    }

    /// Writes the final state of the calls and memoises the replies.
    pub(super) async fn write(&self, conn: &mut PgConnection) -> Result<(), Failed> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let rows: Vec<&Settlement> = self.rows.iter().collect();
        let amount = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
        let settle = sqlx::query(SETTLE)
            .bind(column(&rows, |row| row.id))
            .bind(column(&rows, |row| row.state))
            .bind(column(&rows, |row| row.charged))
            .bind(column(&rows, |row| row.tokens.map(|tokens| amount(tokens.read))))
            .bind(column(&rows, |row| row.tokens.map(|tokens| amount(tokens.written))));
        settle.execute(&mut *conn).await?;
        if !self.replies.is_empty() {
            step::insert(conn, &self.replies).await?;
        }
        Ok(())
    }
}

/// Returns the tokens used, if the provider reported them.
fn tokens(end: &CallEnd) -> Option<Tokens> {
    match end {
        CallEnd::Settled { tokens, .. } | CallEnd::Wasted { tokens, .. } => Some(*tokens),
        CallEnd::Refused | CallEnd::Unknown | CallEnd::AtMost { .. } => None,
    }
}

/// Update of a row of `call`.
struct Settlement {
    id: Uuid,
    state: &'static str,
    charged: i64,
    tokens: Option<Tokens>,
}
