//! What is around a local fleet: its workers' own word, the offline world, the disk.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde::Deserialize;
use telemetry::http::{ClientConfig, client};
use tokio::process::Command;

use super::finding::Finding;
use crate::Context;
use crate::fleet_file::FOLDER;

/// Below this Postgres and JetStream soon stop; a stopped JetStream must be restarted by hand.
const LOW_DISK_MIB: u64 = 1_024;

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
    let mut findings = disk(Path::new(".")).await;
    let Some(fleet) = &context.fleet else { return findings };
    let local: Local = fleet
        .spans_file
        .as_ref()
        .and_then(|spans| std::fs::read_to_string(spans.with_file_name("fleet.json")).ok())
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    let asked = local.services.iter().map(worker);
    findings.extend(futures::future::join_all(asked).await);
    findings
}

async fn worker(service: &Service) -> Finding {
    let mend = format!("see {FOLDER}/logs/{}.log; `auspex up` starts it again", service.name);
    let config = ClientConfig { timeout: Duration::from_secs(3), ..ClientConfig::default() };
    let Ok(http) = client(config) else { return Finding::broken(&service.name, "no HTTP client", mend) };
    match http.get(&service.url).send().await {
        Ok(answer) if answer.status().is_success() => Finding::fine(&service.name, "ready"),
        Ok(answer) => Finding::broken(&service.name, answer.text().await.unwrap_or_default().trim(), mend),
        Err(_) => Finding::broken(&service.name, format!("{} does not answer", service.url), mend),
    }
}

/// `df` is on every system; asking the kernel directly would be unsafe code.
async fn disk(folder: &Path) -> Vec<Finding> {
    let output = Command::new("df").arg("-Pk").arg(folder).stdin(Stdio::null()).output().await;
    let free = output.ok().and_then(|output| free_mib(&String::from_utf8_lossy(&output.stdout)));
    match free {
        Some(free) if free < LOW_DISK_MIB => {
            vec![Finding::broken(
                "disk",
                format!("{free} MiB are free"),
                "make room: JetStream and Postgres stop when it is full",
            )]
        }
        Some(free) => vec![Finding::fine("disk", format!("{free} MiB are free"))],
        None => vec![Finding::notable("disk", "df did not say how much is free", "look yourself")],
    }
}

/// The fourth field of the second line, in KiB.
fn free_mib(df: &str) -> Option<u64> {
    let line = df.lines().nth(1)?;
    Some(line.split_whitespace().nth(3)?.parse::<u64>().ok()? / 1_024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_free_space_is_read_from_df() {
        let said = "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/x 100000 1 204800 1% /\n";
        assert_eq!(free_mib(said), Some(200));
        assert_eq!(free_mib("nothing"), None);
    }
}
