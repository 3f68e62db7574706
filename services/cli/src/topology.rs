//! `auspex topology`: creates or checks streams, consumers and tables. A deployment step; workers never change the topology.

use std::process::ExitCode;

use anyhow::Context as _;
use domain::Tenant;
use runtime::config::Env;
use runtime::permissions::{self, Login, Permissions, User};
use runtime::topology::{CONSUMERS, GATEWAY, Options, SERVICES, STREAMS, processes};
use serde_json::{Value, json};

use crate::{Context, output};

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
    },
    /// Print differences without changing anything; exit code 3 if there are any.
    Check,
    /// Print the topology of this version.
    Show,
    /// Print the nats-server users: one per worker, one for this command and one per executor, in nats-server's configuration format.
    Permissions {
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
        Verb::Apply { without_tables } => apply(context, without_tables).await,
        Verb::Check => check(context).await,
        Verb::Show => show(context),
        Verb::Permissions { executor } => users(&executor),
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

async fn apply(context: &Context, without_tables: bool) -> anyhow::Result<ExitCode> {
    let options = options(context)?;
    if !without_tables {
        context.store().await?.migrate().await.context("migrating the tables")?;
    }
    let client = context.client().await?;
    client.apply_topology(&options).await?;
    client.close().await;
    let made = json!({ "streams": STREAMS.len(), "consumers": CONSUMERS.len(), "tables": !without_tables });
    answer(context, &made, || {
        let tables = if without_tables { "" } else { " and the tables" };
        vec![format!("{} streams, {} consumers{tables} are up to date.", STREAMS.len(), CONSUMERS.len())]
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
fn users(executors: &[Tenant]) -> anyhow::Result<ExitCode> {
    let names = processes().map(|service| service.name).chain([OPERATOR]);
    let executors = executors.iter().map(|tenant| {
        let name = format!("executor-{tenant}");
        let permissions = permissions::for_executor(&name, tenant);
        user(&name, permissions)
    });
    let users: Vec<User> = names.map(|name| user(name, permissions_of(name))).chain(executors).collect();
    output::line(permissions::render(&users).trim_end())?;
    Ok(ExitCode::SUCCESS)
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
