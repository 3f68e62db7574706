//! Leases of instances, measured by the database's clock.

use std::time::Duration;

use domain::port::PortError;
use sqlx::PgPool;

use crate::database::Database;

/// `before` reads the statement's snapshot, that is the row before the update; a locking read would find the row that this
/// statement has already replaced, and skip it. Only the instance itself writes its row.
const ALIVE: &str = "
WITH before AS (SELECT alive_until FROM instance WHERE name = $1)
INSERT INTO instance (name, alive_until) VALUES ($1, now() + make_interval(secs => $2))
ON CONFLICT (name) DO UPDATE SET alive_until = greatest(instance.alive_until, excluded.alive_until)
RETURNING coalesce((SELECT alive_until > now() FROM before), true)";

/// Returns `true` for the first call of an instance, because no lease can have expired.
pub(super) async fn alive(database: &Database, lease: Duration) -> Result<bool, PortError> {
    let name = &database.instance;
    let seconds = lease.as_secs_f64();
    let renew =
        |pool: PgPool| async move { Ok(sqlx::query_scalar(ALIVE).bind(name).bind(seconds).fetch_one(&pool).await?) };
    database.run("instance", renew).await
}

/// Hands back the jobs that this instance still holds, without a strike, and deletes its lease.
pub(super) async fn farewell(database: &Database) -> Result<(), PortError> {
    let name = &database.instance;
    let leave = |pool: PgPool| async move {
        let hand_back = sqlx::query("UPDATE inbox SET holder = NULL WHERE holder = $1 AND done_at IS NULL");
        hand_back.bind(name).execute(&pool).await?;
        sqlx::query("DELETE FROM instance WHERE name = $1").bind(name).execute(&pool).await?;
        Ok(())
    };
    database.run("instance", leave).await
}
