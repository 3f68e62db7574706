//! What a local fleet's workers and its offline world say themselves.

use std::time::Duration;

use serde::Deserialize;
use telemetry::http::{ClientConfig, client};

use super::finding::Finding;
use crate::Context;
use crate::fleet_file::FOLDER;

/// What `up` says beyond what the other commands need.
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

pub(super) async fn look(context: &Context) -> Vec<Finding> {
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

/// One that has ended is started again at once; so this one hangs, or has just ended.
fn silent(name: &str) -> String {
    format!(
        "see {FOLDER}/logs/{name}.log; if it stays silent, end its process: `auspex up` starts another, and its work goes on there"
    )
}

async fn worker(service: &Service) -> Finding {
    let mend = format!("see {FOLDER}/logs/{}.log; `auspex up` starts it again", service.name);
    let config = ClientConfig { timeout: Duration::from_secs(3), ..ClientConfig::default() };
    let Ok(http) = client(config) else { return Finding::broken(&service.name, "no HTTP client", mend) };
    match http.get(&service.url).send().await {
        Ok(answer) if answer.status().is_success() => Finding::fine(&service.name, "ready"),
        Ok(answer) => Finding::broken(&service.name, answer.text().await.unwrap_or_default().trim(), mend),
        Err(_) => Finding::broken(&service.name, format!("{} does not answer", service.url), silent(&service.name)),
    }
}
