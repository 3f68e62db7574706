//! NATS, Postgres and Redis: reachable, new enough, what they should be, and not too far behind.

use std::time::Duration;

use coordination::Redis;
use domain::MicroUsd;
use runtime::client::Client;
use runtime::config::Env;
use secrecy::ExposeSecret;

use super::finding::Finding;
use crate::{Context, topology};

/// A stream that is fuller than this should be looked after before it refuses work.
const FULL_PERCENT: u64 = 70;
/// A backlog that is worth a word.
const LONG: u64 = 1_000;
/// A person waits for a first connection; workers, which have one, wait for 200 ms.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) async fn nats(context: &Context) -> Vec<Finding> {
    let client = match context.client().await {
        Ok(client) => client,
        Err(error) => {
            return vec![Finding::broken("NATS", format!("{error:#}"), "`auspex up`, or set AUSPEX_NATS_URL")];
        }
    };
    let mut findings = vec![Finding::fine("NATS", format!("nats-server {}", client.server_version()))];
    findings.extend(drift(&client, context).await);
    findings.extend(streams(&client).await);
    findings.extend(consumers(&client).await);
    client.close().await;
    findings
}

async fn drift(client: &Client, context: &Context) -> Vec<Finding> {
    let options = match topology::options(context) {
        Ok(options) => options,
        Err(error) => return vec![Finding::broken("topology", format!("{error:#}"), "correct it")],
    };
    let differences = client.check_topology(&options).await;
    if differences.is_empty() {
        return vec![Finding::fine("topology", "streams and consumers are what this version wants")];
    }
    differences.into_iter().map(|one| Finding::broken(one.what, one.problem, "`auspex topology apply`")).collect()
}

async fn streams(client: &Client) -> Vec<Finding> {
    let states = client.streams().await.into_iter().filter_map(|(_, state)| state);
    states
        .filter(|state| state.max_bytes > 0 && state.bytes * 100 / state.max_bytes >= FULL_PERCENT)
        .map(|state| {
            let detail = format!("{} of {} bytes are used", state.bytes, state.max_bytes);
            Finding::notable(state.stream, detail, "raise AUSPEX_TOPOLOGY_WORK_BYTES and apply the topology")
        })
        .collect()
}

async fn consumers(client: &Client) -> Vec<Finding> {
    let lags: Vec<_> = client.lag().await.into_iter().filter_map(|(_, lag)| lag).collect();
    let waiting: u64 = lags.iter().map(|lag| lag.pending).sum();
    let held: u64 = lags.iter().map(|lag| lag.ack_pending).sum();
    let mut findings = vec![Finding::fine("work", format!("{waiting} waiting, {held} in flight"))];
    for lag in lags {
        if lag.pending + lag.ack_pending > 0 && lag.waiting == 0 && lag.ack_pending == 0 {
            let detail = format!("{} messages wait and nobody asks for them", lag.pending);
            findings.push(Finding::broken(
                lag.consumer,
                detail,
                "does its worker run? `auspex up`, or look at its log",
            ));
        } else if lag.pending > LONG {
            let detail = format!("{} messages wait", lag.pending);
            findings.push(Finding::notable(lag.consumer, detail, "more replicas, or a slow model?"));
        }
    }
    findings
}

pub(super) async fn postgres(context: &Context) -> Vec<Finding> {
    let store = match context.store().await {
        Ok(store) => store,
        Err(error) => {
            return vec![Finding::broken("Postgres", format!("{error:#}"), "`auspex up`, or set AUSPEX_POSTGRES_URL")];
        }
    };
    let mut findings = vec![Finding::fine("Postgres", "answers")];
    let (dead, unsent, unbalanced) =
        match tokio::try_join!(store.dead_count(), store.unsent_count(), store.unbalanced_budgets()) {
            Ok(counts) => counts,
            Err(error) => {
                let detail = format!("{:#}", anyhow::Error::from(error));
                findings.push(Finding::broken("tables", detail, "`auspex topology apply` makes them"));
                return findings;
            }
        };
    findings.push(Finding::fine("tables", "readable"));
    if dead > 0 {
        findings.push(Finding::notable("dead letters", format!("{dead} wait for a decision"), "`auspex dead list`"));
    }
    if unsent > LONG {
        let detail = format!("{unsent} facts are committed and not published");
        findings.push(Finding::notable("outbox", detail, "is a worker running, and does NATS take messages?"));
    }
    findings.extend(unbalanced.into_iter().map(|(scope, budget, calls)| unbalanced_budget(&scope, budget, calls)));
    findings
}

fn unbalanced_budget(scope: &str, budget: MicroUsd, calls: MicroUsd) -> Finding {
    let detail = format!("budget says {budget}, its calls {calls}");
    Finding::broken(
        format!("budget {scope}"),
        detail,
        "this is a bug of ours: please report it with `auspex summary --json`",
    )
}

pub(super) async fn redis(context: &Context) -> Vec<Finding> {
    let local = context.fleet.as_ref().and_then(|fleet| fleet.redis_url.clone());
    let local = local.unwrap_or_else(|| "redis://127.0.0.1:6379".to_owned());
    let url = Env::from_process().secret_text("AUSPEX_REDIS_URL", &local, "Redis or Valkey.");
    let config = coordination::Config { timeout: PATIENCE, ..coordination::Config::new(url.expose_secret()) };
    let answer = match Redis::new(config) {
        Ok(redis) => redis.ping().await,
        Err(error) => Err(error),
    };
    match answer {
        Ok(()) => vec![Finding::fine("Redis", "answers")],
        // The fleet works without it, slower.
        Err(error) => vec![Finding::notable(
            "Redis",
            format!("{error:#}"),
            "`auspex up`, or set AUSPEX_REDIS_URL; work goes on without it",
        )],
    }
}
