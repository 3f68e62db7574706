//! Replication of the server: which commits a standby confirms before the client is notified.

use domain::port::PortError;

use super::facet::PgServer;
use crate::pool::PgPool;
use crate::rows::row;

/// Replication as the server reports it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Replication {
    /// The server is a standby itself and accepts no writes.
    pub is_standby: bool,
    /// `synchronous_standby_names`; empty if no commit waits for a standby.
    pub names: String,
    /// `synchronous_commit` of our sessions.
    pub commit: String,
    /// Standbys that stream.
    pub standbys: u32,
    /// Standbys whose confirmation commits wait for: synchronous ones and members of a quorum.
    pub synchronous: u32,
    /// Standbys whose state this user may not read.
    pub hidden: u32,
}

/// A user without `pg_monitor` sees the rows of other users without their columns. A base backup in progress does not
/// count as a standby.
const REPLICATION: &str = "
SELECT pg_is_in_recovery(), current_setting('synchronous_standby_names'), current_setting('synchronous_commit'),
       (SELECT count(*) FROM pg_stat_replication WHERE state IN ('streaming', 'catchup')),
       (SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')),
       (SELECT count(*) FROM pg_stat_replication WHERE state IS NULL)";

row! {
    struct Row {
        is_standby: bool,
        names: String,
        commit: String,
        standbys: i64,
        synchronous: i64,
        hidden: i64,
    }
}

impl PgServer {
    /// Returns the state of the replication.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn replication(&self) -> Result<Replication, PortError> {
        let select = |pool: PgPool| async move {
            let row: Row = sqlx::query_as(REPLICATION).fetch_one(&pool).await?;
            let Row { is_standby, names, commit, standbys, synchronous, hidden } = row;
            let [standbys, synchronous, hidden] =
                [standbys, synchronous, hidden].map(|count| u32::try_from(count).unwrap_or(u32::MAX));
            Ok(Replication { is_standby, names, commit, standbys, synchronous, hidden })
        };
        self.database.run("replication", select).await
    }
}
