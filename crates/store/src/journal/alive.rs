//! Who is alive, by the database's clock.

use std::time::Duration;

use domain::port::PortError;

use crate::Store;

/// `before` reads the statement's snapshot, which is the row as it was; a locking read would find the row that this very
/// statement has already replaced, and skip it. Only the instance itself writes its row.
const ALIVE: &str = "
WITH before AS (SELECT alive_until FROM instance WHERE name = $1)
INSERT INTO instance (name, alive_until) VALUES ($1, now() + make_interval(secs => $2))
ON CONFLICT (name) DO UPDATE SET alive_until = greatest(instance.alive_until, excluded.alive_until)
RETURNING coalesce((SELECT alive_until > now() FROM before), true)";

/// The first word of an instance cannot come too late, so it is answered with `true`.
pub(super) async fn alive(store: &Store, lease: Duration) -> Result<bool, PortError> {
    let name = store.instance();
    let seconds = lease.as_secs_f64();
    let ask = |pool| async move { Ok(sqlx::query_scalar(ALIVE).bind(name).bind(seconds).fetch_one(&pool).await?) };
    store.run("instance", ask).await
}

impl Store {
    /// Says goodbye at a clean end: hands back what is still held, without a strike, and gives up the name. Nothing
    /// depends on it; without it others wait until the lease has lapsed.
    ///
    /// # Errors
    /// `Down` if Postgres is.
    pub async fn farewell(&self) -> Result<(), PortError> {
        let name = self.instance();
        let leave = |pool: sqlx::PgPool| async move {
            sqlx::query("UPDATE inbox SET holder = NULL WHERE holder = $1 AND done_at IS NULL")
                .bind(name)
                .execute(&pool)
                .await?;
            sqlx::query("DELETE FROM instance WHERE name = $1").bind(name).execute(&pool).await?;
            Ok(())
        };
        self.run("instance", leave).await
    }
}
