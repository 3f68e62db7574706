//! `auspex topology`: creates or checks streams, consumers and tables. A deployment step; workers never change the
//! topology.

mod cells;
mod users;

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use domain::Tenant;
use runtime::config::Env;
use runtime::topology::{CONSUMERS, Options, STREAMS, processes};
use serde_json::{Value, json};
use users::Wanted;
pub(crate) use users::{OPERATOR, permissions_of};

use crate::{Context, database, output};

/// Interval of the attempts with `--wait`.
const RETRY_INTERVAL: Duration = Duration::from_secs(2);

/// Command-line arguments of `auspex topology`.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Args {
    /// Create or update streams, consumers and the Postgres tables. Can be repeated at any time.
    Apply {
        /// Apply streams and consumers only.
        #[arg(long)]
        without_tables: bool,
        /// Also give the Postgres roles their privileges, as `auspex database roles --apply`, with this first part of
        /// their names. The user must own the tables; a role that is missing is created, which needs the right to
        /// create roles.
        #[arg(long, value_name = "PREFIX", num_args = 0..=1, default_missing_value = "auspex", conflicts_with = "without_tables")]
        roles: Option<String>,
        /// Time for which servers that cannot be reached are tried again, such as 10m.
        #[arg(long, default_value = "0s", value_parser = runtime::config::parse_duration)]
        wait: Duration,
        /// Tenant that reads its results from NATS with its own account; creates the consumer `results-TENANT`.
        /// May be repeated.
        #[arg(long, value_name = "TENANT", value_parser = Tenant::parse)]
        tenant: Vec<Tenant>,
    },
    /// Print differences without changing anything; exit code 3 if there are any.
    Check,
    /// Print the topology of this version.
    Show,
    /// Print the nats-server configuration of several cells: independent fleets, to which one nats-server assigns
    /// events by a hash of the tenant.
    Cells {
        /// Number of cells.
        #[arg(long)]
        cells: NonZeroU32,
        /// Tenant whose cell is printed, with the user `publisher-TENANT` of its own. May be repeated.
        #[arg(long, value_name = "TENANT", value_parser = Tenant::parse)]
        tenant: Vec<Tenant>,
    },
    /// Print the nats-server users: one per worker, one for this command and one per executor, in nats-server's
    /// configuration format. With `--tenant` print accounts: that of the fleet, and one per tenant with the users
    /// `publisher-TENANT` and `subscriber-TENANT`.
    Permissions {
        /// Tenant that publishes events to NATS and reads its results there; prints its account. May be repeated.
        #[arg(long, value_name = "TENANT", value_parser = Tenant::parse)]
        tenant: Vec<Tenant>,
        /// Tenant whose verbs an executor of yours executes; prints the user `executor-TENANT`. May be repeated.
        #[arg(long, value_name = "TENANT", value_parser = Tenant::parse)]
        executor: Vec<Tenant>,
        /// Folder of seeds: users with nkeys in place of passwords, and always in an account. The seed of each user is
        /// the file USER.nk, which is created if it is missing.
        #[arg(long, value_name = "FOLDER")]
        nkeys: Option<PathBuf>,
    },
}

/// What `apply` does beside the streams of the fleet.
struct Extent {
    tables: bool,
    /// Prefix of the roles that get their privileges.
    roles: Option<String>,
    tenants: Vec<Tenant>,
}

/// Applies, checks or prints the topology.
///
/// # Errors
/// When NATS or Postgres cannot be reached or refuses a change.
pub(crate) async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    match args {
        Args::Apply { without_tables, roles, wait, tenant } => {
            // A mistake in a setting is not waited for.
            let options = options(context)?;
            roles.as_deref().map_or(Ok(()), database::check_prefix)?;
            let extent = Extent { tables: !without_tables, roles, tenants: tenant };
            retry_within(wait, RETRY_INTERVAL, || apply(context, &options, &extent)).await
        }
        Args::Check => check(context).await,
        Args::Show => show(context),
        Args::Cells { cells, tenant } => cells::print(cells, &tenant, context),
        Args::Permissions { executor, tenant, nkeys } => {
            users::print(&Wanted { executors: executor, tenants: tenant, nkeys }, context.json)
        }
    }
}

/// Reads the deployment-specific options from the environment.
///
/// # Errors
/// When a setting is invalid; lists every mistake.
pub fn options(context: &Context) -> anyhow::Result<Options> {
    let usual = Options::default();
    let mut env = Env::from_process();
    let options = Options {
        replicas: env.number(
            "AUSPEX_TOPOLOGY_REPLICAS",
            usual.replicas,
            "Replicas of every stream; 3 on a cluster of three.",
        ),
        work_bytes: env.number(
            "AUSPEX_TOPOLOGY_WORK_BYTES",
            usual.work_bytes,
            "Maximum bytes of the events and of the work, each: what may wait while a worker is away. Finished events take at most half of it.",
        ),
        kept_bytes: env.number(
            "AUSPEX_TOPOLOGY_KEPT_BYTES",
            usual.kept_bytes,
            "Maximum bytes of the result stream and of the dead-letter stream, each; when full they drop the oldest.",
        ),
        ack_wait: context.config.consumer.ack_wait,
        max_ack_pending: env.number(
            "AUSPEX_TOPOLOGY_MAX_ACK_PENDING",
            usual.max_ack_pending,
            "Maximum unacknowledged deliveries per consumer, over all replicas of a worker.",
        ),
    };
    env.finish()?;
    Ok(options)
}

/// Repeats `attempt` until it succeeds or `wait` is over. Prints each reason for a failure once.
async fn retry_within<T, F, Fut>(wait: Duration, interval: Duration, attempt: F) -> anyhow::Result<T>
where
    F: Fn() -> Fut,
    Fut: Future<Output = anyhow::Result<T>>,
{
    let deadline = Instant::now() + wait;
    let mut printed = String::new();
    loop {
        let error = match attempt().await {
            Err(error) if Instant::now() < deadline => output::error_chain(&error),
            result => return result,
        };
        if error != printed {
            output::note(&format!("auspex: trying again: {error}"));
            printed = error;
        }
        tokio::time::sleep(interval).await;
    }
}

async fn apply(context: &Context, options: &Options, extent: &Extent) -> anyhow::Result<ExitCode> {
    if extent.tables {
        context.owner_store().await?.migrate().await.context("migrating the tables")?;
    }
    // Before the streams: a worker that finds its tables and consumers needs the privileges as well.
    if let Some(prefix) = &extent.roles {
        let applied = context.owner_store().await?.roles().apply(prefix).await;
        applied.context("giving the roles their privileges; roles that the user may not create must exist")?;
    }
    let client = context.client().await?;
    client.apply_topology(options).await?;
    for tenant in &extent.tenants {
        client.apply_tenant(tenant).await?;
    }
    client.close().await;
    let consumers = CONSUMERS.len() + extent.tenants.len();
    let made = json!({
        "streams": STREAMS.len(), "consumers": consumers, "tables": extent.tables, "roles": extent.roles.is_some()
    });
    context.print(&made, |_| {
        let tables = if extent.tables { " and the tables" } else { "" };
        let privileges = if extent.roles.is_some() { " and the privileges" } else { "" };
        vec![format!("{} streams, {consumers} consumers{tables}{privileges} are up to date.", STREAMS.len())]
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn check(context: &Context) -> anyhow::Result<ExitCode> {
    let client = context.client().await?;
    let differences = client.check_topology(&options(context)?).await;
    client.close().await;
    context.print(&json!({ "differences": differences }), |_| {
        if differences.is_empty() {
            return vec!["No differences.".to_owned()];
        }
        differences.iter().map(|difference| format!("{}: {}", difference.what, difference.problem)).collect()
    })?;
    Ok(output::complete_if(differences.is_empty()))
}

fn show(context: &Context) -> anyhow::Result<ExitCode> {
    context.print(&table(), |_| {
        let mut lines = Vec::new();
        for stream in STREAMS {
            lines.push(format!("{:<18} {}", stream.name, stream.subjects.join(" ")));
            let consumers = CONSUMERS.iter().filter(|consumer| consumer.stream == stream.name);
            lines.extend(
                consumers
                    .map(|consumer| format!("  {:<24} {:<28} {}", consumer.name, consumer.filter, consumer.service)),
            );
        }
        lines
    })?;
    Ok(ExitCode::SUCCESS)
}

fn table() -> Value {
    let streams: Vec<Value> = STREAMS
        .iter()
        .map(|stream| json!({ "name": stream.name, "subjects": stream.subjects, "max_age_s": stream.max_age().as_secs() }))
        .collect();
    let consumers: Vec<Value> = CONSUMERS
        .iter()
        .map(|consumer| json!({ "name": consumer.name, "stream": consumer.stream, "filter": consumer.filter, "service": consumer.service }))
        .collect();
    let services: Vec<Value> =
        processes().map(|service| json!({ "name": service.name, "says": service.emits })).collect();
    json!({ "streams": streams, "consumers": consumers, "services": services })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[tokio::test]
    async fn servers_that_start_later_are_waited_for_and_not_longer_than_asked() {
        let tries = Cell::new(0);
        let attempt = || async {
            tries.set(tries.get() + 1);
            if tries.get() < 20 { anyhow::bail!("refused") } else { Ok(tries.get()) }
        };
        let interval = Duration::from_millis(1);
        assert_eq!(retry_within(Duration::from_secs(60), interval, attempt).await.unwrap(), 20);
        tries.set(0);
        assert_eq!(retry_within(Duration::ZERO, interval, attempt).await.unwrap_err().to_string(), "refused");
        assert_eq!(tries.get(), 1);
    }
}
