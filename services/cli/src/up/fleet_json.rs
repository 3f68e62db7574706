//! Writes the file fleet.json.

use std::path::{Path, PathBuf};

use local_servers::private;

use super::users::OPERATOR_ROLE;
use super::worker_env::FleetAddresses;
use crate::fleet_file::FleetFile;

/// Processes listed in fleet.json.
pub(super) struct Processes {
    /// Name and process id of everything that was started.
    pub(super) pids: Vec<(String, u32)>,
    /// Name and health address of the offline world and the workers, for `auspex doctor`.
    pub(super) services: Vec<(String, String)>,
    /// URL of the gateway's API, if it was started.
    pub(super) gateway_url: Option<String>,
    /// File with the token of the local commands, if the gateway was started.
    pub(super) token_file: Option<PathBuf>,
    /// Monitoring address of nats-server, unless the user provided the server.
    pub(super) nats_monitor_url: Option<String>,
}

/// Writes the addresses for the other commands, and the processes for a person.
pub(super) fn write(
    dir: &Path,
    addresses: &FleetAddresses,
    nats_url: &str,
    processes: &Processes,
) -> anyhow::Result<()> {
    let file = FleetFile {
        nats_url: Some(nats_url.to_owned()),
        postgres_url: Some(addresses.users.postgres_url(&addresses.postgres_url, OPERATOR_ROLE)),
        postgres_owner_url: Some(addresses.postgres_url.clone()),
        redis_url: Some(addresses.users.redis_url(&addresses.redis_url, OPERATOR_ROLE)),
        offline_url: addresses.offline_url.clone(),
        offline_profile: addresses.offline_url.as_ref().map(|_| addresses.offline_profile.name().to_owned()),
        embeddings_url: addresses.embeddings_url.clone(),
        objects_dir: Some(addresses.objects.clone()),
        otlp_url: Some(addresses.otlp_url.clone()),
        spans_file: Some(dir.join("spans.ndjson")),
        gateway_url: processes.gateway_url.clone(),
        token_file: processes.token_file.clone(),
        nats_monitor_url: processes.nats_monitor_url.clone(),
    };
    let mut value = serde_json::to_value(file)?;
    value["up_pid"] = std::process::id().into();
    value["pids"] = processes.pids.iter().map(|(name, pid)| serde_json::json!({ "name": name, "pid": pid })).collect();
    value["services"] =
        processes.services.iter().map(|(name, url)| serde_json::json!({ "name": name, "url": url })).collect();
    let path = dir.join("fleet.json");
    // It contains the passwords of the operator and of the tables' owner.
    private::write(&path, &serde_json::to_string_pretty(&value)?)
}
