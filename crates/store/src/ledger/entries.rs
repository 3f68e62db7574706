//! One batch of the ledger: calls that end and calls that open, in one transaction.
//!
//! Both lock the same few budgets, above all the tenant's daily budget, until their commit is on disk. In separate
//! batches each would wait for the other's `fsync`, so every call would wait twice.

use domain::port::CallEnd;
use sqlx::postgres::PgConnection;

use super::budgets::Funds;
use super::close::{Closing, Settlements};
use super::open::{Admission, CallHistory};
use super::opening::{Decision, Opening, Way};
use crate::batch::Operation;
use crate::database::Database;
use crate::failure::Failed;

/// Input of one caller.
pub(crate) enum Entry {
    Opening(Opening),
    Closing(Closing),
}

pub(crate) struct LedgerEntries;

impl Operation for LedgerEntries {
    type Input = Entry;
    type Output = Decision;
    const NAME: &'static str = "ledger";

    fn bytes(entry: &Entry) -> usize {
        match entry {
            Entry::Closing(Closing { end: CallEnd::Settled { reply, .. }, .. }) => reply.len(),
            Entry::Opening(Opening { way: Way::Batch(Some(request)), .. }) => request.request.len(),
            Entry::Closing(_) | Entry::Opening(_) => 0,
        }
    }

    /// Locks calls before budgets, each in one order, so that the batches of two processes cannot deadlock. Settlements
    /// are written first: a reply that was just paid for is memoised, and the unused part of its reservation is
    /// available.
    async fn apply(conn: &mut PgConnection, database: &Database, entries: &[Entry]) -> Result<Vec<Decision>, Failed> {
        let (openings, closings) = partition(entries);
        let settlements = Settlements::lock(conn, &closings).await?;
        let history = CallHistory::lock(conn, database, &openings).await?;
        history.mark_abandoned_unknown(conn, database).await?;
        settlements.write(conn).await?;
        let funds = Funds { own: &database.budget_share, settled: settlements.deltas };
        let mut admission = Admission::start(conn, &openings, history, funds).await?;
        let answers = entries.iter().map(|entry| match entry {
            Entry::Opening(opening) => admission.decide(opening),
            Entry::Closing(_) => Decision::Closed,
        });
        let answers = answers.collect();
        admission.write(conn, database).await?;
        Ok(answers)
    }
}

fn partition(entries: &[Entry]) -> (Vec<&Opening>, Vec<&Closing>) {
    let (mut openings, mut closings) = (Vec::new(), Vec::new());
    for entry in entries {
        match entry {
            Entry::Opening(opening) => openings.push(opening),
            Entry::Closing(closing) => closings.push(closing),
        }
    }
    (openings, closings)
}
