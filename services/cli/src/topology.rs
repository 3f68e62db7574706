//! `auspex topology`: creates or checks streams, consumers and tables. A deployment step; workers never change the topology.

mod cells;

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use domain::Tenant;
use runtime::config::Env;
use runtime::permissions::tenants::{self, TenantUsers};
use runtime::permissions::{self, Login, Permissions, User};
use runtime::topology::{CONSUMERS, GATEWAY, Options, SERVICES, STREAMS, processes};
use serde_json::{Value, json};

use crate::{Context, output};

/// Interval of the attempts with `--wait`.
const RETRY_INTERVAL: Duration = Duration::from_secs(2);

/// Command-line arguments of `auspex topology`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Create or update streams, consumers and the Postgres tables. Can be repeated at any time.
    Apply {
        /// Apply streams and consumers only.
        #[arg(long)]
        without_tables: bool,
        /// Time for which servers that cannot be reached are tried again, such as 10m.
        #[arg(long, default_value = "0s", value_parser = runtime::config::parse_duration)]
        wait: Duration,
        /// Tenant that reads its results from NATS with an account of its own; creates the consumer `results-TENANT`. May be repeated.
        #[arg(long, value_name = "TENANT", value_parser = Tenant::parse)]
        tenant: Vec<Tenant>,
    },
    /// Print differences without changing anything; exit code 3 if there are any.
    Check,
    /// Print the topology of this version.
    Show,
    /// Print the nats-server configuration of several cells: independent fleets, to which one nats-server assigns events by a hash of the
    /// tenant.
    Cells {
        /// Number of cells.
        #[arg(long)]
        cells: NonZeroU32,
        /// Tenant whose cell is printed, with the user `publisher-TENANT` of its own. May be repeated.
        #[arg(long, value_name = "TENANT", value_parser = Tenant::parse)]
        tenant: Vec<Tenant>,
    },
    /// Print the nats-server users: one per worker, one for this command and one per executor, in nats-server's configuration format. With
    /// `--tenant` print accounts: that of the fleet, and one per tenant with the users `publisher-TENANT` and `subscriber-TENANT`.
    Permissions {
        /// Tenant that publishes events to NATS and reads its results there; prints its account. May be repeated.
        #[arg(long, value_name = "TENANT", value_parser = Tenant::parse)]
        tenant: Vec<Tenant>,
        /// Tenant whose verbs an executor of yours executes; prints the user `executor-TENANT`. May be repeated.
        #[arg(long, value_name = "TENANT", value_parser = Tenant::parse)]
        executor: Vec<Tenant>,
    },
}

/// Applies, checks or prints the topology.
///
/// # Errors
/// When NATS or Postgres cannot be reached or refuses a change.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    match args.verb {
        Verb::Apply { without_tables, wait, tenant } => {
            // A mistake in a setting is not waited for.
            let options = options(context)?;
            retry_within(wait, RETRY_INTERVAL, || apply(context, &options, without_tables, &tenant)).await
        }
        Verb::Check => check(context).await,
        Verb::Show => show(context),
        Verb::Cells { cells, tenant } => cells::print(cells, &tenant, context),
        Verb::Permissions { executor, tenant } => users(&executor, &tenant),
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
        ack_wait: context.config.ack_wait,
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

async fn apply(
    context: &Context,
    options: &Options,
    without_tables: bool,
    tenants: &[Tenant],
) -> anyhow::Result<ExitCode> {
    if !without_tables {
        context.owner_store().await?.migrate().await.context("migrating the tables")?;
    }
    let client = context.client().await?;
    client.apply_topology(options).await?;
    for tenant in tenants {
        client.apply_tenant(tenant).await?;
    }
    client.close().await;
    let consumers = CONSUMERS.len() + tenants.len();
    let made = json!({ "streams": STREAMS.len(), "consumers": consumers, "tables": !without_tables });
    answer(context, &made, || {
        let tables = if without_tables { "" } else { " and the tables" };
        vec![format!("{} streams, {consumers} consumers{tables} are up to date.", STREAMS.len())]
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn check(context: &Context) -> anyhow::Result<ExitCode> {
    let client = context.client().await?;
    let differences = client.check_topology(&options(context)?).await;
    client.close().await;
    answer(context, &json!({ "differences": differences }), || {
        if differences.is_empty() {
            return vec!["No differences.".to_owned()];
        }
        differences.iter().map(|difference| format!("{}: {}", difference.what, difference.problem)).collect()
    })?;
    Ok(output::complete_if(differences.is_empty()))
}

fn show(context: &Context) -> anyhow::Result<ExitCode> {
    answer(context, &table(), || {
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

/// Prints the users. Passwords are references to environment variables of nats-server, so the output contains no secret.
fn users(executors: &[Tenant], tenants: &[Tenant]) -> anyhow::Result<ExitCode> {
    let names = processes().map(|service| service.name).chain([OPERATOR]);
    let executors = executors.iter().map(|tenant| {
        let name = format!("executor-{tenant}");
        let permissions = permissions::for_executor(&name, tenant);
        user(&name, permissions)
    });
    let users: Vec<User> = names.map(|name| user(name, permissions_of(name))).chain(executors).collect();
    let tenants: Vec<TenantUsers> = tenants.iter().map(tenant_users).collect();
    check_variables(users.iter().chain(tenants.iter().flat_map(|tenant| &tenant.users)))?;
    let rendered =
        if tenants.is_empty() { permissions::render(&users) } else { tenants::render_accounts(&users, &tenants) };
    output::line(rendered.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// Checks that no two users share a password: a variable's name has fewer characters to choose from than that of a tenant.
fn check_variables<'a>(users: impl Iterator<Item = &'a User>) -> anyhow::Result<()> {
    let mut variables = BTreeMap::new();
    for login in users.map(|user| &user.login) {
        let Login::Variable { user, variable } = login else { continue };
        if let Some(other) = variables.insert(variable, user) {
            anyhow::bail!(
                "the users {other} and {user} would both have the password {variable}; print them separately and rename a variable"
            );
        }
    }
    Ok(())
}

fn tenant_users(tenant: &Tenant) -> TenantUsers {
    let (publisher, subscriber) = (format!("publisher-{tenant}"), format!("subscriber-{tenant}"));
    let users = vec![
        user(&publisher, tenants::for_publisher(&publisher, tenant)),
        user(&subscriber, tenants::for_tenant_subscriber(&subscriber, tenant)),
    ];
    TenantUsers { tenant: tenant.clone(), users }
}

/// Returns a user whose password is in an environment variable of nats-server.
fn user(name: &str, permissions: Permissions) -> User {
    let upper = name.to_uppercase().replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    let login = Login::Variable { user: name.to_owned(), variable: format!("AUSPEX_{upper}_NATS_PASSWORD") };
    User { login, permissions }
}

/// User of the command line; also the name of its connections, which determines the inbox it may read.
pub(crate) const OPERATOR: &str = "auspex";

/// Returns the permissions of a worker, or of the operator for any other name.
pub(crate) fn permissions_of(name: &str) -> Permissions {
    if name == GATEWAY.name {
        return permissions::for_gateway();
    }
    let worker = SERVICES.iter().find(|service| service.name == name);
    worker.map_or_else(|| permissions::for_operator(name), permissions::for_worker)
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

fn answer(context: &Context, value: &Value, lines: impl FnOnce() -> Vec<String>) -> anyhow::Result<()> {
    if context.json {
        return output::json(value);
    }
    for line in lines() {
        output::line(&line)?;
    }
    Ok(())
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

    #[test]
    fn tenants_whose_users_would_share_a_password_are_refused() {
        let tenants =
            |names: &[&str]| -> Vec<Tenant> { names.iter().map(|name| Tenant::parse(name).unwrap()).collect() };
        assert!(users(&[], &tenants(&["acme", "other"])).is_ok());
        let error = users(&tenants(&["a-b"]), &tenants(&["a-b", "a_b"])).unwrap_err().to_string();
        assert!(error.contains("publisher-a-b and publisher-a_b"), "{error}");
    }
}
