//! Rows that are due and that cannot be read, for `auspex doctor`.

use domain::Time;
use domain::port::PortError;

use super::facet::PgMaintenance;

/// Rows that doctor reads per table.
const REPORTED: u32 = 1_000;

impl PgMaintenance {
    /// Returns how many rows that are due now cannot be read, by table.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn unreadable(&self, now: Time) -> Result<Vec<(&'static str, usize)>, PortError> {
        let found = [
            ("run", crate::runs::load::expired_decisions(&self.database, now, REPORTED).await?.unreadable),
            ("macro_result", crate::reviews::read::swept(&self.database, now, REPORTED).await?.unreadable),
            ("schedule", crate::schedules::swept(&self.database, now, REPORTED).await?.unreadable),
        ];
        Ok(found.into_iter().filter(|(_, number)| *number > 0).collect())
    }
}
