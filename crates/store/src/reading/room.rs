//! Whether the server can write at all, asked before work finds out.

use domain::port::PortError;

use crate::Store;

/// Sorts more than it may keep in memory, so that Postgres writes a megabyte to its disk and removes it. No table and no line of the log is
/// written: on a disk that is nearly full a question must not take the rest.
const SPILL: &str = "
SELECT count(*) FROM (SELECT md5(n::text) AS word FROM generate_series(1, 20000) AS n ORDER BY word OFFSET 1) AS sorted";

impl Store {
    /// Writes a little to the server's disk, and removes it.
    ///
    /// # Errors
    /// `Down` if there is no room, with Postgres' own words, or if Postgres is away.
    pub async fn writes(&self) -> Result<(), PortError> {
        let ask = |pool: sqlx::PgPool| async move {
            let mut transaction = pool.begin().await?;
            sqlx::query("SET LOCAL work_mem = '64kB'").execute(&mut *transaction).await?;
            sqlx::query_scalar::<_, i64>(SPILL).fetch_one(&mut *transaction).await?;
            transaction.rollback().await?;
            Ok(())
        };
        self.run("disk", ask).await
    }
}
