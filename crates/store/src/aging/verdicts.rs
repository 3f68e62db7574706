//! Verdicts and marks are in partitions by time (ADR 0009). A partition past the deduplication window is truncated: no
//! row is deleted, no index is read, and no space has to be vacuumed.

use domain::port::PortError;

use super::turn::{Ring, turn_all};
use crate::maintenance::PgMaintenance;
use crate::prune::Retention;

/// Key of the advisory lock of the ring: any number that no other application of this database uses.
pub(crate) const LOCK: i64 = 0x6175_7370_6579;

const RING: Ring = Ring { partitions: "verdict", periods: "verdict_period", lock: Some(LOCK) };

impl PgMaintenance {
    /// Opens the next partition of verdicts if the open one is as old as the deduplication window and the retention of
    /// quiet events, empties the one past both, and returns how many were emptied. May run at any time.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable or a lock was not free; the next pass goes on.
    pub async fn age_verdicts(&self, retention: &Retention) -> Result<u64, PortError> {
        turn_all(&self.database, &RING, retention.verdicts()).await
    }
}
