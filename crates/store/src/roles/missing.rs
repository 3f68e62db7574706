//! Privileges that a process lacks: its role was not updated after a migration, or its tables are not there yet.

use std::collections::BTreeMap;

use domain::port::PortError;

use super::facet::PgRoles;
use super::grants::{MIGRATOR, privileges, processes};
use crate::database::Database;
use crate::pool::PgPool;
use crate::rows::row;

/// The command that gives every role what it lacks.
pub const MEND: &str = "run `auspex topology apply`, and `auspex database roles --apply` as the owner of the tables";

/// Which of the privileges the users lack. UPDATE of a sequence, which earlier versions granted, includes USAGE. `$2`
/// are names of tables and sequences, `$3` privileges, `$4` columns or NULL.
const LACKING: &str = "
SELECT u.usename::text, p.name, p.privilege, c.oid IS NULL
FROM pg_user u, unnest($2::text[], $3::text[], $4::text[]) AS p (name, privilege, col)
LEFT JOIN pg_class c ON c.oid = to_regclass('public.' || p.name)
WHERE u.usename = ANY($1) AND NOT CASE
    WHEN c.oid IS NULL THEN false
    WHEN c.relkind = 'S' THEN has_sequence_privilege(u.usesysid, c.oid, p.privilege || ', UPDATE')
    WHEN p.col IS NOT NULL THEN has_column_privilege(u.usesysid, c.oid, p.col, p.privilege)
    ELSE has_table_privilege(u.usesysid, c.oid, p.privilege) END
ORDER BY 1, 2, 3";

/// Users that act for a process: those of its open sessions, and its role beside the current user's.
const USERS: &str = "
SELECT usename::text FROM pg_stat_activity WHERE datname = current_database() AND usename IS NOT NULL
   AND (application_name = $1 OR starts_with(application_name, $1 || '-'))
UNION SELECT rolname::text FROM pg_roles
WHERE rolname = regexp_replace(current_user::text, '_[a-z]+$', '') || '_' || $1";

/// Whether every role may create what code of the owner could use by mistake.
const PUBLIC_CREATES: &str = "
SELECT has_database_privilege('public', current_database(), 'TEMPORARY, CREATE') OR has_schema_privilege('public', 'public', 'CREATE')";

row! {
    struct LackingRow {
        user: String,
        table: String,
        privilege: String,
        no_table: bool,
    }
}

impl PgRoles {
    /// Returns what the users of each process lack, by user, as `PRIVILEGE on table`.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn missing_of_all(&self) -> Result<BTreeMap<String, Vec<String>>, PortError> {
        let mut all = BTreeMap::new();
        for process in processes().filter(|process| *process != MIGRATOR) {
            let users =
                |pool: PgPool| async move { Ok(sqlx::query_scalar(USERS).bind(process).fetch_all(&pool).await?) };
            let users: Vec<String> = self.database.run("pg_stat_activity", users).await?;
            all.extend(lacking(&self.database, process, &users).await?);
        }
        Ok(all)
    }

    /// Returns `true` if every role may create temporary tables, or anything in the database or the schema `public`.
    ///
    /// # Errors
    /// `Down` if Postgres is unavailable.
    pub async fn public_may_create(&self) -> Result<bool, PortError> {
        let asked = |pool: PgPool| async move { Ok(sqlx::query_scalar(PUBLIC_CREATES).fetch_one(&pool).await?) };
        self.database.run("pg_database", asked).await
    }
}

/// Returns what the current user lacks to work as the process that opened the database, as `PRIVILEGE on table`;
/// nothing for a process without a role.
pub(crate) async fn of_process(database: &Database) -> Result<Vec<String>, PortError> {
    let Some(process) = processes().find(|process| is_instance_of(&database.instance, process)) else {
        return Ok(Vec::new());
    };
    let user =
        |pool: PgPool| async move { Ok(sqlx::query_scalar("SELECT current_user::text").fetch_one(&pool).await?) };
    let user: String = database.run("current_user", user).await?;
    let lacking = lacking(database, process, &[user]).await?;
    Ok(lacking.into_values().flatten().collect())
}

async fn lacking(
    database: &Database,
    process: &str,
    users: &[String],
) -> Result<BTreeMap<String, Vec<String>>, PortError> {
    let wanted: Vec<(&str, String)> =
        privileges(process).into_iter().flat_map(|(table, all)| all.into_iter().map(move |it| (table, it))).collect();
    let tables: &Vec<&str> = &wanted.iter().map(|(table, _)| *table).collect();
    let (kinds, columns): (Vec<&str>, Vec<Option<&str>>) = wanted.iter().map(|(_, it)| split(it)).unzip();
    let (kinds, columns) = (&kinds, &columns);
    let select = |pool: PgPool| async move {
        let asked = sqlx::query_as(LACKING).bind(users).bind(tables).bind(kinds).bind(columns);
        Ok(asked.fetch_all(&pool).await?)
    };
    let rows: Vec<LackingRow> = database.run("pg_class", select).await?;
    let mut lacking: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for LackingRow { user, table, privilege, no_table } in rows {
        let what = if no_table { format!("table {table}") } else { format!("{privilege} on {table}") };
        let known = lacking.entry(user).or_default();
        if !known.contains(&what) {
            known.push(what);
        }
    }
    Ok(lacking)
}

/// Returns `true` if the process opened the database. Instances are named `<process>-<suffix>`.
fn is_instance_of(instance: &str, process: &str) -> bool {
    instance.strip_prefix(process).is_some_and(|rest| rest.starts_with('-'))
}

/// Splits `UPDATE (column)`.
fn split(privilege: &str) -> (&str, Option<&str>) {
    match privilege.split_once(" (") {
        Some((kind, column)) => (kind, Some(column.trim_end_matches(')'))),
        None => (privilege, None),
    }
}
