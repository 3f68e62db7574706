//! [`PgLedger`].

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use super::budgets::ReadBudget;
use super::entries::LedgerEntries;
use super::refusals::AddRefusals;
use crate::batch::Batcher;
use crate::database::Database;

/// Access to the ledger in Postgres; see [`crate::Store::ledger`].
#[derive(Clone)]
pub struct PgLedger {
    pub(crate) database: Arc<Database>,
    pub(crate) queues: Arc<LedgerQueues>,
}

/// The batched operations of the ledger.
pub(crate) struct LedgerQueues {
    pub(super) left: Batcher<ReadBudget>,
    pub(super) entries: Batcher<LedgerEntries>,
    pub(super) refusals: Batcher<AddRefusals>,
    openings: AtomicI64,
}

impl LedgerQueues {
    pub(crate) fn start(database: &Arc<Database>) -> Self {
        Self {
            left: Batcher::start(database),
            entries: Batcher::start(database),
            refusals: Batcher::start(database),
            openings: AtomicI64::new(0),
        }
    }

    /// Returns a number that is unique to one `Ledger::open` call of this process. Retries inside the store carry the
    /// same number, a new call by the caller carries another.
    pub(super) fn next_opening(&self) -> i64 {
        self.openings.fetch_add(1, Ordering::Relaxed)
    }
}
