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
    futures::future::join_all(asked).await
}

/// Advice for a service that does not respond. `auspex up` restarts an exited process at once, so this one hangs or has just exited.
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
