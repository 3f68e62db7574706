//! NATS: connection, version, health, topology, stream sizes and consumer backlog.

use std::time::Duration;

use runtime::client::{Client, StreamState};
use runtime::topology::Holding;
use telemetry::http::{ClientConfig, client};

use super::finding::Finding;
use crate::{Context, topology};

/// Stream usage in percent from which a stream is notable; a full stream of work refuses messages.
const FULL_PERCENT: u64 = 70;
/// Time for which results are kept for subscribers, in hours.
const RESULT_HOURS: u64 = 72;
/// Pending messages above which a consumer is notable.
const MANY_PENDING: u64 = 1_000;
/// Recommended version, as in `runtime::client`; older ones work.
const RECOMMENDED: (u32, u32, u32) = (2, 12, 3);

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let client = match context.client().await {
        Ok(client) => client,
        Err(error) => {
            return vec![Finding::unreachable("NATS", &error, context)];
        }
    };
    let mut findings = vec![version(&client.server_version())];
    findings.extend(health(context).await);
    findings.extend(drift(&client, context).await);
    findings.extend(streams(&client).await);
    findings.extend(consumers(&client).await);
    client.close().await;
    findings
}

/// Checks the version. A server that is too old never gets here: the connection refuses it.
fn version(version: &str) -> Finding {
    let mut parts = version.trim_start_matches('v').split(['.', '-']).map_while(|part| part.parse::<u32>().ok());
    let found = (parts.next().unwrap_or(0), parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    if found >= RECOMMENDED {
        return Finding::fine("NATS", format!("nats-server {version}"));
    }
    Finding::notable(
        "NATS",
        format!("nats-server {version} works, but 2.12.3 or newer is recommended"),
        "upgrade nats-server",
    )
}

/// Checks the health endpoint of nats-server. After its disk was full it cannot store messages, and publishers receive
/// no confirmation.
async fn health(context: &Context) -> Option<Finding> {
    let url = format!("{}/healthz", context.nats_monitor_url()?.trim_end_matches('/'));
    let config = ClientConfig { timeout: Duration::from_secs(3), ..ClientConfig::default() };
    let answer = match client(config) {
        Ok(http) => http.get(&url).send().await,
        Err(error) => return Some(Finding::broken("NATS health", error.to_string(), "")),
    };
    Some(match answer {
        Ok(answer) if answer.status().is_success() => Finding::fine("NATS health", "streams can be written"),
        Ok(answer) => unhealthy(answer.text().await.unwrap_or_default().trim()),
        Err(_) => Finding::notable("NATS health", format!("{url} does not respond"), "correct AUSPEX_NATS_MONITOR_URL"),
    })
}

fn unhealthy(status: &str) -> Finding {
    let mend = if status.contains("write error") || status.contains("no space") {
        "free disk space, then restart nats-server: it does not recover by itself (`auspex up` restarts it when there is space). Acknowledged messages are safe"
    } else {
        "check nats-server's log; restart it if the problem lasts longer than a minute"
    };
    Finding::broken("NATS health", status, mend)
}

async fn drift(client: &Client, context: &Context) -> Vec<Finding> {
    let options = match topology::options(context) {
        Ok(options) => options,
        Err(error) => return vec![Finding::broken("topology", format!("{error:#}"), "correct the setting")],
    };
    let differences = client.check_topology(&options).await;
    if differences.is_empty() {
        return vec![Finding::fine("topology", "streams and consumers match this version")];
    }
    differences.into_iter().map(|one| Finding::broken(one.what, one.problem, "`auspex topology apply`")).collect()
}

async fn streams(client: &Client) -> Vec<Finding> {
    let states: Vec<StreamState> = client.streams().await.into_iter().filter_map(|(_, state)| state).collect();
    let full = states.iter().filter_map(fullness);
    full.collect()
}

/// Reports a stream that is almost full. Streams that drop their oldest messages are always almost full after a while;
/// results are notable if they are dropped before their time.
fn fullness(state: &StreamState) -> Option<Finding> {
    if state.max_bytes == 0 || state.bytes * 100 / state.max_bytes < FULL_PERCENT {
        return None;
    }
    let hours = state.span.as_secs() / 3600;
    let detail = format!("{} of {} bytes used by messages of {hours} h", state.bytes, state.max_bytes);
    match state.holding {
        Holding::Events | Holding::Work => Some(Finding::notable(
            state.stream,
            detail,
            "unfinished work fills it (finished messages are removed): see the consumers below, add replicas, or raise AUSPEX_TOPOLOGY_WORK_BYTES and apply the topology; if no consumer is behind, look for the task `trim-streams` in the writer's log",
        )),
        Holding::Results if hours < RESULT_HOURS => Some(Finding::notable(
            state.stream,
            detail,
            "subscribers that are away for longer miss results in the stream, Postgres keeps them: raise AUSPEX_TOPOLOGY_KEPT_BYTES and apply the topology",
        )),
        Holding::Results | Holding::Dead | Holding::Advisories => None,
    }
}

async fn consumers(client: &Client) -> Vec<Finding> {
    let lags: Vec<_> = client.lag().await.into_iter().filter_map(|(_, lag)| lag).collect();
    let waiting: u64 = lags.iter().map(|lag| lag.pending).sum();
    let held: u64 = lags.iter().map(|lag| lag.ack_pending).sum();
    let mut findings = vec![Finding::fine("work", format!("{waiting} waiting, {held} in flight"))];
    for lag in lags {
        if lag.pending + lag.ack_pending > 0 && lag.waiting == 0 && lag.ack_pending == 0 {
            let detail = format!("{} messages pending and no worker pulls them", lag.pending);
            findings.push(Finding::broken(
                lag.consumer,
                detail,
                "check that its worker runs (`auspex up`) and its log",
            ));
        } else if lag.pending > MANY_PENDING {
            let detail = format!("{} messages pending", lag.pending);
            findings.push(Finding::notable(lag.consumer, detail, "start more replicas, or check the model's latency"));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::finding::State;

    #[test]
    fn a_server_that_cannot_store_is_broken_and_must_be_restarted() {
        let status = r#"{"status":"unavailable","error":"JetStream stream 'A' write error: no space left on device"}"#;
        assert!(unhealthy(status).mend.contains("restart nats-server"));
        assert_eq!(unhealthy("{}").state, State::Broken);
    }

    #[test]
    fn a_full_stream_of_work_is_notable_and_results_are_if_they_are_dropped_early() {
        let finding = |holding, bytes, hours: u64| {
            let span = Duration::from_secs(hours * 3600);
            let (messages, last_sequence) = (1, 1);
            fullness(&StreamState { stream: "S", holding, messages, bytes, max_bytes: 100, last_sequence, span })
        };
        assert!(finding(Holding::Work, 69, 1).is_none());
        assert!(finding(Holding::Work, 70, 1).is_some_and(|finding| finding.mend.contains("trim-streams")));
        assert!(finding(Holding::Events, 70, 1).is_some());
        assert!(finding(Holding::Results, 99, 71).is_some_and(|finding| finding.mend.contains("KEPT_BYTES")));
        assert!(finding(Holding::Results, 99, 72).is_none(), "dropped at their time");
        assert!(finding(Holding::Dead, 99, 1).is_none(), "Postgres keeps dead letters");
    }

    #[test]
    fn an_old_server_is_notable_and_a_new_one_is_fine() {
        let state = |text: &str| version(text).state;
        assert_eq!((state("2.12.3"), state("v2.15.1-beta.1"), state("3.0.0")), (State::Fine, State::Fine, State::Fine));
        assert_eq!((state("2.12.2"), state("2.9.25"), state("odd")), (State::Notable, State::Notable, State::Notable));
    }
}
