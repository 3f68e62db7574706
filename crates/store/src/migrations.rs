//! Schema versions, applied forward while workers are writing.

use std::time::Duration;

use domain::port::PortError;
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::PgConnection;
use sqlx::{Connection, SqlSafeStr};
use tokio::time::Instant;

use crate::failure::Failed;
use crate::{Pooler, Store, indexes, retry};

/// Number, name and text of each version, in order. A released version is never edited: sqlx stores its checksum. Numbers may have gaps.
const VERSIONS: &[(i64, &str, &str)] = &[
    (1, "journal", include_str!("../migrations/0001_journal.sql")),
    (2, "ledger", include_str!("../migrations/0002_ledger.sql")),
    (3, "memory", include_str!("../migrations/0003_memory.sql")),
    (4, "runs", include_str!("../migrations/0004_runs.sql")),
    (5, "results", include_str!("../migrations/0005_results.sql")),
    (6, "call_opened", include_str!("../migrations/0006_call_opened.sql")),
    (7, "identity", include_str!("../migrations/0007_identity.sql")),
    (8, "links", include_str!("../migrations/0008_links.sql")),
    (9, "pages", include_str!("../migrations/0009_pages.sql")),
    (10, "tokens", include_str!("../migrations/0010_tokens.sql")),
    (11, "recalibration", include_str!("../migrations/0011_recalibration.sql")),
    (12, "outcomes", include_str!("../migrations/0012_outcomes.sql")),
    (13, "endings", include_str!("../migrations/0013_endings.sql")),
    (14, "memory_in_depth", include_str!("../migrations/0014_memory_in_depth.sql")),
    (15, "valuations", include_str!("../migrations/0015_valuations.sql")),
    (16, "page_bytes", include_str!("../migrations/0016_page_bytes.sql")),
    (17, "always_an_end", include_str!("../migrations/0017_always_an_end.sql")),
    (18, "run_market", include_str!("../migrations/0018_run_market.sql")),
    (19, "note_valid", include_str!("../migrations/0019_note_valid.sql")),
    (20, "event_researched", include_str!("../migrations/0020_event_researched.sql")),
    (21, "batch", include_str!("../migrations/0021_batch.sql")),
    (22, "reviews", include_str!("../migrations/0022_reviews.sql")),
    (23, "gateway_tokens", include_str!("../migrations/0023_gateway_tokens.sql")),
    (24, "changes", include_str!("../migrations/0024_changes.sql")),
    (25, "mcp", include_str!("../migrations/0025_mcp.sql")),
    (26, "reviewed_forecasts", include_str!("../migrations/0026_reviewed_forecasts.sql")),
    (27, "webhooks", include_str!("../migrations/0027_webhooks.sql")),
    (28, "result_position", include_str!("../migrations/0028_result_position.sql")),
    (29, "worker_model", include_str!("../migrations/0029_worker_model.sql")),
    (30, "run_tenant", include_str!("../migrations/0030_run_tenant.sql")),
    (31, "note_tenant_made", include_str!("../migrations/0031_note_tenant_made.sql")),
    (32, "report_tenant", include_str!("../migrations/0032_report_tenant.sql")),
    (33, "dead_letter_tenant", include_str!("../migrations/0033_dead_letter_tenant.sql")),
    (34, "event_run", include_str!("../migrations/0034_event_run.sql")),
    (36, "memory_tenant", include_str!("../migrations/0036_memory_tenant.sql")),
    (37, "fact_believed", include_str!("../migrations/0037_fact_believed.sql")),
    (38, "memory_owner", include_str!("../migrations/0038_memory_owner.sql")),
    (40, "instance_left", include_str!("../migrations/0040_instance_left.sql")),
    (41, "dispatch_relayed", include_str!("../migrations/0041_dispatch_relayed.sql")),
    (43, "parked", include_str!("../migrations/0043_parked.sql")),
    (44, "consumer_seen", include_str!("../migrations/0044_consumer_seen.sql")),
    (48, "mcp_task", include_str!("../migrations/0048_mcp_task.sql")),
    (49, "verdict", include_str!("../migrations/0049_verdict.sql")),
    (52, "mcp_question", include_str!("../migrations/0052_mcp_question.sql")),
    (54, "rows_of_tenants", include_str!("../migrations/0054_rows_of_tenants.sql")),
    (55, "tenant_of_questions", include_str!("../migrations/0055_tenant_of_questions.sql")),
    (58, "inbox_old", include_str!("../migrations/0058_inbox_old.sql")),
    (64, "page_bytes_removed", include_str!("../migrations/0064_page_bytes_removed.sql")),
    (65, "unanswered_call", include_str!("../migrations/0065_unanswered_call.sql")),
    (66, "inbox_old_block", include_str!("../migrations/0066_inbox_old_block.sql")),
    (73, "tenant_load", include_str!("../migrations/0073_tenant_load.sql")),
    (74, "verdict_part", include_str!("../migrations/0074_verdict_part.sql")),
    (80, "budget_shares", include_str!("../migrations/0080_budget_shares.sql")),
    (81, "call_unsettled", include_str!("../migrations/0081_call_unsettled.sql")),
    (82, "call_unsettled_rows", include_str!("../migrations/0082_call_unsettled_rows.sql")),
    (83, "research_number", include_str!("../migrations/0083_research_number.sql")),
    (84, "access", include_str!("../migrations/0084_access.sql")),
    (85, "entity_owner", include_str!("../migrations/0085_entity_owner.sql")),
    (90, "result_stream", include_str!("../migrations/0090_result_stream.sql")),
    (91, "intake", include_str!("../migrations/0091_intake.sql")),
    (92, "result_stored", include_str!("../migrations/0092_result_stored.sql")),
    (93, "webhook_deleted", include_str!("../migrations/0093_webhook_deleted.sql")),
    (95, "dead_letter_count", include_str!("../migrations/0095_dead_letter_count.sql")),
    (96, "nats_server", include_str!("../migrations/0096_nats_server.sql")),
    (100, "dispatch_consumer", include_str!("../migrations/0100_dispatch_consumer.sql")),
    (101, "dispatch_key", include_str!("../migrations/0101_dispatch_key.sql")),
    (102, "dispatch_by_consumer", include_str!("../migrations/0102_dispatch_by_consumer.sql")),
    (103, "fingerprinted_to", include_str!("../migrations/0103_fingerprinted_to.sql")),
];

/// Key of the advisory lock for migrations: any number that no other application of this database uses.
const LOCK: i64 = 0x6175_7370_6578;

/// Time that a statement waits for a table lock. All writers queue behind a waiting statement, so it fails early and is retried; a
/// worker's transaction takes milliseconds.
const LOCK_TIMEOUT: &str = "1s";

/// Time for retries: under load a schema change may need many attempts to get its lock.
const RETRY_FOR: Duration = Duration::from_secs(120);

impl Store {
    /// Returns the schema version of this binary.
    pub(crate) fn schema_version() -> u32 {
        let newest = VERSIONS.last().map_or(0, |(number, ..)| *number);
        u32::try_from(newest).unwrap_or(u32::MAX)
    }

    /// Migrates the schema to this binary's version. Any number of processes may call it at once, while others write.
    ///
    /// # Errors
    /// `Unavailable` if the lock of another migration or of a busy table was not free within two minutes; `Refused` if the
    /// database was migrated with other text under the same version, or the user may not create tables.
    pub async fn migrate(&self) -> Result<(), PortError> {
        self.migrate_to(Self::schema_version()).await?;
        self.key_entities().await?;
        self.label_outcomes().await
    }

    /// Migrates like [`Store::migrate`], but only up to `version`. Tests use it to create an older schema.
    ///
    /// # Errors
    /// As for [`Store::migrate`].
    pub async fn migrate_to(&self, version: u32) -> Result<(), PortError> {
        let deadline = Instant::now() + RETRY_FOR;
        let migrated = retry::until(deadline, || async { self.migrate_once(version).await }).await;
        migrated.map_err(|failed| failed.into_port("migration"))
    }

    /// Uses a separate connection: closing it releases the advisory lock in every case.
    async fn migrate_once(&self, version: u32) -> Result<(), Failed> {
        if self.database.pooler != Pooler::None {
            return Err(Failed::Pooled);
        }
        let options =
            self.database.options.clone().options([("lock_timeout", LOCK_TIMEOUT), ("statement_timeout", "0")]);
        let mut conn = PgConnection::connect_with(&options).await?;
        let done = migrate_locked(&mut conn, version).await;
        // The result is known already, so a failed close does not matter.
        let _ = conn.close().await;
        done
    }
}

/// Tries the lock instead of waiting for it: a waiting statement holds a snapshot, and `CREATE INDEX CONCURRENTLY` waits for every
/// snapshot, so two migrations would deadlock.
async fn migrate_locked(conn: &mut PgConnection, version: u32) -> Result<(), Failed> {
    let locked: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock($1)").bind(LOCK).fetch_one(&mut *conn).await?;
    if !locked {
        return Err(Failed::Again);
    }
    rebuild_invalid(conn, version).await?;
    let mut migrator = migrator(version);
    migrator.set_locking(false);
    // A newer schema is accepted: versions only add, so an older binary runs on it.
    migrator.set_ignore_missing(true);
    migrator.run_direct(None, conn, false).await.map_err(cause)?;
    // An older schema may lack the tables.
    if version == Store::schema_version() { indexes::build(conn).await } else { Ok(()) }
}

/// Builds the indexes of versions again whose concurrent build was interrupted: `IF NOT EXISTS` would skip them.
async fn rebuild_invalid(conn: &mut PgConnection, version: u32) -> Result<(), Failed> {
    let wanted = VERSIONS.iter().filter(|(number, ..)| *number <= i64::from(version));
    let built: Vec<(&str, &str)> = wanted.filter_map(|(_, _, sql)| Some((concurrent_index(sql)?, *sql))).collect();
    let names: Vec<&str> = built.iter().map(|(name, _)| *name).collect();
    let invalid = indexes::drop_invalid(conn, &names).await?;
    for (_, sql) in built.iter().filter(|(name, _)| invalid.iter().any(|dropped| dropped == name)) {
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

fn migrator(version: u32) -> Migrator {
    let wanted = VERSIONS.iter().filter(|(number, ..)| *number <= i64::from(version));
    let migrations = wanted.map(|&(number, name, sql)| {
        // A version that builds an index concurrently has this first line and runs outside a transaction.
        let no_tx = sql.starts_with("-- no-transaction");
        Migration::new(number, name.into(), MigrationType::Simple, sql.into_sql_str(), no_tx)
    });
    Migrator::with_migrations(migrations.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last version whose indexes were not checked.
    const UNCHECKED: i64 = 34;

    /// Versions that change keys or small indexes of existing tables, for which their writers wait. No release has such tables: a fleet without a release behind
    /// it stops its workers for them (docs/recipes/upgrade.md).
    const REBUILDS: &[i64] = &[85, 93, 102];

    fn checked() -> impl Iterator<Item = &'static (i64, &'static str, &'static str)> {
        VERSIONS.iter().filter(|(number, ..)| *number > UNCHECKED && !REBUILDS.contains(number))
    }

    /// Building an index in a transaction blocks every writer of its table. Several statements outside of a transaction could not be
    /// repeated after an interruption.
    #[test]
    fn an_index_of_an_existing_table_is_the_only_statement_of_its_version_and_is_built_concurrently() {
        for (number, name, sql) in checked() {
            let statements = statements(sql);
            if sql.starts_with("-- no-transaction") {
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

    /// A column's constraint, type or volatile default is checked for or written into all rows while the table is locked.
    #[test]
    fn no_version_changes_an_existing_table_by_a_statement_that_reads_all_its_rows_under_its_lock() {
        for (number, name, sql) in checked() {
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
        for (number, name, sql) in checked() {
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

    /// Returns the statements without comments, in lower case, with single spaces. The body of a function counts as one word.
    fn statements(sql: &str) -> Vec<String> {
        let code: Vec<&str> = sql.lines().filter_map(|line| line.split("--").next()).collect();
        let words = |statement: &str| statement.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        // Every second part is between dollar quotes.
        let joined = code.join(" ");
        let outside: Vec<&str> = joined.split("$$").step_by(2).collect();
        outside.join("body").split(';').map(words).filter(|statement| !statement.is_empty()).collect()
    }
}
