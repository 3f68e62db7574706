//! `auspex topology`: streams, consumers and tables, as this version wants them. The deploy job; workers never do it.

use std::process::ExitCode;

use anyhow::Context as _;
use runtime::config::Env;
use runtime::permissions::{self, Login, Permissions, User};
use runtime::topology::{CONSUMERS, Options, SERVICES, STREAMS};
use serde_json::{Value, json};

use crate::{Context, output};

/// `auspex topology`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Makes streams and consumers (and the tables in Postgres) what this version wants; may be repeated at any time.
    Apply {
        /// Streams and consumers only.
        #[arg(long)]
        without_tables: bool,
    },
    /// Says what differs and changes nothing; exit code 3 if anything does.
    Check,
    /// Prints what this version wants.
    Show,
    /// Prints one user per worker, and one for whoever runs this command, as nats-server's configuration wants them.
    Permissions,
}

/// Runs it.
///
/// # Errors
/// When NATS or Postgres cannot be reached or refuses.
pub async fn run(args: Args, context: &Context) -> anyhow::Result<ExitCode> {
    match args.verb {
        Verb::Apply { without_tables } => apply(context, without_tables).await,
        Verb::Check => check(context).await,
        Verb::Show => show(context),
        Verb::Permissions => users(),
    }
}

/// What differs from place to place, from the environment.
///
/// # Errors
/// With every mistake in it.
pub fn options(context: &Context) -> anyhow::Result<Options> {
    let usual = Options::default();
    let mut env = Env::from_process();
    let options = Options {
        replicas: env.number(
            "AUSPEX_TOPOLOGY_REPLICAS",
            usual.replicas,
            "Copies of every stream; 3 on a cluster of three.",
        ),
        work_bytes: env.number(
            "AUSPEX_TOPOLOGY_WORK_BYTES",
            usual.work_bytes,
            "Bytes that a work stream may hold; finished work stays 72 h.",
        ),
        kept_bytes: env.number(
            "AUSPEX_TOPOLOGY_KEPT_BYTES",
            usual.kept_bytes,
            "Bytes that results and dead letters may hold, each.",
        ),
        ack_wait: context.config.ack_wait,
        max_ack_pending: env.number(
            "AUSPEX_TOPOLOGY_MAX_ACK_PENDING",
            usual.max_ack_pending,
            "Deliveries in flight at most per consumer, over all replicas of a worker.",
        ),
    };
    env.finish()?;
    Ok(options)
}

async fn apply(context: &Context, without_tables: bool) -> anyhow::Result<ExitCode> {
    let options = options(context)?;
    if !without_tables {
        context.store().await?.migrate().await.context("making the tables")?;
    }
    let client = context.client().await?;
    client.apply_topology(&options).await?;
    client.close().await;
    let made = json!({ "streams": STREAMS.len(), "consumers": CONSUMERS.len(), "tables": !without_tables });
    answer(context, &made, || {
        let tables = if without_tables { "" } else { " and the tables" };
        vec![format!("{} streams, {} consumers{tables} are what this version wants.", STREAMS.len(), CONSUMERS.len())]
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn check(context: &Context) -> anyhow::Result<ExitCode> {
    let client = context.client().await?;
    let differences = client.check_topology(&options(context)?).await;
    client.close().await;
    answer(context, &json!({ "differences": differences }), || {
        if differences.is_empty() {
            return vec!["Nothing differs.".to_owned()];
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
            let heard = CONSUMERS.iter().filter(|consumer| consumer.stream == stream.name);
            lines.extend(
                heard.map(|consumer| format!("  {:<24} {:<28} {}", consumer.name, consumer.filter, consumer.service)),
            );
        }
        lines
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Passwords are variables of nats-server's environment: nothing secret is printed, and the text can be kept in a repository.
fn users() -> anyhow::Result<ExitCode> {
    let names = SERVICES.iter().map(|service| service.name).chain([OPERATOR]);
    let users: Vec<User> = names
        .map(|name| User {
            login: Login::Variable {
                user: name.to_owned(),
                variable: format!("AUSPEX_{}_NATS_PASSWORD", name.to_uppercase()),
            },
            permissions: permissions_of(name),
        })
        .collect();
    output::line(permissions::render(&users).trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// The person's user; also the name of the connections that `auspex` makes, whose inbox it may read.
pub(crate) const OPERATOR: &str = "auspex";

/// What a worker may do, or else the operator.
pub(crate) fn permissions_of(name: &str) -> Permissions {
    let worker = SERVICES.iter().find(|service| service.name == name);
    worker.map_or_else(|| permissions::of_operator(name), permissions::of_worker)
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
        SERVICES.iter().map(|service| json!({ "name": service.name, "says": service.says })).collect();
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
