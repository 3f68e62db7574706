//! The part of the schema that needs the extension pgvector.

use domain::port::PortError;
use sqlx::Executor;

use crate::database::Database;
use crate::failure::Failed;
use crate::pool::PgPool;

/// Key of the advisory lock under which the extension is created: any number that no other application of this
/// database uses.
const LOCK: &str = "SELECT pg_advisory_xact_lock(26741688299894)";

const EXTENSION: &str = "CREATE EXTENSION IF NOT EXISTS vector";

/// In each table one column for vectors of every length, and one index per supported length. An index over no rows
/// costs nothing.
const SCHEMA: &str = include_str!("schema.sql");

/// SQL states of a server without the extension, or with one that is too old for the type `halfvec`, and of a user who
/// must not create it.
const CANNOT: [&str; 4] = ["0A000", "58P01", "42704", "42501"];

/// Creates the extension, the column and the indexes unless they exist. A server without pgvector, or a user who must
/// not create the extension, is no error: memory is searched by words then, and `auspex doctor` says so.
pub(crate) async fn enable(database: &Database) -> Result<(), PortError> {
    if super::embedding::is_enabled(database).await? {
        return Ok(());
    }
    let enable = |pool: PgPool| async move { enable_once(&pool).await };
    database.run("vectors", enable).await
}

async fn enable_once(pool: &PgPool) -> Result<(), Failed> {
    let mut transaction = pool.begin().await?;
    transaction.execute(LOCK).await?;
    let created = match transaction.execute(EXTENSION).await {
        Ok(_) => sqlx::raw_sql(SCHEMA).execute(&mut *transaction).await.map(drop),
        Err(error) => Err(error),
    };
    match created {
        Err(sqlx::Error::Database(cause)) if cause.code().is_some_and(|code| CANNOT.contains(&&*code)) => {
            let cause = cause.message();
            tracing::info!(cause, "pgvector cannot be used; memory is searched by words alone");
            Ok(())
        }
        Err(error) => Err(error.into()),
        Ok(()) => Ok(transaction.commit().await?),
    }
}

#[cfg(test)]
mod tests {
    use domain::port::embedding::DIMENSIONS;

    use super::*;

    #[test]
    fn there_is_an_index_for_every_supported_length() {
        for dimensions in DIMENSIONS {
            let index =
                format!("embedding::halfvec({dimensions})) halfvec_cosine_ops) WHERE dimensions = {dimensions};");
            assert_eq!(SCHEMA.matches(&index).count(), 2, "{dimensions}: of notes and of research");
        }
        assert_eq!(SCHEMA.matches("CREATE INDEX").count(), 2 * DIMENSIONS.len());
    }
}
