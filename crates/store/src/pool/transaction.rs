//! A transaction that never outlives its owner.
//!
//! The transactions of sqlx 0.9 forget a `BEGIN` whose future is dropped before the answer: the connection returns to
//! the pool inside of a transaction, and the next single statement reports success and is lost when that transaction
//! ends.

use std::ops::{Deref, DerefMut};
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, Error, Executor, PgConnection, Postgres};
use tokio::runtime::Handle;

/// Limit of a rollback after which the connection is closed. A server that does not answer keeps its connections for
/// this long.
const ROLLBACK_LIMIT: Duration = Duration::from_secs(5);

/// An open transaction on a connection of the pool. Dropping it rolls it back before the connection returns to the
/// pool.
pub(crate) struct Transaction {
    /// `None` after the commit.
    connection: Option<PoolConnection<Postgres>>,
}

impl Transaction {
    /// Sends the opening statements. From then on the value owns the connection, so that a dropped future rolls back as
    /// well.
    pub(super) async fn begin(connection: PoolConnection<Postgres>, opening: String) -> Result<Self, Error> {
        let mut begun = Self { connection: Some(connection) };
        begun.execute(AssertSqlSafe(opening)).await?;
        Ok(begun)
    }

    /// Commits. If the answer is lost, the outcome is unknown, as with any commit.
    pub(crate) async fn commit(mut self) -> Result<(), Error> {
        self.execute("COMMIT").await?;
        self.connection = None;
        Ok(())
    }

    /// Rolls back and waits for it.
    pub(crate) async fn rollback(mut self) -> Result<(), Error> {
        self.execute("ROLLBACK").await?;
        self.connection = None;
        Ok(())
    }
}

impl Deref for Transaction {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        self.connection.as_ref().expect(OWNED)
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut PgConnection {
        self.connection.as_mut().expect(OWNED)
    }
}

/// Only `commit`, which consumes the value, and `drop` take the connection.
const OWNED: &str = "an open transaction has a connection";

impl Drop for Transaction {
    fn drop(&mut self) {
        let Some(connection) = self.connection.take() else { return };
        match Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn(roll_back(connection))),
            Err(_) => drop(connection.detach()),
        }
    }
}

/// Rolls back, after what the connection still has to answer, and returns the connection to the pool, or closes it.
async fn roll_back(mut connection: PoolConnection<Postgres>) {
    let rolled_back = tokio::time::timeout(ROLLBACK_LIMIT, connection.execute("ROLLBACK")).await;
    if !matches!(rolled_back, Ok(Ok(_))) {
        drop(connection.detach());
    }
}
