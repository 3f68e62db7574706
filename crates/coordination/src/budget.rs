//! Budgets as a fast "no". The only "yes" is the ledger's (ADR 0004).

use std::time::Duration;

use domain::{Budget, JobId, MicroUsd, Scope};

use crate::Answer;

/// Money that a call may need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reservation {
    /// The same id is the same reservation: repeated, it answers the same and reserves nothing more.
    pub id: JobId,
    /// Every budget it counts against, each once.
    pub budgets: Vec<Budget>,
    /// The most it can cost.
    pub max: MicroUsd,
    /// If it is neither settled nor released by then, its money returns.
    pub expires_in: Duration,
}

/// What Redis says to a reservation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reserved {
    /// As far as Redis knows there is money. Ask the ledger.
    Likely,
    /// As far as Redis knows there is not. Confirm by reading the balance: Redis may be out of date.
    Unlikely {
        /// The first budget that is exhausted, in the order asked.
        scope: Scope,
        /// What is left in it.
        left: MicroUsd,
    },
    /// It knows nothing of these budgets (new, flushed, or not believed any more): ask the ledger, then [`Budgets::seed`].
    AskPostgres {
        /// Those that it does not know.
        unknown: Vec<Scope>,
    },
}

/// Budgets, shared by all replicas.
pub trait Budgets: Send + Sync + 'static {
    /// Reserves in all budgets or in none.
    fn reserve<'a>(&'a self, reservation: &'a Reservation) -> Answer<'a, Reserved>;

    /// The call is over and cost this much. Once; afterwards, and for an id that is not known, nothing changes.
    fn settle(&self, id: JobId, actual: MicroUsd) -> Answer<'_, ()>;

    /// The call was refused or never made: its money returns. As [`Budgets::settle`] otherwise.
    fn release(&self, id: JobId) -> Answer<'_, ()> {
        self.settle(id, MicroUsd::ZERO)
    }

    /// What Postgres says is spent and reserved. A budget that is known already keeps its balance, unless `anew`.
    fn seed<'a>(&'a self, balances: &'a [(Scope, MicroUsd)], anew: bool) -> Answer<'a, ()>;
}
