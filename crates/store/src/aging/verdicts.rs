//! Verdicts and marks are in partitions by time, which form a ring (ADR 0009). A partition past the retention is
//! truncated: no row is deleted, no index is read, and no space has to be vacuumed.

use domain::port::PortError;

use super::block::{block, fingerprint};
use super::turn::{Ring, turn_all};
use crate::maintenance::PgMaintenance;
use crate::prune::Retention;

/// Key of the advisory lock of the ring: any number that no other application of this database uses.
pub(crate) const LOCK: i64 = 0x6175_7370_6579;

pub(super) const RING: Ring = Ring {
    partitions: "verdict_part",
    periods: "verdict_period",
    block: block!("verdict_part"),
    fingerprint: fingerprint!("verdict_part"),
    lock: Some(LOCK),
};

impl PgMaintenance {
    /// Opens the next partition of verdicts if the open one is old enough, empties those past the retention of quiet
    /// events and of work, and returns the number of the latter. May run at any time.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable or a lock was not free; the next pass goes on.
    pub async fn age_verdicts(&self, retention: &Retention) -> Result<u64, PortError> {
        turn_all(&self.database, &RING, retention.verdicts()).await
    }
}
