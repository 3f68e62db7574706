//! One Postgres role per process, with the least privileges that its statements need, as SQL.
//!
//! The SQL is printed by `auspex database roles` and applied by the owner of the tables after each migration. It may be
//! repeated, and it applies the privileges in one transaction, so that a running process never misses one. Policies
//! limit the rows of the gateway to those of the tenants that its transactions name (ADR 0023).

mod facet;
mod grants;
pub(crate) mod missing;
mod rows;

use std::collections::BTreeSet;
use std::fmt::Write;

use domain::port::PortError;
pub use facet::PgRoles;
pub use grants::{MIGRATOR, processes, role};
use grants::{ROLES, privileges};
pub use missing::MEND;

use crate::pool::PgPool;

/// Returns the tables whose rows a policy limits for the gateway, and those that all tenants share.
pub fn limited_and_shared_tables() -> [BTreeSet<&'static str>; 2] {
    [rows::LIMITED.iter().map(|(table, _)| *table).collect(), rows::SHARED.iter().map(|(table, _)| *table).collect()]
}

/// Returns the tables and views that a process may use.
pub fn tables_of(process: &str) -> BTreeSet<&'static str> {
    privileges(process).into_keys().collect()
}

/// Returns the tables and views that the grants name. Every table of the schema must be among them.
pub fn granted_tables() -> BTreeSet<&'static str> {
    ROLES.iter().flat_map(|(_, groups)| groups.iter().copied().flatten()).map(|(table, _)| *table).collect()
}

impl PgRoles {
    /// Returns the users of a process's open sessions that no grant limits: superusers, and the owner of the tables.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn unlimited_users(&self, process: &str) -> Result<Vec<String>, PortError> {
        let select =
            |pool: PgPool| async move { Ok(sqlx::query_scalar(UNLIMITED).bind(process).fetch_all(&pool).await?) };
        self.database.run("pg_stat_activity", select).await
    }

    /// Returns the tables whose rows no policy limits although a process with open sessions should be limited.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn tables_without_policies(&self, process: &str) -> Result<Vec<String>, PortError> {
        let tables: &Vec<&str> = &rows::LIMITED.iter().map(|(table, _)| *table).collect();
        let select = |pool: PgPool| async move {
            Ok(sqlx::query_scalar(WITHOUT_POLICIES).bind(process).bind(tables).fetch_all(&pool).await?)
        };
        self.database.run("pg_class", select).await
    }

    /// Creates or updates the roles on this database with their privileges and policies; see [`sql`]. The store's user
    /// must own the tables and may create roles.
    ///
    /// # Errors
    /// `Refused` if `prefix` is invalid or the user lacks a privilege, `Down` if Postgres is unavailable.
    pub async fn apply(&self, prefix: &str) -> Result<(), PortError> {
        self.apply_privileges(prefix).await?;
        self.execute(&policies(prefix)).await
    }

    /// Creates or updates the roles with their privileges only, while gateways run that name no tenants.
    ///
    /// # Errors
    /// `Refused` if `prefix` is invalid or the user lacks a privilege, `Down` if Postgres is unavailable.
    pub async fn apply_privileges(&self, prefix: &str) -> Result<(), PortError> {
        if !is_prefix(prefix) {
            let what =
                format!("the prefix {prefix:?} of the roles: use 1 to 40 lower-case letters, digits and underscores");
            return Err(PortError::Refused { what, source: "invalid".into() });
        }
        self.execute(&sql(prefix)).await
    }

    async fn execute(&self, sql: &str) -> Result<(), PortError> {
        let apply = |pool: PgPool| async move {
            sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&pool).await?;
            Ok(())
        };
        self.database.run("roles", apply).await
    }

    /// Sets the passwords of roles, by process, which [`PgRoles::apply`] has created with this prefix.
    ///
    /// # Errors
    /// `Refused` if a role does not exist or the user may not change it, `Down` if Postgres is unavailable.
    pub async fn set_passwords(&self, prefix: &str, passwords: &[(&str, &str)]) -> Result<(), PortError> {
        let set = |pool: PgPool| async move {
            let mut tx = pool.begin().await?;
            for (process, password) in passwords {
                let alter = sqlx::query_scalar(ALTER).bind(role(prefix, process)).bind(*password);
                let statement: String = alter.fetch_one(&mut *tx).await?;
                sqlx::raw_sql(sqlx::AssertSqlSafe(statement)).execute(&mut *tx).await?;
            }
            Ok(tx.commit().await?)
        };
        self.database.run("roles", set).await
    }
}

/// Statement that sets a password; names and literals are quoted by Postgres.
const ALTER: &str = "SELECT format('ALTER ROLE %I PASSWORD %L', $1::text, $2::text)";

/// Sessions of a process whose user the grants do not limit: a superuser, or the owner of the tables.
const UNLIMITED: &str = "
SELECT DISTINCT a.usename::text FROM pg_stat_activity a JOIN pg_roles r ON r.oid = a.usesysid
WHERE a.datname = current_database() AND (a.application_name = $1 OR starts_with(a.application_name, $1 || '-'))
  AND (r.rolsuper OR r.oid = (SELECT relowner FROM pg_class WHERE oid = to_regclass('outbox')))
ORDER BY 1";

const WITHOUT_POLICIES: &str = "
SELECT c.relname::text FROM pg_class c WHERE c.oid = ANY (SELECT to_regclass(name) FROM unnest($2::text[]) AS name) AND NOT c.relrowsecurity
  AND EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = current_database()
              AND (a.application_name = $1 OR starts_with(a.application_name, $1 || '-')))
ORDER BY 1";

/// Takes from every role what nobody needs. A role that can create a table, function or operator in a schema of another
/// session's search path, or a temporary table, can have its own code called by functions that run with the rights of
/// the owner, and by the owner's statements. Postgres only warns about a privilege that the user cannot revoke, because
/// it does not own the database; doctor reports it.
pub(crate) const NOTHING_FOR_PUBLIC: &str = "\
DO $$ BEGIN EXECUTE format('REVOKE TEMPORARY, CREATE ON DATABASE %I FROM PUBLIC', current_database()); END $$;
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
REVOKE EXECUTE ON FUNCTION word_shares(), call_unsettled_keep() FROM PUBLIC;
";

/// Returns true for prefixes that need no quoting in SQL. Postgres limits names to 63 bytes.
pub fn is_prefix(text: &str) -> bool {
    let valid = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    (1..=40).contains(&text.len()) && text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(valid)
}

/// Returns the URL with another user and without a password, for servers that trust local connections.
pub fn url_as(url: &str, role: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let rest = rest.rsplit_once('@').map_or(rest, |(_, rest)| rest);
    format!("{scheme}://{role}@{rest}")
}

/// Returns SQL that creates the roles and their privileges on the tables of the current schema. Roles that exist keep
/// their password; a new role has none. `prefix` is the first part of each role's name and consists of lower-case
/// letters, digits and underscores.
pub fn sql(prefix: &str) -> String {
    let mut sql = String::from(
        "-- Roles of Auspex, one per process. Apply as the owner of the tables, after each migration:\n\
         --   auspex database roles | psql --set ON_ERROR_STOP=1 \"$URL_OF_THE_OWNER\"\n\
         -- Passwords: ALTER ROLE … PASSWORD '…', or certificates. A role may only connect and use the tables below.\nBEGIN;\n",
    );
    for process in processes().chain([MIGRATOR]) {
        create(&mut sql, &role(prefix, process));
    }
    let migrator = role(prefix, MIGRATOR);
    let _ = writeln!(
        sql,
        "DO $$ BEGIN EXECUTE format('GRANT CREATE ON DATABASE %I TO {migrator}', current_database()); END $$;"
    );
    let _ = writeln!(sql, "GRANT USAGE, CREATE ON SCHEMA public TO {migrator};");
    sql.push_str(NOTHING_FOR_PUBLIC);
    for (process, _) in ROLES {
        let role = role(prefix, process);
        let _ = writeln!(sql, "\nGRANT USAGE ON SCHEMA public TO {role};");
        let _ = writeln!(sql, "REVOKE CREATE ON SCHEMA public FROM {role};");
        let _ = writeln!(sql, "REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role};");
        let _ = writeln!(sql, "REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM {role};");
        for (table, privileges) in privileges(process) {
            let privileges = privileges.into_iter().collect::<Vec<_>>().join(", ");
            let _ = writeln!(sql, "GRANT {privileges} ON {table} TO {role};");
        }
        let _ = writeln!(sql, "GRANT EXECUTE ON FUNCTION word_shares() TO {role};");
    }
    sql.push_str("COMMIT;\n");
    sql
}

/// Returns SQL that creates the policies of rows, for roles that [`sql`] has created.
pub fn policies(prefix: &str) -> String {
    rows::policies(prefix)
}

fn create(sql: &mut String, role: &str) {
    let _ = writeln!(
        sql,
        "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '{role}') THEN CREATE ROLE {role} LOGIN; END IF; END $$;"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may(process: &str, privilege: &str, table: &str) -> bool {
        privileges(process).get(table).is_some_and(|granted| granted.iter().any(|name| name.starts_with(privilege)))
    }

    #[test]
    fn no_process_may_do_the_work_of_another() {
        for (process, privilege, table) in [
            ("gateway", "INSERT", "call"),
            ("gateway", "UPDATE", "call"),
            ("gateway", "INSERT", "fact"),
            ("gateway", "DELETE", "research"),
            ("gateway", "INSERT", "gateway_token"),
            ("operator", "INSERT", "call"),
            ("researcher", "SELECT", "gateway_token"),
            ("researcher", "INSERT", "forecast"),
            ("classifier", "INSERT", "research"),
            ("filter", "SELECT", "note"),
            ("forecaster", "SELECT", "research"),
            ("writer", "SELECT", "webhook_secret"),
        ] {
            assert!(!may(process, privilege, table), "{process} {privilege} {table}");
        }
        let deletes: Vec<&str> = processes().filter(|process| may(process, "DELETE", "call")).collect();
        assert_eq!(deletes, ["writer"], "calls are money; the writer deletes those past their retention");
    }

    #[test]
    fn letters_become_privileges() {
        let granted = &privileges("gateway")["gateway_token"];
        assert_eq!(granted.iter().map(String::as_str).collect::<Vec<_>>(), ["SELECT", "UPDATE (used_at)"]);
    }
}
