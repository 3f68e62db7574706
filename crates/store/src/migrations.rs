//! Schema versions, applied forward while workers are writing.

use std::time::Duration;

use domain::port::PortError;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::PgConnection;
use sqlx::{Connection, Executor, SqlSafeStr};
use tokio::time::Instant;

use crate::config::Pooler;
use crate::database::Database;
use crate::failure::Failed;
use crate::memory::{keys, vectors};
use crate::outcomes::record as outcomes;
use crate::retry;

/// Number, name and text of a version.
type Version = (i64, &'static str, &'static str);

/// All versions, in order. The first twelve are the schema of 0.1.0, one file per subject. A released version is never
/// edited: sqlx stores its checksum. Numbers may have gaps.
const VERSIONS: &[Version] = &[
    (1, "journal", include_str!("../migrations/0001_journal.sql")),
    (2, "ledger", include_str!("../migrations/0002_ledger.sql")),
    (3, "events", include_str!("../migrations/0003_events.sql")),
    (4, "runs", include_str!("../migrations/0004_runs.sql")),
    (5, "outcomes", include_str!("../migrations/0005_outcomes.sql")),
    (6, "results", include_str!("../migrations/0006_results.sql")),
    (7, "entities", include_str!("../migrations/0007_entities.sql")),
    (8, "memory", include_str!("../migrations/0008_memory.sql")),
    (9, "pages", include_str!("../migrations/0009_pages.sql")),
    (10, "reviews", include_str!("../migrations/0010_reviews.sql")),
    (11, "gateway", include_str!("../migrations/0011_gateway.sql")),
    (12, "webhooks", include_str!("../migrations/0012_webhooks.sql")),
    (13, "facts", include_str!("../migrations/0013_facts.sql")),
    (14, "console", include_str!("../migrations/0014_console.sql")),
];

/// Key of the advisory lock for migrations: any number that no other application of this database uses.
const LOCK: i64 = 0x6175_7370_6578;

/// Time that a statement waits for a table lock. All writers queue behind a waiting statement, so it fails early and is
/// retried; a worker's transaction takes milliseconds. Between two attempts writers have up to [`retry`]'s delay.
const LOCK_TIMEOUT: &str = "SET lock_timeout = '250ms'";

/// A concurrent build or removal of an index waits for every older transaction, such as a backup, and blocks no writer
/// meanwhile. A build that is interrupted has to begin again.
const NO_LOCK_TIMEOUT: &str = "SET lock_timeout = 0";

/// Time for retries: under load a schema change may need many attempts to get its lock.
const RETRY_FOR: Duration = Duration::from_secs(120);

/// Returns the schema version of this binary.
pub(crate) fn schema_version() -> u32 {
    let newest = VERSIONS.last().map_or(0, |(number, ..)| *number);
    u32::try_from(newest).unwrap_or(u32::MAX)
}

/// Migrates the schema to this binary's version; see [`crate::Store::migrate`].
pub(crate) async fn migrate(database: &Database) -> Result<(), PortError> {
    migrate_through(database, VERSIONS).await?;
    vectors::enable::enable(database).await?;
    keys::write_missing(database).await?;
    outcomes::label_outcomes(database).await
}

/// Migrates to this binary's version, and then to versions that a later binary has.
#[cfg(feature = "testing")]
pub(crate) async fn migrate_further(database: &Database, later: &[Version]) -> Result<(), PortError> {
    migrate_through(database, &[VERSIONS, later].concat()).await
}

async fn migrate_through(database: &Database, versions: &[Version]) -> Result<(), PortError> {
    let deadline = Instant::now() + RETRY_FOR;
    let migrated = retry::until(deadline, || async { migrate_once(database, versions).await }).await;
    migrated.map_err(|failed| failed.into_port("migration"))
}

/// Uses a separate connection: closing it releases the advisory lock in every case.
async fn migrate_once(database: &Database, versions: &[Version]) -> Result<(), Failed> {
    if database.pooler != Pooler::None {
        return Err(Failed::Pooled);
    }
    let options = database.options.clone().options([("statement_timeout", "0")]);
    let mut conn = PgConnection::connect_with(&options).await?;
    let done = migrate_locked(&mut conn, versions).await;
    // The result is known already, so a failed close does not matter.
    let _ = conn.close().await;
    done
}

/// Tries the lock instead of waiting for it: a waiting statement holds a snapshot, and `CREATE INDEX CONCURRENTLY`
/// waits for every snapshot, so two migrations would deadlock.
async fn migrate_locked(conn: &mut PgConnection, versions: &[Version]) -> Result<(), Failed> {
    let locked: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(LOCK).fetch_one(&mut *conn).await?;
    if !locked {
        return Err(Failed::Again);
    }
    conn.execute(NO_LOCK_TIMEOUT).await?;
    rebuild_invalid(conn, versions).await?;
    let mut end = 0;
    for group in versions.chunk_by(|one, next| is_concurrent(one.2) == is_concurrent(next.2)) {
        end += group.len();
        conn.execute(if is_concurrent(group[0].2) { NO_LOCK_TIMEOUT } else { LOCK_TIMEOUT }).await?;
        let mut migrator = migrator(&versions[..end]);
        migrator.set_locking(false);
        // A newer schema is accepted: versions only add, so an older binary runs on it.
        migrator.set_ignore_missing(true);
        migrator.run_direct(None, conn, false).await.map_err(cause)?;
    }
    Ok(())
}

/// A version that builds an index concurrently has this first line and runs outside a transaction.
fn is_concurrent(sql: &str) -> bool {
    sql.starts_with("-- no-transaction")
}

/// Those of the indexes that are invalid, because their concurrent build was interrupted. They are maintained and never
/// used.
const INVALID: &str = "
SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
WHERE c.relname = ANY($1) AND NOT i.indisvalid AND pg_table_is_visible(c.oid)";

/// Builds the indexes of versions again whose concurrent build was interrupted: `IF NOT EXISTS` would skip them.
async fn rebuild_invalid(conn: &mut PgConnection, versions: &[Version]) -> Result<(), Failed> {
    let built: Vec<(&str, &str)> =
        versions.iter().filter_map(|(_, _, sql)| Some((concurrent_index(sql)?, *sql))).collect();
    let names: Vec<&str> = built.iter().map(|(name, _)| *name).collect();
    let invalid: Vec<String> = sqlx::query_scalar(INVALID).bind(names).fetch_all(&mut *conn).await?;
    for (index, sql) in built.iter().filter(|(name, _)| invalid.iter().any(|index| index == name)) {
        tracing::warn!(index, "an index is invalid, because its build was interrupted; building it again");
        // The name is a constant of this crate.
        let drop = sqlx::AssertSqlSafe(format!("DROP INDEX CONCURRENTLY IF EXISTS {index}"));
        conn.execute(drop).await?;
        sqlx::raw_sql(*sql).execute(&mut *conn).await?;
    }
    Ok(())
}

/// Returns the name of the index that a version builds concurrently, which is its only statement.
fn concurrent_index(sql: &'static str) -> Option<&'static str> {
    let after = sql.split_once("CONCURRENTLY IF NOT EXISTS ")?.1;
    after.split_whitespace().next()
}

/// Unwraps the database error, which decides if the migration is retried.
fn cause(error: MigrateError) -> Failed {
    match error {
        MigrateError::Execute(source) | MigrateError::ExecuteMigration(source, _) => Failed::from(source),
        other => Failed::from(sqlx::Error::from(other)),
    }
}

fn migrator(versions: &[Version]) -> Migrator {
    let migrations = versions.iter().map(|&(number, name, sql)| {
        Migration::new(number, name.into(), MigrationType::Simple, sql.into_sql_str(), is_concurrent(sql))
    });
    Migrator::with_migrations(migrations.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Building an index in a transaction blocks every writer of its table. Several statements outside of a transaction
    /// could not be repeated after an interruption.
    #[test]
    fn an_index_of_an_existing_table_is_the_only_statement_of_its_version_and_is_built_concurrently() {
        for (number, name, sql) in VERSIONS {
            let statements = statements(sql);
            if is_concurrent(sql) {
                assert_eq!(statements.len(), 1, "{number} {name}: one statement outside of a transaction");
                assert!(concurrent_index(sql).is_some(), "{number} {name}: CREATE INDEX CONCURRENTLY IF NOT EXISTS");
                continue;
            }
            for statement in
                statements.iter().filter(|it| it.starts_with("create index") || it.starts_with("create unique index"))
            {
                let table = statement.split(" on ").nth(1).and_then(|rest| rest.split([' ', '(']).next()).unwrap_or("");
                let created = |it: &String| {
                    it.starts_with(&format!("create table {table} "))
                        || it.starts_with(&format!("create table if not exists {table} "))
                };
                assert!(statements.iter().any(created), "{number} {name}: {statement} blocks the writers of {table}");
            }
        }
    }

    /// Parts of statements that read or rewrite a whole table under a lock that its writers wait for.
    const SCANS: &[&str] = &[
        " check (",
        " check(",
        "add foreign key",
        "add unique",
        "add primary key",
        "set not null",
        " type ",
        " references ",
    ];
    /// Functions whose value differs per row, so that a column with such a default rewrites the table.
    const VOLATILE: &[&str] =
        &["random()", "gen_random_uuid()", "clock_timestamp()", "pg_current_xact_id()", "nextval("];

    /// A column's constraint, type or volatile default is checked for or written into all rows while the table is
    /// locked.
    #[test]
    fn no_version_changes_an_existing_table_by_a_statement_that_reads_all_its_rows_under_its_lock() {
        for (number, name, sql) in VERSIONS {
            for statement in statements(sql).iter().filter(|it| it.starts_with("alter table")) {
                let scans = SCANS.iter().any(|part| statement.contains(part)) && !statement.ends_with("not valid");
                let fills = statement.contains("add column") && VOLATILE.iter().any(|part| statement.contains(part));
                assert!(!scans && !fills, "{number} {name}: {statement}: locks the table while it reads all rows");
            }
        }
    }

    /// A version that locks a table until its end must not copy or change rows in the same transaction.
    #[test]
    fn no_version_reads_rows_of_a_table_after_it_has_locked_out_its_writers() {
        for (number, name, sql) in VERSIONS {
            let statements = statements(sql);
            let created: Vec<&str> = statements.iter().filter_map(|it| created_table(it)).collect();
            let locks = |it: &&String| {
                let altered = it.strip_prefix("alter table ").map(first_word);
                altered.is_some_and(|table| !created.contains(&table))
                    || it.contains(" trigger ") && it.contains(" on ")
            };
            let copies = |it: &&String| {
                it.starts_with("update ")
                    || it.starts_with("with ")
                    || it.starts_with("delete ")
                    || it.starts_with("insert ") && it.contains("select ")
            };
            let locking = statements.iter().find(locks);
            let copying = statements.iter().find(copies);
            assert!(
                locking.is_none() || copying.is_none(),
                "{number} {name}: {locking:?} holds its lock during {copying:?}"
            );
        }
    }

    fn created_table(statement: &str) -> Option<&str> {
        let rest = statement.strip_prefix("create table ")?;
        Some(first_word(rest.trim_start_matches("if not exists ")))
    }

    fn first_word(text: &str) -> &str {
        text.split([' ', '(']).next().unwrap_or_default()
    }

    /// Returns the statements without comments, in lower case, with single spaces. The body of a function counts as one
    /// word.
    fn statements(sql: &str) -> Vec<String> {
        let code: Vec<&str> = sql.lines().filter_map(|line| line.split("--").next()).collect();
        let words = |statement: &str| statement.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        // Every second part is between dollar quotes.
        let joined = code.join(" ");
        let outside: Vec<&str> = joined.split("$$").step_by(2).collect();
        outside.join("body").split(';').map(words).filter(|statement| !statement.is_empty()).collect()
    }
}
