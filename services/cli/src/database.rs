//! `auspex database`: users of Postgres and Redis with the least privileges, one per process. A deployment step.

use std::process::ExitCode;

use anyhow::ensure;
use coordination::{ACL_PROCESSES, AclUser};
use store::roles;

use crate::{Context, output};

/// Command-line arguments of `auspex database`.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Args {
    /// Print SQL that creates one Postgres role per process with its privileges on each table. Repeat it after each
    /// migration.
    Roles {
        /// First part of each role's name, for example `auspex` in `auspex_gateway`.
        #[arg(long, default_value = "auspex")]
        prefix: String,
        /// Apply the SQL at AUSPEX_POSTGRES_URL, whose user must own the tables and may create roles, instead of
        /// printing it.
        #[arg(long)]
        apply: bool,
        /// Leave out the policies that limit the rows of the gateway: for the time in which gateways of a version
        /// without them run.
        #[arg(long)]
        without_policies: bool,
    },
    /// Print the Redis users, one per process that uses Redis, as lines of an ACL file. The passwords are variables
    /// such as `${AUSPEX_WRITER_REDIS_PASSWORD}`, which `envsubst` replaces.
    RedisUsers {
        /// Prefix of the keys, as in AUSPEX_REDIS_PREFIX.
        #[arg(long, default_value = "auspex")]
        prefix: String,
    },
}

/// Prints or applies the users.
///
/// # Errors
/// When the prefix is invalid, or Postgres cannot be reached or refuses a change.
pub(crate) async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    match args {
        Args::Roles { prefix, apply: true, without_policies } => {
            let store = context.owner_store().await?;
            match without_policies {
                true => store.roles().apply_privileges(&prefix).await?,
                false => store.roles().apply(&prefix).await?,
            }
            let names: Vec<String> = roles::processes().map(|process| roles::role(&prefix, process)).collect();
            match context.json {
                true => output::json(&serde_json::json!({ "roles": names }))?,
                false => output::line(&format!("roles {} have their privileges", names.join(", ")))?,
            }
        }
        Args::Roles { prefix, apply: false, without_policies } => {
            check_prefix(&prefix)?;
            let policies = if without_policies { String::new() } else { roles::policies(&prefix) };
            output::document("sql", &format!("{}\n{policies}", roles::sql(&prefix).trim_end()), context.json)?;
        }
        Args::RedisUsers { prefix } => {
            let line = |process: &&str| {
                let variable = format!("${{AUSPEX_{}_REDIS_PASSWORD}}", process.to_uppercase());
                AclUser::of_process(process, &prefix).map(|user| user.line(&variable))
            };
            let lines = std::iter::once("user default off".to_owned()).chain(ACL_PROCESSES.iter().filter_map(line));
            output::document("acl", &lines.collect::<Vec<_>>().join("\n"), context.json)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Checks the first part of the roles' names.
///
/// # Errors
/// When the names would need quotes in SQL.
pub(crate) fn check_prefix(prefix: &str) -> anyhow::Result<()> {
    let rule = "lower-case letters, digits and underscores, at most 40, the first one a letter";
    ensure!(roles::is_prefix(prefix), "the prefix {prefix:?} of the roles: use {rule}");
    Ok(())
}
