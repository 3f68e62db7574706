//! One group of the ledger: calls that end and calls that begin, in one transaction.
//!
//! Both lock the same few budgets, the day's of a tenant above all, until their commit is on disk. In groups of their own each
//! would wait for the other's disk, and every call twice.

use domain::port::{CallEnd, Opened};
use sqlx::postgres::PgConnection;

use super::close::{Closing, Settlements};
use super::open::{Desk, History, Opening};
use crate::batch::Work;
use crate::failure::Failed;
use crate::store::Shared;

/// What one caller has to enter.
pub(crate) enum Entry {
    /// A call that would begin.
    Opening(Opening),
    /// A call that has ended.
    Closing(Closing),
}

pub(crate) struct Entries;

impl Work for Entries {
    type In = Entry;
    /// The verdict on an opening; a closing has none.
    type Out = Option<Opened>;
    const NAME: &'static str = "ledger";

    fn bytes(entry: &Entry) -> usize {
        match entry {
            Entry::Closing(Closing { end: CallEnd::Settled { reply, .. }, .. }) => reply.len(),
            Entry::Closing(_) | Entry::Opening(_) => 0,
        }
    }

    /// Calls are locked before budgets, both in one order, so that groups of two processes never wait for each other. What is
    /// settled is written first: a step that was just paid for is remembered, and what it did not use can be had.
    async fn apply(conn: &mut PgConnection, shared: &Shared, group: &[Entry]) -> Result<Vec<Option<Opened>>, Failed> {
        let (openings, closings) = apart(group);
        let settlements = Settlements::lock(conn, &closings).await?;
        let history = History::lock(conn, shared, &openings).await?;
        history.give_up_abandoned(conn).await?;
        settlements.write(conn).await?;
        let mut desk = Desk::set(conn, &openings, (history, settlements.deltas)).await?;
        let verdicts = group.iter().map(|entry| match entry {
            Entry::Opening(opening) => Some(desk.judge(opening)),
            Entry::Closing(_) => None,
        });
        let verdicts = verdicts.collect();
        desk.write(conn, shared).await?;
        Ok(verdicts)
    }
}

fn apart(group: &[Entry]) -> (Vec<&Opening>, Vec<&Closing>) {
    let (mut openings, mut closings) = (Vec::new(), Vec::new());
    for entry in group {
        match entry {
            Entry::Opening(opening) => openings.push(opening),
            Entry::Closing(closing) => closings.push(closing),
        }
    }
    (openings, closings)
}
