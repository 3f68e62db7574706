//! Leases of instances, measured by the database's clock.

use std::time::Duration;

use domain::Time;
use domain::port::PortError;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use tokio::time::Instant;

use crate::database::Database;
use crate::failure::Failed;
use crate::retry;

/// `before` reads the statement's snapshot, that is the row before the update; a locking read would find the row that
/// this statement has already replaced, and skip it. Only the instance itself writes its row.
const ALIVE: &str = "
WITH before AS (SELECT alive_until FROM instance WHERE name = $1)
INSERT INTO instance (name, alive_until) VALUES ($1, now() + make_interval(secs => $2))
ON CONFLICT (name) DO UPDATE SET alive_until = greatest(instance.alive_until, excluded.alive_until), left_at = NULL
RETURNING coalesce((SELECT alive_until > now() FROM before), true), clock_timestamp()";

/// The row stays, so that jobs of this instance are known to be free (see `begin`). It is pruned with those of dead
/// instances.
const LEAVE: &str = "UPDATE instance SET alive_until = least(alive_until, now()), left_at = now() WHERE name = $1";

/// A statement about this instance's lease.
#[derive(Clone, Copy)]
enum Statement {
    /// Extends the lease by seconds.
    Renew(f64),
    /// Ends the lease.
    Leave,
}

/// Returns `true` for the first call of an instance, because no lease can have expired.
pub(super) async fn renew(database: &Database, lease: Duration) -> Result<bool, PortError> {
    run(database, Statement::Renew(lease.as_secs_f64())).await
}

/// Ends the lease without a death.
pub(super) async fn end(database: &Database) -> Result<(), PortError> {
    run(database, Statement::Leave).await.map(drop)
}

async fn run(database: &Database, statement: Statement) -> Result<bool, PortError> {
    let deadline = Instant::now() + database.retry_for;
    let attempt = || async {
        let limit = database.transaction_timeout;
        tokio::time::timeout(limit, execute(database, statement)).await.unwrap_or(Err(Failed::Hung(limit)))
    };
    retry::until(deadline, attempt).await.map_err(|failed| failed.into_port("instance"))
}

/// Uses the connection of the lease. It is taken out meanwhile, so that a connection that hangs or breaks is closed and
/// replaced.
async fn execute(database: &Database, statement: Statement) -> Result<bool, Failed> {
    let mut connection = database.heartbeat.lock().await;
    let mut conn = match connection.take() {
        Some(conn) => conn,
        None => PgConnection::connect_with(&database.options).await?,
    };
    let answer = match database.pool.opening("") {
        None => send(&mut conn, database, statement).await?,
        Some(opening) => {
            let mut transaction = conn.begin_with(AssertSqlSafe(opening.into_owned())).await?;
            let answer = send(&mut transaction, database, statement).await?;
            transaction.commit().await?;
            answer
        }
    };
    *connection = Some(conn);
    Ok(answer)
}

async fn send(conn: &mut PgConnection, database: &Database, statement: Statement) -> Result<bool, sqlx::Error> {
    let (name, asked) = (&database.instance, Instant::now());
    match statement {
        Statement::Renew(seconds) => {
            let (valid, time): (bool, Time) = sqlx::query_as(ALIVE).bind(name).bind(seconds).fetch_one(conn).await?;
            database.readings.note(asked, time);
            Ok(valid)
        }
        Statement::Leave => sqlx::query(LEAVE).bind(name).execute(conn).await.map(|_| true),
    }
}
