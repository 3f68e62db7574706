//! Databases of tests that share a server.

use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::roles::NOTHING_FOR_PUBLIC;

/// Creates a database as a copy of another one, to which nobody is connected. A copy has the privileges of its tables,
/// and not those of the database itself ([`close_to_public`]).
///
/// # Errors
/// The server is unavailable, or has a database of this name.
pub async fn copy_database(server: &str, template: &str, name: &str) -> Result<(), sqlx::Error> {
    execute(server, format!("CREATE DATABASE {name} TEMPLATE {template}")).await
}

/// Takes from PUBLIC what `Store::roles` takes from it in a database with tables.
///
/// # Errors
/// The database is unavailable.
pub async fn close_to_public(url: &str) -> Result<(), sqlx::Error> {
    execute(url, NOTHING_FOR_PUBLIC.to_owned()).await
}

async fn execute(url: &str, statements: String) -> Result<(), sqlx::Error> {
    let mut owner = PgConnection::connect(url).await?;
    sqlx::raw_sql(AssertSqlSafe(statements)).execute(&mut owner).await?;
    owner.close().await
}
