//! Databases of tests that share a server.

use sqlx::{AssertSqlSafe, Connection, PgConnection};

/// Creates a database as a copy of `template1`, in which PUBLIC may create nothing. A copy has the privileges of the
/// template's tables, and not those of the template itself.
///
/// # Errors
/// The server is unavailable, or has a database of this name.
pub async fn create_database(server: &str, name: &str) -> Result<(), sqlx::Error> {
    let mut owner = PgConnection::connect(server).await?;
    for statement in
        [format!("CREATE DATABASE {name}"), format!("REVOKE TEMPORARY, CREATE ON DATABASE {name} FROM PUBLIC")]
    {
        sqlx::query(AssertSqlSafe(statement)).execute(&mut owner).await?;
    }
    owner.close().await
}
