//! Health endpoints of a local fleet's workers and its offline world.

use std::time::Duration;

use serde::Deserialize;
use telemetry::http::{ClientConfig, client};

use super::finding::Finding;
use crate::Context;
use crate::fleet_file::FOLDER;

/// Fields of fleet.json that only the doctor reads.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Local {
    services: Vec<Service>,
}

#[derive(Debug, Deserialize)]
struct Service {
    name: String,
    url: String,
}

pub(super) async fn check(context: &Context) -> Vec<Finding> {
    let Some(fleet) = &context.fleet else { return Vec::new() };
    let local: Local = fleet
        .spans_file
        .as_ref()
        .and_then(|spans| std::fs::read_to_string(spans.with_file_name("fleet.json")).ok())
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    let asked = local.services.iter().map(worker);
    let mut findings = futures::future::join_all(asked).await;
    if let Some(gateway) = local.services.iter().find(|service| service.name == "gateway") {
        findings.extend(refused_events(gateway).await);
    }
    findings
}

/// Reports events that the gateway has refused since its start: the sender of a webhook throws the answer away.
async fn refused_events(gateway: &Service) -> Option<Finding> {
    let config = ClientConfig { timeout: Duration::from_secs(3), ..ClientConfig::default() };
    let url = url::Url::parse(&gateway.url).ok()?.join("/metrics").ok()?;
    let answer = client(config).ok()?.get(url).send().await.ok()?.text().await.ok()?;
    refusals(refused_count(&answer))
}

fn refusals(events: u64) -> Option<Finding> {
    let mend = format!("the lines `events were refused` in {FOLDER}/logs/gateway.log name the reasons");
    (events > 0)
        .then(|| Finding::notable("gateway events", format!("{events} refused since the gateway's start"), mend))
}

/// Returns the number of refused events in metrics.
fn refused_count(metrics: &str) -> u64 {
    let lines = metrics
        .lines()
        .filter(|line| line.starts_with(telemetry::metric::ACCEPTED_EVENTS) && line.contains("outcome=\"refused\""));
    lines.filter_map(|line| line.rsplit(' ').next()?.parse::<u64>().ok()).sum()
}

/// Advice for a service that does not respond. `auspex up` restarts an exited process at once, so this one hangs or has
/// just exited.
fn unresponsive(name: &str) -> String {
    format!(
        "see {FOLDER}/logs/{name}.log; if it stays unresponsive, end its process: `auspex up` starts another one, which continues its work"
    )
}

async fn worker(service: &Service) -> Finding {
    let mend = format!("see {FOLDER}/logs/{}.log; `auspex up` restarts it", service.name);
    let config = ClientConfig { timeout: Duration::from_secs(3), ..ClientConfig::default() };
    let Ok(http) = client(config) else { return Finding::broken(&service.name, "no HTTP client", mend) };
    match http.get(&service.url).send().await {
        Ok(answer) if answer.status().is_success() => Finding::fine(&service.name, "ready"),
        Ok(answer) => Finding::broken(&service.name, answer.text().await.unwrap_or_default().trim(), mend),
        Err(_) => {
            Finding::broken(&service.name, format!("{} does not respond", service.url), unresponsive(&service.name))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_events_are_a_finding() {
        let metrics = "# TYPE auspex_gateway_events_total counter\nauspex_gateway_events_total{service=\"gateway\",outcome=\"new\"} 4\n\
                       auspex_gateway_events_total{service=\"gateway\",outcome=\"refused\"} 3\n";
        assert_eq!(refused_count(metrics), 3);
        assert!(
            refusals(3).is_some_and(|finding| finding.detail.contains('3') && finding.mend.contains("gateway.log"))
        );
        assert!(refusals(refused_count("other 1")).is_none());
    }
}
